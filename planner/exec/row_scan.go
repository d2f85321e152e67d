package exec

import (
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
)

// rowScan is a scan of rows: an iterator over what lies in a span of whole
// rows, in which wide rows come as one, assembled of the attributes that its
// decoder wants, and rows that are gone do not come.
type rowScan struct {
	dec  *rowDecoder
	it   kv.Iterator
	rows *rowenc.Assembler // nil without values
	err  error
}

// scanRows begins a scan.
func scanRows(dec *rowDecoder, span kv.Span, opts kv.ScanOptions) *rowScan {
	s := &rowScan{dec: dec}
	if !opts.KeysOnly {
		s.rows = rowenc.NewAssembler(dec.want, opts.Reverse, dec.rt.Memory)
	}
	s.it = dec.rt.Reader.Scan(dec.rt.context(), span, opts)
	return s
}

// Next moves to the next row.
func (s *rowScan) Next() bool {
	for s.err == nil && s.it.Next() {
		var row bool
		if row, s.err = s.take(); row {
			return s.err == nil
		}
	}
	if s.err == nil {
		s.err = s.it.Err()
	}
	if s.err == nil && s.rows != nil {
		s.err = s.rows.End()
	}
	return false
}

// take looks at the pair under the iterator; row says that it completes a row.
func (s *rowScan) take() (row bool, err error) {
	if s.rows == nil {
		return !s.dec.codec.IsChunkKey(s.it.Key()), nil
	}
	if row, err = s.rows.Add(s.it.Key(), s.it.Value()); !row || err != nil {
		return false, err
	}
	gone, err := s.dec.gone(s.rows.Value())
	return !gone, err
}

// Key is the current row's key.
func (s *rowScan) Key() []byte {
	if s.rows == nil {
		return s.it.Key()
	}
	return s.rows.Key()
}

// Value is its value, of the attributes wanted.
func (s *rowScan) Value() []byte {
	if s.rows == nil {
		return s.it.Value()
	}
	return s.rows.Value()
}

// Err is the error that ended the scan.
func (s *rowScan) Err() error { return s.err }

// Close ends the scan.
func (s *rowScan) Close() {
	s.it.Close()
	if s.rows != nil {
		s.rows.Close()
	}
}

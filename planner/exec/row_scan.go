package exec

import (
	"bytes"

	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
)

// rowScan is a scan of rows: an iterator over what lies in a span of whole
// rows, in which wide rows come as one, assembled of the attributes that its
// decoder wants. Limit counts rows.
type rowScan struct {
	dec  *rowDecoder
	span kv.Span
	opts kv.ScanOptions
	it   kv.Iterator
	rows *rowenc.Assembler // nil without values
	err  error

	given int // rows
	// The engine ends after so many pairs as rows are wanted: that may be before
	// the last row is complete.
	pairs int    // that it has given
	last  []byte // the last one's key
	anew  bool   // the scan goes on behind its limit, without one
}

// scanRows begins a scan.
func scanRows(dec *rowDecoder, span kv.Span, opts kv.ScanOptions) *rowScan {
	s := &rowScan{dec: dec, span: span, opts: opts}
	if !opts.KeysOnly {
		s.rows = rowenc.NewAssembler(dec.want, opts.Reverse, dec.rt.Memory)
	}
	s.it = dec.rt.Reader.Scan(dec.rt.context(), span, opts)
	return s
}

// Next moves to the next row.
func (s *rowScan) Next() bool {
	for s.err == nil && (s.opts.Limit == 0 || s.given < s.opts.Limit) {
		if !s.it.Next() {
			if s.err = s.it.Err(); s.err != nil || !s.goOn() {
				return false
			}
			continue
		}
		if s.opts.Limit > 0 && !s.anew {
			s.pairs++
			s.last = append(s.last[:0], s.it.Key()...)
		}
		var row bool
		if row, s.err = s.take(); row {
			s.given++
			return true
		}
	}
	return false
}

// take looks at the pair under the iterator; row says that it completes a row.
func (s *rowScan) take() (row bool, err error) {
	if s.rows == nil {
		return !s.dec.codec.IsChunkKey(s.it.Key()), nil
	}
	return s.rows.Add(s.it.Key(), s.it.Value())
}

// goOn scans on behind a limit of pairs that were not all rows.
func (s *rowScan) goOn() bool {
	if s.anew || s.pairs < s.opts.Limit || s.opts.Limit == 0 {
		if s.rows != nil && s.rows.Incomplete() {
			s.err = &kv.CorruptError{Offset: -1, Reason: "row: the scan ends inside of a wide row"}
		}
		return false
	}
	s.it.Close()
	s.anew = true
	span, opts := s.span, s.opts
	if opts.Limit = 0; opts.Reverse {
		span.End = bytes.Clone(s.last)
	} else {
		span.Start = kv.PointSpan(s.last).End
	}
	s.it = s.dec.rt.Reader.Scan(s.dec.rt.context(), span, opts)
	return true
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

package exec

import (
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
)

// rowRuns is a scan in runs of rows: stretches as the engine gives them, in
// which all rows are whole, and between them single rows, of which wide ones
// come as one, assembled of the attributes that its decoder wants. Of single
// rows those that are gone do not come.
type rowRuns struct {
	dec    *rowDecoder
	it     kv.RunIterator
	rows   *rowenc.Assembler // nil if rows are only counted
	single kv.Run
	run    *kv.Run
	err    error
}

// scanRowRuns begins a scan over a span of whole rows.
func scanRowRuns(dec *rowDecoder, span kv.Span, opts kv.RunOptions) *rowRuns {
	r := &rowRuns{dec: dec, it: scanRuns(dec.rt.context(), dec.rt.Reader, span, opts)}
	if !opts.CountOnly {
		r.rows = rowenc.NewAssembler(dec.want, opts.Reverse, dec.rt.Memory)
	}
	return r
}

// Next moves to the next run.
func (r *rowRuns) Next() bool {
	for r.err == nil && r.it.Next() {
		var ok bool
		if ok, r.err = r.take(r.it.Run()); ok {
			return r.err == nil
		}
	}
	if r.err == nil {
		r.err = r.it.Err()
	}
	if r.err == nil && r.rows != nil {
		r.err = r.rows.End()
	}
	return false
}

// take looks at what the engine gives; ok says that there is a run now.
func (r *rowRuns) take(run *kv.Run) (ok bool, err error) {
	if run.Key == nil { // a stretch
		r.run = run
		if r.rows != nil {
			err = r.rows.End()
		}
		return true, err
	}
	if r.rows == nil {
		r.run = run
		return !r.dec.codec.IsChunkKey(run.Key), nil
	}
	if ok, err = r.rows.Add(run.Key, run.Value); !ok || err != nil {
		return false, err
	}
	if gone, err := r.dec.gone(r.rows.Value()); gone || err != nil {
		return false, err
	}
	key := r.rows.Key()
	r.single = kv.Run{Rows: 1, KeyBytes: int64(len(key)), At: key, Key: key, Value: r.rows.Value()}
	r.run = &r.single
	return true, nil
}

// Run is the current run, until the next Next or Close.
func (r *rowRuns) Run() *kv.Run { return r.run }

// Err is the error that ended the scan.
func (r *rowRuns) Err() error { return r.err }

// Close ends the scan.
func (r *rowRuns) Close() {
	r.it.Close()
	if r.rows != nil {
		r.rows.Close()
	}
}

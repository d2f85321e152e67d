package exec

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// distinctSorted keeps the first of rows with equal keys that come one after
// the other.
type distinctSorted struct {
	rt   *Runtime
	on   []expr.Expr
	in   Operator
	last *datum.Batch // one row: the keys of the last row given
	sel  []int32
}

func (d *distinctSorted) Next() (*datum.Batch, error) {
	for {
		b, err := d.in.Next()
		if err != nil || b == nil {
			return nil, err
		}
		if err := d.rt.interrupted(); err != nil {
			return nil, err
		}
		cols, err := keyVectors(d.rt, d.on, b)
		if err != nil {
			return nil, err
		}
		d.sel = d.sel[:0]
		prev, prevAt := d.last.Cols, 0
		known := d.last.N > 0
		for i := range b.Rows() {
			at := b.Index(i)
			if !known || !sameKeys(prev, prevAt, cols, at) {
				d.sel = append(d.sel, int32(at))
			}
			prev, prevAt, known = cols, at, true
		}
		d.remember(cols, int32(prevAt))
		if len(d.sel) > 0 {
			b.Sel = d.sel
			return b, nil
		}
	}
}

// remember copies the keys of a batch's last row.
func (d *distinctSorted) remember(cols []*datum.Vector, row int32) {
	d.last.Reset()
	for i, v := range d.last.Cols {
		appendOwned(v, cols[i], []int32{row})
	}
	d.last.N = 1
}

// sameKeys compares two rows of vectors of the same types.
func sameKeys(a []*datum.Vector, i int, b []*datum.Vector, j int) bool {
	for c := range a {
		if !sameKey(a[c], i, b[c], j, keyClassOf(a[c].T)) {
			return false
		}
	}
	return true
}

func (d *distinctSorted) Close() { d.in.Close() }

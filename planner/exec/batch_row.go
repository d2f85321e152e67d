package exec

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// batchRow is one row of a batch under evaluation. Plain columns are read
// from their vectors; the row itself is put together only when an expression
// needs it.
type batchRow struct {
	rt    *Runtime
	batch *datum.Batch
	at    int // row number before selection
	buf   datum.Row
	built bool
}

// row is the whole row, valid until the next one is looked at.
func (r *batchRow) row() datum.Row {
	if !r.built {
		r.buf, r.built = r.batch.Row(r.at, r.buf), true
	}
	return r.buf
}

// eval evaluates an expression over the row.
func (r *batchRow) eval(e expr.Expr) (datum.Datum, error) {
	if c, ok := e.(*expr.Column); ok {
		return r.batch.Cols[c.Index].Get(r.at), nil
	}
	return e.Eval(r.rt.Ctx, r.row())
}

// eachBatchRow calls f for every row of op. f keeps nothing of it.
func eachBatchRow(rt *Runtime, op Operator, f func(*batchRow) error) error {
	r := &batchRow{rt: rt}
	for {
		b, err := op.Next()
		if err != nil || b == nil {
			return err
		}
		r.batch = b
		for i := range b.Rows() {
			r.at, r.built = b.Index(i), false
			if err := f(r); err != nil {
				return err
			}
		}
	}
}

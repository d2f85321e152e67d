package exec

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// filter keeps the rows for which cond is true.
type filter struct {
	rt   *Runtime
	in   Operator
	cond expr.Expr
}

func (f *filter) Next() (*datum.Batch, error) {
	for {
		b, err := f.in.Next()
		if err != nil || b == nil {
			return nil, err
		}
		if err := expr.FilterBatch(f.rt.Ctx, f.cond, b); err != nil {
			return nil, err
		}
		if b.Rows() > 0 {
			return b, nil
		}
	}
}

func (f *filter) Close() { f.in.Close() }

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
	once bool // cond reads no column
	// passed says that such a condition was true.
	passed bool
}

func (f *filter) Next() (*datum.Batch, error) {
	if f.once {
		return f.gate()
	}
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

// gate looks at a condition that is the same for all rows.
func (f *filter) gate() (*datum.Batch, error) {
	if !f.passed {
		ok, err := isTrue(f.rt, f.cond, nil)
		if err != nil || !ok {
			return nil, err
		}
		f.passed = true
	}
	return f.in.Next()
}

func (f *filter) Close() { f.in.Close() }

package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// plainColumn reports which column an expression is, if it is one.
func plainColumn(e expr.Expr) (int, bool) {
	c, ok := e.(*expr.Column)
	if !ok {
		return 0, false
	}
	return c.Index, true
}

// sortKeys evaluates sort keys over a row.
func sortKeys(rt *Runtime, keys []planner.SortKey, row datum.Row) (datum.Row, error) {
	out := make(datum.Row, len(keys))
	for i, k := range keys {
		d, err := k.Expr.Eval(rt.Ctx, row)
		if err != nil {
			return nil, err
		}
		out[i] = d
	}
	return out, nil
}

// compareKeys orders two lists of evaluated sort keys.
func compareKeys(keys []planner.SortKey, a, b datum.Row) int {
	for i, k := range keys {
		an, bn := a[i].IsNull(), b[i].IsNull()
		if an || bn {
			if an == bn {
				continue
			}
			if an == k.NullsFirst {
				return -1
			}
			return 1
		}
		if c := types.Compare(a[i], b[i]); c != 0 {
			if k.Desc {
				return -c
			}
			return c
		}
	}
	return 0
}

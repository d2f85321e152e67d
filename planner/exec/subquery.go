package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// Rows implements expr.SubqueryRunner. The rows of a subquery that is not
// correlated are kept for the time of the execution; of the others nothing is.
func (rt *Runtime) Rows(c *expr.Context, plan any, correlated bool, each func(datum.Row) (bool, error)) error {
	node := plan.(planner.Node)
	if !correlated {
		rows, ok := rt.subqueries[node]
		if !ok {
			var err error
			if rows, err = rt.collect(node, nil); err != nil {
				return err
			}
			rt.subqueries[node] = rows
		}
		for _, r := range rows {
			if more, err := each(r); err != nil || !more {
				return err
			}
		}
		return nil
	}
	op, err := Build(rt, node)
	if err != nil {
		return err
	}
	defer op.Close()
	r := rowReader{op: op}
	for {
		row, err := r.read()
		if err != nil || row == nil {
			return err
		}
		if more, err := each(row); err != nil || !more {
			return err
		}
	}
}

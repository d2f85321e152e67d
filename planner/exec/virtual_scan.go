package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// virtualScan reads a system view. Its rows are made at the first Next.
type virtualScan struct {
	rt   *Runtime
	node *planner.VirtualScan
	list *rowList
}

func (s *virtualScan) Next() (*datum.Batch, error) {
	if s.list == nil {
		s.list = newRowList(columnTypes(s.node.Out))
		view := s.node.View
		err := view.Rows(s.rt.Ctx.Context.Context, s.rt.ViewSources, func(r datum.Row) error {
			if err := s.rt.interrupted(); err != nil {
				return err
			}
			if s.node.Filter != nil {
				keep, err := isTrue(s.rt, s.node.Filter, r)
				if err != nil || !keep {
					return err
				}
			}
			if err := s.rt.grow(rowSize(len(r))); err != nil {
				return err
			}
			s.list.rows = append(s.list.rows, cloneRow(r))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return s.list.next(), nil
}

func (s *virtualScan) Close() {}

// isTrue evaluates a condition over a row.
func isTrue(rt *Runtime, cond expr.Expr, row datum.Row) (bool, error) {
	d, err := cond.Eval(rt.Ctx, row)
	return err == nil && !d.IsNull() && d.Bool(), err
}

package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

// neverTrue reports whether a condition is false or NULL for every row.
func neverTrue(conds []expr.Expr) bool {
	for _, c := range conds {
		if k, ok := c.(*expr.Const); ok && (k.V.IsNull() || !k.V.Bool()) {
			return true
		}
	}
	return false
}

// nothing plans a FROM that has no rows: those of its columns that are read, of no
// table.
func (p *physical) nothing(items []*fromItem, used []bool) (Node, *layout, bool, error) {
	l := &layout{}
	for _, it := range items {
		if it.kind == JoinSemi || it.kind == JoinAnti {
			continue
		}
		ids := p.owned(it.r)
		for id := range p.b.cols {
			if ids[id] && (id >= len(used) || used[id]) {
				l.ids = append(l.ids, id)
			}
		}
	}
	return &Values{Out: p.columns(l.ids)}, l, false, nil
}

package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

// pushLimit gives the sides of UNION ALL the ORDER BY and LIMIT that stand above it: of each
// no more rows can be among the first ones. The sides keep what they have of their own.
func (p *physical) pushLimit(q *query, s *setOp) error {
	if s.op != Union || !s.all || q.limit == nil || q.withTies {
		return nil
	}
	if k, ok := p.fold(q.limit).(*expr.Const); ok && k.V.IsNull() {
		return nil
	}
	if isVolatile(q.limit) || q.offset != nil && isVolatile(q.offset) || hasSubquery(q.limit) || q.offset != nil && hasSubquery(q.offset) {
		return nil
	}
	limit, err := p.sum(p.fold(q.limit), p.fold(q.offset))
	if err != nil {
		return err
	}
	for _, side := range []*query{s.left, s.right} {
		if _, writes := side.body.(*dml); writes || side.limit != nil || side.offset != nil || len(side.order) > 0 || queryLocks(side) {
			continue
		}
		byID := make(map[int]expr.Expr, len(s.ids))
		for i, id := range s.ids {
			byID[id] = side.column(i)
		}
		for _, k := range q.order {
			k.Expr = replaceColumns(k.Expr, byID)
			side.order = append(side.order, k)
		}
		side.limit = limit
	}
	return nil
}

// limitLeft reports whether a limit on a join of items holds for the first of them: the others
// only add columns and rows to each of its own.
func limitLeft(items []*fromItem, conds []joinCond) bool {
	for i, it := range items {
		if i > 0 && it.kind != JoinLeft {
			return false
		}
	}
	return len(conds) == 0
}

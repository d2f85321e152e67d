package planner

import (
	"slices"

	"github.com/sparrowdb/sparrow/sql/expr"
)

// pushDown moves conditions on a subquery's result columns into it, as far down as
// they can go, and returns those that stay above.
func (p *physical) pushDown(q *query, conds []expr.Expr) []expr.Expr {
	var rest []expr.Expr
	for _, c := range conds {
		if isVolatile(c) || hasSubquery(c) || !p.push(q, c) {
			rest = append(rest, c)
		}
	}
	return rest
}

// push moves one condition into q; false if it can't go.
func (p *physical) push(q *query, c expr.Expr) bool {
	if q.limit != nil || q.offset != nil {
		// What a condition drops would make room for other rows.
		return false
	}
	switch bd := q.body.(type) {
	case *block:
		return p.pushBlock(bd, c)
	case *query:
		return p.push(bd, c)
	case *setOp:
		p.pushSide(&bd.left, bd.ids, c)
		p.pushSide(&bd.right, bd.ids, c)
		return true
	}
	return false
}

// pushBlock puts a condition below the select list: into WHERE, if groups don't
// change by it.
func (p *physical) pushBlock(bl *block, c expr.Expr) bool {
	if bl.hasSRF || bl.sets != nil || bl.grouped && len(bl.keys) == 0 || locked(bl.from) || len(bl.from) == 0 {
		return false
	}
	byID := map[int]expr.Expr{}
	for _, t := range bl.targets {
		byID[t.id] = t.e
	}
	ok := true
	walkColumns(c, func(id int) {
		e := byID[id]
		if e == nil {
			return
		}
		ok = ok && !isVolatile(e) && !hasSubquery(e)
		if bl.on != nil {
			ok = ok && isDistinctKey(bl, id)
		}
		ok = ok && isPartitionKey(bl, e)
	})
	if !ok {
		return false
	}
	c = replaceColumns(c, byID)
	if bl.grouped {
		keys := map[int]expr.Expr{}
		for i := range bl.keys {
			keys[bl.keys[i].id] = bl.keys[i].e
			ok = ok && !isVolatile(bl.keys[i].e)
		}
		for i := range bl.aggs {
			id := bl.aggs[i].id
			walkColumns(c, func(x int) { ok = ok && x != id })
		}
		if !ok {
			return false
		}
		c = replaceColumns(c, keys)
	}
	bl.where = append(bl.where[:len(bl.where):len(bl.where)], c)
	return true
}

// isDistinctKey reports whether a target is one of DISTINCT ON's.
func isDistinctKey(bl *block, id int) bool {
	for _, e := range bl.on {
		if c, ok := e.(*expr.Column); ok && c.Index == id {
			return true
		}
	}
	return false
}

// isPartitionKey reports whether all windows of a block are partitioned by an expression,
// so that a condition on it drops whole partitions.
func isPartitionKey(bl *block, e expr.Expr) bool {
	for i := range bl.calls {
		list := bl.windows[bl.calls[i].spec].partition
		if !slices.ContainsFunc(list, func(k expr.Expr) bool { return sameExpr(k, e) }) {
			return false
		}
	}
	return true
}

// pushSide puts a condition on a set operation's columns into one of its sides, or
// on top of it.
func (p *physical) pushSide(side **query, ids []int, c expr.Expr) {
	q := *side
	byID := make(map[int]expr.Expr, len(ids))
	for i, id := range ids {
		byID[id] = q.column(i)
	}
	c = replaceColumns(c, byID)
	if p.push(q, c) {
		return
	}
	bl := &block{setID: -1, from: []relation{&queryRel{q}}, where: []expr.Expr{c}}
	bl.scope = &scope{block: bl}
	out := &query{body: bl}
	for i := range q.out {
		t := p.b.addTarget(bl, q.column(i), q.out[i].name, -1)
		out.out = append(out.out, outCol{id: t.id, name: t.name, t: q.out[i].t})
	}
	*side = out
}

package planner

import (
	"slices"

	"github.com/sparrowdb/sparrow/sql/expr"
)

// guessCost estimates what reading an item costs, in rows of a table.
func (p *physical) guessCost(r relation, conds []expr.Expr, rows float64) float64 {
	t, ok := r.(*tableRel)
	if !ok {
		if q := asQuery(r); q != nil {
			return max(rows, p.guessRead(q))
		}
		return rows
	}
	pa := p.accessPath(t, conds)
	if pa.points != nil {
		return costLookup * pointRows(pa.points)
	}
	return p.readRows(t, pa, conds)
}

// guessRead is how many rows a query reads from tables, roughly.
func (p *physical) guessRead(q *query) float64 {
	bl, ok := q.body.(*block)
	if !ok {
		return p.guessQuery(q)
	}
	read := 1.0
	for _, r := range bl.from {
		read += p.guessRows(r, nil)
	}
	return read
}

// equality reports whether a condition is an equality that a hash table answers.
func (j *joiner) equality(c expr.Expr) bool {
	call, ok := c.(*expr.Call)
	if !ok || !call.F.Operator || call.F.Name != "=" || len(call.Args) != 2 || expr.IsVolatile(c) || hasSubquery(c) {
		return false
	}
	if !hashable(call.Args[0].Type().OID, call.Args[1].Type().OID) {
		return false
	}
	a, b := j.maskOf(call.Args[0]), j.maskOf(call.Args[1])
	return a != 0 && b != 0 && a&b == 0
}

// selectivity is p's, with what is known of the items' own columns.
func (j *joiner) selectivity(c expr.Expr) float64 {
	if call, ok := c.(*expr.Call); ok && j.equality(c) {
		return 1 / max(1, j.distinctOf(call.Args[0]), j.distinctOf(call.Args[1]))
	}
	return j.p.selectivity(c)
}

// distinctOf is p's; a column that a subquery computes is supposed to be
// different in each of its rows, unless it is a table's.
func (j *joiner) distinctOf(e expr.Expr) float64 {
	if c, ok := measured(e).(*expr.Column); ok && j.p.b.cols[c.Index].rel == nil {
		for _, it := range j.items {
			if it.ids[c.Index] {
				if _, view := it.r.(*viewRel); view {
					return defaultDistinct
				}
				return min(it.rows, j.p.distinctResult(it.r, c.Index, it.rows))
			}
		}
	}
	return j.p.distinctOf(e)
}

// distinctResult is how many values a result column of a relation has at most, as far as
// the tables know from which it comes; unknown if they do not.
func (p *physical) distinctResult(r relation, id int, unknown float64) float64 {
	switch r := r.(type) {
	case *queryRel:
		for i := range r.q.out {
			if r.q.out[i].id == id {
				return p.distinctColumn(r.q, i, unknown)
			}
		}
	case *cteRel:
		q := r.inlined
		if q == nil && r.cte.recursive == nil && !r.working {
			q = r.cte.q
		}
		if i := slices.Index(r.ids, id); q != nil && i >= 0 {
			return p.distinctColumn(q, i, unknown)
		}
	}
	return unknown
}

func (p *physical) distinctColumn(q *query, i int, unknown float64) float64 {
	switch body := q.body.(type) {
	case *query:
		return p.distinctColumn(body, i, unknown)
	case *setOp:
		left, right := p.distinctColumn(body.left, i, unknown), p.distinctColumn(body.right, i, unknown)
		if body.op == Union {
			return max(left, right)
		}
		return left
	case *block:
		for _, t := range body.targets {
			if t.id == q.out[i].id {
				return p.distinctTarget(body, t.e, unknown)
			}
		}
	}
	return unknown
}

// distinctTarget is of what a block selects: a column of a table, perhaps as a key of
// its groups, or of a subquery in its FROM.
func (p *physical) distinctTarget(bl *block, e expr.Expr, unknown float64) float64 {
	c, ok := measured(e).(*expr.Column)
	if !ok {
		return unknown
	}
	for _, k := range bl.keys {
		if k.id == c.Index {
			if c, ok = measured(k.e).(*expr.Column); !ok {
				return unknown
			}
			break
		}
	}
	if p.b.cols[c.Index].rel != nil {
		return p.distinctOf(c)
	}
	for _, r := range bl.from {
		if n := p.distinctResult(r, c.Index, unknown); n < unknown {
			return n
		}
	}
	return unknown
}

// factor estimates by how much an item that is not joined by an inner join makes
// the rows more or less.
func (j *joiner) factor(it *fromItem) {
	matches, share := it.rows, 1.0
	for _, c := range it.on {
		matches *= j.selectivity(c)
		call, ok := c.(*expr.Call)
		if !ok || !j.equality(c) {
			share *= 0.5
			continue
		}
		it.hash = true
		own, other := call.Args[0], call.Args[1]
		if !j.p.touches(own, it.ids) {
			own, other = other, own
		}
		share = min(share, min(j.distinctOf(own), it.rows)/max(1, j.distinctOf(other)))
	}
	switch it.kind {
	case JoinLeft:
		it.factor = max(1, matches)
	case JoinSemi:
		it.factor = min(1, max(share, 1e-6))
	case JoinAnti:
		it.factor = max(0.05, 1-min(1, share))
	}
}

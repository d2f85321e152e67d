package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

// asQuery returns the query that a relation of FROM is; nil if it is none.
func asQuery(r relation) *query {
	switch r := r.(type) {
	case *queryRel:
		return r.q
	case *cteRel:
		return r.inlined
	}
	return nil
}

// pullUp merges subqueries of a block's FROM that only select, join and filter into
// the block.
func (p *physical) pullUp(bl *block) {
	found := false
	for _, r := range bl.from {
		found = found || hasQuery(r)
	}
	if !found || locked(bl.from) {
		return
	}
	u := &puller{p: p, byID: map[int]expr.Expr{}}
	var from []relation
	for _, r := range bl.from {
		if r = u.relation(r, &bl.where, false); r != nil {
			from = append(from, r)
		}
	}
	if len(u.byID) > 0 {
		bl.from = from
		bl.mapExprs(func(e expr.Expr) expr.Expr { return replaceColumns(e, u.byID) })
	}
}

func hasQuery(r relation) bool {
	if j, ok := r.(*joinRel); ok {
		return hasQuery(j.left) || hasQuery(j.right)
	}
	return asQuery(r) != nil
}

// puller pulls up the subqueries of one block.
type puller struct {
	p    *physical
	byID map[int]expr.Expr // what the result columns of subqueries are
}

// relation returns what takes the place of r; nil: nothing. Conditions go to conds,
// which may be nil: nowhere. Below the side of an outer join that may be filled with NULLs
// (nullable), what a subquery computes has to be NULL by itself there.
func (u *puller) relation(r relation, conds *[]expr.Expr, nullable bool) relation {
	if j, ok := r.(*joinRel); ok {
		return u.join(j, conds, nullable)
	}
	q := asQuery(r)
	if q == nil {
		return r
	}
	bl, ok := q.body.(*block)
	if !ok || !plainQuery(q, bl) {
		return r
	}
	u.p.pullUp(bl)
	if conds == nil && len(bl.where) > 0 || nullable && len(bl.from) == 0 {
		return r
	}
	inner := map[int]bool{}
	for _, x := range bl.from {
		addOwned(x, inner)
	}
	for _, t := range bl.targets {
		if nullable && !nullIfNull(t.e, inner) {
			return r
		}
	}
	for _, t := range bl.targets {
		u.byID[t.id] = replaceColumns(t.e, u.byID)
	}
	if len(bl.where) > 0 {
		*conds = append((*conds)[:len(*conds):len(*conds)], bl.where...)
	}
	if len(bl.from) == 0 {
		return nil
	}
	out := bl.from[0]
	for _, next := range bl.from[1:] {
		out = &joinRel{kind: JoinInner, left: out, right: next}
	}
	return out
}

// join pulls up below a join.
func (u *puller) join(j *joinRel, conds *[]expr.Expr, nullable bool) relation {
	left, right := conds, conds
	switch j.kind {
	case JoinInner:
		left, right = &j.on, &j.on
	case JoinLeft:
		right = &j.on
	case JoinRight:
		left = &j.on
	default:
		left, right = nil, nil
	}
	l := u.relation(j.left, left, nullable || j.kind == JoinRight || j.kind == JoinFull)
	r := u.relation(j.right, right, nullable || j.kind == JoinLeft || j.kind == JoinFull)
	switch {
	case l != nil && r != nil:
		j.left, j.right = l, r
		return j
	case j.kind != JoinInner:
		// A side without FROM stays what it was: the outer join needs its row.
		if l == nil {
			l = oneRow()
		}
		if r == nil {
			r = oneRow()
		}
		j.left, j.right = l, r
		return j
	}
	if conds == nil {
		if l == nil {
			l = oneRow()
		}
		if r == nil {
			r = oneRow()
		}
		j.left, j.right = l, r
		return j
	}
	*conds = append((*conds)[:len(*conds):len(*conds)], j.on...)
	if l == nil {
		return r
	}
	return l
}

// oneRow is a relation of one row without columns.
func oneRow() relation {
	return &queryRel{&query{body: &valuesBody{rows: [][]expr.Expr{{}}}}}
}

// plainQuery reports whether a query is no more than SELECT … FROM … WHERE …
// whose columns may be computed elsewhere.
func plainQuery(q *query, bl *block) bool {
	if len(q.ctes) > 0 || len(q.order) > 0 || q.limit != nil || q.offset != nil || bl.grouped || bl.distinct || bl.on != nil || bl.hasSRF || len(bl.calls) > 0 || locked(bl.from) {
		return false
	}
	for _, t := range bl.targets {
		if isVolatile(t.e) || hasSubquery(t.e) || t.hidden {
			return false
		}
	}
	for _, c := range bl.where {
		if isVolatile(c) {
			return false
		}
	}
	return true
}

package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

// drivesLookups reports whether the rows of an IN's subquery are few enough to
// look up the rows of a table by its whole key, rather than to look for
// each of its rows in them.
func (u *unnester) drivesLookups(q *query, sub *expr.Subquery) bool {
	results := map[int]bool{}
	for i := range q.out {
		results[q.out[i].id] = true
	}
	tests := expr.Conjuncts(sub.Test)
	for _, it := range u.items {
		t, ok := it.r.(*tableRel)
		if !ok || it.kind != JoinInner {
			continue
		}
		n := 0
		for k := range t.table.PrimaryKey {
			for _, c := range tests {
				lk, _, ok := u.p.hashKeys(c, u.own, results)
				if !ok {
					continue
				}
				if col, isCol := bareColumn(lk).(*expr.Column); isCol && keyOf(t, col.Index) == k {
					n++
					break
				}
			}
		}
		if n > 0 && n == len(t.table.PrimaryKey) && u.p.guessQuery(q)*4 < u.p.b.env.Catalog.Stats(t.table).Rows {
			return true
		}
	}
	return false
}

// bareColumn is a column without the widening of an integer around it.
func bareColumn(e expr.Expr) expr.Expr {
	if cast, ok := e.(*expr.Cast); ok && isInt(cast.Arg.Type().OID) && isInt(cast.To.OID) {
		return cast.Arg
	}
	return e
}

// inToJoin makes the relation and conditions of a join with the distinct rows of
// an IN's subquery; nil if it has to stay.
func (p *physical) inToJoin(own map[int]bool, sub *expr.Subquery) (relation, []expr.Expr) {
	q, ok := sub.Plan.(*query)
	if !ok || volatileQuery(q) || queryLocks(q) {
		return nil, nil
	}
	correlated := false
	q.eachExpr(func(e expr.Expr) { correlated = correlated || p.touches(e, own) })
	if correlated {
		return nil, nil
	}
	results := map[int]bool{}
	for i := range q.out {
		results[q.out[i].id] = true
	}
	tests := expr.Conjuncts(sub.Test)
	for _, t := range tests {
		if !p.joinTest(t, results, own) {
			return nil, nil
		}
	}
	bl := &block{setID: -1, distinct: true, from: []relation{&queryRel{q}}}
	bl.scope = &scope{block: bl}
	d := &query{body: bl}
	renamed := map[int]*expr.Column{}
	for i := range q.out {
		t := p.b.addTarget(bl, q.column(i), q.out[i].name, -1)
		d.out = append(d.out, outCol{id: t.id, name: t.name, t: q.out[i].t})
		renamed[q.out[i].id] = d.column(i)
	}
	on := make([]expr.Expr, len(tests))
	for i, t := range tests {
		on[i] = rewriteHere(t, func(x expr.Expr) (expr.Expr, bool) {
			if c, ok := x.(*expr.Column); ok && renamed[c.Index] != nil {
				return renamed[c.Index], true
			}
			return nil, false
		})
	}
	return &queryRel{d}, on
}

// joinTest reports whether a test is an equality of an outer expression and a
// plain result column, whose distinct values stay distinct in the comparison.
func (p *physical) joinTest(t expr.Expr, results, own map[int]bool) bool {
	call, ok := t.(*expr.Call)
	if !ok || !call.F.Operator || call.F.Name != "=" || len(call.Args) != 2 || expr.IsVolatile(t) {
		return false
	}
	if !hashable(call.Args[0].Type().OID, call.Args[1].Type().OID) {
		return false
	}
	for i, a := range call.Args {
		if cast, ok := a.(*expr.Cast); ok && isInt(cast.Arg.Type().OID) && isInt(cast.To.OID) {
			a = cast.Arg
		}
		c, ok := a.(*expr.Column)
		if !ok || !results[c.Index] {
			continue
		}
		other := call.Args[1-i]
		return !p.touches(other, results) && p.touches(other, own)
	}
	return false
}

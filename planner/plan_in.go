package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

// inToJoins turns conditions x IN (SELECT y …) into joins with the distinct
// rows of the subquery, so that they hash or drive look-ups by key. A locked
// table keeps them as filters: rows that do not match must not be locked.
func (p *physical) inToJoins(rels []relation, conds []expr.Expr) ([]relation, []expr.Expr) {
	if len(rels) == 0 {
		return rels, conds
	}
	var out []expr.Expr
	added := false
	for i, c := range conds {
		sub, ok := c.(*expr.Subquery)
		if !ok || sub.Kind != expr.SubqueryAny || locked(rels) {
			if added {
				out = append(out, c)
			}
			continue
		}
		rel, on := p.inToJoin(rels, sub)
		if rel == nil {
			if added {
				out = append(out, c)
			}
			continue
		}
		if !added {
			added = true
			rels = append([]relation(nil), rels...)
			out = append(out, conds[:i]...)
		}
		rels, out = append(rels, rel), append(out, on...)
	}
	if !added {
		return rels, conds
	}
	return rels, out
}

func locked(rels []relation) bool {
	found := false
	eachTable(rels, func(t *tableRel) { found = found || t.lock != nil })
	return found
}

// inToJoin makes the relation and conditions of one IN; nil if it has to stay.
func (p *physical) inToJoin(rels []relation, sub *expr.Subquery) (relation, []expr.Expr) {
	q, ok := sub.Plan.(*query)
	if !ok {
		return nil, nil
	}
	own := map[int]bool{}
	for _, r := range rels {
		addOwned(r, own)
	}
	correlated := false
	q.eachExpr(func(e expr.Expr) { walkColumns(e, func(id int) { correlated = correlated || own[id] }) })
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

package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

// members turns EXISTS (SELECT … WHERE inner = outer) within a condition, where it can
// be no join (under OR, in CASE), into outer = ANY (SELECT inner …) IS TRUE: the
// subquery runs once and a hash table of its rows answers. That pays where there
// are more outer rows than a few; the rows are only read if a row asks.
func (u *unnester) members(c expr.Expr) expr.Expr {
	return rewriteHere(c, func(x expr.Expr) (expr.Expr, bool) {
		sub, ok := x.(*expr.Subquery)
		if !ok {
			return nil, false
		}
		if q, ok := sub.Plan.(*query); ok && sub.Kind == expr.SubqueryExists {
			if e := u.member(q, sub.Pos); e != nil {
				return e, true
			}
		}
		return x, true
	})
}

// member is the test that stands for EXISTS of q; nil if q has to run for each row.
func (u *unnester) member(q *query, pos int) expr.Expr {
	bl := u.plainBlock(q)
	if bl == nil || !u.cutsNothing(q) {
		return nil
	}
	inner := map[int]bool{}
	for _, r := range bl.from {
		addOwned(r, inner)
	}
	var local []expr.Expr
	var outerKey, innerKey expr.Expr
	for _, c := range u.p.foldConds(bl.where) {
		if !u.p.touches(c, u.own) {
			// What reads a row further out would make it run for each of those.
			alone := !hasSubquery(c)
			walkColumns(c, func(id int) { alone = alone && inner[id] })
			if !alone {
				return nil
			}
			local = append(local, c)
			continue
		}
		ok, ik, isKey := u.p.hashKeys(c, u.own, inner)
		if !isKey || outerKey != nil {
			return nil
		}
		outerKey, innerKey = ok, ik
	}
	if outerKey == nil || !u.groupsPay(bl, []expr.Expr{outerKey}, []expr.Expr{innerKey}, local) {
		return nil
	}
	b := u.p.b
	g := &block{setID: -1, from: bl.from, where: local}
	g.scope = &scope{block: g}
	t := b.addTarget(g, innerKey, "key", -1)
	out := &query{body: g, out: []outCol{{id: t.id, name: "key", t: innerKey.Type()}}}
	test, err := expr.NewOperator(b.env.Fn, "=", outerKey, out.column(0), 0)
	if err != nil {
		return nil
	}
	member := &expr.Subquery{Kind: expr.SubqueryAny, Plan: out, Test: test, T: boolT, Pos: pos}
	return &expr.BoolTest{Arg: member, Kind: expr.IsTrue}
}

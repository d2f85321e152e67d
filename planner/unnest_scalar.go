package planner

import (
	"slices"

	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// scalars turns correlated scalar subqueries in a condition, (SELECT agg(…) FROM
// … WHERE inner = outer), into left joins with one row a group. The
// aggregates are computed below and what the select list makes of them above, so that a group
// that is not there gives what the aggregates of no rows give.
func (u *unnester) scalars(c expr.Expr) expr.Expr {
	c = u.members(c)
	conditional := false
	expr.Walk(c, func(x expr.Expr) bool {
		switch x.(type) {
		case *expr.Case, *expr.Coalesce, *expr.Or:
			// Where not every row needs the value, it is not made for every row.
			conditional = true
		}
		return true
	})
	if conditional {
		return c
	}
	return rewriteHere(c, func(x expr.Expr) (expr.Expr, bool) {
		sub, ok := x.(*expr.Subquery)
		if !ok {
			return nil, false
		}
		if q, ok := sub.Plan.(*query); ok && sub.Kind == expr.SubqueryScalar {
			e := u.done[q]
			if e == nil {
				if e = u.scalar(q); e == nil {
					return x, true
				}
				if u.done == nil {
					u.done = map[*query]expr.Expr{}
				}
				u.done[q] = e
			}
			return e, true
		}
		return x, true
	})
}

// emptyNull are the aggregates that are NULL of no rows; count is 0.
var emptyNull = map[string]bool{
	"sum": true, "min": true, "max": true, "avg": true, "bool_and": true, "bool_or": true, "every": true,
	"stddev": true, "stddev_samp": true, "stddev_pop": true, "variance": true, "var_samp": true, "var_pop": true,
}

// scalar returns the expression over the joined row that a subquery's value is;
// nil if it has to stay.
func (u *unnester) scalar(q *query) expr.Expr {
	bl, ok := q.body.(*block)
	if !ok || len(q.ctes) > 0 || q.limit != nil || q.offset != nil || !bl.grouped || len(bl.keys) > 0 || bl.sets != nil ||
		len(bl.having) > 0 || bl.hasSRF || len(bl.calls) > 0 || bl.on != nil || len(bl.from) == 0 || len(q.out) != 1 || volatileQuery(q) || locked(bl.from) {
		return nil
	}
	for _, r := range bl.from {
		if dependsOn(r, u.own) {
			return nil
		}
	}
	inner := map[int]bool{}
	for _, r := range bl.from {
		addOwned(r, inner)
	}
	for i := range bl.aggs {
		if !u.safeAggregate(&bl.aggs[i].call, inner) {
			return nil
		}
	}
	var value expr.Expr
	for _, t := range bl.targets {
		if t.id == q.out[0].id {
			value = t.e
		}
	}
	var local, outerKeys, innerKeys []expr.Expr
	for _, c := range u.p.foldConds(bl.where) {
		if !u.p.touches(c, u.own) {
			local = append(local, c)
			continue
		}
		ok, ik, isKey := u.p.hashKeys(c, u.own, inner)
		if !isKey {
			return nil
		}
		outerKeys, innerKeys = append(outerKeys, ok), append(innerKeys, ik)
	}
	if len(outerKeys) == 0 || hasSubquery(value) || !u.groupsPay(bl, outerKeys, innerKeys, local) {
		return nil
	}
	return u.group(bl, value, local, outerKeys, innerKeys)
}

// safeAggregate reports whether an aggregate may be computed of groups that nobody
// asks for: it must not fail, nor read the outer row.
func (u *unnester) safeAggregate(c *AggCall, inner map[int]bool) bool {
	if c.Agg.F != nil && c.Agg.F.Name != "count" && !emptyNull[c.Agg.F.Name] {
		return false
	}
	safe := true
	check := func(e expr.Expr) {
		if e != nil {
			safe = safe && neverFails(e) && !u.p.touches(e, u.own)
		}
	}
	for _, a := range c.Agg.Args {
		check(a)
	}
	check(c.Filter)
	return safe && len(c.OrderBy) == 0
}

// neverFails reports whether evaluating e raises no error for sure.
func neverFails(e expr.Expr) bool {
	ok := true
	expr.Walk(e, func(x expr.Expr) bool {
		switch x := x.(type) {
		case *expr.Column, *expr.Const, *expr.Param, *expr.And, *expr.Or, *expr.Not, *expr.IsNull, *expr.BoolTest, *expr.Coalesce:
		case *expr.Case:
		case *expr.Cast:
			ok = ok && isInt(x.Arg.Type().OID) && isInt(x.To.OID) && widens(x)
		case *expr.Call:
			ok = ok && x.F.Operator && harmless(x)
		default:
			ok = false
		}
		return ok
	})
	return ok
}

func widens(c *expr.Cast) bool {
	size := func(e expr.Expr) int {
		switch c := e.Type(); {
		case c.OID == int8T.OID:
			return 8
		case c.OID == int4T.OID:
			return 4
		}
		return 2
	}
	return size(c) >= size(c.Arg)
}

// harmless are comparisons, and sums and products of numeric, which has no bound
// that real values meet.
func harmless(c *expr.Call) bool {
	switch c.F.Name {
	case "=", "<>", "<", "<=", ">", ">=":
		return true
	case "+", "-", "*":
		return c.T.OID == types.Numeric
	}
	return false
}

// groupsPay reports whether computing all groups at once costs less than one run
// for each outer row, which may find its rows by key.
func (u *unnester) groupsPay(bl *block, outerKeys, innerKeys, local []expr.Expr) bool {
	outer := 1.0
	for _, it := range u.items {
		for _, k := range outerKeys {
			if ids := u.p.owned(it.r); u.p.touches(k, ids) {
				outer = max(outer, u.p.guessRows(it.r, u.condsOf(ids)))
			}
		}
	}
	all, each := 0.0, 0.0
	for _, r := range bl.from {
		rows := u.p.guessRows(r, nil)
		all += rows
		t, ok := r.(*tableRel)
		if !ok {
			each += rows
			continue
		}
		match := rows
		for k := range t.table.PrimaryKey {
			at := keyColumnAmong(t, k, innerKeys)
			if at < 0 {
				break
			}
			if k == len(t.table.PrimaryKey)-1 {
				match = 1
			} else {
				match = max(1, match/max(2, u.p.distinct(t, at)))
			}
		}
		each += match
	}
	return outer*(each+perRun) > all
}

// keyColumnAmong finds a column of a table's key among expressions: its index into
// the relation's columns, or -1.
func keyColumnAmong(t *tableRel, key int, list []expr.Expr) int {
	for _, e := range list {
		if c, ok := e.(*expr.Column); ok && keyOf(t, c.Index) == key {
			return slices.Index(t.ids, c.Index)
		}
	}
	return -1
}

// condsOf are the conditions on columns of ids alone.
func (u *unnester) condsOf(ids map[int]bool) []expr.Expr {
	var out []expr.Expr
	for _, c := range u.conds {
		alone := !hasSubquery(c)
		walkColumns(c, func(id int) { alone = alone && (ids[id] || !u.own[id]) })
		if alone {
			out = append(out, c)
		}
	}
	return out
}

// perRun is what it costs to start a subquery, in rows read.
const perRun = 20

// group adds the item and returns the value.
func (u *unnester) group(bl *block, value expr.Expr, local, outerKeys, innerKeys []expr.Expr) expr.Expr {
	b := u.p.b
	g := &block{setID: -1, grouped: true, from: bl.from, where: local, aggs: bl.aggs}
	g.scope = &scope{block: g}
	q := &query{body: g}
	it := &fromItem{kind: JoinLeft, r: &queryRel{q}}
	result := func(e expr.Expr, name string) *expr.Column {
		t := b.addTarget(g, e, name, -1)
		q.out = append(q.out, outCol{id: t.id, name: name, t: e.Type()})
		return q.column(len(q.out) - 1)
	}
	for i, k := range innerKeys {
		name := "key"
		if c, ok := k.(*expr.Column); ok {
			name = c.Name
		}
		id := b.newColumn(colInfo{name: name, t: k.Type()})
		g.keys = append(g.keys, groupKey{e: k, id: id})
		key := result(&expr.Column{Index: id, Name: name, T: k.Type()}, name)
		eq, err := expr.NewOperator(b.env.Fn, "=", outerKeys[i], key, 0)
		if err != nil {
			return nil
		}
		it.on = append(it.on, eq)
	}
	byID := map[int]expr.Expr{}
	for i := range bl.aggs {
		a := &bl.aggs[i]
		name := "count"
		if a.call.Agg.F != nil {
			name = a.call.Agg.F.Name
		}
		var e expr.Expr = result(&expr.Column{Index: a.id, Name: name, T: a.call.Agg.T}, name)
		if name == "count" {
			e = &expr.Coalesce{Args: []expr.Expr{e, expr.NewConst(types.NewInt8(0))}, T: e.Type()}
		}
		byID[a.id] = e
	}
	u.items = append(u.items, it)
	addOwned(it.r, u.own)
	return replaceColumns(value, byID)
}

package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

// unnest turns conditions that are subqueries into items to join: EXISTS and IN
// into semi joins, NOT EXISTS and NOT IN into anti joins, correlated scalar
// aggregates into joins with groups. A locked table keeps its conditions as filters: rows that do not
// match must not be locked.
func (p *physical) unnest(items []*fromItem, conds []expr.Expr) ([]*fromItem, []expr.Expr) {
	first := -1
	for i, c := range conds {
		if hasSubquery(c) {
			first = i
			break
		}
	}
	if first < 0 || len(items) == 0 {
		return items, conds
	}
	for _, it := range items {
		if locked([]relation{it.r}) {
			return items, conds
		}
	}
	u := &unnester{p: p, items: items[:len(items):len(items)], own: p.itemIDs(items), conds: conds}
	out := append([]expr.Expr(nil), conds[:first]...)
	for _, c := range conds[first:] {
		out = append(out, u.cond(c)...)
	}
	for _, it := range u.items[len(items):] {
		if it.kind == JoinLeft && p.anyRejectsNull(out, p.owned(it.r)) {
			it.kind, it.on, out = JoinInner, nil, append(out, it.on...)
		}
	}
	return u.items, out
}

func locked(rels []relation) bool {
	found := false
	eachTable(rels, func(t *tableRel) { found = found || t.lock != nil })
	return found
}

func hasSubquery(e expr.Expr) bool {
	found := false
	expr.Walk(e, func(x expr.Expr) bool {
		_, sub := x.(*expr.Subquery)
		found = found || sub
		return !found
	})
	return found
}

// unnester adds items for the subqueries of one FROM's conditions.
type unnester struct {
	p     *physical
	items []*fromItem
	own   map[int]bool // columns of the items
	conds []expr.Expr  // all conditions
	// done are the scalar subqueries that are joined already: one may stand in several
	// conditions (BETWEEN).
	done map[*query]expr.Expr
}

// cond returns what is left of a condition.
func (u *unnester) cond(c expr.Expr) []expr.Expr {
	x, not := c, false
	if n, ok := c.(*expr.Not); ok {
		x, not = n.Arg, true
	}
	if sub, ok := x.(*expr.Subquery); ok {
		if q, ok := sub.Plan.(*query); ok {
			switch {
			case sub.Kind == expr.SubqueryExists:
				if u.exists(q, not) {
					return nil
				}
			case sub.Kind == expr.SubqueryAny && !not:
				if on, ok := u.in(q, sub); ok {
					return on
				}
			case sub.Kind == expr.SubqueryAny && not, sub.Kind == expr.SubqueryAll && !not:
				if u.notIn(q, sub) {
					return nil
				}
			}
		}
		return []expr.Expr{c}
	}
	return []expr.Expr{u.scalars(c)}
}

// plainBlock returns the block of a query that is no more than SELECT … FROM …
// WHERE …, whose FROM reads no column of own.
func (u *unnester) plainBlock(q *query) *block {
	bl, ok := q.body.(*block)
	if !ok || len(q.ctes) > 0 || bl.grouped || bl.hasSRF || len(bl.calls) > 0 || len(bl.from) == 0 || locked(bl.from) {
		return nil
	}
	for _, t := range bl.targets {
		if isVolatile(t.e) {
			return nil
		}
	}
	for _, c := range bl.where {
		if isVolatile(c) {
			return nil
		}
	}
	for _, r := range bl.from {
		if dependsOn(r, u.own) || volatileRelation(r) {
			return nil
		}
	}
	return bl
}

func volatileRelation(r relation) bool {
	found := false
	mapRelation(r, func(e expr.Expr) expr.Expr {
		found = found || isVolatile(e)
		return e
	})
	return found
}

// add makes an item of a block's FROM: its conditions that read columns of own are
// the join's, with on; the others stay below.
func (u *unnester) add(bl *block, kind JoinKind, on []expr.Expr, nullAware bool) {
	r := bl.from[0]
	for _, next := range bl.from[1:] {
		r = &joinRel{kind: JoinInner, left: r, right: next}
	}
	var local []expr.Expr
	for _, c := range u.p.foldConds(bl.where) {
		if u.p.touches(c, u.own) {
			on = append(on, c)
		} else {
			local = append(local, c)
		}
	}
	u.items = append(u.items, &fromItem{r: r, conds: local, kind: kind, on: on, nullAware: nullAware})
}

// exists unnests [NOT] EXISTS. What is not correlated runs once anyway. Of its own
// it has to have an equality to find its rows by.
func (u *unnester) exists(q *query, not bool) bool {
	if !u.cutsNothing(q) {
		return false
	}
	bl := u.plainBlock(q)
	if bl == nil || !u.equality(bl) {
		return false
	}
	kind := JoinSemi
	if not {
		kind = JoinAnti
	}
	u.add(bl, kind, nil, false)
	return true
}

// cutsNothing reports whether LIMIT and OFFSET leave a row if there is one.
func (u *unnester) cutsNothing(q *query) bool {
	if q.offset != nil {
		return false
	}
	k, ok := u.p.fold(q.limit).(*expr.Const)
	return q.limit == nil || ok && !k.V.IsNull() && k.V.I > 0
}

// equality reports whether a condition of a block equates a value of its own
// with one of the outer row.
func (u *unnester) equality(bl *block) bool {
	inner := map[int]bool{}
	for _, r := range bl.from {
		addOwned(r, inner)
	}
	for _, c := range bl.where {
		if _, _, ok := u.p.hashKeys(c, u.own, inner); ok {
			return true
		}
	}
	return false
}

// in unnests x IN (SELECT y …), also of several columns. It returns the
// conditions that stand for it.
func (u *unnester) in(q *query, sub *expr.Subquery) ([]expr.Expr, bool) {
	if u.drivesLookups(q, sub) {
		rel, on := u.p.inToJoin(u.own, sub)
		if rel != nil {
			u.items = append(u.items, &fromItem{r: rel})
			addOwned(rel, u.own)
			return on, true
		}
	}
	tests := expr.Conjuncts(sub.Test)
	if !u.joinTests(q, tests) {
		return nil, false
	}
	if bl := u.plainBlock(q); bl != nil && q.limit == nil && q.offset == nil && bl.on == nil {
		u.add(bl, JoinSemi, u.targetTests(bl, tests), false)
		return nil, true
	}
	if u.correlated(q) || volatileQuery(q) {
		return nil, false
	}
	u.items = append(u.items, &fromItem{r: &queryRel{q}, kind: JoinSemi, on: tests})
	return nil, true
}

// joinTests reports whether tests are equalities that a hash table of q's rows
// answers.
func (u *unnester) joinTests(q *query, tests []expr.Expr) bool {
	results := map[int]bool{}
	for i := range q.out {
		results[q.out[i].id] = true
	}
	for _, t := range tests {
		if _, _, ok := u.p.hashKeys(t, u.own, results); !ok {
			return false
		}
	}
	return len(tests) > 0
}

// targetTests puts a block's target expressions in the place of its result
// columns.
func (u *unnester) targetTests(bl *block, tests []expr.Expr) []expr.Expr {
	byID := make(map[int]expr.Expr, len(bl.targets))
	for _, t := range bl.targets {
		byID[t.id] = t.e
	}
	out := make([]expr.Expr, len(tests))
	for i, t := range tests {
		out[i] = replaceColumns(t, byID)
	}
	return out
}

// replaceColumns puts expressions in the place of column numbers, in subqueries
// too.
func replaceColumns(e expr.Expr, byID map[int]expr.Expr) expr.Expr {
	return rewriteDeep(e, func(x expr.Expr) (expr.Expr, bool) {
		if c, ok := x.(*expr.Column); ok {
			if n := byID[c.Index]; n != nil {
				return n, true
			}
		}
		return nil, false
	})
}

func (u *unnester) correlated(q *query) bool {
	found := false
	q.eachExpr(func(e expr.Expr) { found = found || u.p.touches(e, u.own) })
	return found
}

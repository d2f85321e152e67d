package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

// notIn unnests x NOT IN (SELECT y …) and x <> ALL (SELECT y …). A NULL on
// either side makes them NULL where nothing matches: a null-aware anti join does that for one
// column of a subquery that is not correlated; where no side can be NULL, a plain one does.
func (u *unnester) notIn(q *query, sub *expr.Subquery) bool {
	tests := expr.Conjuncts(sub.Test)
	if sub.Kind == expr.SubqueryAll {
		eq := u.negated(sub.Test)
		if eq == nil {
			return false
		}
		tests = []expr.Expr{eq}
	}
	for _, t := range tests {
		if call, ok := t.(*expr.Call); !ok || len(call.Args) != 2 || !decidable(call.Args[0].Type().OID, call.Args[1].Type().OID) {
			return false
		}
	}
	if !u.joinTests(q, tests) || q.limit != nil || q.offset != nil {
		return false
	}
	bl := u.plainBlock(q)
	if bl != nil && bl.on != nil {
		bl = nil
	}
	if bl != nil {
		on := u.targetTests(bl, tests)
		if u.neverNull(on, bl) {
			u.add(bl, JoinAnti, on, false)
			return true
		}
	}
	if len(tests) > 1 || u.correlated(q) || volatileQuery(q) || queryLocks(q) {
		return false
	}
	u.items = append(u.items, &fromItem{r: &queryRel{q}, kind: JoinAnti, on: tests, nullAware: true})
	return true
}

// queryLocks reports whether a query locks rows.
func queryLocks(q *query) bool {
	bl, ok := q.body.(*block)
	return ok && locked(bl.from)
}

// negated returns a = b for a <> b.
func (u *unnester) negated(test expr.Expr) expr.Expr {
	call, ok := test.(*expr.Call)
	if !ok || !call.F.Operator || call.F.Name != "<>" || len(call.Args) != 2 {
		return nil
	}
	if !decidable(call.Args[0].Type().OID, call.Args[1].Type().OID) {
		return nil
	}
	eq, err := expr.NewOperator(u.p.b.env.Fn, "=", call.Args[0], call.Args[1], call.Pos)
	if err != nil {
		return nil
	}
	return eq
}

// neverNull reports whether both sides of all the tests are columns that can't be
// NULL: of tables that no outer join fills in.
func (u *unnester) neverNull(tests []expr.Expr, bl *block) bool {
	sure := map[int]bool{}
	for _, it := range u.items {
		if it.kind == JoinInner {
			addNeverNull(it.r, sure)
		}
	}
	for _, r := range bl.from {
		addNeverNull(r, sure)
	}
	for _, t := range tests {
		call, ok := t.(*expr.Call)
		if !ok {
			return false
		}
		for _, a := range call.Args {
			if cast, ok := a.(*expr.Cast); ok && isInt(cast.Arg.Type().OID) && isInt(cast.To.OID) {
				a = cast.Arg
			}
			c, ok := a.(*expr.Column)
			if !ok || !sure[c.Index] {
				return false
			}
		}
	}
	return true
}

// addNeverNull adds the columns of a relation that have a value in each of its rows.
func addNeverNull(r relation, sure map[int]bool) {
	switch r := r.(type) {
	case *tableRel:
		for i := range r.cols {
			if neverNullColumn(r, i) {
				sure[r.ids[i]] = true
			}
		}
	case *joinRel:
		if r.kind == JoinInner || r.kind == JoinLeft {
			addNeverNull(r.left, sure)
		}
		if r.kind == JoinInner || r.kind == JoinRight {
			addNeverNull(r.right, sure)
		}
	}
}

func neverNullColumn(r *tableRel, i int) bool {
	c := &r.cols[i]
	if c.Kind == ScanKey {
		return true
	}
	if c.Kind != ScanAttr {
		return false
	}
	for k := range r.table.Columns {
		if d := &r.table.Columns[k]; d.ID == c.Attr && !d.Dropped && d.Name == c.Name {
			return d.NotNull
		}
	}
	return false
}

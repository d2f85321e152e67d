package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

// factorOrs takes what all arms of a disjunction have in common out of it:
// (a AND b) OR (a AND c) is a AND (b OR c). Joins find their keys then.
func factorOrs(conds []expr.Expr) []expr.Expr {
	for i, c := range conds {
		or, ok := c.(*expr.Or)
		if !ok || !shares(or) {
			continue
		}
		out := append([]expr.Expr(nil), conds[:i]...)
		for _, c := range conds[i:] {
			out = append(out, factorOr(c)...)
		}
		return out
	}
	return conds
}

// shares reports whether the first arm of a disjunction has a condition that may be
// in all the others.
func shares(or *expr.Or) bool { return len(common(or)) > 0 }

// common are the conditions that are in every arm.
func common(or *expr.Or) []expr.Expr {
	var out []expr.Expr
	for _, c := range expr.Conjuncts(or.Args[0]) {
		everywhere := !isVolatile(c)
		for _, arm := range or.Args[1:] {
			everywhere = everywhere && containsExpr(expr.Conjuncts(arm), c)
		}
		if everywhere {
			out = append(out, c)
		}
	}
	return out
}

func factorOr(c expr.Expr) []expr.Expr {
	or, ok := c.(*expr.Or)
	if !ok {
		return []expr.Expr{c}
	}
	out := common(or)
	if len(out) == 0 {
		return []expr.Expr{c}
	}
	rest := &expr.Or{}
	for _, arm := range or.Args {
		var left []expr.Expr
		for _, x := range expr.Conjuncts(arm) {
			if !containsExpr(out, x) {
				left = append(left, x)
			}
		}
		if len(left) == 0 {
			// This arm is what all have in common: the others say nothing more.
			return out
		}
		rest.Args = append(rest.Args, expr.AndOf(left))
	}
	return append(out, rest)
}

// restrict returns what a disjunction over several items says of one of them alone:
// each arm must have a condition on it. Nil if it says nothing.
func (j *joiner) restrict(or *expr.Or, i int) expr.Expr {
	out := &expr.Or{}
	for _, arm := range or.Args {
		var own []expr.Expr
		for _, c := range expr.Conjuncts(arm) {
			if j.maskOf(c) == 1<<i && !hasSubquery(c) {
				own = append(own, c)
			}
		}
		if len(own) == 0 {
			return nil
		}
		out.Args = append(out.Args, expr.AndOf(own))
	}
	return out
}

// restrictOrs gives the items what disjunctions over several of them say of each.
// The disjunctions stay.
func (j *joiner) restrictOrs() {
	for k := range j.conds {
		c := &j.conds[k]
		or, ok := c.e.(*expr.Or)
		if !ok || isVolatile(or) {
			continue
		}
		for i, it := range j.items {
			if c.mask>>i&1 == 0 || it.kind != JoinInner {
				continue
			}
			if e := j.restrict(or, i); e != nil {
				it.conds = append(it.conds, e)
				c.given = append(c.given, e)
			}
		}
	}
}

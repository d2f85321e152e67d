package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

// memberTest takes the test of = ANY apart: what the row at hand computes, and what a row of the
// subquery does, whose columns begin at base in the test. Nil if a hash table does not
// answer it.
func memberTest(test expr.Expr, base int) (left, right expr.Expr) {
	call, ok := test.(*expr.Call)
	if !ok || !call.F.Operator || call.F.Name != "=" || len(call.Args) != 2 || expr.IsVolatile(test) {
		return nil, nil
	}
	if !hashable(call.Args[0].Type().OID, call.Args[1].Type().OID) {
		return nil, nil
	}
	for i, a := range call.Args {
		c, ok := bareColumn(a).(*expr.Column)
		if !ok || c.Index < base || !below(call.Args[1-i], base) {
			continue
		}
		return call.Args[1-i], expr.Rewrite(a, func(x expr.Expr) expr.Expr {
			if c, ok := x.(*expr.Column); ok {
				return &expr.Column{Index: c.Index - base, Name: c.Name, T: c.T}
			}
			return x
		})
	}
	return nil, nil
}

// below reports whether e reads only columns in front of base.
func below(e expr.Expr, base int) bool {
	ok := true
	expr.Walk(e, func(x expr.Expr) bool {
		switch x := x.(type) {
		case *expr.Column:
			ok = ok && x.Index < base
		case *expr.Subquery:
			ok = false
		}
		return ok
	})
	return ok
}

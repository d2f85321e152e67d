package planner

import (
	"slices"

	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// sameExpr reports whether two bound expressions are equal, as PostgreSQL's
// equal() compares trees: it finds ORDER BY expressions in the select list and
// GROUP BY keys in others.
func sameExpr(a, b expr.Expr) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || !sameNode(a, b) {
		return false
	}
	x, y := expr.Children(a), expr.Children(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !sameExpr(x[i], y[i]) {
			return false
		}
	}
	return true
}

// sameNode compares two nodes without what is below them.
func sameNode(a, b expr.Expr) bool {
	switch a := a.(type) {
	case *expr.Const:
		b, ok := b.(*expr.Const)
		return ok && a.T == b.T && a.V.IsNull() == b.V.IsNull() && (a.V.IsNull() || a.V.OID == b.V.OID && sameValue(a.V, b.V))
	case *expr.Param:
		b, ok := b.(*expr.Param)
		return ok && a.N == b.N
	case *untypedParam:
		b, ok := b.(*untypedParam)
		return ok && a.n == b.n
	case *expr.Column:
		b, ok := b.(*expr.Column)
		return ok && a.Index == b.Index
	case *expr.Outer:
		b, ok := b.(*expr.Outer)
		return ok && a.Index == b.Index && a.Depth == b.Depth
	case *expr.Call:
		b, ok := b.(*expr.Call)
		return ok && a.F == b.F && a.T == b.T && a.Spread == b.Spread
	case *expr.SetCall:
		b, ok := b.(*expr.SetCall)
		return ok && a.F == b.F && a.T == b.T
	case *expr.And:
		_, ok := b.(*expr.And)
		return ok
	case *expr.Or:
		_, ok := b.(*expr.Or)
		return ok
	case *expr.Not:
		_, ok := b.(*expr.Not)
		return ok
	case *expr.IsNull:
		b, ok := b.(*expr.IsNull)
		return ok && a.Not == b.Not
	case *expr.BoolTest:
		b, ok := b.(*expr.BoolTest)
		return ok && a.Kind == b.Kind && a.Not == b.Not
	case *expr.IsDistinct:
		b, ok := b.(*expr.IsDistinct)
		return ok && a.Not == b.Not && a.Eq == b.Eq
	case *expr.Case:
		b, ok := b.(*expr.Case)
		return ok && a.T == b.T && len(a.Whens) == len(b.Whens) && (a.Operand == nil) == (b.Operand == nil)
	case *expr.CaseValue:
		_, ok := b.(*expr.CaseValue)
		return ok
	case *expr.Coalesce:
		b, ok := b.(*expr.Coalesce)
		return ok && a.T == b.T
	case *expr.NullIf:
		b, ok := b.(*expr.NullIf)
		return ok && a.Eq == b.Eq
	case *expr.MinMax:
		b, ok := b.(*expr.MinMax)
		return ok && a.Max == b.Max && a.T == b.T
	case *expr.Cast:
		b, ok := b.(*expr.Cast)
		return ok && a.To == b.To && a.Context == b.Context
	case *expr.ArrayCtor:
		b, ok := b.(*expr.ArrayCtor)
		return ok && a.T == b.T
	case *expr.RowCtor:
		b, ok := b.(*expr.RowCtor)
		return ok && a.T == b.T
	case *expr.Field:
		b, ok := b.(*expr.Field)
		return ok && a.Index == b.Index && a.T == b.T
	case *expr.ScalarArray:
		b, ok := b.(*expr.ScalarArray)
		return ok && a.All == b.All && a.Op == b.Op
	case *expr.InList:
		b, ok := b.(*expr.InList)
		return ok && a.Not == b.Not && a.Eq == b.Eq
	case *expr.RowOrder:
		b, ok := b.(*expr.RowOrder)
		return ok && a.Op == b.Op
	case *expr.Subscript:
		_, ok := b.(*expr.Subscript)
		return ok
	case *expr.Slice:
		b, ok := b.(*expr.Slice)
		return ok && sameBounds(a.Lower, b.Lower) && sameBounds(a.Upper, b.Upper)
	}
	// Subqueries are equal only to themselves.
	return false
}

// sameBounds reports whether two slices leave out the same bounds.
func sameBounds(a, b []expr.Expr) bool {
	return slices.EqualFunc(a, b, func(x, y expr.Expr) bool { return (x == nil) == (y == nil) })
}

func sameValue(a, b types.Value) bool {
	if a.X == nil && b.X == nil {
		return a.I == b.I && a.S == b.S
	}
	return types.TextOf(a, types.DefaultFormat) == types.TextOf(b, types.DefaultFormat)
}

package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// anyRejectsNull reports whether one of the conditions can't be true where all
// columns of ids are NULL.
func (p *physical) anyRejectsNull(conds []expr.Expr, ids map[int]bool) bool {
	for _, c := range conds {
		if rejectsNull(c, ids) {
			return true
		}
	}
	return false
}

// rejectsNull reports whether a condition is false or NULL for sure when the
// columns of ids are NULL.
func rejectsNull(c expr.Expr, ids map[int]bool) bool {
	switch c := c.(type) {
	case *expr.And:
		for _, a := range c.Args {
			if rejectsNull(a, ids) {
				return true
			}
		}
		return false
	case *expr.Or:
		for _, a := range c.Args {
			if !rejectsNull(a, ids) {
				return false
			}
		}
		return len(c.Args) > 0
	case *expr.Const:
		return c.V.IsNull() || c.T.OID == types.Bool && !c.V.Bool()
	case *expr.IsNull:
		return c.Not && nullIfNull(c.Arg, ids)
	case *expr.BoolTest:
		switch {
		case !c.Not && c.Kind != expr.IsUnknown:
			return nullIfNull(c.Arg, ids)
		case c.Not && c.Kind == expr.IsUnknown:
			return nullIfNull(c.Arg, ids)
		}
		return false
	}
	return nullIfNull(c, ids)
}

// nullIfNull reports whether e is NULL for sure when the columns of ids are.
func nullIfNull(e expr.Expr, ids map[int]bool) bool {
	switch e := e.(type) {
	case *expr.Column:
		return ids[e.Index]
	case *expr.Const:
		return e.V.IsNull()
	case *expr.Call:
		if !e.F.Strict || e.Spread {
			return false
		}
		return anyNull(e.Args, ids)
	case *expr.Cast:
		return e.To.OID != types.Variant && nullIfNull(e.Arg, ids)
	case *expr.Not:
		return nullIfNull(e.Arg, ids)
	case *expr.And:
		// NULL AND false is false: all have to be NULL.
		return allNull(e.Args, ids)
	case *expr.Or:
		return allNull(e.Args, ids)
	case *expr.ScalarArray:
		// x op ANY of an empty array is false, not NULL: as a condition the same, below NOT
		// it is not.
		return false
	case *expr.InList:
		return nullIfNull(e.Left, ids)
	}
	return false
}

func anyNull(list []expr.Expr, ids map[int]bool) bool {
	for _, a := range list {
		if nullIfNull(a, ids) {
			return true
		}
	}
	return false
}

func allNull(list []expr.Expr, ids map[int]bool) bool {
	for _, a := range list {
		if !nullIfNull(a, ids) {
			return false
		}
	}
	return len(list) > 0
}

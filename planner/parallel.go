package planner

import (
	"slices"
	"strings"

	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// parallelMin is from how many rows read on several goroutines aggregate them.
const parallelMin = 50000

// parallelAggregate reports whether pieces of an aggregate's input may be aggregated
// apart and merged: it is read from one table, all that is computed depends on the row
// alone, and each call can merge what it has. A count that block heads answer
// gains nothing.
func parallelAggregate(a *Aggregate) bool {
	s := parallelScan(a.Input)
	if a.Sorted || s == nil || s.EstRead < parallelMin {
		return false
	}
	if a.Scalar && len(s.Cols) == 0 {
		return false
	}
	for i := range a.Aggs {
		c := &a.Aggs[i]
		if c.Distinct || len(c.OrderBy) > 0 || !parallelSafe(c.Filter) || !allParallelSafe(c.Agg.Args) {
			return false
		}
		if c.Agg.F != nil && (len(c.Agg.Args) != 1 || fn.NewKernel(c.Agg.F, c.Agg.Args[0].Type()) == nil) {
			return false
		}
	}
	return allParallelSafe(a.Keys)
}

// parallelScan is the scan below filters and projections that may run in pieces, or nil.
func parallelScan(n Node) *Scan {
	switch n := n.(type) {
	case *Filter:
		if parallelSafe(n.Cond) {
			return parallelScan(n.Input)
		}
	case *Project:
		if allParallelSafe(n.Exprs) {
			return parallelScan(n.Input)
		}
	case *Scan:
		if n.Points == nil && n.Lock == nil && n.Limit == nil && !n.Empty && parallelSafe(n.Filter) {
			return n
		}
	}
	return nil
}

func allParallelSafe(list []expr.Expr) bool {
	return !slices.ContainsFunc(list, func(e expr.Expr) bool { return !parallelSafe(e) })
}

// parallelSafe reports whether an expression may be evaluated by several goroutines at
// the same time: nothing in it reads the session, the catalog or other rows.
func parallelSafe(e expr.Expr) bool {
	if e == nil {
		return true
	}
	safe := true
	expr.Walk(e, func(x expr.Expr) bool {
		switch x := x.(type) {
		case *expr.Call:
			safe = safe && (x.F.Volatility == fn.Immutable || x.F.Volatility == fn.Stable && clockOnly(x.F))
		case *expr.Cast:
			safe = safe && !fromCatalog(x.To) && !fromCatalog(x.Arg.Type())
		case *expr.SetCall, *expr.Subquery, *expr.Outer:
			safe = false
		}
		return safe
	})
	return safe
}

// firstUserOID is the first OID that the catalog gives out.
const firstUserOID = 16384

// fromCatalog reports whether values of a type are read and written with the help of
// the catalog.
func fromCatalog(t types.T) bool {
	return t.OID >= firstUserOID || strings.HasPrefix(types.TypeName(t.OID), "reg")
}

// clockOnly reports whether a stable function depends on the time zone or the time of
// the transaction and on nothing else.
func clockOnly(o *fn.Overload) bool {
	switch o.Name {
	case "now", "date_trunc", "date_part", "extract", "timezone", "+", "-", "<", "<=", "=", "<>", ">=", ">":
		return true
	}
	return false
}

package planner

import "github.com/sparrowdb/sparrow/sql/expr"

// estimate guesses the rows that a node gives.
func estimate(n Node) float64 {
	switch n := n.(type) {
	case *Scan:
		return n.EstRows
	case *VirtualScan:
		return 100
	case *Values:
		return float64(len(n.Rows))
	case *FunctionScan:
		return 100
	case *Filter:
		if n.EstRows > 0 {
			return n.EstRows
		}
		return max(1, estimate(n.Input)/3)
	case *Project:
		return estimate(n.Input)
	case *Limit:
		if k, ok := n.Count.(*expr.Const); ok && !k.V.IsNull() {
			return min(float64(k.V.I), estimate(n.Input))
		}
		return estimate(n.Input)
	case *Sort:
		return estimate(n.Input)
	case *LockRows:
		return estimate(n.Input)
	case *Distinct:
		if n.EstRows > 0 {
			return n.EstRows
		}
		return max(1, estimate(n.Input)/2)
	case *Aggregate:
		if n.Scalar {
			return 1
		}
		if n.EstRows > 0 {
			return n.EstRows
		}
		return max(1, estimate(n.Input)/10)
	case *Join:
		if n.EstRows > 0 {
			return n.EstRows
		}
		l, r := estimate(n.Left), estimate(n.Right)
		switch {
		case n.Kind == JoinSemi || n.Kind == JoinAnti:
			return max(1, l/2)
		case n.Lateral:
			return l * max(1, r)
		case len(n.LeftKeys) > 0:
			return max(l, r)
		}
		return l * r
	case *SetOp:
		return estimate(n.Left) + estimate(n.Right)
	case *With:
		return estimate(n.Input)
	case *CTEScan:
		if n.CTE != nil && n.CTE.Plan != nil {
			return estimate(n.CTE.Plan)
		}
		return 100
	case *Insert:
		return estimate(n.Source)
	case *Update:
		return estimate(n.Source)
	case *Delete:
		return estimate(n.Source)
	case *Merge:
		return estimate(n.Source)
	case *Window:
		return estimate(n.Input)
	}
	return 1
}

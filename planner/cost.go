package planner

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// What EXPLAIN's costs are made of, in PostgreSQL's units: reading one of its pages in order
// is 1.
const (
	unitCU       = 0.5 // reading a capacity unit, half a page
	unitPoint    = 1.0 // finding a key
	unitRow      = 0.01
	unitOperator = 0.0025
)

// cost is what PostgreSQL calls startup and total cost.
type cost struct{ startup, total float64 }

// costOf estimates what running a node costs.
func costOf(n Node) cost {
	rows := estimate(n)
	switch n := n.(type) {
	case *Scan:
		return scanCost(n)
	case *Join:
		return joinCost(n, rows)
	case *Sort:
		in := costOf(n.Input)
		x := max(2, estimate(n.Input))
		keep := x
		if n.Limit != nil {
			keep = min(x, max(2, rows))
		}
		start := in.total + 2*unitOperator*x*math.Log2(keep)
		return cost{start, start + rows*unitOperator}
	case *Aggregate:
		in := costOf(n.Input)
		x := estimate(n.Input)
		start := in.total + x*unitOperator*float64(max(1, len(n.Keys)+len(n.Aggs)))
		return cost{start, start + rows*unitRow}
	case *Distinct:
		in := costOf(n.Input)
		return cost{in.startup, in.total + estimate(n.Input)*unitOperator}
	case *Limit:
		in := costOf(n.Input)
		share := min(1, rows/max(1, estimate(n.Input)))
		return cost{in.startup, in.startup + (in.total-in.startup)*share}
	case *Filter:
		in := costOf(n.Input)
		return cost{in.startup, in.total + estimate(n.Input)*unitOperator*float64(len(expr.Conjuncts(n.Cond)))}
	case *Project:
		in := costOf(n.Input)
		return cost{in.startup, in.total + rows*unitOperator*float64(computed(n.Exprs))}
	}
	total := cost{}
	for _, c := range n.Children() {
		in := costOf(c)
		total.startup += in.startup
		total.total += in.total
	}
	total.total += rows * unitRow
	return total
}

// computed counts the expressions that are no plain columns.
func computed(list []expr.Expr) int {
	n := 0
	for _, e := range list {
		if _, ok := e.(*expr.Column); !ok {
			n++
		}
	}
	return n
}

func scanCost(n *Scan) cost {
	if n.Empty {
		return cost{}
	}
	if n.Points != nil {
		return cost{0, n.EstRows * (unitPoint + unitRow)}
	}
	filter := float64(len(expr.Conjuncts(n.Filter)))
	return cost{0, n.EstCU*unitCU + max(n.EstRead, n.EstRows)*(unitRow+filter*unitOperator)}
}

func joinCost(n *Join, rows float64) cost {
	l, r := costOf(n.Left), costOf(n.Right)
	left, right := estimate(n.Left), estimate(n.Right)
	out := rows * unitRow
	switch {
	case n.Lateral:
		return cost{l.startup + r.startup, l.total + left*r.total + out}
	case n.Merge:
		return cost{l.startup + r.startup, l.total + r.total + (left+right)*unitOperator + out}
	case len(n.LeftKeys) == 0:
		return cost{l.startup + r.total, l.total + r.total + left*right*unitOperator + out}
	case n.BuildLeft:
		start := l.total + left*unitRow + r.startup
		return cost{start, start + r.total - r.startup + right*unitOperator + out}
	}
	start := r.total + right*unitRow + l.startup
	return cost{start, start + l.total - l.startup + left*unitOperator + out}
}

// widthOf estimates the bytes of a node's rows, as PostgreSQL does of what was never analyzed.
func widthOf(n Node) int {
	w := 0
	for _, c := range n.Columns() {
		switch c.T.OID {
		case types.Bool, types.Char:
			w++
		case types.Int2:
			w += 2
		case types.Int4, types.Float4, types.Date, types.Oid:
			w += 4
		case types.Int8, types.Float8, types.Timestamp, types.TimestampTZ, types.Time:
			w += 8
		case types.Interval, types.UUID:
			w += 16
		case types.Name:
			w += 64
		default:
			w += 32
		}
	}
	return w
}

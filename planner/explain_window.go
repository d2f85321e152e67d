package planner

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
)

func formatAggregate(c *AggCall) string {
	s := "count(*)"
	if c.Agg.F != nil {
		s = expr.Ident(c.Agg.F.Name) + "("
		if c.Distinct {
			s += "DISTINCT "
		}
		switch {
		case c.Agg.F.Set != 0:
			s += formatList(c.Direct) + ") WITHIN GROUP (ORDER BY " + sortKeys(c.OrderBy)
		case len(c.OrderBy) > 0:
			s += formatList(c.Agg.Args) + " ORDER BY " + sortKeys(c.OrderBy)
		default:
			s += formatList(c.Agg.Args)
		}
		s += ")"
	}
	if c.Filter != nil {
		s += " FILTER (WHERE " + expr.Format(c.Filter) + ")"
	}
	return s
}

// windowProps describes a window and its calls.
func windowProps(out *planNode, n *Window) []expr.Expr {
	out.kind = "WindowAgg"
	exprs := append([]expr.Expr(nil), n.Partition...)
	exprs = append(append(exprs, keyExprs(n.Order)...), n.Frame.Start.Offset, n.Frame.End.Offset)
	var parts []string
	if len(n.Partition) > 0 {
		parts = append(parts, "PARTITION BY "+formatList(n.Partition))
	}
	if len(n.Order) > 0 {
		parts = append(parts, "ORDER BY "+sortKeys(n.Order))
	}
	if f := formatFrame(&n.Frame); f != "" {
		parts = append(parts, f)
	}
	out.add("Window", "("+strings.Join(parts, " ")+")")
	calls := make([]string, len(n.Calls))
	for i := range n.Calls {
		c := &n.Calls[i]
		args := formatList(c.Args)
		if c.F.NewAgg != nil && len(c.Args) == 0 {
			args = "*"
		}
		calls[i] = expr.Ident(c.F.Name) + "(" + args + ")"
		if c.Filter != nil {
			calls[i] += " FILTER (WHERE " + expr.Format(c.Filter) + ")"
		}
		exprs = append(append(exprs, c.Args...), c.Filter)
	}
	out.add("Functions", strings.Join(calls, ", "))
	return exprs
}

// formatFrame shows a frame as it is written; the default one is empty.
func formatFrame(f *Frame) string {
	bound := func(b *FrameBound) string {
		switch b.Kind {
		case ast.UnboundedPreceding:
			return "UNBOUNDED PRECEDING"
		case ast.OffsetPreceding:
			return expr.Format(b.Offset) + " PRECEDING"
		case ast.OffsetFollowing:
			return expr.Format(b.Offset) + " FOLLOWING"
		case ast.UnboundedFollowing:
			return "UNBOUNDED FOLLOWING"
		}
		return "CURRENT ROW"
	}
	if f.Mode == ast.FrameRange && f.Start.Kind == ast.UnboundedPreceding && f.End.Kind == ast.CurrentRow && f.Exclude == ast.ExcludeNoOthers {
		return ""
	}
	s := [...]string{ast.FrameRange: "RANGE", ast.FrameRows: "ROWS", ast.FrameGroups: "GROUPS"}[f.Mode]
	s += " BETWEEN " + bound(&f.Start) + " AND " + bound(&f.End)
	return s + [...]string{ast.ExcludeNoOthers: "", ast.ExcludeCurrentRow: " EXCLUDE CURRENT ROW",
		ast.ExcludeGroup: " EXCLUDE GROUP", ast.ExcludeTies: " EXCLUDE TIES"}[f.Exclude]
}

package querygen

import (
	"fmt"
	"strings"
)

// window makes a window function's call; nil if none has the type. The order is by
// all columns in scope where the answer depends on which row comes first.
func (g *Generator) window(t Type, s *scope, depth int) *Node {
	if len(g.windows[t]) == 0 {
		return nil
	}
	inner := &scope{sources: s.sources, keys: s.keys, grouped: s.grouped, rows: s.rows, parent: s.parent}
	p := pick(g, g.windows[t])
	call := g.fill(p, func(arg Type) *Node { return g.expr(arg, inner, min(depth, 1)) })
	call.Kind = ""
	over := list(" ", 0)
	over.Text = []string{"(", ")"}
	if g.chance(0.5) {
		keys := list(", ", 1, g.leaf(g.anyType(), inner))
		if g.chance(0.2) {
			keys.Kids = append(keys.Kids, g.expr(g.anyType(), inner, 1))
		}
		over.Kids = append(over.Kids, maybe("PARTITION BY ", keys, ""))
	}
	order, frame := g.windowOrder(p, inner)
	over.Kids = append(over.Kids, order, frame)
	n := seq("", call, " OVER ", over, "").of(string(t))
	n.Plain = plain(t)
	return n
}

func (g *Generator) windowOrder(p *production, s *scope) (order, frame *Node) {
	all := s.all()
	dependsOnOrder := !strings.Contains(p.line, "rank()") && !strings.Contains(p.line, "cume_dist()")
	aggregate := isAggregate(p.line)
	whole := make([]string, len(all))
	for i, n := range all {
		whole[i] = n.String()
	}
	switch {
	case len(all) == 0:
		return text(""), text("")
	case !dependsOnOrder:
		return seq("ORDER BY ", pick(g, all), pick(g, []string{"", " DESC", " NULLS FIRST"})), text("")
	case aggregate && g.chance(0.3):
		// Peers enter the frame together, so their order says nothing.
		if strings.Contains(p.line, "_agg") {
			break
		}
		key := pick(g, all)
		frame = text(g.frame("GROUPS", "1"))
		if g.chance(0.4) {
			frame = text(g.frame("RANGE", ""))
		}
		if g.chance(0.2) {
			return text(""), text("")
		}
		return seq("ORDER BY ", key, pick(g, []string{"", " DESC", " NULLS FIRST"})), frame
	}
	frame = text("")
	if g.chance(0.6) {
		frame = text(g.frame(pick(g, []string{"ROWS", "ROWS", "GROUPS"}), fmt.Sprint(g.n(3))))
	}
	return text("ORDER BY " + strings.Join(whole, ", ")), frame
}

func isAggregate(line string) bool {
	for _, word := range []string{"count(", "sum(", "avg(", "min(", "max(", "bool_or(", "_agg("} {
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
}

// frame draws a frame clause; n is the offset that its bounds may have.
func (g *Generator) frame(mode, n string) string {
	bounds := []string{"UNBOUNDED PRECEDING", "CURRENT ROW", "UNBOUNDED FOLLOWING"}
	if n != "" {
		bounds = []string{"UNBOUNDED PRECEDING", n + " PRECEDING", "CURRENT ROW", n + " FOLLOWING", "UNBOUNDED FOLLOWING"}
	}
	from := g.n(len(bounds) - 1)
	to := max(from, 1) + g.n(len(bounds)-max(from, 1))
	frame := mode + " BETWEEN " + bounds[from] + " AND " + bounds[to]
	return frame + pick(g, []string{"", "", "", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP", " EXCLUDE TIES", " EXCLUDE NO OTHERS"})
}

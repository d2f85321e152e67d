package querygen

import (
	"fmt"
	"strings"
)

// with makes a query with common table expressions in front.
func (g *Generator) with(types []Type, outer *scope, depth int) *Node {
	before := g.ctes
	defer func() { g.ctes = before }()
	g.ctes = append([]*source(nil), before...)
	recursive := g.chance(0.35)
	word := "WITH "
	var first []*source
	defs := list(", ", 1)
	if recursive {
		word = "WITH RECURSIVE "
		n, src := g.recursive(depth)
		defs.Kids = append(defs.Kids, n)
		first = append(first, src)
	}
	g.ctes = append(g.ctes, first...)
	for range g.n(2) + 1 - len(first) {
		t := g.types(1 + g.n(3))
		src := &source{"w" + g.alias(), outputColumns(t)}
		how := pick(g, []string{"", "", "", "MATERIALIZED ", "NOT MATERIALIZED "})
		defs.Kids = append(defs.Kids, seq(src.alias+" AS "+how+"(", g.query(t, nil, depth-1), ")"))
		g.ctes = append(g.ctes, src)
	}
	body := g.query(types, outer, depth-1)
	if strings.HasPrefix(body.String(), "WITH") {
		body = seq("SELECT * FROM (", body, ") "+g.alias())
	}
	return seq(word, defs, " ", body, "")
}

// recursive makes a recursive expression that ends after a few rounds.
func (g *Generator) recursive(depth int) (*Node, *source) {
	t := g.anyType()
	src := &source{"w" + g.alias(), []Column{{"n", "int4"}, {"c1", t}}}
	a := g.alias()
	own := &scope{sources: []*source{{a, src.columns}}}
	first := g.query([]Type{t}, nil, depth-1)
	from := text(src.alias + " " + a)
	if table := pick(g, g.Tables); g.chance(0.4) && len(table.Rows) < 12 {
		b := g.alias()
		own.sources = append(own.sources, &source{b, table.Columns})
		from = list(", ", 1, from, text(table.Name+" "+b))
	}
	step := g.plainExpr(t, own, 2)
	word := pick(g, []string{"UNION ALL", "UNION"})
	return seq(fmt.Sprintf("%s (n, c1) AS (SELECT 1, c1 FROM (", src.alias), first, ") x "+word+" SELECT n + 1, ", step, " FROM ", from,
		fmt.Sprintf(" WHERE n < %d", 2+g.n(2)), maybe(" AND ", g.plainExpr("bool", own, 2), ""), ")"), src
}

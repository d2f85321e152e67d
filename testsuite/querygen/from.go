package querygen

import "fmt"

func (g *Generator) alias() string {
	g.aliases++
	return fmt.Sprintf("q%d", g.aliases)
}

// from makes a FROM list, and what it brings into scope. outer is the scope of the
// enclosing query.
func (g *Generator) from(outer *scope, depth int) (*Node, *scope) {
	s := &scope{parent: outer}
	if g.chance(0.04) {
		return nil, s
	}
	item := g.fromItem(s, outer, depth)
	for n := pick(g, []int{0, 0, 0, 1, 1, 1, 2, 2, 3}); n > 0; n-- {
		item = g.join(item, s, outer, depth)
	}
	if len(s.sources) == 1 && g.chance(0.1) {
		return seq(" FROM ", list(", ", 1, item, g.fromItem(s, outer, depth)), ""), s
	}
	return seq(" FROM ", item, ""), s
}

// fromItem is a table, a subquery or a function; its columns go into scope.
func (g *Generator) fromItem(s, outer *scope, depth int) *Node {
	n, src := g.relation(outer, depth)
	s.sources = append(s.sources, src)
	return n
}

func (g *Generator) relation(outer *scope, depth int) (*Node, *source) {
	a := g.alias()
	switch r := g.rand.Float64(); {
	case r < 0.15 && len(g.ctes) > 0:
		cte := pick(g, g.ctes)
		return text(cte.alias + " " + a).of("from"), &source{a, cte.columns}
	case r < 0.28 && depth > 0 && g.budget > 0:
		types := g.types(1 + g.n(3))
		n := seq("(", g.query(types, nil, depth-1), ") "+a).of("from")
		return n, &source{a, outputColumns(types)}
	case r < 0.32:
		types := g.types(1 + g.n(2))
		n := seq("(", g.values(types, nil), ") "+a+" (c1")
		if len(types) == 2 {
			n.Text[1] += ", c2"
		}
		n.Text[1] += ")"
		return n.of("from"), &source{a, outputColumns(types)}
	case r < 0.35:
		return text(fmt.Sprintf("generate_series(%d, %d) %s (c1)", g.n(3), g.n(6), a)).of("from"), &source{a, []Column{{"c1", "int4"}}}
	}
	t := pick(g, g.Tables)
	return text(t.Name + " " + a).of("from"), &source{a, t.Columns}
}

// join joins an item to those that are there.
func (g *Generator) join(left *Node, s, outer *scope, depth int) *Node {
	if g.chance(0.12) && depth > 0 {
		return g.lateral(left, s, depth)
	}
	right, src := g.relation(outer, depth)
	before := s.sources
	s.sources = append(s.sources, src)
	kind := pick(g, []string{"JOIN", "JOIN", "INNER JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "CROSS JOIN"})
	if kind == "CROSS JOIN" {
		if len(before) == 1 {
			return seq("(", left, " CROSS JOIN ", right, ")").of("from")
		}
		kind = "JOIN"
	}
	if shared, natural := sharedNames(before, src); len(shared) > 0 && g.chance(0.3) {
		if natural && g.chance(0.3) {
			return seq("(", left, " NATURAL "+kind+" ", right, ")").of("from")
		}
		names := text(pick(g, shared))
		if len(shared) > 1 && g.chance(0.3) {
			names = list(", ", 1, text(shared[0]), text(shared[1]))
		}
		return seq("(", left, " "+kind+" ", right, " USING (", names, "))").of("from")
	}
	return seq("(", left, " "+kind+" ", right, " ON ", g.joinCondition(before, src, s, kind == "FULL JOIN"), ")").of("from")
}

// joinCondition mostly compares columns of both sides, so that rows find partners.
func (g *Generator) joinCondition(left []*source, right *source, s *scope, full bool) *Node {
	var equal []*Node
	for range 4 {
		l := pick(g, left)
		lc, rc := pick(g, l.columns), pick(g, right.columns)
		if lc.Type == rc.Type && lc.Type != "bool" {
			equal = append(equal, seq("(", l.column(lc), " = ", right.column(rc), ")").of("bool"))
		}
	}
	if len(equal) == 0 {
		for _, l := range left {
			for _, lc := range l.columns {
				for _, rc := range right.columns {
					if lc.Type == rc.Type && len(equal) == 0 {
						equal = append(equal, seq("(", l.column(lc), " = ", right.column(rc), ")").of("bool"))
					}
				}
			}
		}
	}
	if len(equal) == 0 {
		return text(pick(g, []string{"true", "true", "false"})).of("bool")
	}
	n := list(" AND ", 1, equal[:min(len(equal), 1+g.upTo(2))]...).of("bool")
	switch {
	case full && g.chance(0.9):
	case g.chance(0.25):
		n.Kids = append(n.Kids, g.expr("bool", &scope{sources: s.sources, parent: s.parent}, 2))
	case g.chance(0.07):
		return seq("(", n, " OR ", g.plainExpr("bool", &scope{sources: s.sources}, 2), ")").of("bool")
	case g.chance(0.07):
		return g.plainExpr("bool", &scope{sources: s.sources}, 2)
	}
	n.Plain = []string{"true"}
	return n
}

// lateral joins a subquery or function that reads what stands before it.
func (g *Generator) lateral(left *Node, s *scope, depth int) *Node {
	a := g.alias()
	seen := &scope{sources: s.sources, parent: s.parent}
	var right *Node
	src := &source{alias: a}
	switch g.n(4) {
	case 0:
		src.columns = []Column{{"c1", "int4"}}
		right = seq("unnest(", g.withTypes(func() *Node { return g.leaf("int4[]", seen) }), ") "+a+" (c1)")
	case 1:
		src.columns = []Column{{"c1", "text"}, {"ord", "int8"}}
		right = seq("unnest(", g.withTypes(func() *Node { return g.leaf("text[]", seen) }), ") WITH ORDINALITY "+a+" (c1, ord)")
	default:
		types := g.types(1 + g.n(2))
		src.columns = outputColumns(types)
		right = seq("LATERAL (", g.query(types, seen, depth-1), ") "+a)
	}
	s.sources = append(s.sources, src)
	switch g.n(3) {
	case 0:
		return seq("(", left, " CROSS JOIN ", right, ")").of("from")
	case 1:
		return seq("(", left, " LEFT JOIN ", right, " ON ", g.plainExpr("bool", &scope{sources: s.sources}, 1), ")").of("from")
	}
	return seq("(", left, " LEFT JOIN ", right, " ON true)").of("from")
}

// sharedNames are the columns of right whose name and type one source on the left
// has, and no other; natural says that no name is shared otherwise.
func sharedNames(left []*source, right *source) (names []string, natural bool) {
	count := map[string]int{}
	types := map[string]Type{}
	for _, l := range left {
		for _, c := range l.columns {
			count[c.Name]++
			types[c.Name] = c.Type
		}
	}
	natural = true
	for _, c := range right.columns {
		switch {
		case count[c.Name] == 0:
		case count[c.Name] == 1 && types[c.Name] == c.Type:
			names = append(names, c.Name)
		default:
			natural = false
		}
	}
	return names, natural
}

// types draws the types of n columns.
func (g *Generator) types(n int) []Type {
	list := make([]Type, n)
	for i := range list {
		list[i] = g.anyType()
	}
	return list
}

// outputColumns are the columns of a query: c1, c2 …
func outputColumns(types []Type) []Column {
	var list []Column
	for i, t := range types {
		list = append(list, Column{fmt.Sprintf("c%d", i+1), t})
	}
	return list
}

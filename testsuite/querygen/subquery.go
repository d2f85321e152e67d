package querygen

// subqueryExpr makes an expression that holds a query over its own scope.
func (g *Generator) subqueryExpr(t Type, s *scope, depth int) *Node {
	n := g.subqueryOf(t, s, depth)
	if n == nil {
		return g.leaf(t, s)
	}
	n.Kind, n.Plain = string(t), plain(t)
	return n
}

func (g *Generator) subqueryOf(t Type, s *scope, depth int) *Node {
	outer := s
	if g.chance(0.35) {
		outer = nil
	}
	depth = min(depth, 2)
	r := g.rand.Float64()
	if t != "bool" || r < 0.15 {
		switch {
		case t == "int4[]" || t == "text[]":
			element := t[:len(t)-2]
			return seq("ARRAY(", g.plainQueryOf(element, outer, depth), " ORDER BY 1)")
		case r < 0.6:
			return seq("(", g.single(t, outer, depth), ")")
		}
		return seq("(", g.plainQueryOf(t, outer, depth), " ORDER BY 1 LIMIT 1)")
	}
	x := g.anyType()
	switch {
	case r < 0.3:
		return seq("EXISTS (", g.query(g.types(1), outer, depth), ")")
	case r < 0.4:
		return seq("NOT EXISTS (", g.query(g.types(1), outer, depth), ")")
	case r < 0.55:
		return seq("(", g.expr(x, s, depth), " IN (", g.query([]Type{x}, outer, depth), "))")
	case r < 0.7:
		return seq("(", g.expr(x, s, depth), " NOT IN (", g.query([]Type{x}, outer, depth), "))")
	case r < 0.9:
		word := pick(g, []string{" = ANY (", " <> ALL (", " < ANY (", " >= ALL (", " > SOME (", " = ALL (", " <> ANY ("})
		return seq("(", g.expr(x, s, depth), word, g.query([]Type{x}, outer, depth), "))")
	}
	y := g.anyType()
	word := pick(g, []string{") IN (", ") NOT IN (", ") = ANY (", ") <> ALL ("})
	return seq("((", g.expr(x, s, depth), ", ", g.expr(y, s, depth), word, g.query([]Type{x, y}, outer, depth), "))")
}

// single makes a query that gives one row: an aggregate without groups.
func (g *Generator) single(t Type, outer *scope, depth int) *Node {
	from, s := g.from(outer, depth)
	if from == nil {
		return seq("SELECT ", g.expr(t, s, depth), " AS c1").of(queryKind([]Type{t}))
	}
	grouped := &scope{parent: outer, grouped: true, rows: s}
	item := g.aggregate(t, grouped, 1)
	if item == nil {
		item = g.operation(t, grouped, 2)
	}
	return seq("SELECT ", item, " AS c1", from, "", g.where(s, depth), "").of(queryKind([]Type{t}))
}

// plainQueryOf makes a SELECT of one column that ORDER BY may follow.
func (g *Generator) plainQueryOf(t Type, outer *scope, depth int) *Node {
	from, s := g.from(outer, depth)
	return seq("SELECT ", g.expr(t, s, depth), " AS c1", optional(from), "", g.where(s, depth), "")
}

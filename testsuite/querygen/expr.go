package querygen

// expr makes an expression of a type over a scope.
func (g *Generator) expr(t Type, s *scope, depth int) *Node {
	if g.spoil && g.chance(0.15) {
		g.spoil = false
		t = g.anyType()
	}
	g.budget--
	if depth <= 0 || g.budget < 0 {
		return g.leaf(t, s)
	}
	switch r := g.rand.Float64(); {
	case r < 0.32:
		return g.leaf(t, s)
	case r < 0.38:
		return g.subqueryExpr(t, s, depth-1)
	case r < 0.5 && s.windows && g.Windows:
		if n := g.window(t, s, depth-1); n != nil {
			return n
		}
	case r < 0.6 && s.grouped:
		if n := g.aggregate(t, s, depth-1); n != nil {
			return n
		}
	}
	return g.operation(t, s, depth)
}

// operation fills one of the type's productions in.
func (g *Generator) operation(t Type, s *scope, depth int) *Node {
	if len(g.byType[t]) == 0 {
		return g.leaf(t, s)
	}
	p := pick(g, g.byType[t])
	fill := func() *Node {
		return g.fill(p, func(arg Type) *Node { return g.expr(arg, s, depth-1) })
	}
	// Untyped arguments are often errors; of two errors in a statement each server
	// may tell another.
	if g.chance(0.8) {
		return g.withTypes(fill)
	}
	return fill()
}

// leaf is a column, or an aggregate where the query groups, or a literal.
func (g *Generator) leaf(t Type, s *scope) *Node {
	if s == nil || g.chance(0.12) {
		return g.constant(t)
	}
	for up := s; up != nil; up = up.parent {
		if up.grouped && g.chance(0.4) {
			if n := g.aggregate(t, up, 1); n != nil {
				return n
			}
		}
		if found := up.leaves(t); len(found) > 0 && (up.parent == nil || g.chance(0.75)) {
			return pick(g, found)
		}
		if g.chance(0.5) {
			break
		}
	}
	if found := s.leaves(t); len(found) > 0 {
		return pick(g, found)
	}
	return g.constant(t)
}

// aggregate makes an aggregate of the rows of a group; nil if none has the type.
func (g *Generator) aggregate(t Type, s *scope, depth int) *Node {
	if t == "int4" && len(s.keys) > 0 && g.chance(0.1) {
		n := seq("grouping(", pick(g, s.keys), ")").of("int4")
		n.Plain = plain("int4")
		return n
	}
	if len(g.aggs[t]) == 0 {
		return nil
	}
	// The arguments are of this query's own rows: those of an enclosing one
	// would make it the enclosing query's aggregate.
	rows := &scope{sources: s.rows.sources}
	n := g.withTypes(func() *Node {
		return g.fill(pick(g, g.aggs[t]), func(arg Type) *Node { return g.plainExpr(arg, rows, min(depth, 2)) })
	})
	if g.chance(0.15) && n.Text[len(n.Text)-1] != ")::float8" && n.Text[len(n.Text)-1] != "))[1]" {
		filter := maybe(" FILTER (WHERE ", g.plainExpr("bool", rows, 2), ")")
		outer := seq("", n, "", filter, "")
		outer.Kind, outer.Plain = string(t), n.Plain
		n.Kind = ""
		return outer
	}
	return n
}

// plainExpr makes an expression without subqueries.
func (g *Generator) plainExpr(t Type, s *scope, depth int) *Node {
	g.budget--
	if depth <= 0 || g.budget < 0 || g.chance(0.4) || len(g.byType[t]) == 0 {
		return g.leaf(t, s)
	}
	return g.fill(pick(g, g.byType[t]), func(arg Type) *Node { return g.plainExpr(arg, s, depth-1) })
}

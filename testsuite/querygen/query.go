package querygen

import (
	"fmt"
	"strings"
)

// query makes a query that gives columns c1, c2 … of the types. outer is the scope
// that it may refer to, nil for none.
func (g *Generator) query(types []Type, outer *scope, depth int) *Node {
	kind := queryKind(types)
	switch r := g.rand.Float64(); {
	case r < 0.04:
		return seq("SELECT ", starNames(types), " FROM (", g.values(types, outer), ") "+g.alias()+" ("+starNames(types).String()+")").of(kind)
	case r < 0.15 && depth > 0:
		return g.setOperation(types, outer, depth).of(kind)
	case r < 0.22 && depth > 0:
		return g.with(types, outer, depth).of(kind)
	case r < 0.42:
		return g.groupQuery(types, outer, depth).of(kind)
	}
	return g.plainQuery(types, outer, depth).of(kind)
}

func queryKind(types []Type) string { return fmt.Sprint("query", types) }

func starNames(types []Type) *Node {
	var names []string
	for _, c := range outputColumns(types) {
		names = append(names, c.Name)
	}
	return text(strings.Join(names, ", "))
}

// plainQuery makes a SELECT without groups.
func (g *Generator) plainQuery(types []Type, outer *scope, depth int) *Node {
	from, s := g.from(outer, depth)
	where := g.where(s, depth)
	s.windows = from != nil && g.chance(0.25)
	items := g.items(types, s, depth)
	distinct, tail := "", maybe("")
	switch r := g.rand.Float64(); {
	case r < 0.12:
		distinct = "DISTINCT "
		tail = g.tail(len(types), false)
	case r < 0.18:
		// All columns break ties, so that the row that stays is a certain one.
		n := 1 + g.n(len(types))
		distinct = "DISTINCT ON (" + numbers(n) + ") "
		tail = g.tail(len(types), true)
	case r < 0.4:
		tail = g.tail(len(types), false)
	}
	word := text("SELECT " + distinct)
	if distinct != "" {
		word.Plain = []string{"SELECT "}
	}
	return seq(word, items, optional(from), where, tail)
}

func optional(n *Node) *Node {
	if n == nil {
		return text("")
	}
	return n
}

func (g *Generator) where(s *scope, depth int) *Node {
	if g.chance(0.35) {
		return text("")
	}
	return maybe(" WHERE ", g.expr("bool", &scope{sources: s.sources, parent: s.parent}, min(depth+1, 3)), "")
}

// items makes the output columns.
func (g *Generator) items(types []Type, s *scope, depth int) *Node {
	l := list(", ", 1)
	for i, t := range types {
		l.Kids = append(l.Kids, seq("", g.expr(t, s, min(depth+1, 3)), fmt.Sprintf(" AS c%d", i+1)))
	}
	return l
}

func numbers(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprint(i+1))
	}
	return strings.Join(list, ", ")
}

// tail sorts by all columns and, most times, takes a part of the rows. It may be
// left out, unless DISTINCT ON needs it (ascending); no key may.
func (g *Generator) tail(columns int, ascending bool) *Node {
	var keys []string
	for i := range columns {
		key := fmt.Sprint(i + 1)
		if !ascending {
			key += pick(g, []string{"", "", " DESC", " NULLS FIRST", " DESC NULLS LAST", " ASC NULLS LAST"})
		}
		keys = append(keys, key)
	}
	order := " ORDER BY " + strings.Join(keys, ", ")
	n := seq(order)
	switch r := g.rand.Float64(); {
	case r < 0.4:
		n = seq(order, maybe(fmt.Sprintf(" LIMIT %d", g.n(6))), "")
	case r < 0.6:
		n = seq(order, maybe(fmt.Sprintf(" LIMIT %d", g.n(10))), "", maybe(fmt.Sprintf(" OFFSET %d", g.n(4))), "")
	case r < 0.7:
		n = seq(order, fmt.Sprintf(" OFFSET %d", g.n(4)))
	case r < 0.8 && !ascending:
		n = seq(" ORDER BY "+keys[0], fmt.Sprintf(" FETCH FIRST %d ROWS WITH TIES", 1+g.n(4)))
	}
	n.Optional = !ascending
	return n
}

// groupQuery makes a SELECT that groups.
func (g *Generator) groupQuery(types []Type, outer *scope, depth int) *Node {
	from, s := g.from(outer, depth)
	if from == nil {
		return g.plainQuery(types, outer, depth)
	}
	where := g.where(s, depth)
	grouped := &scope{parent: outer, grouped: true, rows: s}
	clause := maybe("")
	if g.chance(0.85) {
		columns := pick(g, []float64{1, 0.6})
		for range 1 + g.upTo(3) {
			t := g.anyType()
			if all := s.all(); g.chance(columns) {
				grouped.keys = append(grouped.keys, pick(g, all))
			} else {
				grouped.keys = append(grouped.keys, g.plainKey(t, s))
			}
		}
		clause = seq(" GROUP BY ", g.groupingElements(grouped.keys), "")
	}
	having := text("")
	if g.chance(0.25) {
		having = maybe(" HAVING ", g.expr("bool", grouped, 2), "")
	}
	grouped.windows = g.chance(0.1)
	items := g.items(types, grouped, depth)
	tail := text("")
	if g.chance(0.2) {
		tail = g.tail(len(types), false)
	}
	return seq("SELECT ", items, "", optional(from), where, clause, having, tail, "")
}

// plainKey is an expression to group by that no constant can be: those would be
// numbers of columns.
func (g *Generator) plainKey(t Type, s *scope) *Node {
	if len(g.byType[t]) == 0 {
		return pick(g, s.all())
	}
	return g.fill(pick(g, g.byType[t]), func(arg Type) *Node { return g.plainExpr(arg, &scope{sources: s.sources}, 1) })
}

// groupingElements are keys, sets of keys, ROLLUP or CUBE.
func (g *Generator) groupingElements(keys []*Node) *Node {
	plain := list(", ", 1, keys...)
	for _, k := range keys {
		// Of constants in a set, PostgreSQL 15 forgets that they may be NULL.
		if len(k.Kids) > 0 {
			return plain
		}
	}
	switch g.n(8) {
	case 0:
		return seq("ROLLUP (", plain, ")")
	case 1:
		return seq("CUBE (", plain, ")")
	case 2:
		sets := list(", ", 1, text("()"), seq("(", plain, ")"))
		for _, k := range keys {
			sets.Kids = append(sets.Kids, seq("(", k, ")"))
		}
		return seq("GROUPING SETS (", sets, ")")
	case 3:
		if len(keys) > 1 {
			return seq("", keys[0], ", ROLLUP (", list(", ", 1, keys[1:]...), ")")
		}
	case 4:
		return seq("DISTINCT ", plain, ", ROLLUP (", keys[0], ")")
	}
	return plain
}

func (g *Generator) setOperation(types []Type, outer *scope, depth int) *Node {
	word := pick(g, []string{"UNION", "UNION ALL", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL"})
	left, right := g.query(types, outer, depth-1), g.query(types, outer, depth-1)
	tail := text("")
	if g.chance(0.25) {
		tail = g.tail(len(types), false)
	}
	return seq("(", left, ") "+word+" (", right, ")", tail, "")
}

// values makes VALUES with rows of the types.
func (g *Generator) values(types []Type, outer *scope) *Node {
	rows := list(", ", 1)
	for i := range 1 + g.n(4) {
		row := list(", ", 1)
		row.Text = []string{"(", ")"}
		for _, t := range types {
			v := g.constant(t)
			if i == 0 {
				v = text(literal(t, g.value(t)))
			} else if outer != nil && g.chance(0.3) {
				v = g.leaf(t, outer)
			}
			row.Kids = append(row.Kids, v)
		}
		rows.Kids = append(rows.Kids, row)
	}
	return seq("VALUES ", rows, "")
}

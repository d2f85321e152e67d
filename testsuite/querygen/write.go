package querygen

import (
	"fmt"
	"strings"
)

// write makes a statement that changes a table, and gives the table.
func (g *Generator) write() (*Node, *Table) {
	t := pick(g, g.Tables)
	a := g.alias()
	own := &source{a, t.Columns}
	s := &scope{sources: []*source{own}}
	switch g.n(7) {
	case 6:
		return g.merge(t, own), t
	case 0:
		return seq("DELETE FROM "+t.Name+" "+a, maybe(" WHERE ", g.expr("bool", s, 3), ""), g.returning(s, true)), t
	case 1:
		from, other := g.from(nil, 1)
		if from == nil {
			return seq("DELETE FROM "+t.Name+" "+a, maybe(" WHERE ", g.expr("bool", s, 3), ""), g.returning(s, true)), t
		}
		both := &scope{sources: append([]*source{own}, other.sources...)}
		from.Text[0] = " USING "
		return seq("DELETE FROM "+t.Name+" "+a, from, " WHERE ", g.joinCondition([]*source{own}, pick(g, other.sources), both, false), "", g.returning(&scope{sources: both.sources[:1]}, false)), t
	case 2:
		return g.updateFrom(t, own), t
	case 3, 4:
		return g.insertSelect(t), t
	}
	return seq("UPDATE "+t.Name+" "+a+" SET ", g.assignments(t, s), "", maybe(" WHERE ", g.expr("bool", s, 3), ""), g.returning(s, true)), t
}

// assignments set attributes and, rarely, a key.
func (g *Generator) assignments(t *Table, s *scope) *Node {
	l := list(", ", 1)
	for i, c := range t.Columns {
		if i >= t.Keys && g.chance(0.5) || i == len(t.Columns)-1 && len(l.Kids) == 0 || g.chance(0.05) {
			if g.chance(0.1) {
				l.Kids = append(l.Kids, text(c.Name+" = DEFAULT"))
				continue
			}
			l.Kids = append(l.Kids, seq(c.Name+" = ", g.expr(c.Type, s, 2), ""))
		}
	}
	return l
}

// returning makes a RETURNING clause. Which of several partners a row is joined
// with when it is changed, nobody says: then the scope is its own columns, and
// star is false.
func (g *Generator) returning(s *scope, star bool) *Node {
	if g.chance(0.4) {
		return text("")
	}
	if star && g.chance(0.3) {
		return maybe(" RETURNING *")
	}
	return maybe(" RETURNING ", g.items(g.types(1+g.n(3)), &scope{sources: s.sources}, 1), "")
}

// groups makes a query of groups, one for each value k of a key's type at most, with
// columns of some types.
func (g *Generator) groups(key Column, types []Type, t *Table) *Node {
	from, rows := g.from(nil, 1)
	if from == nil {
		from, rows = text(" FROM "+t.Name), &scope{sources: []*source{{t.Name, t.Columns}}}
	}
	group := g.plainExpr(key.Type, rows, 1)
	if found := rows.leaves(key.Type); len(found) > 0 && g.chance(0.6) {
		group = pick(g, found)
	}
	grouped := &scope{grouped: true, rows: rows}
	items := list("", 0)
	for i, ty := range types {
		n := g.aggregate(ty, grouped, 1)
		if n == nil {
			n = g.constant(ty)
		}
		items.Kids = append(items.Kids, seq(", ", n, fmt.Sprintf(" AS c%d", i+1)))
	}
	return seq("SELECT (", group, ") AS k", items, "", from, " GROUP BY 1")
}

// updateFrom joins with groups, so that each row of the table finds one at most.
func (g *Generator) updateFrom(t *Table, own *source) *Node {
	types := g.types(2)
	query := g.groups(t.Columns[0], types, t)
	src := &source{g.alias(), outputColumns(types)}
	s := &scope{sources: []*source{own, src}}
	return seq("UPDATE "+t.Name+" "+own.alias+" SET ", g.assignments(t, s), " FROM (", query, ") "+src.alias+" WHERE (", own.column(t.Columns[0]), " = "+src.alias+".k)",
		maybe(" AND ", g.expr("bool", s, 2), ""), g.returning(s, false))
}

// merge merges groups into the table. A row may be found by several of its key's
// columns, but finds one group at most.
func (g *Generator) merge(t *Table, own *source) *Node {
	types := g.types(2)
	query := g.groups(t.Columns[0], types, t)
	src := &source{g.alias(), append([]Column{{"k", t.Columns[0].Type}}, outputColumns(types)...)}
	both := &scope{sources: []*source{own, src}}
	theirs := &scope{sources: []*source{src}}
	clauses := list("", 1)
	for left := g.n(3); left >= 0; left-- {
		// What follows a clause without a condition may never be reached: an error.
		condition := func(s *scope) *Node {
			if left == 0 && g.chance(0.6) {
				return text("")
			}
			return seq(" AND ", g.plainExpr("bool", s, 2), "")
		}
		switch g.n(5) {
		case 0:
			clauses.Kids = append(clauses.Kids, seq(" WHEN MATCHED", condition(both), " THEN DELETE"))
		case 1:
			clauses.Kids = append(clauses.Kids, seq(" WHEN NOT MATCHED", condition(theirs), " THEN DO NOTHING"))
		case 2:
			clauses.Kids = append(clauses.Kids, seq(" WHEN MATCHED", condition(both), " THEN UPDATE SET ", g.attributes(t, both), ""))
		default:
			var names []string
			values := list(", ", 1)
			for i, c := range t.Columns {
				names = append(names, c.Name)
				v := src.column(src.columns[0])
				if i > 0 {
					v = g.withTypes(func() *Node { return g.plainExpr(c.Type, theirs, 1) })
				}
				values.Kids = append(values.Kids, v)
			}
			clauses.Kids = append(clauses.Kids, seq(" WHEN NOT MATCHED", condition(theirs), " THEN INSERT ("+strings.Join(names, ", ")+") VALUES (", values, ")"))
		}
	}
	return seq("MERGE INTO "+t.Name+" "+own.alias+" USING (", query, ") "+src.alias+" ON (", own.column(t.Columns[0]), " = "+src.alias+".k)", clauses, "")
}

// insertSelect inserts rows of a query, one for each key at most.
func (g *Generator) insertSelect(t *Table) *Node {
	var types []Type
	var names, keys []string
	for i, c := range t.Columns {
		if i < t.Keys || g.chance(0.7) {
			types = append(types, c.Type)
			names = append(names, c.Name)
		}
		if i < t.Keys {
			keys = append(keys, c.Name)
		}
	}
	from, s := g.from(nil, 1)
	if from == nil {
		from, s = text(" FROM "+t.Name), &scope{sources: []*source{{t.Name, t.Columns}}}
	}
	items := g.withTypes(func() *Node { return g.items(types, s, 1) })
	query := seq("SELECT DISTINCT ON ("+numbers(t.Keys)+") ", items, "", from, " WHERE ", g.plainExpr("bool", s, 2), " ORDER BY "+numbers(len(types)))
	conflict := text("")
	target := "(" + strings.Join(keys, ", ") + ")"
	own := &scope{sources: []*source{{t.Name, t.Columns}, {"excluded", t.Columns}}}
	switch g.n(4) {
	case 0:
		conflict = text(" ON CONFLICT DO NOTHING")
	case 1, 2:
		conflict = seq(" ON CONFLICT "+target+" DO UPDATE SET ", g.attributes(t, own), "", maybe(" WHERE ", g.plainExpr("bool", own, 2), ""), "")
	}
	return seq("INSERT INTO "+t.Name+" ("+strings.Join(names, ", ")+") ", query, "", conflict, g.returning(&scope{sources: own.sources[:1]}, true))
}

// attributes set columns outside the key.
func (g *Generator) attributes(t *Table, s *scope) *Node {
	l := list(", ", 1)
	for _, c := range t.Columns[t.Keys:] {
		if g.chance(0.5) || len(l.Kids) == 0 {
			l.Kids = append(l.Kids, seq(c.Name+" = ", g.plainExpr(c.Type, s, 2), ""))
		}
	}
	return l
}

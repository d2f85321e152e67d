package querygen

import (
	"fmt"
	"slices"
	"strings"
)

// Case is tables and statements to play against them. Statements that write are
// played inside a transaction that is rolled back.
type Case struct {
	Tables     []*Table
	Statements []*Node
	Writes     bool
	// Wrong says that an expression of a wrong type was put in.
	Wrong bool
	// Strict says that no error depends on the order of evaluation.
	Strict bool
}

// Next makes a case over the tables of the last NewSchema.
func (g *Generator) Next() *Case {
	g.aliases, g.ctes, g.budget = 0, nil, 20+g.n(60)
	c := &Case{Tables: g.Tables}
	switch r := g.rand.Float64(); {
	case r < 0.1:
		// A call of literals.
		t := g.anyType()
		if len(g.byType[t]) > 0 {
			c.Strict = true
			c.Statements = []*Node{seq("SELECT ", g.fill(pick(g, g.byType[t]), g.constant), "")}
			return c
		}
	case r < 0.25:
		c.Writes = true
		g.spoil = g.chance(0.04)
		for range 1 + g.n(2) {
			n, t := g.write()
			c.Statements = append(c.Statements, n, text("SELECT * FROM "+t.Name))
		}
		c.Wrong, g.spoil = g.spoil, false
		return c
	case r < 0.3:
		from, s := g.from(nil, 2)
		if from != nil {
			c.Statements = []*Node{seq("SELECT *", from, "", g.where(s, 2), "")}
			return c
		}
	case r < 0.4:
		c.Statements = []*Node{g.unnamed()}
		return c
	}
	g.spoil = g.chance(0.05)
	c.Wrong = g.spoil
	c.Statements = []*Node{g.query(g.types(1+g.upTo(4)), nil, 3)}
	g.spoil = false
	return c
}

// unnamed makes a query whose columns have the names that the server gives.
func (g *Generator) unnamed() *Node {
	from, s := g.from(nil, 1)
	l := list(", ", 1)
	for range 1 + g.n(3) {
		l.Kids = append(l.Kids, g.expr(g.anyType(), s, 2))
	}
	return seq("SELECT ", l, "", optional(from), "", g.where(s, 1), "")
}

// Setup are the statements that make the tables.
func (c *Case) Setup() []string {
	var list []string
	for _, t := range c.Tables {
		list = append(list, t.Drop(), t.Create())
		if insert := t.Insert(); insert != "" {
			list = append(list, insert)
		}
	}
	return list
}

// Script is what to play: the statements as SQL.
func (c *Case) Script() []string {
	var list []string
	for _, n := range c.Statements {
		if s := n.String(); s != "" {
			list = append(list, s)
		}
	}
	if c.Writes {
		list = slices.Concat([]string{"BEGIN"}, list, []string{"ROLLBACK"})
	}
	return list
}

// String is the case as one SQL script.
func (c *Case) String() string {
	var b strings.Builder
	for _, s := range slices.Concat(c.Setup(), c.Script()) {
		fmt.Fprintf(&b, "%s;\n", s)
	}
	return b.String()
}

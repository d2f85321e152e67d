package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// with parses WITH, if there.
func (p *parser) with() *ast.With {
	if !p.is("with") {
		return nil
	}
	w := &ast.With{Loc: p.loc()}
	p.next()
	w.Recursive = p.accept("recursive")
	p.list(func() { w.CTEs = append(w.CTEs, p.cte()) })
	return w
}

// cte parses one query of WITH.
func (p *parser) cte() ast.CTE {
	c := ast.CTE{Loc: p.loc(), Name: p.columnName()}
	c.Columns = p.optionalColumnList()
	p.expect("as")
	switch {
	case p.accept("materialized"):
		c.Materialized = ast.MaterializeAlways
	case p.accept("not", "materialized"):
		c.Materialized = ast.MaterializeNever
	}
	p.expectKind('(')
	c.Stmt = p.preparable()
	p.expectKind(')')
	if loc := p.loc(); p.accept("search") {
		s := &ast.CTESearch{Loc: loc}
		if !p.accept("depth") {
			p.expect("breadth")
			s.Breadth = true
		}
		p.expect("first", "by")
		s.By = p.columnNames()
		p.expect("set")
		s.Set = p.columnName()
		c.Search = s
	}
	if loc := p.loc(); p.accept("cycle") {
		c.Cycle = p.cycle(loc)
	}
	return c
}

func (p *parser) cycle(loc ast.Loc) *ast.CTECycle {
	c := &ast.CTECycle{Loc: loc, Columns: p.columnNames()}
	p.expect("set")
	c.Mark = p.columnName()
	if p.accept("to") {
		c.Value = p.constant()
		p.expect("default")
		c.Default = p.constant()
	}
	p.expect("using")
	c.Path = p.columnName()
	return c
}

// constant parses a constant, perhaps with its type in front (AexprConst).
func (p *parser) constant() ast.Expr {
	start := p.i
	e := p.primary()
	switch c := e.(type) {
	case *ast.Const:
		return c
	case *ast.Cast:
		if _, ok := c.Arg.(*ast.Const); ok && !p.toks[start].isWord("cast") {
			return c
		}
	}
	p.syntaxError()
	return nil
}

// preparable parses a statement that can stand in WITH or behind PREPARE:
// SELECT, INSERT, UPDATE, DELETE or MERGE, each perhaps with its own WITH.
func (p *parser) preparable() ast.Statement {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	switch {
	case p.kind() == '(' || p.isAny("select", "values", "table"):
		if q := p.query(); q != nil {
			return q
		}
		return nil
	case p.is("with"):
		return p.withStatement(false)
	case p.isAny("insert", "update", "delete", "merge"):
		return p.dml(p.loc(), nil)
	}
	p.syntaxError()
	return nil
}

// withStatement parses a statement that begins with WITH.
func (p *parser) withStatement(into bool) ast.Statement {
	loc := p.loc()
	with := p.with()
	if p.isAny("insert", "update", "delete", "merge") {
		return p.dml(loc, with)
	}
	q := p.queryTail(loc, with, p.setOps(p.queryPrimary(), levelUnion))
	if q == nil {
		return nil
	}
	if q.Into != nil && !into {
		p.refuse(q.Into.At, "SELECT ... INTO is not allowed here")
	}
	return q
}

// dml parses INSERT, UPDATE, DELETE or MERGE behind its WITH.
func (p *parser) dml(loc ast.Loc, with *ast.With) ast.Statement {
	switch p.next().text {
	case "insert":
		return p.insert(loc, with)
	case "update":
		return p.update(loc, with)
	case "delete":
		return p.delete(loc, with)
	}
	return p.merge(loc, with)
}

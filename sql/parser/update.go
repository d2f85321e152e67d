package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// dmlTarget parses the table of UPDATE, DELETE and MERGE. SET is no alias
// unless AS is before it.
func (p *parser) dmlTarget() *ast.Table {
	t := p.relation()
	if t == nil {
		return nil
	}
	loc := p.loc()
	if p.accept("as") || p.tok().isColumnName() && !p.is("set") {
		t.Alias = &ast.Alias{Loc: loc, Name: p.columnName()}
	}
	return t
}

// update parses UPDATE behind its key word.
func (p *parser) update(loc ast.Loc, with *ast.With) ast.Statement {
	s := &ast.Update{Loc: loc, With: with, Table: p.dmlTarget()}
	p.expect("set")
	s.Set = p.setClauses()
	if p.accept("from") {
		s.From = p.fromList()
	}
	s.Where = p.whereOrCurrent()
	s.Returning = p.returning()
	return s
}

// setClauses parses the assignments of SET.
func (p *parser) setClauses() []ast.SetClause {
	var list []ast.SetClause
	p.list(func() {
		c := ast.SetClause{Loc: p.loc()}
		if p.kind() == '(' {
			c.Multi = true
			c.Targets = p.insertColumns()
		} else {
			c.Targets = []ast.InsertColumn{p.insertColumn()}
		}
		p.expectKind('=')
		c.Value = p.expr()
		list = append(list, c)
	})
	return list
}

// whereOrCurrent parses WHERE condition or WHERE CURRENT OF cursor.
func (p *parser) whereOrCurrent() ast.Expr {
	if p.is("where") && p.ahead(1).isWord("current") && p.ahead(2).isWord("of") {
		p.next()
		c := &ast.CurrentOf{Loc: p.loc()}
		p.i += 2
		c.Cursor = p.columnName()
		return c
	}
	return p.where()
}

// delete parses DELETE behind its key word.
func (p *parser) delete(loc ast.Loc, with *ast.With) ast.Statement {
	p.expect("from")
	s := &ast.Delete{Loc: loc, With: with, Table: p.dmlTarget()}
	if p.accept("using") {
		s.Using = p.fromList()
	}
	s.Where = p.whereOrCurrent()
	s.Returning = p.returning()
	return s
}

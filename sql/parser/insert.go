package parser

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// insert parses INSERT behind its key word.
func (p *parser) insert(loc ast.Loc, with *ast.With) ast.Statement {
	s := &ast.Insert{Loc: loc, With: with}
	p.expect("into")
	s.Table = &ast.Table{Loc: p.loc(), Name: p.name()}
	if at := p.loc(); p.accept("as") {
		s.Table.Alias = &ast.Alias{Loc: at, Name: p.columnName()}
	}
	if p.accept("default") {
		p.expect("values")
		return p.insertTail(s)
	}
	if p.kind() == '(' && p.ahead(1).kind != '(' && !p.startsQuery(1) {
		s.Columns = p.insertColumns()
	}
	s.Overriding = p.overriding()
	s.Source = p.query()
	return p.insertTail(s)
}

func (p *parser) insertTail(s *ast.Insert) ast.Statement {
	if p.is("on") {
		s.OnConflict = p.onConflict()
	}
	s.Returning = p.returning()
	return s
}

// overriding parses OVERRIDING SYSTEM | USER VALUE, if there.
func (p *parser) overriding() (o ast.Overriding) {
	if !p.accept("overriding") {
		return o
	}
	if o = ast.OverridingSystem; !p.accept("system") {
		o = ast.OverridingUser
		p.expect("user")
	}
	p.expect("value")
	return o
}

// insertColumns parses (column, column.field, …).
func (p *parser) insertColumns() []ast.InsertColumn {
	var cols []ast.InsertColumn
	p.parens(func() { cols = append(cols, p.insertColumn()) })
	return cols
}

// insertColumn parses a target column with its subscripts and fields.
func (p *parser) insertColumn() ast.InsertColumn {
	c := ast.InsertColumn{Loc: p.loc(), Name: p.columnName()}
	for p.err == nil {
		switch p.kind() {
		case '.':
			p.next()
			if at := p.pos(); p.acceptKind('*') {
				p.fail(pgerr.Unsupported(`row expansion via "*"`), at)
			}
			c.Steps = append(c.Steps, ast.TargetStep{Field: p.label()})
		case '[':
			c.Steps = append(c.Steps, ast.TargetStep{Index: p.index()})
		default:
			return c
		}
	}
	return c
}

// returning parses RETURNING, if there.
func (p *parser) returning() []ast.Target {
	if !p.accept("returning") {
		return nil
	}
	return p.targets()
}

// onConflict parses ON CONFLICT.
func (p *parser) onConflict() *ast.OnConflict {
	c := &ast.OnConflict{Loc: p.loc()}
	p.expect("on", "conflict")
	switch {
	case p.kind() == '(':
		p.parens(func() {
			it := p.indexItem()
			c.Target = append(c.Target, ast.ConflictItem{Loc: it.Loc, Expr: it.Expr, Collation: it.Collation, OpClass: it.OpClass})
		})
		c.TargetWhere = p.where()
	case p.accept("on"):
		p.expect("constraint")
		c.Constraint = p.columnName()
	}
	p.expect("do")
	if p.accept("nothing") {
		return c
	}
	p.expect("update", "set")
	c.Update = true
	c.Set = p.setClauses()
	c.Where = p.where()
	return c
}

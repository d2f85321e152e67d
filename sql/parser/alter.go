package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// alter parses ALTER.
func (p *parser) alter(loc ast.Loc) ast.Statement {
	switch {
	case p.accept("table"):
		return p.alterTable(loc, ast.KindTable)
	case p.accept("foreign", "table"):
		return p.alterTable(loc, ast.KindForeignTable)
	case p.accept("materialized", "view"):
		return p.alterTable(loc, ast.KindMaterializedView)
	case p.accept("view"):
		return p.alterTable(loc, ast.KindView)
	case p.accept("index"):
		return p.alterTable(loc, ast.KindIndex)
	case p.accept("sequence"):
		return p.alterTable(loc, ast.KindSequence)
	case p.accept("schema"):
		s := &ast.AlterSchema{Loc: loc, Name: p.columnName()}
		if s.Action = p.renameOrOwner(); s.Action == nil {
			p.syntaxError()
		}
		return s
	case p.accept("database"):
		return p.alterDatabase(loc)
	case p.accept("default", "privileges"):
		return p.defaultPrivileges(loc)
	case p.accept("system"):
		return p.alterSystem(loc)
	case p.accept("type"):
		return p.alterType(loc)
	case p.accept("domain"):
		return p.alterDomain(loc)
	}
	if kind := p.foreignKind(); kind != "" {
		return p.unsupported(loc, "ALTER "+kind)
	}
	switch {
	case p.accept("role"), p.accept("user"):
		return p.alterRole(loc, false)
	case p.accept("group"):
		return p.alterRole(loc, true)
	}
	p.syntaxError()
	return nil
}

// alterType parses ALTER TYPE: of enums their values, of all types the name,
// owner and schema.
func (p *parser) alterType(loc ast.Loc) ast.Statement {
	at := p.loc()
	name := p.name()
	switch {
	case p.accept("add", "value"):
		e := &ast.AlterEnum{Loc: loc, Name: name, IfNotExists: p.ifNotExists()}
		e.New = p.stringConst()
		if e.Before = p.accept("before"); e.Before || p.accept("after") {
			e.Placed = true
			e.Neighbour = p.stringConst()
		}
		return e
	case p.accept("rename", "value"):
		e := &ast.AlterEnum{Loc: loc, Name: name, Rename: true, Old: p.stringConst()}
		p.expect("to")
		e.New = p.stringConst()
		return e
	}
	if a := p.renameOrOwner(); a != nil {
		return &ast.AlterTable{Loc: loc, Kind: ast.KindType, Table: &ast.Table{Loc: at, Name: name}, Actions: []ast.AlterAction{a}}
	}
	return p.unsupported(loc, "ALTER TYPE")
}

// alterDomain parses ALTER DOMAIN's change of name, owner or schema.
func (p *parser) alterDomain(loc ast.Loc) ast.Statement {
	t := &ast.Table{Loc: p.loc(), Name: p.name()}
	if a := p.renameOrOwner(); a != nil {
		return &ast.AlterTable{Loc: loc, Kind: ast.KindDomain, Table: t, Actions: []ast.AlterAction{a}}
	}
	return p.unsupported(loc, "ALTER DOMAIN")
}

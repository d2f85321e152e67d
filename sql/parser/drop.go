package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// drop parses DROP.
func (p *parser) drop(loc ast.Loc) ast.Statement {
	switch {
	case p.are("user", "mapping") && (p.ahead(2).isWord("for") || p.ahead(2).isWord("if")):
		return p.unsupported(loc, "DROP USER MAPPING")
	case p.isAny("role", "user", "group"):
		p.next()
		return &ast.DropRole{Loc: loc, IfExists: p.ifExists(), Roles: p.roles()}
	case p.accept("database"):
		return p.dropDatabase(loc)
	case p.accept("owned"):
		p.expect("by")
		return &ast.DropOwned{Loc: loc, Roles: p.roles(), Cascade: p.cascade()}
	case p.is("tablespace"):
		return p.unsupported(loc, "DROP TABLESPACE")
	}
	d := &ast.Drop{Loc: loc}
	if d.Kind = ast.ObjectKind(p.acceptAny(namedKinds)); d.Kind != "" {
		if d.Kind == ast.KindIndex {
			d.Concurrently = p.accept("concurrently")
		}
		d.IfExists = p.ifExists()
		d.Names = p.names()
		d.Cascade = p.cascade()
		return d
	}
	if kind := p.foreignKind(); kind != "" {
		return p.unsupported(loc, "DROP "+kind)
	}
	p.syntaxError()
	return nil
}

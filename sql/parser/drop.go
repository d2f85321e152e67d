package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// schemaless are the kinds of objects that are in no schema.
var schemaless = map[ast.ObjectKind]bool{ast.KindSchema: true, ast.KindExtension: true, ast.KindLanguage: true,
	"PROCEDURAL LANGUAGE": true, ast.KindForeignWrapper: true, "SERVER": true, "PUBLICATION": true, "SUBSCRIPTION": true,
	"EVENT TRIGGER": true, "ACCESS METHOD": true}

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
		if schemaless[d.Kind] {
			p.list(func() { d.Names = append(d.Names, ast.Name{Loc: p.loc(), Object: p.columnName()}) })
		} else {
			d.Names = p.names()
		}
		d.Cascade = p.cascade()
		return d
	}
	if kind := p.foreignKind(); kind != "" {
		return p.unsupported(loc, "DROP "+kind)
	}
	p.syntaxError()
	return nil
}

package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// createDatabase parses CREATE DATABASE.
func (p *parser) createDatabase(loc ast.Loc) ast.Statement {
	d := &ast.CreateDatabase{Loc: loc, Name: p.columnName()}
	p.accept("with")
	d.Options = p.databaseOptions()
	return d
}

// databaseOptions parses name [=] value ….
func (p *parser) databaseOptions() []ast.Option {
	var opts []ast.Option
	for p.err == nil && p.kind() == tokIdent {
		o := ast.Option{Loc: p.loc()}
		switch t := p.tok(); {
		case p.accept("connection"):
			p.expect("limit")
			o.Name = "connection_limit"
		case t.class == notKeyword, p.isAny("encoding", "location", "owner", "tablespace", "template"):
			o.Name = p.next().text
		default:
			return opts
		}
		p.acceptKind('=')
		v := ast.OptionValue{Loc: p.loc()}
		if p.accept("default") {
			v.Text = "default"
		} else {
			v = p.settingValue()
		}
		o.Values = []ast.OptionValue{v}
		opts = append(opts, o)
	}
	return opts
}

// alterDatabase parses ALTER DATABASE.
func (p *parser) alterDatabase(loc ast.Loc) ast.Statement {
	d := &ast.AlterDatabase{Loc: loc, Name: p.columnName()}
	at := p.loc()
	switch {
	case p.accept("set", "tablespace"):
		d.Action = &ast.SetTablespace{Loc: at, Name: p.columnName()}
	case p.isAny("set", "reset"):
		d.Set = p.setOrReset(true)
	case p.accept("refresh"):
		p.expect("collation", "version")
		return &ast.Unsupported{Loc: loc, Tag: "ALTER DATABASE REFRESH COLLATION VERSION"}
	case p.is("rename"), p.is("owner") && p.ahead(1).isWord("to"):
		d.Action = p.renameOrOwner()
	default:
		p.accept("with")
		d.Options = p.databaseOptions()
	}
	return d
}

// dropDatabase parses DROP DATABASE.
func (p *parser) dropDatabase(loc ast.Loc) ast.Statement {
	d := &ast.DropDatabase{Loc: loc, IfExists: p.ifExists()}
	d.Name = p.columnName()
	if p.accept("with") || p.kind() == '(' {
		p.parens(func() { p.expect("force") })
		d.Force = true
	}
	return d
}

// renameOrOwner parses RENAME TO, OWNER TO or SET SCHEMA; nil if none is there.
func (p *parser) renameOrOwner() ast.AlterAction {
	at := p.loc()
	switch {
	case p.accept("rename", "to"):
		return &ast.RenameTo{Loc: at, Name: p.columnName()}
	case p.accept("owner"):
		p.expect("to")
		return &ast.OwnerTo{Loc: at, Owner: p.role()}
	case p.accept("set", "schema"):
		return &ast.SetSchema{Loc: at, Schema: p.columnName()}
	}
	return nil
}

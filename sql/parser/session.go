package parser

import (
	"github.com/sparrowdb/sparrow/sql/ast"
)

func (p *parser) listen(loc ast.Loc) ast.Statement {
	return &ast.Listen{Loc: loc, Channel: p.columnName()}
}

func (p *parser) unlisten(loc ast.Loc) ast.Statement {
	if p.acceptKind('*') {
		return &ast.Unlisten{Loc: loc}
	}
	return &ast.Unlisten{Loc: loc, Channel: p.columnName()}
}

func (p *parser) notify(loc ast.Loc) ast.Statement {
	n := &ast.Notify{Loc: loc, Channel: p.columnName()}
	if p.acceptKind(',') {
		n.Payload = p.stringConst()
	}
	return n
}

func (p *parser) load(loc ast.Loc) ast.Statement {
	return &ast.Load{Loc: loc, File: p.stringConst()}
}

// callStatement parses CALL.
func (p *parser) callStatement(loc ast.Loc) ast.Statement {
	name := p.funcName()
	f := &ast.FuncCall{Loc: name.Loc, Name: name}
	p.expectKind('(')
	p.callArgs(f)
	p.expectKind(')')
	return &ast.Call{Loc: loc, Func: f}
}

// do parses DO.
func (p *parser) do(loc ast.Loc) ast.Statement {
	d := &ast.Do{Loc: loc, Language: "plpgsql"}
	for n := 0; p.err == nil && (n == 0 || p.kind() == tokString || p.is("language")); n++ {
		if p.accept("language") {
			d.Language = p.wordValue((*token).isNonReserved).Text
		} else {
			d.Body = p.stringConst()
		}
	}
	return d
}

// importSchema names IMPORT FOREIGN SCHEMA.
func (p *parser) importSchema(loc ast.Loc) ast.Statement {
	p.expect("foreign", "schema")
	return p.unsupported(loc, "IMPORT FOREIGN SCHEMA")
}

// reassign parses REASSIGN OWNED.
func (p *parser) reassign(loc ast.Loc) ast.Statement {
	p.expect("owned", "by")
	r := &ast.ReassignOwned{Loc: loc, From: p.roles()}
	p.expect("to")
	r.To = p.role()
	return r
}

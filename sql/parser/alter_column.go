package parser

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// alterColumn parses ALTER [COLUMN] column … and ALTER CONSTRAINT.
func (p *parser) alterColumn(at ast.Loc) ast.AlterAction {
	if p.accept("constraint") {
		var c ast.Constraint
		a := &ast.AlterConstraint{Loc: at, Name: p.columnName()}
		for p.timing(&c) {
		}
		a.Deferrable, a.InitiallyDeferred = c.Deferrable, c.InitiallyDeferred
		return a
	}
	p.accept("column")
	if p.kind() == tokInteger {
		o := &ast.AlterColumnOther{Loc: at, Number: p.integer(), Action: "SET STATISTICS"}
		p.expect("set", "statistics")
		o.Values = p.statistics()
		return o
	}
	column := p.columnName()
	other := &ast.AlterColumnOther{Loc: at, Column: column}
	switch {
	case p.accept("set", "default"):
		from := p.pos()
		e := p.expr()
		return &ast.AlterColumnDefault{Loc: at, Column: column, Expr: e, Text: p.source(from)}
	case p.accept("drop", "default"):
		return &ast.AlterColumnDefault{Loc: at, Column: column}
	case p.accept("set", "not"):
		p.expect("null")
		return &ast.AlterColumnNotNull{Loc: at, Column: column}
	case p.accept("drop", "not"):
		p.expect("null")
		return &ast.AlterColumnNotNull{Loc: at, Column: column, Drop: true}
	case p.accept("type"), p.accept("set", "data", "type"):
		t := &ast.AlterColumnType{Loc: at, Column: column, Type: p.typeName()}
		t.Collation = p.optionalName("collate")
		if p.accept("using") {
			t.Using = p.expr()
		}
		return t
	case p.accept("drop", "expression"):
		other.Action, other.IfExists = "DROP EXPRESSION", p.ifExists()
	case p.accept("drop", "identity"):
		other.Action, other.IfExists = "DROP IDENTITY", p.ifExists()
	case p.accept("set", "statistics"):
		other.Action, other.Values = "SET STATISTICS", p.statistics()
	case p.accept("set", "storage"):
		other.Action, other.Values = "SET STORAGE", []ast.Option{word(p.loc(), "storage", p.columnName())}
	case p.accept("set", "compression"):
		other.Action = "SET COMPRESSION"
		loc, value := p.loc(), "default"
		if !p.accept("default") {
			value = p.columnName()
		}
		other.Values = []ast.Option{word(loc, "compression", value)}
	case p.is("set") && p.ahead(1).kind == '(':
		p.next()
		other.Action, other.Values = "SET", p.relOptions()
	case p.accept("reset"):
		other.Action, other.Values = "RESET", p.relOptions()
	case p.accept("add"):
		p.expect("generated")
		other.Action, other.Always = "ADD GENERATED", p.generatedWhen()
		p.expect("as", "identity")
		if p.acceptKind('(') {
			other.Values = p.sequenceOptions()
			p.expectKind(')')
		}
	default:
		other.Action = "SET GENERATED"
		p.identityOptions(other)
	}
	return other
}

func (p *parser) statistics() []ast.Option {
	loc := p.loc()
	return []ast.Option{{Loc: loc, Name: "statistics",
		Values: []ast.OptionValue{{Loc: loc, Kind: ast.OptionInteger, Text: strconv.Itoa(p.signedInteger())}}}}
}

// identityOptions parses SET GENERATED, SET sequence option and RESTART.
func (p *parser) identityOptions(o *ast.AlterColumnOther) {
	for n := 0; p.err == nil; n++ {
		loc := p.loc()
		switch {
		case p.accept("set", "generated"):
			o.Always = p.generatedWhen()
			o.Values = append(o.Values, word(loc, "generated", strconv.FormatBool(o.Always)))
			continue
		case p.is("restart"), p.accept("set"):
			if opt, ok := p.sequenceOption(); ok {
				o.Values = append(o.Values, opt)
				continue
			}
			p.syntaxError()
		case n == 0:
			p.syntaxError()
		}
		return
	}
}

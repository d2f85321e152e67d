package parser

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// sqlCall makes the call of a pg_catalog function that SQL spells in its own
// way.
func (p *parser) sqlCall(loc ast.Loc, name string, args ...ast.Expr) ast.Expr {
	return &ast.FuncCall{Loc: loc, Name: ast.Name{Loc: loc, Schema: "pg_catalog", Object: name}, Args: args, SQLSyntax: true}
}

// keywordExpr parses the expressions that begin with a key word which may also
// be a name; false says that it is one.
func (p *parser) keywordExpr(t *token) (ast.Expr, bool) {
	if p.startsTypedConst(t) {
		loc := p.loc()
		typ := p.constType()
		c := p.typedConst(loc, typ)
		if typ.Name.Object == "interval" && typ.Precision < 0 {
			p.intervalFields(typ)
		}
		return c, true
	}
	open := p.ahead(1).kind == '('
	switch t.text {
	case "current_schema":
		if !open {
			return p.sqlValue(ast.CurrentSchema), true
		}
		return nil, false
	case "collation":
		if !p.ahead(1).isWord("for") {
			return nil, false
		}
		loc := p.loc()
		p.i += 2
		p.expectKind('(')
		arg := p.expr()
		p.expectKind(')')
		return p.sqlCall(loc, "pg_collation_for", arg), true
	case "exists":
		if !open {
			return nil, false
		}
		loc := p.loc()
		p.next()
		return &ast.Exists{Loc: loc, Query: p.parenQuery()}, true
	}
	if !open || t.class != ColumnName {
		return nil, false
	}
	return p.specialForm(t)
}

// specialForm parses the function-like forms of key words of class ColumnName.
func (p *parser) specialForm(t *token) (ast.Expr, bool) {
	loc := p.loc()
	switch t.text {
	case "row":
		return p.rowConstructor(), true
	case "coalesce":
		p.next()
		return &ast.Coalesce{Loc: loc, Args: p.parenExprList()}, true
	case "greatest", "least":
		p.next()
		return &ast.MinMax{Loc: loc, Least: t.text == "least", Args: p.parenExprList()}, true
	case "grouping":
		p.next()
		return &ast.Grouping{Loc: loc, Args: p.parenExprList()}, true
	case "nullif":
		p.i += 2
		n := &ast.NullIf{Loc: loc, Left: p.expr()}
		p.expectKind(',')
		n.Right = p.expr()
		p.expectKind(')')
		return n, true
	case "extract", "normalize", "overlay", "position", "substring", "treat", "trim":
		p.i += 2
		e := p.stringForm(loc, t.text)
		p.expectKind(')')
		return e, true
	case "xmlconcat", "xmlelement", "xmlexists", "xmlforest", "xmlparse", "xmlpi", "xmlroot", "xmlserialize":
		p.fail(pgerr.Unsupported("XML"), loc.At)
		return nil, true
	}
	return nil, false
}

// stringForm parses the arguments of a form up to its parenthesis.
func (p *parser) stringForm(loc ast.Loc, form string) ast.Expr {
	switch form {
	case "extract":
		at, t := p.loc(), p.tok()
		if t.kind != tokString && (t.kind != tokIdent || t.class != notKeyword &&
			!p.isAny("year", "month", "day", "hour", "minute", "second")) {
			p.syntaxError()
			return nil
		}
		p.next()
		p.expect("from")
		return p.sqlCall(loc, "extract", &ast.Const{Loc: at, Kind: ast.String, Text: t.text}, p.expr())
	case "normalize":
		args := []ast.Expr{p.expr()}
		if p.acceptKind(',') {
			at := p.loc()
			f := p.normalForm()
			if f == "" {
				p.syntaxError()
			}
			args = append(args, &ast.Const{Loc: at, Kind: ast.String, Text: f})
		}
		return p.sqlCall(loc, "normalize", args...)
	case "position":
		needle := p.plainExpr()
		p.expect("in")
		return p.sqlCall(loc, "position", p.plainExpr(), needle)
	case "treat":
		arg := p.expr()
		p.expect("as")
		typ := p.typeName()
		if typ == nil {
			return nil
		}
		return p.sqlCall(loc, typ.Name.Object, arg)
	case "trim":
		return p.trim(loc)
	case "overlay":
		return p.overlay(loc)
	}
	return p.substring(loc)
}

func (p *parser) trim(loc ast.Loc) ast.Expr {
	name := "btrim"
	switch {
	case p.accept("leading"):
		name = "ltrim"
	case p.accept("trailing"):
		name = "rtrim"
	default:
		p.accept("both")
	}
	if p.accept("from") {
		return p.sqlCall(loc, name, p.exprList()...)
	}
	args := p.exprList()
	if len(args) == 1 && p.accept("from") {
		args = append(p.exprList(), args[0])
	}
	return p.sqlCall(loc, name, args...)
}

// plainCall parses ordinary arguments: the form was a call of a function of that
// name. The first of them may have been parsed before that showed.
func (p *parser) plainCall(loc ast.Loc, name string, args ...ast.Expr) ast.Expr {
	f := &ast.FuncCall{Loc: loc, Name: ast.Name{Loc: loc, Object: name}, Args: args}
	if len(args) == 0 && p.kind() != ')' || len(args) > 0 && p.acceptKind(',') {
		p.list(func() { f.Args = append(f.Args, p.arg()) })
	}
	return f
}

func (p *parser) overlay(loc ast.Loc) ast.Expr {
	if p.kind() == ')' || p.namedArg() {
		return p.plainCall(loc, "overlay")
	}
	args := []ast.Expr{p.expr()}
	if !p.accept("placing") {
		return p.plainCall(loc, "overlay", args...)
	}
	args = append(args, p.expr())
	p.expect("from")
	args = append(args, p.expr())
	if p.accept("for") {
		args = append(args, p.expr())
	}
	return p.sqlCall(loc, "overlay", args...)
}

func (p *parser) substring(loc ast.Loc) ast.Expr {
	if p.kind() == ')' || p.namedArg() {
		return p.plainCall(loc, "substring")
	}
	outer := p.similarDepth
	p.similarDepth = p.depth + 1
	args := []ast.Expr{p.expr()}
	p.similarDepth = outer
	switch {
	case p.accept("from"):
		args = append(args, p.expr())
		if p.accept("for") {
			args = append(args, p.expr())
		}
	case p.accept("for"):
		length := p.expr()
		if p.accept("from") {
			args = append(args, p.expr(), length)
			break
		}
		// Without FROM the length must be an integer, lest the call be taken
		// for substring(text, pattern, escape).
		args = append(args, &ast.Const{Loc: ast.At(ast.NoPos), Kind: ast.Integer, Text: "1"},
			&ast.Cast{Loc: ast.At(ast.NoPos), Arg: length, Type: systemType(loc.At, "int4")})
	case p.accept("similar"):
		args = append(args, p.expr())
		p.expect("escape")
		args = append(args, p.expr())
	default:
		return p.plainCall(loc, "substring", args...)
	}
	return p.sqlCall(loc, "substring", args...)
}

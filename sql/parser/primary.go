package parser

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// primary parses an expression without operators (c_expr), with its subscripts
// and fields.
func (p *parser) primary() ast.Expr {
	t := p.tok()
	loc := p.loc()
	switch t.kind {
	case tokInteger:
		p.next()
		return &ast.Const{Loc: loc, Kind: ast.Integer, Text: t.text}
	case tokFloat:
		p.next()
		return &ast.Const{Loc: loc, Kind: ast.Float, Text: t.text}
	case tokString:
		p.next()
		return &ast.Const{Loc: loc, Kind: ast.String, Text: t.text}
	case tokBits:
		p.next()
		return &ast.Const{Loc: loc, Kind: ast.BitString, Text: t.text}
	case tokParam:
		return p.indirection(p.param())
	case '(':
		q, list := p.paren(false)
		return p.parenValue(loc, q, list)
	case tokIdent:
		switch {
		case t.class == notKeyword:
			return p.nameExpr()
		case t.class == Reserved:
			return p.reservedExpr()
		}
		if e, ok := p.keywordExpr(t); ok {
			return e
		}
		return p.nameExpr()
	}
	p.syntaxError()
	return nil
}

// param parses $n.
func (p *parser) param() ast.Expr {
	loc, t := p.loc(), p.next()
	n, err := strconv.ParseInt(t.text, 10, 32)
	if err != nil || n < 1 || n > 65535 {
		p.fail(pgerr.New(pgerr.UndefinedParameter, "there is no parameter $%s", t.text), loc.At)
		return nil
	}
	p.params = max(p.params, int(n))
	return &ast.Param{Loc: loc, Number: int(n)}
}

// reservedExpr parses an expression that begins with a reserved word.
func (p *parser) reservedExpr() ast.Expr {
	loc, t := p.loc(), p.tok()
	switch t.text {
	case "null":
		p.next()
		return &ast.Const{Loc: loc, Kind: ast.Null}
	case "true", "false":
		p.next()
		return &ast.Const{Loc: loc, Kind: ast.Bool, Text: t.text}
	case "default":
		p.next()
		return &ast.Default{Loc: loc}
	case "case":
		return p.caseExpr()
	case "cast":
		p.next()
		p.expectKind('(')
		arg := p.expr()
		p.expect("as")
		c := &ast.Cast{Loc: loc, Arg: arg, Type: p.typeName()}
		p.expectKind(')')
		return c
	case "array":
		return p.arrayExpr()
	case "unique":
		p.next()
		p.fail(pgerr.Unsupported("UNIQUE predicate"), loc.At)
		return nil
	}
	if kind, ok := sqlValues[t.text]; ok {
		return p.sqlValue(kind)
	}
	p.syntaxError()
	return nil
}

// sqlValues are the functions that are called without parentheses.
var sqlValues = map[string]ast.SQLValueKind{
	"current_date": ast.CurrentDate, "current_time": ast.CurrentTime, "current_timestamp": ast.CurrentTimestamp,
	"localtime": ast.LocalTime, "localtimestamp": ast.LocalTimestamp, "current_role": ast.CurrentRole,
	"current_user": ast.CurrentUser, "user": ast.User, "session_user": ast.SessionUser,
	"current_catalog": ast.CurrentCatalog, "current_schema": ast.CurrentSchema,
}

func (p *parser) sqlValue(kind ast.SQLValueKind) ast.Expr {
	v := &ast.SQLValue{Loc: p.loc(), Kind: kind, Precision: -1}
	p.next()
	if kind >= ast.CurrentTime && kind <= ast.LocalTimestamp && p.acceptKind('(') {
		v.Precision = p.integer()
		p.expectKind(')')
	}
	return v
}

// caseExpr parses CASE … END.
func (p *parser) caseExpr() ast.Expr {
	c := &ast.Case{Loc: p.loc()}
	p.next()
	if !p.is("when") {
		c.Arg = p.expr()
	}
	for {
		loc := p.loc()
		p.expect("when")
		w := ast.When{Loc: loc, Cond: p.expr()}
		p.expect("then")
		w.Result = p.expr()
		c.Whens = append(c.Whens, w)
		if !p.is("when") {
			break
		}
	}
	if p.accept("else") {
		c.Else = p.expr()
	}
	p.expect("end")
	return c
}

// arrayExpr parses ARRAY[…] or ARRAY(query).
func (p *parser) arrayExpr() ast.Expr {
	loc := p.loc()
	p.next()
	if p.kind() == '(' {
		return &ast.ArraySubquery{Loc: loc, Query: p.parenQuery()}
	}
	a := p.arrayElems()
	if a == nil {
		return nil
	}
	a.Loc = loc
	return a
}

// arrayElems parses […]: expressions, or arrays of the next dimension.
func (p *parser) arrayElems() *ast.Array {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	a := &ast.Array{Loc: p.loc()}
	p.expectKind('[')
	if p.acceptKind(']') {
		return a
	}
	if p.kind() == '[' {
		p.list(func() { a.Elems = append(a.Elems, p.arrayElems()) })
	} else {
		a.Elems = p.exprList()
	}
	p.expectKind(']')
	return a
}

// nameExpr parses what begins with a name: a column, a function call, or a
// constant with its type in front.
func (p *parser) nameExpr() ast.Expr {
	t, start := p.tok(), p.i
	loc := p.loc()
	if !t.isColumnName() && !t.isFuncName() {
		p.syntaxError()
		return nil
	}
	p.next()
	n := 1 // parts of the dotted name
	if t.isColumnName() {
		for p.kind() == '.' && p.isLabel(1) {
			p.i += 2
			n++
		}
	}
	switch p.kind() {
	case '(':
		if n > 1 || t.isFuncName() {
			end := p.i
			p.i = start + 1
			name := p.nameFrom(start, t.text)
			if p.err == nil && p.i != end {
				p.syntaxError()
			}
			return p.call(name)
		}
	case tokString:
		if n > 1 || t.isFuncName() {
			p.i = start + 1
			name := p.nameFrom(start, t.text)
			return p.typedConst(loc, &ast.TypeName{Loc: loc, Name: name, Precision: -1})
		}
	}
	if !t.isColumnName() {
		p.syntaxError()
		return nil
	}
	ref := &ast.ColumnRef{Loc: loc, Parts: make([]string, 0, n)}
	for i := range n {
		ref.Parts = append(ref.Parts, p.toks[start+2*i].text)
	}
	if p.kind() == '.' && p.ahead(1).kind == '*' {
		p.i += 2
		ref.Star = true
		p.starEnds()
		return ref
	}
	return p.indirection(ref)
}

// starEnds refuses fields and subscripts behind .*, when all of them are read.
func (p *parser) starEnds() {
	if p.kind() != '.' && p.kind() != '[' {
		return
	}
	for p.err == nil && (p.kind() == '.' || p.kind() == '[') {
		if p.kind() == '[' {
			p.index()
		} else if p.next(); !p.acceptKind('*') {
			p.label()
		}
	}
	p.errorNear(`improper use of "*"`)
}

// typedConst parses the string of type 'string'.
func (p *parser) typedConst(loc ast.Loc, typ *ast.TypeName) ast.Expr {
	c := &ast.Const{Loc: p.loc(), Kind: ast.String, Text: p.stringConst()}
	return &ast.Cast{Loc: loc, Arg: c, Type: typ}
}

// indirection parses the subscripts and fields behind e.
func (p *parser) indirection(e ast.Expr) ast.Expr {
	for p.err == nil {
		loc := p.loc()
		switch p.kind() {
		case '.':
			p.grow()
			p.next()
			if p.acceptKind('*') {
				p.starEnds()
				return &ast.FieldSelect{Loc: loc, Arg: e, Star: true}
			}
			e = &ast.FieldSelect{Loc: loc, Arg: e, Field: p.label()}
		case '[':
			p.grow()
			sub := &ast.Subscript{Loc: loc, Arg: e}
			for p.kind() == '[' {
				sub.Index = append(sub.Index, p.index())
			}
			e = sub
		default:
			return e
		}
	}
	return e
}

// index parses [i] or [low:high].
func (p *parser) index() ast.Index {
	var ix ast.Index
	p.expectKind('[')
	if p.kind() != ':' {
		ix.Lower = p.expr()
	}
	if p.acceptKind(':') {
		ix.Slice = true
		if p.kind() != ']' {
			ix.Upper = p.expr()
		}
	}
	p.expectKind(']')
	return ix
}

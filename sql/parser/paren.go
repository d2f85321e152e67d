package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// startsQuery reports whether the token n places on begins a query (without
// parentheses around it). VALUES is a column's name unless rows follow.
func (p *parser) startsQuery(n int) bool {
	t := p.ahead(n)
	if t.class == notKeyword {
		return false
	}
	switch t.text {
	case "select", "with", "table":
		return true
	case "values":
		return p.ahead(n+1).kind == '('
	}
	return false
}

// goesOn reports whether the current token continues a query behind its
// parenthesised beginning.
func (p *parser) goesOn() bool {
	return p.isAny("union", "intersect", "except", "order", "limit", "offset", "fetch", "for")
}

// paren parses a parenthesis in an expression: a query, or a list of one or
// more expressions. What ((… is shows only at its end, so the inner one is
// parsed first and the outer one built around the answer. With single a list of
// several is an error.
func (p *parser) paren(single bool) (*ast.Query, []ast.Expr) {
	if !p.enter() {
		return nil, nil
	}
	defer p.leave()
	p.expectKind('(')
	var list []ast.Expr
	switch {
	case p.startsQuery(0):
		q := p.query()
		p.expectKind(')')
		return q, nil
	case p.kind() == '(':
		loc := p.loc()
		q, inner := p.paren(false)
		if q != nil && (p.kind() == ')' || p.goesOn()) {
			if p.kind() != ')' {
				q = p.queryFrom(q)
			}
			p.expectKind(')')
			return q, nil
		}
		outer := p.height
		p.height = 0
		first := p.parenValue(loc, q, inner)
		if row, ok := first.(*ast.Row); ok && len(inner) > 1 {
			first = p.overlaps(row)
		}
		list = append(list, p.infix(first, levelOr, false))
		p.height = max(outer, p.height)
	default:
		list = append(list, p.expr())
	}
	for !single && p.acceptKind(',') {
		list = append(list, p.expr())
	}
	p.expectKind(')')
	if p.err != nil {
		return nil, nil
	}
	return nil, list
}

// parenValue makes the value of a parenthesis that began at loc, with the
// subscripts or fields behind it.
func (p *parser) parenValue(loc ast.Loc, q *ast.Query, list []ast.Expr) ast.Expr {
	switch {
	case q != nil:
		return p.indirection(&ast.Subquery{Loc: loc, Query: q})
	case len(list) == 1:
		return p.indirection(list[0])
	case len(list) == 0:
		return nil
	}
	return &ast.Row{Loc: loc, Elems: list}
}

// overlaps parses OVERLAPS behind a row, if it is there.
func (p *parser) overlaps(left *ast.Row) ast.Expr {
	loc := p.loc()
	if !p.accept("overlaps") {
		return left
	}
	start := p.loc()
	var right *ast.Row
	if p.are("row") && p.ahead(1).kind == '(' {
		right = p.rowConstructor()
	} else {
		q, list := p.paren(false)
		if q != nil || len(list) < 2 {
			p.syntaxError()
			return nil
		}
		right = &ast.Row{Loc: start, Elems: list}
	}
	for _, side := range []struct {
		row  *ast.Row
		name string
	}{{left, "left"}, {right, "right"}} {
		if len(side.row.Elems) != 2 && p.err == nil {
			p.refuse(side.row.At, "wrong number of parameters on %s side of OVERLAPS expression", side.name)
			return nil
		}
	}
	return p.sqlCall(loc, "overlaps", append(append([]ast.Expr{}, left.Elems...), right.Elems...)...)
}

// rowConstructor parses ROW(…).
func (p *parser) rowConstructor() *ast.Row {
	row := &ast.Row{Loc: p.loc(), Explicit: true}
	p.next()
	p.expectKind('(')
	if !p.acceptKind(')') {
		row.Elems = p.exprList()
		p.expectKind(')')
	}
	return row
}

// parenQuery parses (query) where nothing else can stand.
func (p *parser) parenQuery() *ast.Query {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	p.expectKind('(')
	if p.kind() != '(' && !p.startsQuery(0) && !p.is("values") {
		p.syntaxError()
		return nil
	}
	q := p.query()
	p.expectKind(')')
	return q
}

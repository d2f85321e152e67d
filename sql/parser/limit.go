package parser

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// locking parses FOR UPDATE and the like.
func (p *parser) locking(q *ast.Query) {
	for p.is("for") {
		l := ast.Locking{Loc: p.loc()}
		p.next()
		switch {
		case p.accept("read", "only"):
			continue
		case p.accept("update"):
			l.Strength = ast.ForUpdate
		case p.accept("no", "key", "update"):
			l.Strength = ast.ForNoKeyUpdate
		case p.accept("share"):
			l.Strength = ast.ForShare
		case p.accept("key", "share"):
			l.Strength = ast.ForKeyShare
		default:
			p.syntaxError()
			return
		}
		if p.accept("of") {
			l.Tables = p.names()
		}
		switch {
		case p.accept("nowait"):
			l.Wait = ast.LockError
		case p.accept("skip"):
			p.expect("locked")
			l.Wait = ast.LockSkip
		}
		q.Locking = append(q.Locking, l)
	}
}

// limits parses LIMIT or FETCH, and OFFSET, in either order.
func (p *parser) limits(q *ast.Query) {
	limit, offset := false, false
	for p.err == nil {
		switch {
		case !limit && p.isAny("limit", "fetch"):
			limit = true
			had := q.Limit != nil
			p.limit(q)
			if had {
				p.refuse(startOf(q.Limit), "multiple LIMIT clauses not allowed")
			}
		case !offset && p.accept("offset"):
			offset = true
			had := q.Offset != nil
			q.Offset = p.expr()
			if had {
				p.refuse(startOf(q.Offset), "multiple OFFSET clauses not allowed")
			}
			if !p.accept("row") {
				p.accept("rows")
			}
		default:
			return
		}
	}
}

// limit parses LIMIT n, or FETCH FIRST n ROWS ONLY.
func (p *parser) limit(q *ast.Query) {
	at := p.pos()
	if p.next().text == "limit" {
		if !p.accept("all") {
			q.Limit = p.expr()
		}
		if p.kind() == ',' {
			p.fail(pgerr.New(pgerr.SyntaxError, "LIMIT #,# syntax is not supported").
				WithHint("Use separate LIMIT and OFFSET clauses."), at)
		}
		return
	}
	if !p.accept("first") {
		p.expect("next")
	}
	loc := p.loc()
	switch {
	case p.isAny("row", "rows"):
		q.Limit = &ast.Const{Loc: loc, Kind: ast.Integer, Text: "1"}
	case p.kind() == '+' || p.kind() == '-':
		minus := p.next().kind == '-'
		if p.kind() != tokInteger && p.kind() != tokFloat {
			p.syntaxError()
			return
		}
		c, _ := p.primary().(*ast.Const)
		if minus && c != nil {
			c.Loc, c.Text = loc, "-"+c.Text
		}
		q.Limit = c
	default:
		q.Limit = p.primary()
	}
	if !p.accept("row") {
		p.expect("rows")
	}
	if p.accept("only") {
		return
	}
	p.expect("with", "ties")
	if q.WithTies = true; q.OrderBy == nil {
		p.refuse(ast.NoPos, "WITH TIES cannot be specified without ORDER BY clause")
	}
}

package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// query parses a query that is part of something else, so INTO can't stand in
// it.
func (p *parser) query() *ast.Query {
	q := p.queryInto()
	if q != nil && q.Into != nil {
		p.refuse(q.Into.At, "SELECT ... INTO is not allowed here")
	}
	return q
}

// queryInto parses a query with its WITH clause (SelectStmt without the
// parentheses around it).
func (p *parser) queryInto() *ast.Query {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	loc := p.loc()
	with := p.with()
	return p.queryTail(loc, with, p.setOps(p.queryPrimary(), levelUnion))
}

// queryFrom goes on behind a parenthesised query that begins a larger one.
func (p *parser) queryFrom(q *ast.Query) *ast.Query {
	return p.queryTail(q.Loc, nil, p.setOps(q, levelUnion))
}

// queryTail parses ORDER BY, LIMIT and locking clauses behind body. When body
// is a query in parentheses of its own they become part of that one.
func (p *parser) queryTail(loc ast.Loc, with *ast.With, body ast.QueryBody) *ast.Query {
	if p.err != nil {
		return nil
	}
	inner, nested := body.(*ast.Query)
	q := &ast.Query{Loc: loc, With: with, Body: body}
	if nested {
		merged := *inner
		q = &merged
		if with != nil {
			if q.With != nil {
				p.refuse(inner.With.At, "multiple WITH clauses not allowed")
			}
			q.With, q.Loc = with, loc
		}
	} else {
		q.Into = p.takeInto(body)
	}
	if order := p.orderBy(); order != nil {
		if q.OrderBy != nil {
			p.refuse(startOf(order[0].Expr), "multiple ORDER BY clauses not allowed")
		}
		q.OrderBy = order
	}
	p.locking(q)
	p.limits(q)
	p.locking(q)
	if q.WithTies {
		for _, l := range q.Locking {
			if l.Wait == ast.LockSkip {
				p.refuse(l.At, "SKIP LOCKED and WITH TIES options cannot be used together")
			}
		}
	}
	return q
}

// takeInto returns the INTO of the first SELECT of body; anywhere else it is an
// error.
func (p *parser) takeInto(body ast.QueryBody) *ast.Into {
	into := p.into
	if into == nil {
		return nil
	}
	for {
		switch b := body.(type) {
		case *ast.SetOp:
			body = b.Left
			continue
		case *ast.Query:
			body = b.Body
			continue
		case *ast.SelectClause:
			if b.At < into.At && p.intoOf == b.At {
				p.into = nil
				return into
			}
		}
		p.refuse(into.At, "SELECT ... INTO is not allowed here")
		return nil
	}
}

// Binding strengths of set operations.
const (
	levelUnion     level = iota // UNION, EXCEPT
	levelIntersect              // INTERSECT
)

// setOps parses the set operations behind left.
func (p *parser) setOps(left ast.QueryBody, min level) ast.QueryBody {
	for p.err == nil {
		op := &ast.SetOp{Loc: p.loc(), Left: left}
		lv := levelUnion
		switch {
		case p.is("union"):
		case p.is("except"):
			op.Kind = ast.Except
		case p.is("intersect"):
			op.Kind, lv = ast.Intersect, levelIntersect
		default:
			return left
		}
		if lv < min {
			return left
		}
		p.next()
		p.grow()
		if op.All = p.accept("all"); !op.All {
			p.accept("distinct")
		}
		op.Right = p.queryPrimary()
		if lv == levelUnion {
			op.Right = p.setOps(op.Right, levelIntersect)
		}
		op.Left, op.Right = bare(op.Left), bare(op.Right)
		left = op
	}
	return left
}

// bare returns the body of a parenthesised query that has nothing but one.
func bare(body ast.QueryBody) ast.QueryBody {
	q, ok := body.(*ast.Query)
	if ok && q != nil && q.With == nil && q.OrderBy == nil && q.Limit == nil && q.Offset == nil && q.Locking == nil {
		return q.Body
	}
	return body
}

// queryPrimary parses SELECT, VALUES, TABLE or a query in parentheses.
func (p *parser) queryPrimary() ast.QueryBody {
	switch {
	case p.kind() == '(':
		if q := p.parenQuery(); q != nil {
			return q
		}
		return nil
	case p.is("select"):
		return p.selectClause()
	case p.is("values"):
		return p.valuesClause()
	case p.is("table"):
		loc := p.loc()
		p.next()
		t := p.relation()
		return &ast.SelectClause{Loc: loc, From: []ast.TableRef{t},
			Targets: []ast.Target{{Loc: loc, Expr: &ast.ColumnRef{Loc: loc, Star: true}}}}
	}
	p.syntaxError()
	return nil
}

func (p *parser) valuesClause() ast.QueryBody {
	v := &ast.ValuesClause{Loc: p.loc()}
	p.next()
	p.list(func() { v.Rows = append(v.Rows, p.parenExprList()) })
	return v
}

// selectClause parses SELECT … up to WINDOW.
func (p *parser) selectClause() ast.QueryBody {
	s := &ast.SelectClause{Loc: p.loc()}
	p.next()
	switch {
	case p.accept("distinct"):
		s.Distinct = true
		if p.accept("on") {
			s.DistinctOn = p.parenExprList()
		}
		s.Targets = p.targets()
	default:
		p.accept("all")
		if !p.tok().endsTarget() {
			s.Targets = p.targets()
		}
	}
	if loc := p.loc(); p.accept("into") {
		if p.into != nil {
			p.refuse(loc.At, "SELECT ... INTO is not allowed here")
		}
		p.into, p.intoOf = p.intoTarget(loc), s.At
	}
	if p.accept("from") {
		s.From = p.fromList()
	}
	s.Where = p.where()
	p.groupBy(s)
	if p.accept("having") {
		s.Having = p.expr()
	}
	if p.accept("window") {
		p.list(func() {
			loc, name := p.loc(), p.columnName()
			p.expect("as")
			w := p.windowSpec()
			w.Loc, w.Name = loc, name
			s.Windows = append(s.Windows, *w)
		})
	}
	return s
}

// where parses WHERE condition, if there.
func (p *parser) where() ast.Expr {
	if p.accept("where") {
		return p.expr()
	}
	return nil
}

// intoTarget parses INTO [TEMPORARY | UNLOGGED] [TABLE] name.
func (p *parser) intoTarget(loc ast.Loc) *ast.Into {
	into := &ast.Into{Loc: loc}
	into.Persistence = p.persistence()
	p.accept("table")
	into.Table = p.name()
	return into
}

// persistence parses [LOCAL | GLOBAL] TEMPORARY | TEMP | UNLOGGED.
func (p *parser) persistence() ast.Persistence {
	switch {
	case p.accept("local", "temporary"), p.accept("local", "temp"), p.accept("global", "temporary"),
		p.accept("global", "temp"), p.accept("temporary"), p.accept("temp"):
		return ast.Temporary
	case p.accept("unlogged"):
		return ast.Unlogged
	}
	return ast.Permanent
}

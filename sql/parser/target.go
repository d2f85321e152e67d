package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// endsTarget reports whether t can only stand behind a complete item of a
// select list.
func (t *token) endsTarget() bool {
	switch t.kind {
	case ',', ')', ';', tokEOF:
		return true
	case tokIdent:
		if t.class != Reserved {
			return false
		}
		switch t.text {
		case "from", "where", "group", "having", "window", "union", "intersect", "except", "order", "limit", "offset",
			"fetch", "for", "into":
			return true
		}
	}
	return false
}

// targets parses a select list or RETURNING list.
func (p *parser) targets() []ast.Target {
	list := []ast.Target{p.target()}
	for p.acceptKind(',') {
		list = append(list, p.target())
	}
	return list
}

func (p *parser) target() ast.Target {
	t := ast.Target{Loc: p.loc()}
	if p.acceptKind('*') {
		t.Expr = &ast.ColumnRef{Loc: t.Loc, Star: true}
		return t
	}
	outer := p.labelDepth
	p.labelDepth = p.depth + 1
	t.Expr = p.expr()
	p.labelDepth = outer
	switch {
	case p.accept("as"):
		t.Alias = p.label()
	case p.tok().isBareLabel():
		t.Alias = p.next().text
	}
	return t
}

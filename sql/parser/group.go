package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// groupBy parses GROUP BY.
func (p *parser) groupBy(s *ast.SelectClause) {
	if !p.accept("group") {
		return
	}
	p.expect("by")
	if p.accept("distinct") {
		s.GroupDistinct = true
	} else {
		p.accept("all")
	}
	p.list(func() { s.GroupBy = append(s.GroupBy, p.groupItem()) })
}

func (p *parser) groupItem() ast.GroupItem {
	g := ast.GroupItem{Loc: p.loc()}
	switch {
	case p.kind() == '(' && p.ahead(1).kind == ')':
		p.i += 2
		g.Kind = ast.GroupEmpty
	case (p.is("rollup") || p.is("cube")) && p.ahead(1).kind == '(':
		g.Kind = ast.GroupRollup
		if p.next().text == "cube" {
			g.Kind = ast.GroupCube
		}
		for _, e := range p.parenExprList() {
			g.Items = append(g.Items, ast.GroupItem{Loc: ast.At(startOf(e)), Expr: e})
		}
	case p.accept("grouping", "sets"):
		if !p.enter() {
			return g
		}
		g.Kind = ast.GroupSets
		p.parens(func() { g.Items = append(g.Items, p.groupItem()) })
		p.leave()
	default:
		g.Expr = p.expr()
	}
	return g
}

// startOf returns where e is in the text.
func startOf(e ast.Expr) ast.Pos {
	if e == nil {
		return ast.NoPos
	}
	return e.Pos()
}

package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// orderBy parses ORDER BY, if there.
func (p *parser) orderBy() []ast.SortItem {
	if !p.accept("order") {
		return nil
	}
	p.expect("by")
	var items []ast.SortItem
	p.list(func() {
		item := ast.SortItem{Loc: p.loc(), Expr: p.expr()}
		if p.accept("using") {
			item.Order = ast.SortUsing
			if p.is("operator") {
				item.Using = p.qualifiedOp()
			} else {
				item.Using.Name = p.operatorName()
			}
			item.Nulls = p.nullsOrder()
		} else {
			item.Order, item.Nulls = p.sortOrder()
		}
		items = append(items, item)
	})
	return items
}

// sortOrder parses [ASC | DESC] [NULLS FIRST | LAST].
func (p *parser) sortOrder() (o ast.SortOrder, n ast.NullsOrder) {
	switch {
	case p.accept("asc"):
		o = ast.SortAsc
	case p.accept("desc"):
		o = ast.SortDesc
	}
	return o, p.nullsOrder()
}

func (p *parser) nullsOrder() ast.NullsOrder {
	switch {
	case p.accept("nulls", "first"):
		return ast.NullsFirst
	case p.accept("nulls", "last"):
		return ast.NullsLast
	}
	return ast.NullsDefault
}

package tablestore

import (
	"strings"

	my "github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// labelMax is the longest label of a column, in bytes.
const labelMax = 255

// query lowers a SELECT.
func (l *lowering) query(n *my.SelectStmt) *ast.Query {
	l.refuseIf(n.With != nil, "WITH")
	l.refuseIf(len(n.WindowSpecs) > 0, "a window function")
	l.refuseIf(n.LockInfo != nil, "SELECT … FOR UPDATE")
	l.refuseIf(n.SelectIntoOpt != nil, "SELECT … INTO")
	l.refuseIf(n.Kind != my.SelectStmtKindSelect, "TABLE or VALUES as a statement")
	l.refuseIf(len(n.TableHints) > 0, "an optimizer hint")
	if o := n.SelectStmtOpts; o != nil {
		l.refuseIf(o.StraightJoin || o.SQLBigResult || o.SQLBufferResult || o.SQLSmallResult || o.CalcFoundRows || o.Priority != 0, "a modifier of SELECT")
	}
	if l.err != nil {
		return nil
	}
	outer := l.aliases
	l.aliases = nil
	defer func() { l.aliases = outer }()

	c := &ast.SelectClause{Loc: l.at(0), Distinct: n.Distinct, Targets: l.targets(n.Fields)}
	if n.From != nil {
		c.From = l.from(n.From.TableRefs)
	}
	c.Where = l.condition(n.Where)
	if n.GroupBy != nil {
		l.refuseIf(n.GroupBy.Rollup, "WITH ROLLUP")
		for _, item := range n.GroupBy.Items {
			c.GroupBy = append(c.GroupBy, ast.GroupItem{Loc: l.locate(item.Expr), Expr: l.output(item.Expr, n.Fields)})
		}
	}
	if n.Having != nil {
		l.aliases = aliasesOf(n.Fields)
		c.Having = l.condition(n.Having.Expr)
		l.aliases = nil
	}
	q := &ast.Query{Loc: l.at(0), Body: c}
	if n.OrderBy != nil {
		q.OrderBy = l.orderBy(n.OrderBy, n.Fields)
	}
	if n.Limit != nil {
		q.Limit, q.Offset = l.expr(n.Limit.Count), l.expr(n.Limit.Offset)
	}
	if l.err != nil {
		return nil
	}
	return q
}

// subquery lowers a SELECT in FROM.
func (l *lowering) subquery(n *my.SelectStmt) *ast.Query {
	outer := l.nested
	l.nested = true
	defer func() { l.nested = outer }()
	return l.query(n)
}

// targets lowers a select list. The label of an expression is its text.
func (l *lowering) targets(fields *my.FieldList) []ast.Target {
	var list []ast.Target
	for _, f := range fields.Fields {
		if w := f.WildCard; w != nil {
			ref := &ast.ColumnRef{Loc: l.at(f.Offset), Star: true}
			if w.Schema.O != "" {
				ref.Parts = append(ref.Parts, w.Schema.O)
			}
			if w.Table.O != "" {
				ref.Parts = append(ref.Parts, w.Table.O)
			}
			list = append(list, ast.Target{Loc: ref.Loc, Expr: ref})
			continue
		}
		t := ast.Target{Loc: l.locate(f.Expr), Expr: l.expr(f.Expr), Alias: f.AsName.O}
		if t.Alias == "" {
			t.Alias = label(f)
		}
		if l.nested {
			t.Alias = strings.ToLower(t.Alias)
		}
		list = append(list, t)
	}
	return list
}

// label is what a column without AS is called.
func label(f *my.SelectField) string {
	if c, ok := f.Expr.(*my.ColumnNameExpr); ok {
		return c.Name.Name.O
	}
	s := strings.TrimSpace(f.Text())
	if v, ok := f.Expr.(*value); ok {
		if text, ok := v.v.(string); ok {
			s = text
		}
	}
	if len(s) > labelMax {
		s = strings.ToValidUTF8(s[:labelMax], "")
	}
	return s
}

// aliasesOf is what names mean in HAVING, which sees the select list.
func aliasesOf(fields *my.FieldList) map[string]my.ExprNode {
	m := map[string]my.ExprNode{}
	for _, f := range fields.Fields {
		if f.AsName.L != "" && f.Expr != nil {
			m[f.AsName.L] = f.Expr
		}
	}
	return m
}

// orderBy lowers ORDER BY: NULL is less than all values.
func (l *lowering) orderBy(n *my.OrderByClause, fields *my.FieldList) []ast.SortItem {
	var items []ast.SortItem
	for _, b := range n.Items {
		item := ast.SortItem{Loc: l.locate(b.Expr), Expr: l.output(b.Expr, fields), Order: ast.SortAsc, Nulls: ast.NullsFirst}
		if b.Desc {
			item.Order, item.Nulls = ast.SortDesc, ast.NullsLast
		}
		items = append(items, item)
	}
	return items
}

// output lowers an item of GROUP BY or ORDER BY, which may be the alias of a column of
// the result in any case.
func (l *lowering) output(n my.ExprNode, fields *my.FieldList) ast.Expr {
	if c, ok := n.(*my.ColumnNameExpr); ok && c.Name.Table.O == "" && !l.nested {
		for _, f := range fields.Fields {
			if f.AsName.L == c.Name.Name.L {
				return &ast.ColumnRef{Loc: l.locate(n), Parts: []string{f.AsName.O}}
			}
		}
	}
	return l.expr(n)
}

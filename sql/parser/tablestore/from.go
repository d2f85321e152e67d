package tablestore

import (
	my "github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// from lowers FROM. A tree of joins is one item; TiDB's parser makes CROSS joins of commas.
func (l *lowering) from(n *my.Join) []ast.TableRef {
	if ref := l.tableRef(n); ref != nil {
		return []ast.TableRef{ref}
	}
	return nil
}

func (l *lowering) tableRef(n my.ResultSetNode) ast.TableRef {
	if !l.descend() {
		return nil
	}
	defer l.ascend()
	switch n := n.(type) {
	case *my.Join:
		return l.join(n)
	case *my.TableSource:
		return l.tableSource(n)
	}
	l.refuse(0, "this kind of FROM item")
	return nil
}

func (l *lowering) join(n *my.Join) ast.TableRef {
	left := l.tableRef(n.Left)
	if n.Right == nil {
		return left
	}
	l.refuseIf(n.NaturalJoin, "NATURAL JOIN")
	l.refuseIf(n.StraightJoin, "STRAIGHT_JOIN")
	j := &ast.Join{Loc: l.at(0), Left: left, Right: l.tableRef(n.Right)}
	switch n.Tp {
	case my.LeftJoin:
		j.Kind = ast.LeftJoin
	case my.RightJoin:
		j.Kind = ast.RightJoin
	}
	for _, c := range n.Using {
		j.Using = append(j.Using, column(c))
	}
	if n.On != nil {
		j.On = l.condition(n.On.Expr)
	}
	if j.Kind == ast.InnerJoin && j.Using == nil && j.On == nil {
		j.Kind = ast.CrossJoin
	}
	if l.err != nil {
		return nil
	}
	return j
}

func (l *lowering) tableSource(n *my.TableSource) ast.TableRef {
	l.refuseIf(n.Lateral, "LATERAL")
	var alias *ast.Alias
	if n.AsName.O != "" {
		alias = &ast.Alias{Loc: l.at(0), Name: n.AsName.O}
		for _, c := range n.ColumnNames {
			alias.Columns = append(alias.Columns, c.L)
		}
	}
	switch s := n.Source.(type) {
	case *my.TableName:
		return &ast.Table{Loc: l.at(0), Name: l.tableName(s), Alias: alias}
	case *my.SelectStmt:
		return &ast.SubqueryRef{Loc: l.at(0), Query: l.subquery(s), Alias: alias}
	case *my.Join:
		return l.join(s)
	case *my.SetOprStmt:
		l.refuse(0, "UNION, INTERSECT or EXCEPT")
		return nil
	}
	l.refuse(0, "this kind of FROM item")
	return nil
}

// onlyTable is the one table that a statement changes.
func (l *lowering) onlyTable(n *my.TableRefsClause) *ast.Table {
	refs := l.from(n.TableRefs)
	if len(refs) == 1 {
		if t, ok := refs[0].(*ast.Table); ok {
			return t
		}
	}
	l.refuse(0, "a change of more than one table")
	return nil
}

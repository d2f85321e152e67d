package tablestore

import (
	my "github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// insert lowers INSERT and REPLACE.
func (l *lowering) insert(n *my.InsertStmt) ast.Statement {
	l.refuseIf(n.Setlist, "INSERT … SET")
	l.refuseIf(n.Select != nil, "INSERT … SELECT")
	l.refuseIf(n.Priority != 0, "a modifier of INSERT")
	l.refuseIf(len(n.PartitionNames) > 0, "PARTITION")
	l.refuseIf(len(n.TableHints) > 0, "an optimizer hint")
	table := l.onlyTable(n.Table)
	if l.err != nil {
		return nil
	}
	s := &ast.Insert{Loc: l.at(0), Table: table}
	for _, c := range n.Columns {
		s.Columns = append(s.Columns, ast.InsertColumn{Loc: l.at(0), Name: column(c)})
	}
	values := &ast.ValuesClause{Loc: l.at(0)}
	for _, row := range n.Lists {
		values.Rows = append(values.Rows, l.list(row))
	}
	s.Source = &ast.Query{Loc: l.at(0), Body: values}
	switch {
	case n.IsReplace:
		s.OnConflict = &ast.OnConflict{Loc: l.at(0), PrimaryKey: true, Replace: true}
	case len(n.OnDuplicate) > 0:
		l.refuseIf(n.IgnoreErr, "INSERT IGNORE with ON DUPLICATE KEY UPDATE")
		l.target = table.Name.Object
		s.OnConflict = &ast.OnConflict{Loc: l.at(0), PrimaryKey: true, Update: true, Set: l.assignments(n.OnDuplicate)}
	case n.IgnoreErr:
		s.OnConflict = &ast.OnConflict{Loc: l.at(0)}
	}
	return s
}

// assignments lowers SET. PostgreSQL gives each of them the old row, MySQL the row as
// the ones before have left it, so that what they assigned must not be read.
func (l *lowering) assignments(list []*my.Assignment) []ast.SetClause {
	var set []ast.SetClause
	assigned := map[string]bool{}
	for _, a := range list {
		reader := &assignedReader{assigned: assigned}
		a.Expr.Accept(reader)
		if reader.found != nil {
			l.refuse(reader.found.OriginTextPosition(), "reading a column that the same SET has assigned")
			return nil
		}
		name := column(a.Column)
		at := l.locate(a.Expr)
		set = append(set, ast.SetClause{Loc: at, Targets: []ast.InsertColumn{{Loc: at, Name: name}}, Value: l.expr(a.Expr)})
		assigned[name] = true
	}
	return set
}

// assignedReader finds a column that an assignment to the left has changed.
type assignedReader struct {
	assigned map[string]bool
	found    *my.ColumnNameExpr
}

func (r *assignedReader) Enter(n my.Node) (my.Node, bool) {
	if _, ok := n.(*my.ValuesExpr); ok {
		return n, true // the proposed row is what it was
	}
	if c, ok := n.(*my.ColumnNameExpr); ok && r.found == nil && r.assigned[c.Name.Name.L] {
		r.found = c
	}
	return n, false
}

func (r *assignedReader) Leave(n my.Node) (my.Node, bool) { return n, true }

func (l *lowering) update(n *my.UpdateStmt) ast.Statement {
	l.refuseIf(n.MultipleTable, "a change of more than one table")
	l.refuseIf(n.With != nil, "WITH")
	l.refuseIf(n.Order != nil || n.Limit != nil, "UPDATE with ORDER BY or LIMIT")
	l.refuseIf(n.IgnoreErr || n.Priority != 0, "a modifier of UPDATE")
	l.refuseIf(len(n.TableHints) > 0, "an optimizer hint")
	table := l.onlyTable(n.TableRefs)
	if l.err != nil {
		return nil
	}
	return &ast.Update{Loc: l.at(0), Table: table, Set: l.assignments(n.List), Where: l.condition(n.Where)}
}

func (l *lowering) delete(n *my.DeleteStmt) ast.Statement {
	l.refuseIf(n.IsMultiTable, "a change of more than one table")
	l.refuseIf(n.With != nil, "WITH")
	l.refuseIf(n.Order != nil || n.Limit != nil, "DELETE with ORDER BY or LIMIT")
	l.refuseIf(n.IgnoreErr || n.Quick || n.Priority != 0, "a modifier of DELETE")
	l.refuseIf(len(n.TableHints) > 0, "an optimizer hint")
	table := l.onlyTable(n.TableRefs)
	if l.err != nil {
		return nil
	}
	return &ast.Delete{Loc: l.at(0), Table: table, Where: l.condition(n.Where)}
}

package planner

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// mergeStmt is a bound MERGE. Columns of row are its Shape.
type mergeStmt struct {
	table  *catalog.Table
	row    *tableRel
	source relation
	on     []expr.Expr
	whens  []mergeWhen
}

type mergeWhen struct {
	matched   bool
	cond      expr.Expr
	action    MergeAction
	set       []Assignment
	generated []Assignment
	checks    []Check
	values    []expr.Expr
	insert    *insertStmt
}

// merge binds MERGE.
func (b *binder) merge(parent *scope, stmt *ast.Merge) (*mergeStmt, error) {
	t, _, err := b.lookupTable(&stmt.Table.Name)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, pgerr.New(pgerr.WrongObjectType, "cannot execute MERGE on relation \"%s\"", stmt.Table.Name.Object).
			WithDetail("This operation is not supported for views.")
	}
	b.writes = true
	if err := b.mergePrivileges(t, stmt); err != nil {
		return nil, err
	}
	m := &mergeStmt{table: t}
	s := &scope{parent: parent, clause: inFrom}
	var it *nsItem
	m.row, it = b.targetRel(t, stmt.Table, s)
	b.addKeyColumns(m.row)
	rels, err := b.from(s, []ast.TableRef{stmt.Source})
	if err != nil {
		return nil, err
	}
	for _, other := range s.items {
		if other.name == it.name && (other.schema == "" || it.schema == "" || other.schema == it.schema) {
			return nil, pgerr.New(pgerr.DuplicateAlias, "name \"%s\" specified more than once", it.name).
				WithDetail("The name is used both as MERGE target table and data source.")
		}
	}
	m.source = rels[0]
	source := s.items
	s.items = append([]*nsItem{it}, source...)
	s.clause = inJoin
	cond, err := b.boolean(s, stmt.On, "JOIN/ON")
	if err != nil {
		return nil, err
	}
	m.on = expr.Conjuncts(cond)
	onlySource := &scope{parent: parent, items: append(invisible([]*nsItem{it}), source...)}
	closed := map[bool]bool{}
	for i := range stmt.Whens {
		w := &stmt.Whens[i]
		if closed[w.Matched] {
			return nil, pgerr.New(pgerr.SyntaxError, "unreachable WHEN clause specified after unconditional WHEN clause")
		}
		closed[w.Matched] = w.Cond == nil
		in := s
		if !w.Matched {
			in = onlySource
		}
		bound, err := b.mergeWhen(in, m, w)
		if err != nil {
			return nil, err
		}
		m.whens = append(m.whens, bound)
	}
	return m, nil
}

func (b *binder) mergePrivileges(t *catalog.Table, stmt *ast.Merge) error {
	need := []string{"SELECT"}
	for i := range stmt.Whens {
		if p := map[ast.MergeAction]string{ast.MergeInsert: "INSERT", ast.MergeUpdate: "UPDATE", ast.MergeDelete: "DELETE"}[stmt.Whens[i].Action]; p != "" {
			need = append(need, p)
		}
	}
	for _, p := range need {
		if err := b.allowed(t, p); err != nil {
			return err
		}
	}
	return nil
}

func (b *binder) mergeWhen(s *scope, m *mergeStmt, w *ast.MergeWhen) (out mergeWhen, err error) {
	out.matched = w.Matched
	if w.Cond != nil {
		s.clause, s.srf = inMergeWhen, srfUse{}
		if out.cond, err = b.boolean(s, w.Cond, "WHEN"); err != nil {
			return out, err
		}
	}
	switch w.Action {
	case ast.MergeUpdate:
		out.action = MergeUpdate
		err = b.mergeUpdate(s, m, w, &out)
	case ast.MergeDelete:
		out.action = MergeDelete
	case ast.MergeInsert:
		out.action = MergeInsert
		err = b.mergeInsert(s, m, w, &out)
	}
	return out, err
}

func (b *binder) mergeUpdate(s *scope, m *mergeStmt, w *ast.MergeWhen, out *mergeWhen) error {
	columns, err := b.assignments(s, m.row, w.Set, &out.set)
	if err != nil {
		return err
	}
	for i := range columns {
		m.row.writeFree(&columns[i], out.set[i].Value.Type().OID)
	}
	if out.generated, err = b.generatedColumns(m.row); err != nil {
		return err
	}
	written := func(column int) bool {
		for i := range columns {
			if columns[i].declared == column {
				return true
			}
		}
		return m.table.Columns[column].Generated != ""
	}
	if out.checks, err = b.tableChecks(m.row, written); err != nil {
		return err
	}
	if len(out.checks) > 0 {
		b.addRow(m.row)
	}
	return nil
}

// mergeInsert binds INSERT of a WHEN clause, as an INSERT of rows that are fed
// to it.
func (b *binder) mergeInsert(s *scope, m *mergeStmt, w *ast.MergeWhen, out *mergeWhen) error {
	n := &insertStmt{table: m.table, row: &tableRel{table: m.table, dep: m.row.dep, scope: s}, feed: []Column{}}
	out.insert = n
	var err error
	if n.targets, err = b.insertColumns(n.row, w.Columns); err != nil {
		return err
	}
	if w.Values == nil {
		n.targets = nil
		return b.finishInsert(n)
	}
	pos := 0
	if len(w.Values) > len(n.targets) {
		pos = b.pos(w.Values[len(n.targets)].Pos())
	}
	if err := b.matchWidth(n, len(w.Values), len(w.Columns) > 0, pos); err != nil {
		return err
	}
	s.clause, s.srf = inValues, srfUse{}
	for i, x := range w.Values {
		e, err := b.insertValue(s, m.table, &n.targets[i], x, w.Overriding)
		if err != nil {
			return err
		}
		out.values = append(out.values, e)
		n.feed = append(n.feed, Column{Name: n.targets[i].target.Name, T: e.Type()})
	}
	return b.finishInsert(n)
}

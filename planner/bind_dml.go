package planner

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// insertStmt is a bound INSERT. Columns of row are its Shape.
type insertStmt struct {
	table     *catalog.Table
	row       *tableRel
	excluded  *tableRel
	source    *query // nil: DEFAULT VALUES, or rows fed from outside
	feed      []Column
	targets   []writeColumn
	defaults  []Assignment
	generated []Assignment
	checks    []Check
	conflict  *Conflict
	returning []target
	coerce    []expr.Expr // what becomes of each source column, nil: nothing
}

// updateStmt is a bound UPDATE. Columns of row are its Shape.
type updateStmt struct {
	table     *catalog.Table
	row       *tableRel
	from      []relation
	where     []expr.Expr
	set       []Assignment
	generated []Assignment
	checks    []Check
	returning []target
}

// deleteStmt is a bound DELETE. Columns of row are its Shape.
type deleteStmt struct {
	table     *catalog.Table
	row       *tableRel
	from      []relation
	where     []expr.Expr
	returning []target
}

// dmlQuery binds an INSERT, UPDATE, DELETE or MERGE, the first three also as a WITH query.
func (b *binder) dmlQuery(parent *scope, stmt ast.Statement) (*query, error) {
	if err := b.enter(); err != nil {
		return nil, err
	}
	defer func() { b.depth-- }()
	q := &query{}
	s := parent
	var with *ast.With
	switch stmt := stmt.(type) {
	case *ast.Insert:
		with = stmt.With
	case *ast.Update:
		with = stmt.With
	case *ast.Delete:
		with = stmt.With
	case *ast.Merge:
		with = stmt.With
		if with != nil && with.Recursive {
			return nil, pgerr.New(pgerr.SyntaxError, "WITH RECURSIVE is not supported for MERGE statement")
		}
	}
	if with != nil {
		s = &scope{parent: parent}
		if err := b.with(s, with, q); err != nil {
			return nil, err
		}
	}
	d := &dml{}
	var err error
	var returning []target
	switch stmt := stmt.(type) {
	case *ast.Insert:
		if d.insert, err = b.insert(s, stmt); err == nil {
			returning = d.insert.returning
		}
	case *ast.Update:
		if d.update, err = b.update(s, stmt); err == nil {
			returning = d.update.returning
		}
	case *ast.Delete:
		if d.delete, err = b.delete(s, stmt); err == nil {
			returning = d.delete.returning
		}
	case *ast.Merge:
		d.merge, err = b.merge(s, stmt)
	}
	if err != nil {
		return nil, err
	}
	q.body = d
	if returning != nil {
		q.out = []outCol{}
	}
	for i := range returning {
		t := &returning[i]
		d.ids = append(d.ids, t.id)
		q.out = append(q.out, outCol{id: t.id, name: t.name, t: t.e.Type()})
	}
	return q, nil
}

// targetRel makes the relation that a statement writes, visible under its
// alias or name.
func (b *binder) targetRel(t *catalog.Table, ref *ast.Table, s *scope) (*tableRel, *nsItem) {
	rel := &tableRel{table: t, dep: b.dependOn(t), scope: s}
	it := &nsItem{name: t.Name, schema: t.Schema, at: ref.At, cols: tableSource{rel}, rel: rel, colsVisible: true, relVisible: true}
	if ref.Alias != nil && ref.Alias.Name != "" {
		it.name, it.schema = ref.Alias.Name, ""
	}
	return rel, it
}

// returning binds RETURNING over the items given; nil if there is none.
func (b *binder) returning(parent *scope, items []*nsItem, list []ast.Target) ([]target, error) {
	if len(list) == 0 {
		return nil, nil
	}
	bl := &block{setID: -1}
	s := &scope{parent: parent, items: items}
	s.clause = inReturning
	if err := b.targetsIn(s, bl, list, nil, false); err != nil {
		return nil, err
	}
	return bl.targets, nil
}

// storedExpr binds a DEFAULT, CHECK or GENERATED expression of a descriptor.
// Its errors have no place in the statement.
func (b *binder) storedExpr(text string, s *scope) (expr.Expr, error) {
	e, err := b.env.ParseExpr(text)
	if err != nil {
		return nil, err
	}
	inner := newBinder(b.env, nil)
	inner.cols, inner.deps, inner.depth, inner.noColumns = b.cols, b.deps, b.depth, b.noColumns
	inner.chars = charCounter{counted: true, ascii: true}
	out, err := inner.expr(s, e)
	b.cols, b.deps = inner.cols, inner.deps
	b.uncached = b.uncached || inner.uncached
	if err == nil && len(inner.params) > 0 {
		err = pgerr.New(pgerr.UndefinedParameter, "there is no parameter $1")
	}
	return out, err
}

// defaultValue is a declared column's default, converted to its type; nil if
// it has none.
func (b *binder) defaultValue(t *catalog.Table, column int) (expr.Expr, error) {
	c := &t.Columns[column]
	if c.Default == "" {
		return nil, nil
	}
	e, err := b.storedExpr(c.Default, &scope{clause: inDefault})
	if err != nil {
		return nil, err
	}
	w := declaredTarget(t, column, ast.NoPos)
	return b.assign(&w, e, 0)
}

// defaultOrNull is what DEFAULT means for a column.
func (b *binder) defaultOrNull(t *catalog.Table, w *writeColumn) (expr.Expr, error) {
	if w.declared < 0 {
		return &expr.Const{T: textT}, nil
	}
	e, err := b.defaultValue(t, w.declared)
	if e == nil && err == nil {
		e = &expr.Const{T: w.target.T}
	}
	return e, err
}

// generatedColumns binds the GENERATED ALWAYS AS expressions over row.
func (b *binder) generatedColumns(row *tableRel) ([]Assignment, error) {
	var out []Assignment
	for i := range row.table.Columns {
		c := &row.table.Columns[i]
		if c.Dropped || c.Generated == "" {
			continue
		}
		s := &scope{clause: inGenerated, items: []*nsItem{{name: row.table.Name, cols: tableSource{row}, rel: row, colsVisible: true, relVisible: true}}}
		e, err := b.storedExpr(c.Generated, s)
		if err != nil {
			return nil, err
		}
		w := declaredTarget(row.table, i, ast.NoPos)
		if e, err = b.assign(&w, e, 0); err != nil {
			return nil, err
		}
		row.addDeclared(b, i)
		out = append(out, Assignment{Target: w.target, Value: e})
	}
	return out, nil
}

// tableChecks binds NOT NULL and CHECK over row. only, if not nil, says which
// declared columns are written: NOT NULL of others holds already.
func (b *binder) tableChecks(row *tableRel, only func(column int) bool) ([]Check, error) {
	var out []Check
	for i := range row.table.Columns {
		c := &row.table.Columns[i]
		if c.Dropped || !c.NotNull && keyPosition(row.table, i) < 0 || only != nil && !only(i) {
			continue
		}
		out = append(out, Check{NotNull: true, Column: c.Name, Index: row.addDeclared(b, i)})
	}
	domains, err := b.domainChecks(row, only)
	if err != nil {
		return nil, err
	}
	out = append(domains, out...)
	for i := range row.table.Checks {
		c := &row.table.Checks[i]
		s := &scope{clause: inCheck, items: []*nsItem{{name: row.table.Name, cols: tableSource{row}, rel: row, colsVisible: true, relVisible: true}}}
		e, err := b.storedExpr(c.Expr, s)
		if err != nil {
			return nil, err
		}
		if e, err = b.asBoolean(e, "CHECK", 0); err != nil {
			return nil, err
		}
		out = append(out, Check{Name: c.Name, Cond: e})
	}
	return out, nil
}

// addKeyColumns makes the key part of the Shape: a write finds its row by it.
func (b *binder) addKeyColumns(row *tableRel) {
	for _, c := range row.table.PrimaryKey {
		row.addDeclared(b, c)
	}
	if len(row.table.PrimaryKey) == 0 && row.find("") < 0 {
		row.add(b, ScanColumn{Kind: ScanKey, T: int8T}, 0)
	}
}

// addRow makes all declared columns part of the Shape: the row as errors on
// constraints show it.
func (b *binder) addRow(row *tableRel) {
	for i := range row.table.Columns {
		if !row.table.Columns[i].Dropped {
			row.addDeclared(b, i)
		}
	}
	b.addKeyColumns(row)
}

// update binds UPDATE.
func (b *binder) update(parent *scope, stmt *ast.Update) (*updateStmt, error) {
	t, err := b.lookupTarget(stmt.Table, "UPDATE")
	if err != nil {
		return nil, err
	}
	u := &updateStmt{table: t}
	s := &scope{parent: parent, clause: inFrom}
	var it *nsItem
	u.row, it = b.targetRel(t, stmt.Table, s)
	u.row.lock = &RowLock{Strength: LockNoKeyUpdate}
	b.addKeyColumns(u.row)
	if u.from, err = b.fromBeside(s, it, stmt.From); err != nil {
		return nil, err
	}
	if u.where, err = b.whereOf(s, stmt.Where); err != nil {
		return nil, err
	}
	columns, err := b.assignments(s, u.row, stmt.Set, &u.set)
	if err != nil {
		return nil, err
	}
	if len(u.where) > 0 || len(u.row.cols) > max(1, len(t.PrimaryKey)) || len(stmt.Returning) > 0 {
		if err := b.allowed(t, "SELECT"); err != nil {
			return nil, err
		}
	}
	for i := range columns {
		if columns[i].target.Kind == ScanKey {
			u.row.lock = &RowLock{Strength: LockUpdate}
		}
		u.row.writeFree(&columns[i], u.set[i].Value.Type().OID)
	}
	if u.generated, err = b.generatedColumns(u.row); err != nil {
		return nil, err
	}
	written := func(column int) bool {
		for i := range columns {
			if columns[i].declared == column {
				return true
			}
		}
		return t.Columns[column].Generated != ""
	}
	if u.checks, err = b.tableChecks(u.row, written); err != nil {
		return nil, err
	}
	if len(u.checks) > 0 {
		b.addRow(u.row)
	}
	u.returning, err = b.returning(parent, s.items, stmt.Returning)
	return u, err
}

// fromBeside binds UPDATE's FROM or DELETE's USING beside the target.
func (b *binder) fromBeside(s *scope, it *nsItem, list []ast.TableRef) ([]relation, error) {
	rels, err := b.from(s, list)
	if err != nil {
		return nil, err
	}
	if err := b.checkNames(s.items, []*nsItem{it}); err != nil {
		return nil, err
	}
	s.items = append([]*nsItem{it}, s.items...)
	return rels, nil
}

func (b *binder) whereOf(s *scope, where ast.Expr) ([]expr.Expr, error) {
	if where == nil {
		return nil, nil
	}
	s.clause, s.srf = inWhere, srfUse{}
	cond, err := b.boolean(s, where, "WHERE")
	if err != nil {
		return nil, err
	}
	return expr.Conjuncts(cond), nil
}

// assignments binds SET clauses into out, one for each column returned.
func (b *binder) assignments(s *scope, row *tableRel, set []ast.SetClause, out *[]Assignment) ([]writeColumn, error) {
	s.clause, s.srf = inUpdate, srfUse{}
	var columns, all []writeColumn
	for i := range set {
		c := &set[i]
		var targets []writeColumn
		for k := range c.Targets {
			w, err := b.writeColumn(row.table, row.dep, &c.Targets[k])
			if err != nil {
				return nil, err
			}
			if err := b.bindPart(s, row, &w, wholeSoFar(columns, *out, w.target.Name)); err != nil {
				return nil, err
			}
			targets = append(targets, w)
		}
		values, err := b.setValues(s, row.table, c, targets)
		if err != nil {
			return nil, err
		}
		all = append(all, targets...)
		for k := range targets {
			if at := partAt(columns, targets[k].target.Name); at >= 0 && targets[k].parts != nil {
				(*out)[at].Value = values[k]
				continue
			}
			fresh, err := b.assignInto(s, row, &targets[k], values[k], out, columns)
			if err != nil {
				return nil, err
			}
			if fresh {
				columns = append(columns, targets[k])
			}
		}
	}
	return columns, b.checkTwice(all, func(w *writeColumn) error {
		return pgerr.New(pgerr.SyntaxError, "multiple assignments to same column \"%s\"", w.target.Name)
	})
}

// setValues binds the value of one SET clause, for each of its targets.
func (b *binder) setValues(s *scope, t *catalog.Table, c *ast.SetClause, targets []writeColumn) ([]expr.Expr, error) {
	if !c.Multi {
		e, err := b.setValue(s, t, &targets[0], c.Value)
		return []expr.Expr{e}, err
	}
	out := make([]expr.Expr, len(targets))
	wrong := func(n int) error {
		if n == len(targets) {
			return nil
		}
		return pgerr.New(pgerr.SyntaxError, "number of columns does not match number of values").At(b.pos(c.Value.Pos()))
	}
	switch v := c.Value.(type) {
	case *ast.Row:
		if err := wrong(len(v.Elems)); err != nil {
			return nil, err
		}
		for i := range out {
			var err error
			if out[i], err = b.setValue(s, t, &targets[i], v.Elems[i]); err != nil {
				return nil, err
			}
		}
		return out, nil
	case *ast.Subquery:
		q, err := b.query(s, v.Query, wantedTypes(targets))
		if err != nil {
			return nil, err
		}
		if err := wrong(len(q.out)); err != nil {
			return nil, err
		}
		sub := &expr.Subquery{Kind: expr.SubqueryRow, Plan: q, T: types.Of(types.Record), Pos: b.pos(v.At)}
		for i := range out {
			f := &expr.Field{Arg: sub, Index: i, Name: q.out[i].name, T: q.out[i].t}
			if err := b.writable(t, &targets[i]); err != nil {
				return nil, err
			}
			if out[i], err = b.assign(&targets[i], f, b.pos(v.At)); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	if len(targets) == 1 {
		e, err := b.setValue(s, t, &targets[0], c.Value)
		return []expr.Expr{e}, err
	}
	return nil, pgerr.New(pgerr.FeatureNotSupported, "source for a multiple-column UPDATE item must be a sub-SELECT or ROW() expression").At(b.pos(c.Value.Pos()))
}

func (b *binder) setValue(s *scope, t *catalog.Table, w *writeColumn, v ast.Expr) (expr.Expr, error) {
	if _, ok := v.(*ast.Default); ok {
		if len(w.steps) > 0 || w.parts != nil {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot set an array element to DEFAULT").At(b.pos(w.at))
		}
		if w.declared >= 0 && t.Columns[w.declared].Generated != "" {
			return &expr.Const{T: w.target.T}, nil
		}
		return b.defaultOrNull(t, w)
	}
	if err := b.writable(t, w); err != nil {
		return nil, err
	}
	e, err := b.expr(s, v)
	if err != nil {
		return nil, err
	}
	return b.assign(w, e, b.startPos(v))
}

// writable refuses a value for a column that is always generated, in UPDATE.
func (b *binder) writable(t *catalog.Table, w *writeColumn) error {
	if w.declared < 0 {
		return nil
	}
	c := &t.Columns[w.declared]
	switch {
	case c.Generated != "":
		return pgerr.New(pgerr.GeneratedAlways, "column \"%s\" can only be updated to DEFAULT", c.Name).
			WithDetail("Column \"%s\" is a generated column.", c.Name)
	case c.Identity == "a":
		return pgerr.New(pgerr.GeneratedAlways, "column \"%s\" can only be updated to DEFAULT", c.Name).
			WithDetail("Column \"%s\" is an identity column defined as GENERATED ALWAYS.", c.Name)
	}
	return nil
}

// delete binds DELETE.
func (b *binder) delete(parent *scope, stmt *ast.Delete) (*deleteStmt, error) {
	t, err := b.lookupTarget(stmt.Table, "DELETE")
	if err != nil {
		return nil, err
	}
	d := &deleteStmt{table: t}
	s := &scope{parent: parent, clause: inFrom}
	var it *nsItem
	d.row, it = b.targetRel(t, stmt.Table, s)
	d.row.lock = &RowLock{Strength: LockUpdate}
	b.addKeyColumns(d.row)
	if d.from, err = b.fromBeside(s, it, stmt.Using); err != nil {
		return nil, err
	}
	if d.where, err = b.whereOf(s, stmt.Where); err != nil {
		return nil, err
	}
	if len(d.where) > 0 || len(stmt.Returning) > 0 {
		if err := b.allowed(t, "SELECT"); err != nil {
			return nil, err
		}
	}
	d.returning, err = b.returning(parent, s.items, stmt.Returning)
	return d, err
}

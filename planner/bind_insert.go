package planner

import (
	"slices"
	"strconv"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// insert binds INSERT.
func (b *binder) insert(parent *scope, stmt *ast.Insert) (*insertStmt, error) {
	t, err := b.lookupTarget(stmt.Table, "INSERT")
	if err != nil {
		return nil, err
	}
	s := &scope{parent: parent}
	n := &insertStmt{table: t}
	var it *nsItem
	n.row, it = b.targetRel(t, stmt.Table, s)
	if n.targets, err = b.insertColumns(n.row, stmt.Columns); err != nil {
		return nil, err
	}
	if err := b.insertSource(parent, n, stmt); err != nil {
		return nil, err
	}
	if err := b.finishInsert(n); err != nil {
		return nil, err
	}
	if stmt.OnConflict != nil {
		if err := b.onConflict(parent, n, it, stmt.OnConflict); err != nil {
			return nil, err
		}
	}
	if len(stmt.Returning) > 0 {
		if err := b.allowed(t, "SELECT"); err != nil {
			return nil, err
		}
	}
	n.returning, err = b.returning(parent, []*nsItem{it}, stmt.Returning)
	return n, err
}

// insertColumns resolves the column list. Without one it is the declared
// columns.
func (b *binder) insertColumns(row *tableRel, list []ast.InsertColumn) ([]writeColumn, error) {
	var out []writeColumn
	t := row.table
	if len(list) == 0 {
		for i := range t.Columns {
			if !t.Columns[i].Dropped {
				out = append(out, declaredTarget(t, i, ast.NoPos))
			}
		}
		return out, nil
	}
	for i := range list {
		w, err := b.writeColumn(t, row.dep, &list[i])
		if err != nil {
			return nil, err
		}
		if err := b.bindPart(&scope{clause: inValues}, nil, &w, nil); err != nil {
			return nil, err
		}
		out = append(out, w)
	}
	return out, b.checkTwice(out, func(w *writeColumn) error {
		return pgerr.New(pgerr.DuplicateColumn, "column \"%s\" specified more than once", w.target.Name).At(b.pos(w.at))
	})
}

// insertSource binds the rows to insert and converts them for the targets.
func (b *binder) insertSource(parent *scope, n *insertStmt, stmt *ast.Insert) error {
	src := stmt.Source
	explicit := len(stmt.Columns) > 0
	if src == nil {
		n.targets = nil
		return nil
	}
	if v, ok := src.Body.(*ast.ValuesClause); ok && src.With == nil && len(src.OrderBy) == 0 && src.Limit == nil && src.Offset == nil {
		return b.insertValues(parent, n, v, explicit, stmt.Overriding)
	}
	for i := range n.targets {
		w := &n.targets[i]
		if again := slices.ContainsFunc(n.targets[:i], func(o writeColumn) bool { return o.target.Name == w.target.Name }); len(w.steps) > 0 || again {
			return pgerr.Unsupported("INSERT of array elements from a query").WithHint("Select the whole array.").At(b.pos(w.at))
		}
	}
	q, err := b.query(parent, src, textWhereSorted(src, wantedTypes(n.targets)))
	if err != nil {
		return err
	}
	if err := b.matchWidth(n, len(q.out), explicit, b.pos(bodyPos(src.Body))); err != nil {
		return err
	}
	for i := range n.targets {
		if err := b.insertable(n.table, &n.targets[i], stmt.Overriding); err != nil {
			return err
		}
	}
	bl, plain := q.body.(*block)
	plain = plain && q.plain()
	pos := b.pos(bodyPos(src.Body))
	n.coerce = make([]expr.Expr, len(q.out))
	at := 0
	for i := range q.out {
		if plain {
			for bl.targets[at].hidden {
				at++
			}
			t := &bl.targets[at]
			at++
			if overridden(n.table, &n.targets[i], stmt.Overriding) {
				t.e, err = b.defaultOrNull(n.table, &n.targets[i])
			} else {
				t.e, err = b.assign(&n.targets[i], t.e, b.pos(t.at))
			}
			if err != nil {
				return err
			}
			q.out[i].t, b.cols[t.id].t = t.e.Type(), t.e.Type()
			continue
		}
		if overridden(n.table, &n.targets[i], stmt.Overriding) {
			n.coerce[i], err = b.defaultOrNull(n.table, &n.targets[i])
		} else {
			n.coerce[i], err = b.assign(&n.targets[i], q.column(i), pos)
		}
		if err != nil {
			return err
		}
	}
	n.source = q
	return nil
}

// matchWidth cuts the targets to the values given, where that is allowed.
func (b *binder) matchWidth(n *insertStmt, width int, explicit bool, pos int) error {
	switch {
	case width > len(n.targets):
		return pgerr.New(pgerr.SyntaxError, "INSERT has more expressions than target columns").
			WithHint("Free attributes have to be named: INSERT INTO %s (…, attribute, …).", expr.Ident(n.table.Name)).At(pos)
	case width < len(n.targets) && explicit:
		return pgerr.New(pgerr.SyntaxError, "INSERT has more target columns than expressions").At(b.pos(n.targets[width].at))
	}
	n.targets = n.targets[:width]
	return nil
}

func (b *binder) insertValues(parent *scope, n *insertStmt, v *ast.ValuesClause, explicit bool, over ast.Overriding) error {
	s := &scope{parent: parent, clause: inValues}
	width := len(v.Rows[0])
	body := &valuesBody{rows: make([][]expr.Expr, len(v.Rows))}
	pos := 0
	if width > len(n.targets) {
		pos = b.pos(v.Rows[0][len(n.targets)].Pos())
	}
	for _, row := range v.Rows {
		if len(row) != width {
			return pgerr.New(pgerr.SyntaxError, "VALUES lists must all be the same length").At(b.pos(row[0].Pos()))
		}
	}
	if err := b.matchWidth(n, width, explicit, pos); err != nil {
		return err
	}
	cells := make([]expr.Expr, width*len(v.Rows))
	for r, row := range v.Rows {
		body.rows[r] = cells[r*width : (r+1)*width : (r+1)*width]
		for i, x := range row {
			e, err := b.insertValue(s, n.table, &n.targets[i], x, over)
			if err != nil {
				return err
			}
			body.rows[r][i] = e
		}
	}
	if err := b.gatherElements(s, n, body.rows); err != nil {
		return err
	}
	q := &query{body: body}
	for i := range n.targets {
		w := &n.targets[i]
		t := w.target.T
		if t.OID == 0 {
			t = rowsType(body.rows, i)
		}
		id := b.newColumn(colInfo{name: w.target.Name, t: t})
		body.ids = append(body.ids, id)
		q.out = append(q.out, outCol{id: id, name: w.target.Name, t: t})
	}
	n.source = q
	return nil
}

// rowsType is the type of a free attribute's column of VALUES: that of its
// cells, or Variant when they differ.
func rowsType(rows [][]expr.Expr, i int) (t types.T) {
	for r := range rows {
		e := rows[r][i]
		if k, ok := e.(*expr.Const); ok && k.V.IsNull() {
			continue
		}
		next := e.Type()
		if t.OID != 0 && canonical(t.OID) != canonical(next.OID) {
			return types.Of(types.Variant)
		}
		if t.OID == 0 {
			t = next
		} else if t != next {
			t = types.Of(canonical(next.OID))
		}
	}
	if t.OID == 0 {
		t = textT
	}
	return t
}

func (b *binder) insertValue(s *scope, t *catalog.Table, w *writeColumn, x ast.Expr, over ast.Overriding) (expr.Expr, error) {
	if _, ok := x.(*ast.Default); ok || overridden(t, w, over) {
		if len(w.steps) > 0 {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot set an array element to DEFAULT").At(b.pos(w.at))
		}
		return b.defaultOrNull(t, w)
	}
	if err := b.insertable(t, w, over); err != nil {
		return nil, err
	}
	e, err := b.expr(s, x)
	if err != nil {
		return nil, err
	}
	return b.assign(w, e, b.startPos(x))
}

// overridden reports whether OVERRIDING USER VALUE puts an identity column's own value in
// place of the one given.
func overridden(t *catalog.Table, w *writeColumn, over ast.Overriding) bool {
	return over == ast.OverridingUser && w.declared >= 0 && t.Columns[w.declared].Identity != ""
}

// insertable refuses a value for a column that is always generated (428C9).
func (b *binder) insertable(t *catalog.Table, w *writeColumn, over ast.Overriding) error {
	if w.declared < 0 {
		return nil
	}
	c := &t.Columns[w.declared]
	switch {
	case c.Generated != "":
		return pgerr.New(pgerr.GeneratedAlways, "cannot insert a non-DEFAULT value into column \"%s\"", c.Name).
			WithDetail("Column \"%s\" is a generated column.", c.Name)
	case c.Identity == "a" && over == ast.OverridingNone:
		return pgerr.New(pgerr.GeneratedAlways, "cannot insert a non-DEFAULT value into column \"%s\"", c.Name).
			WithDetail("Column \"%s\" is an identity column defined as GENERATED ALWAYS.", c.Name).
			WithHint("Use OVERRIDING SYSTEM VALUE to override.")
	}
	return nil
}

// finishInsert binds what the descriptor adds: defaults of columns without a
// target, generated columns, constraints.
func (b *binder) finishInsert(n *insertStmt) error {
	given := make([]bool, len(n.table.Columns))
	for i := range n.targets {
		w := &n.targets[i]
		if w.declared >= 0 {
			given[w.declared] = true
		}
		n.row.writeFree(w, n.sourceType(i))
	}
	var err error
	for i := range n.table.Columns {
		c := &n.table.Columns[i]
		if c.Dropped || given[i] || c.Default == "" || c.Generated != "" {
			continue
		}
		e, err := b.defaultValue(n.table, i)
		if err != nil {
			return err
		}
		n.defaults = append(n.defaults, Assignment{Target: declaredTarget(n.table, i, ast.NoPos).target, Value: e})
	}
	b.addRow(n.row)
	if n.generated, err = b.generatedColumns(n.row); err != nil {
		return err
	}
	n.checks, err = b.tableChecks(n.row, nil)
	return err
}

func (n *insertStmt) sourceType(i int) types.OID {
	switch {
	case n.coerce != nil && n.coerce[i] != nil:
		return n.coerce[i].Type().OID
	case n.source != nil:
		return n.source.out[i].t.OID
	case n.feed != nil:
		return n.feed[i].T.OID
	}
	return textT.OID
}

// onConflict binds ON CONFLICT: the primary key is the only arbiter.
func (b *binder) onConflict(parent *scope, n *insertStmt, it *nsItem, oc *ast.OnConflict) error {
	t := n.table
	n.conflict = &Conflict{DoNothing: !oc.Update && !oc.Replace, Replace: oc.Replace, Lock: LockNoKeyUpdate}
	if err := b.arbiter(t, oc); err != nil {
		return err
	}
	if oc.Replace {
		n.conflict.Lock = LockUpdate
		return b.allowed(t, "DELETE")
	}
	if !oc.Update {
		return nil
	}
	if err := b.allowed(t, "UPDATE"); err != nil {
		return err
	}
	if err := b.allowed(t, "SELECT"); err != nil {
		return err
	}
	s := &scope{parent: parent, clause: inUpdate}
	n.excluded = &tableRel{table: t, dep: n.row.dep, scope: s, written: n.row.written}
	proposed := &nsItem{name: "excluded", at: oc.At, cols: tableSource{n.excluded}, rel: n.excluded, colsVisible: true, relVisible: true}
	s.items = []*nsItem{it, proposed}
	columns, err := b.assignments(s, n.row, oc.Set, &n.conflict.Set)
	if err != nil {
		return err
	}
	for i := range columns {
		if columns[i].target.Kind == ScanKey {
			n.conflict.Lock = LockUpdate
		}
		n.row.writeFree(&columns[i], n.conflict.Set[i].Value.Type().OID)
	}
	where, err := b.whereOf(s, oc.Where)
	n.conflict.Where = expr.AndOf(where)
	return err
}

func (b *binder) arbiter(t *catalog.Table, oc *ast.OnConflict) error {
	if oc.PrimaryKey {
		return nil
	}
	if oc.Constraint != "" {
		if oc.Constraint != t.PKName || len(t.PrimaryKey) == 0 {
			return pgerr.New(pgerr.UndefinedObject, "constraint \"%s\" for table \"%s\" does not exist", oc.Constraint, t.Name)
		}
		return nil
	}
	if len(oc.Target) == 0 {
		if oc.Update {
			return pgerr.New(pgerr.SyntaxError, "ON CONFLICT DO UPDATE requires inference specification or constraint name").
				WithHint("For example, ON CONFLICT (column_name).").At(b.pos(oc.At))
		}
		return nil
	}
	named := map[int]bool{}
	for i := range oc.Target {
		ref, ok := oc.Target[i].Expr.(*ast.ColumnRef)
		if !ok || len(ref.Parts) != 1 {
			return b.noArbiter(oc)
		}
		c := declaredColumn(t, ref.Parts[0])
		if c < 0 {
			_, free, err := b.env.Catalog.Attribute(t, ref.Parts[0])
			if err != nil {
				return err
			}
			if !free {
				return pgerr.New(pgerr.UndefinedColumn, "column \"%s\" does not exist", ref.Parts[0]).At(b.pos(ref.At))
			}
			return b.noArbiter(oc)
		}
		named[c] = true
	}
	if len(named) != len(t.PrimaryKey) {
		return b.noArbiter(oc)
	}
	for _, c := range t.PrimaryKey {
		if !named[c] {
			return b.noArbiter(oc)
		}
	}
	return nil
}

func (b *binder) noArbiter(oc *ast.OnConflict) error {
	return pgerr.New(pgerr.InvalidColumnReference, "there is no unique or exclusion constraint matching the ON CONFLICT specification").
		WithHint("The primary key is the only unique constraint there is.")
}

// textWhereSorted takes the types back from columns that the query sorts or groups
// by or makes distinct: an untyped literal is text before it is any of that.
func textWhereSorted(src *ast.Query, want wanted) wanted {
	sel, ok := src.Body.(*ast.SelectClause)
	if !ok {
		return want
	}
	if sel.Distinct {
		return nil
	}
	keys := slices.Clone(sel.DistinctOn)
	for _, item := range src.OrderBy {
		keys = append(keys, item.Expr)
	}
	for _, k := range keys {
		switch k := k.(type) {
		case *ast.Const:
			if n, err := strconv.Atoi(k.Text); k.Kind == ast.Integer && err == nil && n > 0 && n <= len(want) {
				want[n-1] = types.T{}
			}
		case *ast.ColumnRef:
			for i, t := range sel.Targets {
				if i < len(want) && len(k.Parts) == 1 && t.Alias == k.Parts[0] {
					want[i] = types.T{}
				}
			}
		}
	}
	return want
}

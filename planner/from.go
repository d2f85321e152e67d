package planner

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// from binds a FROM list into s: its items become visible when all are bound;
// before that only LATERAL items see those to their left.
func (b *binder) from(s *scope, list []ast.TableRef) ([]relation, error) {
	var rels []relation
	var items []*nsItem
	for _, ref := range list {
		rel, more, err := b.fromItem(s, items, ref)
		if err != nil {
			return nil, err
		}
		if err := b.checkNames(items, more); err != nil {
			return nil, err
		}
		rels = append(rels, rel)
		items = append(items, more...)
	}
	s.items = append(s.items, items...)
	return rels, nil
}

// checkNames refuses two items of one name (42712). The same name of different
// schemas is fine without aliases, as in PostgreSQL.
func (b *binder) checkNames(have, more []*nsItem) error {
	for _, m := range more {
		if m.name == "" || !m.relVisible {
			continue
		}
		for _, h := range have {
			if h.relVisible && h.name == m.name && (h.schema == m.schema || h.schema == "" || m.schema == "") {
				return pgerr.New(pgerr.DuplicateAlias, "table name \"%s\" specified more than once", m.name)
			}
		}
	}
	return nil
}

func (b *binder) fromItem(s *scope, left []*nsItem, ref ast.TableRef) (relation, []*nsItem, error) {
	if err := b.enter(); err != nil {
		return nil, nil, err
	}
	defer func() { b.depth-- }()
	switch ref := ref.(type) {
	case *ast.Table:
		return b.fromTable(s, ref)
	case *ast.SubqueryRef:
		return b.fromSubquery(s, left, ref)
	case *ast.FuncRef:
		return b.fromFunction(s, left, ref)
	case *ast.Join:
		return b.fromJoin(s, left, ref)
	}
	return nil, nil, pgerr.Unsupported("this item of FROM").At(b.pos(ref.Pos()))
}

// lateralScope is s with items already visible, for what may refer to them.
func lateralScope(s *scope, items []*nsItem) *scope {
	return &scope{parent: s, items: items, block: s.block}
}

func (b *binder) fromTable(s *scope, ref *ast.Table) (relation, []*nsItem, error) {
	notSampled := func() error {
		if ref.Sample == nil {
			return nil
		}
		return pgerr.New(pgerr.FeatureNotSupported, "TABLESAMPLE clause can only be applied to tables and materialized views").At(b.pos(ref.At))
	}
	if ref.Name.Schema == "" {
		if c := findCTE(s, ref.Name.Object); c != nil {
			if err := notSampled(); err != nil {
				return nil, nil, err
			}
			return b.fromCTE(ref, c, s)
		}
	}
	t, v, err := b.lookupTable(&ref.Name)
	if err != nil {
		return nil, nil, err
	}
	it := &nsItem{name: ref.Name.Object, at: ref.At, colsVisible: true, relVisible: true}
	if v != nil {
		if err := notSampled(); err != nil {
			return nil, nil, err
		}
		rel := &viewRel{view: v}
		var list listSource
		for i, c := range v.Columns {
			id := b.newColumn(colInfo{name: c.Name, t: c.T, tableOID: v.ID, attNum: int16(i + 1), level: s})
			rel.ids = append(rel.ids, id)
			rel.out = append(rel.out, Column{Name: c.Name, T: c.T, TableOID: v.ID, AttNum: int16(i + 1)})
			list = append(list, namedExpr{c.Name, &expr.Column{Index: id, Name: c.Name, T: c.T}})
		}
		it.rel, it.cols, it.schema = rel, viewSource{list, v}, v.Schema
	} else {
		if err := b.allowed(t, "SELECT"); err != nil {
			return nil, nil, err
		}
		rel := &tableRel{table: t, dep: b.dependOn(t), scope: s}
		if ref.Sample != nil {
			if err := b.tableSample(s, rel, ref.Sample); err != nil {
				return nil, nil, err
			}
		}
		it.rel, it.cols, it.schema = rel, tableSource{rel}, t.Schema
	}
	if err := b.applyAlias(it, ref.Alias); err != nil {
		return nil, nil, err
	}
	return it.rel, []*nsItem{it}, nil
}

// viewSource is a system view's columns, with tableoid beside them.
type viewSource struct {
	listSource
	view *catalog.View
}

func (v viewSource) lookup(b *binder, name string) ([]expr.Expr, error) {
	out, err := v.listSource.lookup(b, name)
	if len(out) == 0 && name == tableOIDName {
		t := types.Of(types.Oid)
		return []expr.Expr{&expr.Const{V: types.NewOid(v.view.ID), T: t}}, err
	}
	return out, err
}

// lookupTable finds a table or a system view along the search path.
func (b *binder) lookupTable(n *ast.Name) (*catalog.Table, *catalog.View, error) {
	if n.Database != "" && n.Database != b.env.Database {
		return nil, nil, pgerr.New(pgerr.FeatureNotSupported, "cross-database references are not implemented: \"%s\"", n.String()).At(b.pos(n.At))
	}
	t, v, err := b.relationNamed(n.Schema, n.Object)
	if err != nil {
		return nil, nil, err
	}
	if id := relationID(t, v); id != 0 {
		b.deps.Names = append(b.deps.Names, NameDep{Schema: n.Schema, Name: n.Object, ID: id})
		return t, v, nil
	}
	name := n.Object
	if n.Schema != "" {
		name = n.Schema + "." + name
	}
	return nil, nil, pgerr.New(pgerr.UndefinedTable, "relation \"%s\" does not exist", name).At(b.pos(n.At))
}

// relationNamed finds a table or a system view in a schema, or along the search
// path if that is empty; both are nil if there is none.
func (b *binder) relationNamed(schema, name string) (*catalog.Table, *catalog.View, error) {
	if schema != "" {
		return b.tableIn(schema, name)
	}
	for _, s := range b.env.SearchPath {
		t, v, err := b.tableIn(s, name)
		if t != nil || v != nil || err != nil {
			return t, v, err
		}
	}
	return nil, nil, nil
}

func (b *binder) tableIn(schema, name string) (*catalog.Table, *catalog.View, error) {
	if v := b.env.Catalog.View(schema, name); v != nil {
		return nil, v, nil
	}
	t, err := b.env.Catalog.Table(schema, name)
	return t, nil, err
}

// allowed checks a privilege of the current role (42501).
func (b *binder) allowed(t *catalog.Table, privilege string) error {
	ok, err := b.env.Catalog.Allowed(t, privilege)
	for i, d := range b.deps.Names {
		if d.ID == t.ID {
			b.deps.Privileges = append(b.deps.Privileges, PrivilegeDep{Table: i, Privilege: privilege})
			break
		}
	}
	if err == nil && !ok {
		err = pgerr.New(pgerr.InsufficientPrivilege, "permission denied for table %s", t.Name)
	}
	return err
}

// applyAlias gives an item its alias and its columns the names listed.
func (b *binder) applyAlias(it *nsItem, a *ast.Alias) error {
	if a == nil {
		return nil
	}
	if a.Name != "" {
		it.name, it.schema, it.at = a.Name, "", a.At
	}
	if len(a.Columns) == 0 {
		return nil
	}
	list, err := it.cols.all(b)
	if err != nil {
		return err
	}
	if len(a.Columns) > len(list) {
		return pgerr.New(pgerr.InvalidColumnReference, "table \"%s\" has %d columns available but %d columns specified", it.name, len(list), len(a.Columns))
	}
	renamed := append(listSource(nil), list...)
	for i, name := range a.Columns {
		renamed[i].name = name
	}
	it.cols = renamed
	return nil
}

func (b *binder) fromSubquery(s *scope, left []*nsItem, ref *ast.SubqueryRef) (relation, []*nsItem, error) {
	outer := s
	if ref.Lateral {
		outer = lateralScope(s, left)
	} else {
		outer = &scope{parent: s, block: s.block}
		outer.items = invisible(left)
	}
	q, err := b.query(outer, ref.Query, nil)
	if err != nil {
		return nil, nil, err
	}
	rel := &queryRel{q: q}
	it := &nsItem{at: ref.At, rel: rel, cols: b.queryColumns(s, q), colsVisible: true, relVisible: true}
	if ref.Alias == nil {
		what := "subquery"
		if _, ok := q.body.(*valuesBody); ok {
			what = "VALUES"
		}
		return nil, nil, pgerr.New(pgerr.SyntaxError, "%s in FROM must have an alias", what).
			WithHint("For example, FROM (%s ...) [AS] foo.", map[string]string{"subquery": "SELECT", "VALUES": "VALUES"}[what]).At(b.pos(ref.At))
	}
	if err := b.applyAlias(it, ref.Alias); err != nil {
		return nil, nil, err
	}
	return rel, []*nsItem{it}, nil
}

// invisible copies items so that names in errors find them but nothing else does.
func invisible(items []*nsItem) []*nsItem {
	if len(items) == 0 {
		return nil
	}
	out := make([]*nsItem, len(items))
	for i, it := range items {
		c := *it
		c.colsVisible, c.relVisible = false, false
		out[i] = &c
	}
	return out
}

// queryColumns lists a subquery's result columns as columns of the level s.
func (b *binder) queryColumns(s *scope, q *query) listSource {
	list := make(listSource, len(q.out))
	for i, c := range q.out {
		b.cols[c.id].level = s
		list[i] = namedExpr{c.name, &expr.Column{Index: c.id, Name: c.name, T: c.t}}
	}
	return list
}

// fromFunction binds functions in FROM. They see the items to their left
// without LATERAL too.
func (b *binder) fromFunction(s *scope, left []*nsItem, ref *ast.FuncRef) (relation, []*nsItem, error) {
	inner := lateralScope(s, left)
	inner.clause = inFunction
	rel := &funcRel{ordinality: ref.Ordinality}
	var list listSource
	name := ""
	funcs := unnestEach(ref.Funcs)
	for i := range funcs {
		f := &funcs[i]
		inner.srf = srfUse{allowed: true}
		e, err := b.expr(inner, f.Call)
		if err != nil {
			return nil, nil, err
		}
		defs := f.Defs
		if len(ref.Defs) > 0 {
			defs = ref.Defs
		}
		label := ast.Label(f.Call)
		if i == 0 {
			name = label
		}
		if len(funcs) == 1 && ref.Alias != nil && ref.Alias.Name != "" {
			label = ref.Alias.Name
		}
		e, cols, err := b.functionColumns(e, label, defs, f.Call)
		if err != nil {
			return nil, nil, err
		}
		rel.calls = append(rel.calls, e)
		rel.out = append(rel.out, cols...)
	}
	if ref.Ordinality {
		rel.out = append(rel.out, Column{Name: "ordinality", T: types.Of(types.Int8)})
	}
	for _, c := range rel.out {
		id := b.newColumn(colInfo{name: c.Name, t: c.T, level: s})
		rel.ids = append(rel.ids, id)
		list = append(list, namedExpr{c.Name, &expr.Column{Index: id, Name: c.Name, T: c.T}})
	}
	it := &nsItem{name: name, at: ref.At, rel: rel, cols: list, colsVisible: true, relVisible: true}
	if err := b.applyAlias(it, ref.Alias); err != nil {
		return nil, nil, err
	}
	return rel, []*nsItem{it}, nil
}

// unnestEach turns unnest(a, b) into ROWS FROM (unnest(a), unnest(b)), as
// PostgreSQL does.
func unnestEach(items []ast.FuncItem) []ast.FuncItem {
	var out []ast.FuncItem
	for i, item := range items {
		call, ok := item.Call.(*ast.FuncCall)
		several := ok && call.Name.Object == "unnest" && (call.Name.Schema == "" || call.Name.Schema == "pg_catalog") &&
			len(call.Args) > 1 && len(item.Defs) == 0
		if !several {
			if out != nil {
				out = append(out, item)
			}
			continue
		}
		if out == nil {
			out = append(out, items[:i]...)
		}
		for _, a := range call.Args {
			one := *call
			one.Args = []ast.Expr{a}
			out = append(out, ast.FuncItem{Call: &one})
		}
	}
	if out == nil {
		return items
	}
	return out
}

// functionColumns tells the columns of one function in FROM.
func (b *binder) functionColumns(e expr.Expr, label string, defs []ast.ColumnDef, at ast.Expr) (expr.Expr, []Column, error) {
	if shaped, err := b.recordInFrom(e, defs); err != nil || shaped != nil {
		if err != nil {
			return nil, nil, err
		}
		e, defs = shaped, nil
	}
	call, isSet := e.(*expr.SetCall)
	if len(defs) > 0 {
		if e.Type().OID != types.Record || isSet && len(call.Cols) > 0 {
			return nil, nil, pgerr.New(pgerr.SyntaxError, "a column definition list is only allowed for functions returning \"record\"").At(b.pos(defs[0].At))
		}
		var cols []Column
		for i := range defs {
			t, err := b.typeName(defs[i].Type)
			if err != nil {
				return nil, nil, err
			}
			cols = append(cols, Column{Name: defs[i].Name, T: baseType(t)})
		}
		return withColumns(e, cols), cols, nil
	}
	if isSet && len(call.Cols) > 0 {
		var cols []Column
		for _, c := range call.Cols {
			cols = append(cols, Column{Name: c.Name, T: c.T})
		}
		return e, cols, nil
	}
	if e.Type().OID == types.Record {
		return nil, nil, pgerr.New(pgerr.SyntaxError, "a column definition list is required for functions returning \"record\"").At(b.pos(at.Pos()))
	}
	if shape, row := types.RowFields(e.Type().OID); row && isSet {
		n := *call
		n.F = call.F.Expanded()
		var cols []Column
		for _, f := range shape {
			n.Cols = append(n.Cols, fn.ResultColumn{Name: f.Name, T: f.T})
			cols = append(cols, Column{Name: f.Name, T: f.T})
		}
		n.F.Columns, n.T = n.Cols, types.Of(types.Record)
		return &n, cols, nil
	}
	if e.Type().OID == types.Unknown {
		var err error
		if e, err = b.coerceUnknownText(e); err != nil {
			return nil, nil, err
		}
	}
	return e, []Column{{Name: label, T: e.Type()}}, nil
}

// withColumns gives a call that returns records the columns of its definition
// list.
func withColumns(e expr.Expr, cols []Column) expr.Expr {
	call, ok := e.(*expr.SetCall)
	if !ok {
		return e
	}
	n := *call
	n.Cols = make([]fn.ResultColumn, len(cols))
	for i, c := range cols {
		n.Cols[i] = fn.ResultColumn{Name: c.Name, T: c.T}
	}
	return &n
}

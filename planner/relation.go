package planner

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Names of the hidden columns of every table (design.md section 2).
const (
	attributesName = "_attributes"
	bucketName     = "_bucket"
	tableOIDName   = "tableoid"
	xminName       = "xmin"
)

// tableRel is a table in FROM, or the target of a write. Its columns get their
// numbers when they are first named.
type tableRel struct {
	table  *catalog.Table
	dep    int // index into binder.deps.Tables
	scope  *scope
	cols   []ScanColumn
	ids    []int
	byName map[string]int // made when cols are many
	lock   *RowLock
	sample expr.Expr // TABLESAMPLE, as a condition
	// written are the free attributes that the statement itself writes, with the
	// types that they may have then.
	written      map[string]ScanColumn
	writtenNames []string // in the order of the statement
}

// viewRel is a system view in FROM.
type viewRel struct {
	view *catalog.View
	ids  []int
	out  []Column
}

// manyColumns is where looking names up by a map becomes cheaper.
const manyColumns = 12

func (r *tableRel) find(name string) int {
	if r.byName != nil {
		if i, ok := r.byName[name]; ok {
			return i
		}
		return -1
	}
	for i := range r.cols {
		if r.cols[i].Name == name {
			return i
		}
	}
	return -1
}

func (r *tableRel) add(b *binder, sc ScanColumn, attNum int16) int {
	info := colInfo{name: sc.Name, t: sc.T, attNum: attNum, level: r.scope, rel: r, at: len(r.cols)}
	if attNum != 0 {
		info.tableOID = r.table.ID
	}
	r.cols = append(r.cols, sc)
	r.ids = append(r.ids, b.newColumn(info))
	at := len(r.cols) - 1
	if r.byName != nil {
		r.byName[sc.Name] = at
	} else if len(r.cols) > manyColumns {
		r.byName = make(map[string]int, 4*manyColumns)
		for i := range r.cols {
			r.byName[r.cols[i].Name] = i
		}
	}
	return at
}

// declared finds a declared column, key or attribute.
func declaredColumn(t *catalog.Table, name string) int {
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Name == name && !c.Dropped {
			return i
		}
	}
	return -1
}

// keyPosition tells which column of the primary key a declared column is; -1: none.
func keyPosition(t *catalog.Table, column int) int {
	for k, c := range t.PrimaryKey {
		if c == column {
			return k
		}
	}
	return -1
}

func scanColumnOf(t *catalog.Table, column int) ScanColumn {
	c := &t.Columns[column]
	if k := keyPosition(t, column); k >= 0 {
		return ScanColumn{Kind: ScanKey, Key: k, T: c.T, Name: c.Name}
	}
	return ScanColumn{Kind: ScanAttr, Attr: c.ID, T: c.T, Name: c.Name}
}

// addDeclared numbers a declared column.
func (r *tableRel) addDeclared(b *binder, column int) int {
	if i := r.find(r.table.Columns[column].Name); i >= 0 {
		return i
	}
	return r.add(b, scanColumnOf(r.table, column), r.table.Columns[column].AttNum)
}

// column resolves a name in the table: declared, then free, then hidden. It
// returns the index into cols, or -1 if the name is unknown.
func (r *tableRel) column(b *binder, name string) (int, error) {
	if i := r.find(name); i >= 0 {
		return i, nil
	}
	if c := declaredColumn(r.table, name); c >= 0 {
		return r.addDeclared(b, c), nil
	}
	if sc, ok := r.written[name]; ok {
		return r.add(b, sc, 0), nil
	}
	a, ok, err := b.env.Catalog.Attribute(r.table, name)
	if err != nil {
		return -1, err
	}
	if ok {
		return r.addFree(b, a), nil
	}
	switch name {
	case attributesName:
		return r.add(b, ScanColumn{Kind: ScanAttributes, T: types.Of(types.JSONB), Name: name}, 0), nil
	case tableOIDName:
		return r.add(b, ScanColumn{Kind: ScanTableOID, T: types.Of(types.Oid), Name: name}, -6), nil
	case xminName:
		return r.add(b, ScanColumn{Kind: ScanXmin, T: types.Of(types.Xid), Name: name}, -2), nil
	}
	return -1, nil
}

func (r *tableRel) addFree(b *binder, a Attribute) int {
	if i := r.find(a.Name); i >= 0 {
		return i
	}
	b.deps.Attrs = append(b.deps.Attrs, AttrDep{Table: r.dep, Name: a.Name, T: a.T})
	return r.add(b, ScanColumn{Kind: ScanAttr, Attr: a.ID, T: a.T, Name: a.Name}, catalog.FreeAttNum(a.ID))
}

// addUnknown makes a column that is NULL in every row, for a name that is not known.
func (r *tableRel) addUnknown(b *binder, name string) int {
	b.deps.Attrs = append(b.deps.Attrs, AttrDep{Table: r.dep, Name: name, Unknown: true})
	return r.add(b, ScanColumn{Kind: ScanNull, T: types.Of(types.Text), Name: name}, 0)
}

// star returns the indexes into cols of what * stands for: declared columns in
// their order, then free attributes in order of first appearance.
func (r *tableRel) star(b *binder) ([]int, error) {
	out := make([]int, 0, len(r.table.Columns)+8)
	for c := range r.table.Columns {
		if !r.table.Columns[c].Dropped {
			out = append(out, r.addDeclared(b, c))
		}
	}
	free, err := b.starAttributes(r)
	if err != nil {
		return nil, err
	}
	b.deps.Stars = append(b.deps.Stars, StarDep{Table: r.dep})
	star := &b.deps.Stars[len(b.deps.Stars)-1]
	for _, a := range free {
		if declaredColumn(r.table, a.Name) >= 0 {
			continue
		}
		star.Names = append(star.Names, a.Name)
		if sc, ok := r.written[a.Name]; ok {
			a.T = sc.T
		}
		out = append(out, r.addFree(b, a))
	}
	for _, name := range r.writtenNames {
		i := r.find(name)
		if i < 0 {
			i = r.add(b, r.written[name], 0)
		}
		if !containsInt(out, i) {
			out = append(out, i)
		}
	}
	return out, nil
}

// starAttributes are the free attributes of a *: the first ones, or those of
// the plan to keep to.
func (b *binder) starAttributes(r *tableRel) ([]Attribute, error) {
	n := len(b.deps.Stars)
	if b.env.Keep == nil || n >= len(b.env.Keep.Deps.Stars) {
		return b.env.Catalog.Attributes(r.table, b.env.starAttributes())
	}
	var out []Attribute
	for _, name := range b.env.Keep.Deps.Stars[n].Names {
		a, ok, err := b.env.Catalog.Attribute(r.table, name)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, a)
		}
	}
	return out, nil
}

package sql

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/planner/exec"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// cellReader implements fn.CellReader for one execution.
type cellReader struct {
	s  *Session
	rt *exec.Runtime
}

var _ fn.CellReader = cellReader{}

// CellVersions implements fn.CellReader.
func (c cellReader) CellVersions(table types.OID, key []datum.Datum, attribute string, emit func(fn.CellVersion) error) error {
	view, err := c.s.catalogView(c.rt.Ctx.Context.Context)
	if err != nil {
		return err
	}
	t, ok := view.snap.Table(table)
	if !ok {
		if _, exists := c.rt.Ctx.Resolver.ObjectName(types.Regclass, table); exists {
			return pgerr.New(pgerr.WrongObjectType, "sparrow.cell_versions reads tables only")
		}
		return pgerr.New(pgerr.UndefinedTable, "relation with OID %d does not exist", table)
	}
	if !view.snap.HasPrivilege(c.s.role, catalog.ClassTable, t.ID, catalog.PrivSelect) {
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied for table %s", t.Name)
	}
	id, err := c.attribute(view, t, attribute)
	if err != nil {
		return err
	}
	stored, ok, err := keyOf(t, key)
	if err != nil || !ok {
		return err
	}
	return exec.CellVersions(c.rt, t, stored, id, attribute, emit)
}

// attribute finds an attribute of a table by name.
func (c cellReader) attribute(view *catalogView, t *catalog.Table, name string) (catalog.AttrID, error) {
	if i := t.Column(name); i >= 0 {
		if t.KeyPosition(i) >= 0 {
			return 0, pgerr.New(pgerr.InvalidParameterValue, "column %q is in the primary key of table %q", name, t.Name).
				WithHint("Only attributes have versions.")
		}
		return t.Columns[i].ID, nil
	}
	a, ok, err := view.dict.Lookup(view.ctx, t.ID, name)
	if err != nil {
		return 0, err
	}
	if !ok {
		e := pgerr.New(pgerr.UndefinedColumn, "column %q of relation %q does not exist", name, t.Name)
		if near := view.Similar(t, name); len(near) > 0 {
			e = e.WithHint("Perhaps you meant %q.", near[0])
		}
		return 0, e
	}
	return a.ID, nil
}

// keyOf makes the stored key of values for a table's primary key, each given as
// text or as a value that can be assigned to its column. ok is false if no row
// can have the key.
func keyOf(t *catalog.Table, values []datum.Datum) (key []byte, ok bool, err error) {
	want := t.KeyTypes()
	if len(values) != len(want) {
		return nil, false, pgerr.New(pgerr.InvalidParameterValue, "table %q has a key of %d columns, not %d", t.Name, len(want), len(values)).
			WithHint("Between the table and the attribute, sparrow.cell_versions takes a value for each column of the primary key, in its order.")
	}
	cast := make([]datum.Datum, len(want))
	for i, v := range values {
		if v.OID == types.Text || v.OID == types.Unknown {
			cast[i], err = types.ParseText(want[i].OID, v.S, want[i].Mod, types.DefaultFormat)
		} else {
			cast[i], err = types.Cast(v, want[i], types.Assignment, types.DefaultFormat)
		}
		if err != nil {
			return nil, false, err
		}
		if datum.Comparable(v.OID, want[i].OID) && types.Compare(v, cast[i]) != 0 {
			return nil, false, nil // 1.5 is no integer
		}
	}
	key, err = rowenc.NewCodec(t).AppendKeyPrefix(nil, cast)
	return key, true, err
}

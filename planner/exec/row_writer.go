package exec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// rowWriter writes the rows of one statement to one table: limits,
// constraints, the attribute dictionary, encoding, metering.
type rowWriter struct {
	rt     *Runtime
	table  *catalog.Table
	codec  *rowenc.Codec
	dec    *rowDecoder // columns of the statement's Shape
	shape  []planner.ScanColumn
	checks []planner.Check
	attrs  map[string]*freeAttr
	named  map[string]bool // free attributes that the statement names besides _attributes
	counts map[catalog.AttrID]*attrDelta
	value  []byte
	row    datum.Row // the row written last by change, in Shape, if anybody looks at it
	key    []byte

	returning bool            // RETURNING looks at rows in Shape
	wide      *rowenc.WideRow // the one read last, open until the next row is read
}

// freeAttr is a free attribute that the statement writes.
type freeAttr struct {
	id   catalog.AttrID
	seen []types.OID // types already noted
}

// attrDelta is the change of an attribute's figures.
type attrDelta struct{ rows, bytes int64 }

func newRowWriter(rt *Runtime, t *catalog.Table, shape []planner.ScanColumn, checks []planner.Check) *rowWriter {
	return &rowWriter{
		rt: rt, table: t, shape: shape, checks: besidesKey(shape, checks), dec: newRowDecoder(rt, t, shape),
		codec: rowenc.NewCodec(t), attrs: map[string]*freeAttr{}, counts: map[catalog.AttrID]*attrDelta{},
	}
}

// besidesKey leaves out the NOT NULL of key columns: encode refuses NULL there
// anyhow, and rows need not be put into Shape for it.
func besidesKey(shape []planner.ScanColumn, checks []planner.Check) []planner.Check {
	return slices.DeleteFunc(slices.Clone(checks), func(c planner.Check) bool {
		return c.NotNull && shape[c.Index].Kind == planner.ScanKey
	})
}

// name notes the free attributes that a statement sets by name.
func (w *rowWriter) name(t planner.WriteTarget) {
	if t.Free {
		if w.named == nil {
			w.named = map[string]bool{}
		}
		w.named[t.Name] = true
	}
}

// setCell sets or, with NULL, removes a cell.
func (w *rowWriter) setCell(r *storedRow, id catalog.AttrID, name string, v datum.Datum) error {
	if !v.IsNull() {
		if err := rowenc.CheckAttribute(w.rt.Limits, name, v); err != nil {
			return err
		}
	}
	old, err := r.setCell(id, v)
	if err != nil {
		return err
	}
	if !old.IsNull() {
		w.count(id, -1, -rowenc.ValueBytes(old))
	}
	switch {
	case !v.IsNull():
		r.changed++
		r.writtenBytes += rowenc.AttributeBytes(name, v)
		w.count(id, 1, rowenc.ValueBytes(v))
		if w.dec.timed() {
			r.set = append(r.set, id)
		}
	case !old.IsNull():
		r.changed++
		r.removedBytes += int64(len(name))
	}
	return nil
}

func (w *rowWriter) count(id catalog.AttrID, rows, bytes int64) {
	d := w.counts[id]
	if d == nil {
		d = &attrDelta{}
		w.counts[id] = d
	}
	d.rows += rows
	d.bytes += bytes
}

// setFree sets a free attribute by name; the cell takes the canonical type of
// its family.
func (w *rowWriter) setFree(r *storedRow, name string, v datum.Datum) error {
	a := w.attrs[name]
	if a == nil {
		if v.IsNull() {
			return w.removeFree(r, name)
		}
		id, err := w.rt.Dict.Ensure(w.rt.context(), w.table.ID, name)
		if err != nil {
			return err
		}
		a = &freeAttr{id: id}
		w.attrs[name] = a
	}
	if v.IsNull() {
		return w.setCell(r, a.id, name, v)
	}
	cell, err := datum.CanonicalFree(v)
	if err != nil {
		return withColumn(err, w.table, name)
	}
	if !slices.Contains(a.seen, cell.OID) {
		if err := w.rt.Dict.See(w.rt.context(), w.table.ID, a.id, cell.OID); err != nil {
			return err
		}
		a.seen = append(a.seen, cell.OID)
	}
	return w.setCell(r, a.id, name, cell)
}

// removeFree removes a free attribute: a name that nobody has written yet
// stays unknown, but must be one that could be.
func (w *rowWriter) removeFree(r *storedRow, name string) error {
	a, ok, err := w.rt.Dict.Lookup(w.rt.context(), w.table.ID, name)
	if err != nil {
		return err
	}
	if !ok {
		return catalog.CheckColumnName(w.rt.Limits, name)
	}
	return w.setCell(r, a.ID, name, datum.Null)
}

// set applies one target of an INSERT or UPDATE.
func (w *rowWriter) set(r *storedRow, t planner.WriteTarget, v datum.Datum) error {
	switch {
	case t.Kind == planner.ScanKey:
		r.key[t.Key] = v
		return nil
	case t.Kind == planner.ScanAttributes:
		return w.setAttributes(r, v)
	case t.Free:
		return w.setFree(r, t.Name, v)
	}
	return w.setCell(r, t.Attr, t.Name, v)
}

// setAttributes replaces all free attributes by those of an object.
func (w *rowWriter) setAttributes(r *storedRow, v datum.Datum) error {
	keep := map[string]bool{}
	var names []string
	var values []datum.Datum
	if !v.IsNull() {
		var err error
		if names, values, err = freeCells(v); err != nil {
			return err
		}
	}
	for _, n := range names {
		if w.table.Column(n) >= 0 {
			return pgerr.New(pgerr.DuplicateColumn, "attribute %q of _attributes is a declared column", n)
		}
		if w.named[n] {
			return pgerr.New(pgerr.DuplicateColumn, "attribute %q is given by its name and in _attributes", n)
		}
		keep[n] = true
	}
	var gone []catalog.Attr
	err := r.each(func(c rowenc.Cell) error {
		if w.table.ColumnByID(c.ID) >= 0 {
			return nil
		}
		a, ok, err := w.rt.Dict.ByID(w.rt.context(), w.table.ID, c.ID)
		if err == nil && ok && !keep[a.Name] && !w.named[a.Name] {
			gone = append(gone, a)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, a := range gone {
		if err := w.setCell(r, a.ID, a.Name, datum.Null); err != nil {
			return err
		}
	}
	for i, n := range names {
		if err := w.setFree(r, n, values[i]); err != nil {
			return err
		}
	}
	return nil
}

func (w *rowWriter) keyName(i int) string {
	if w.table.HiddenKey() {
		return "_rowid"
	}
	return w.table.Columns[w.table.PrimaryKey[i]].Name
}

// decoded fills row with the Shape columns of a row's key and value.
func (w *rowWriter) decoded(key, value []byte, row datum.Row) error {
	if _, err := w.dec.decode(key, value, row); err != nil {
		return err
	}
	for i, c := range w.shape {
		if c.Kind == planner.ScanAttr && c.Attr == 0 {
			if a := w.attrs[c.Name]; a != nil {
				v, err := w.cellIn(value, a.id)
				if err != nil {
					return err
				}
				row[i] = asShape(v, c.T)
			}
		}
	}
	return nil
}

// asShape gives a cell of an attribute that planning did not know the type
// that the statement's result has for it.
func asShape(v datum.Datum, t types.T) datum.Datum {
	if v.IsNull() || t.OID == types.Variant || t.OID == v.OID {
		return v
	}
	c, err := types.Cast(v, t, types.Explicit, types.DefaultFormat)
	if err != nil {
		return datum.Null
	}
	return c
}

// cellIn is an attribute of a row's value.
func (w *rowWriter) cellIn(value []byte, id catalog.AttrID) (datum.Datum, error) {
	cells, err := w.dec.moment.DecodeCells(nil, value)
	if err != nil {
		return datum.Null, err
	}
	r := storedRow{cells: cells}
	return r.cell(id)
}

// check holds NOT NULL and CHECK constraints over r, which row is in Shape.
func (w *rowWriter) check(r *storedRow, row datum.Row) error {
	for _, c := range w.checks {
		if c.NotNull {
			if row[c.Index].IsNull() {
				return w.failing(pgerr.New(pgerr.NotNullViolation, "null value in column %q of relation %q violates not-null constraint", c.Column, w.table.Name).
					WithColumn(w.table.Schema, w.table.Name, c.Column), r)
			}
			continue
		}
		d, err := c.Cond.Eval(w.rt.Ctx, row)
		if err != nil {
			return err
		}
		if !c.Domain && !d.IsNull() && !d.Bool() {
			return w.failing(pgerr.New(pgerr.CheckViolation, "new row for relation %q violates check constraint %q", w.table.Name, c.Name).
				WithConstraint(w.table.Schema, w.table.Name, c.Name), r)
		}
	}
	return nil
}

// notNull is the error of a NULL in a key column.
func (w *rowWriter) notNull(column string, r *storedRow) error {
	return w.failing(pgerr.New(pgerr.NotNullViolation, "null value in column %q of relation %q violates not-null constraint", column, w.table.Name).
		WithColumn(w.table.Schema, w.table.Name, column), r)
}

// failing adds PostgreSQL's detail: the row's declared columns, long values
// cut.
func (w *rowWriter) failing(e *pgerr.Error, r *storedRow) error {
	var err error
	var parts []string
	for i, c := range w.table.Columns {
		if c.Dropped {
			continue
		}
		v := datum.Null
		if k := w.table.KeyPosition(i); k >= 0 {
			v = r.key[k]
		} else if v, err = r.cell(c.ID); err != nil {
			return err
		}
		parts = append(parts, shortText(w.rt, v, 64))
	}
	return e.WithDetail("Failing row contains (%s).", strings.Join(parts, ", "))
}

// shortText is a value's text, at most n bytes of it.
func shortText(rt *Runtime, v datum.Datum, n int) string {
	if v.IsNull() {
		return "null"
	}
	s := string(types.AppendText(nil, v, rt.Ctx.Format))
	if len(s) > n {
		s = strings.ToValidUTF8(s[:n], "") + "..."
	}
	return s
}

// duplicate is the error of a key that exists.
func (w *rowWriter) duplicate(r *storedRow) error {
	names, values := make([]string, len(r.key)), make([]string, len(r.key))
	for i, v := range r.key {
		names[i], values[i] = w.keyName(i), shortText(w.rt, v, 1<<10)
	}
	return pgerr.New(pgerr.UniqueViolation, "duplicate key value violates unique constraint %q", w.table.PKName).
		WithDetail("Key (%s)=(%s) already exists.", strings.Join(names, ", "), strings.Join(values, ", ")).
		WithConstraint(w.table.Schema, w.table.Name, w.table.PKName)
}

// finish hands the attributes' figures to the dictionary.
func (w *rowWriter) finish() {
	for id, d := range w.counts {
		if d.rows != 0 || d.bytes != 0 {
			w.rt.Dict.Count(w.table.ID, id, d.rows, d.bytes)
		}
	}
}

// meterInsert counts the write of a row and the check that its key is free.
func (w *rowWriter) meterInsert(key []byte, r *storedRow) {
	w.meterWrite(key, r)
	w.rt.Meter.AddCheck(w.rt.Store.Locate(key), w.codec.KeyBytes(r.key))
}

// meterWrite counts the write of a row that has been read: the read was the
// model's existence check.
func (w *rowWriter) meterWrite(key []byte, r *storedRow) {
	p := w.rt.Store.Locate(key)
	keyBytes := w.codec.KeyBytes(r.key)
	w.rt.Meter.AddWrite(p, keyBytes, r.writtenBytes, r.removedBytes)
}

// withColumn names the table and column that an error is about.
func withColumn(err error, t *catalog.Table, column string) error {
	if pe, ok := err.(*pgerr.Error); ok {
		return pe.WithColumn(t.Schema, t.Name, column)
	}
	return fmt.Errorf("column %q: %w", column, err)
}

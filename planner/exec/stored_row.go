package exec

import (
	"slices"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// storedRow is a row as it is, or is to be, in the table.
type storedRow struct {
	key   []datum.Datum
	cells []rowenc.Cell   // in order of id
	wide  *rowenc.WideRow // if not nil, holds the cells instead
	// Where rows carry times: what is stored, assembled if it is wide, and nil for
	// a new row; its versions; the attributes that are set; the chunks that it is
	// taken out of, since a row with times has none.
	stored []byte
	before *rowenc.History
	set    []catalog.AttrID
	apart  []catalog.AttrID
	// What the statement changes, in the model's terms.
	changed      int   // attributes set or removed
	writtenBytes int64 // names and values of attributes set
	removedBytes int64 // names of attributes removed
}

// load takes a stored row apart: a plain one at once, a wide one chunk by chunk
// as its cells are asked for, from the newest commits.
func (w *rowWriter) load(key, value []byte) (*storedRow, error) {
	if w.wide != nil {
		w.wide.Close()
		w.wide = nil
	}
	r := &storedRow{key: make([]datum.Datum, w.codec.Columns())}
	err := w.codec.DecodeKey(key, value, r.key)
	if err != nil {
		return nil, err
	}
	if w.dec.timed() {
		return r, w.loadTimed(r, key, value)
	}
	if rowenc.IsWide(value) {
		r.wide, err = openWide(w.rt, latest{w.rt.Txn}, key, value)
		w.wide = r.wide
	} else {
		r.cells, err = rowenc.DecodeCells(nil, value)
	}
	return r, err
}

// chunks lists the chunks that the row has in the store.
func (r *storedRow) chunks() []catalog.AttrID {
	if r.wide != nil {
		return r.wide.Starts()
	}
	return r.apart
}

// cellIndex is where an attribute's cell is, or would be.
func (r *storedRow) cellIndex(id catalog.AttrID) (int, bool) {
	return slices.BinarySearchFunc(r.cells, id, func(c rowenc.Cell, id catalog.AttrID) int { return int(int64(c.ID) - int64(id)) })
}

// cell is an attribute's value; NULL if the row has none.
func (r *storedRow) cell(id catalog.AttrID) (datum.Datum, error) {
	if r.wide != nil {
		return r.wide.Cell(id)
	}
	if i, ok := r.cellIndex(id); ok {
		return r.cells[i].V, nil
	}
	return datum.Null, nil
}

// setCell sets an attribute, or with NULL removes it, and returns what it was.
func (r *storedRow) setCell(id catalog.AttrID, v datum.Datum) (old datum.Datum, err error) {
	if r.wide != nil {
		if old, err = r.wide.Cell(id); err != nil {
			return old, err
		}
		return old, r.wide.Set(id, v)
	}
	i, had := r.cellIndex(id)
	if had {
		old = r.cells[i].V
	}
	switch {
	case had && v.IsNull():
		r.cells = slices.Delete(r.cells, i, i+1)
	case had:
		r.cells[i].V = v
	case !v.IsNull():
		r.cells = slices.Insert(r.cells, i, rowenc.Cell{ID: id, V: v})
	}
	return old, nil
}

// each calls f for every cell. It may not change the row.
func (r *storedRow) each(f func(rowenc.Cell) error) error {
	if r.wide != nil {
		return r.wide.Each(f)
	}
	for _, c := range r.cells {
		if err := f(c); err != nil {
			return err
		}
	}
	return nil
}

package exec

import (
	"bytes"
	"errors"

	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// change applies assignments, which see row, to the stored row old of a locked
// key, and writes it. A changed key moves the row. It returns the row's key
// afterwards; w.row then holds the new row in Shape.
func (w *rowWriter) change(key []byte, old *storedRow, set, generated []planner.Assignment, row datum.Row) ([]byte, error) {
	r := &storedRow{
		key: append([]datum.Datum(nil), old.key...), cells: old.cells, wide: old.wide,
		stored: old.stored, before: old.before, apart: old.apart,
	}
	for _, a := range set {
		v, err := a.Value.Eval(w.rt.Ctx, row)
		if err != nil {
			return nil, err
		}
		if err := w.set(r, a.Target, v); err != nil {
			return nil, err
		}
	}
	if w.row == nil {
		w.row = make(datum.Row, len(w.shape))
	}
	if err := w.generate(r, generated, w.row); err != nil {
		return nil, err
	}
	e, err := w.encode(r, key)
	if err != nil {
		return nil, err
	}
	if w.returning || len(w.checks) > 0 {
		if err := w.shaped(e, w.row); err != nil {
			return nil, err
		}
		if err := w.check(r, w.row); err != nil {
			return nil, err
		}
	}
	if !bytes.Equal(e.key, key) {
		return w.move(key, old, e, r)
	}
	if err := w.rt.Txn.Put(w.rt.context(), key, e.value); err != nil {
		return nil, err
	}
	if err := w.putChunks(key, e.chunks.Puts); err != nil {
		return nil, err
	}
	if err := w.deleteChunks(key, e.chunks.Deletes); err != nil {
		return nil, err
	}
	w.meterWrite(key, r)
	return key, nil
}

// move writes a row whose key has changed, and removes the old one.
func (w *rowWriter) move(key []byte, old *storedRow, e encodedRow, r *storedRow) ([]byte, error) {
	newKey := bytes.Clone(e.key)
	if err := w.putNew(newKey, e.value); errors.Is(err, kv.ErrExists) {
		return nil, w.duplicate(r)
	} else if err != nil {
		return nil, err
	}
	if err := w.putChunks(newKey, e.chunks.Puts); err != nil {
		return nil, err
	}
	if err := w.rt.Txn.Delete(w.rt.context(), key); err != nil {
		return nil, err
	}
	if err := w.deleteChunks(key, old.chunks()); err != nil {
		return nil, err
	}
	err := r.each(func(c rowenc.Cell) error { // the moved row is written whole
		r.writtenBytes += int64(len(c.V.S))
		return nil
	})
	if err != nil {
		return nil, err
	}
	w.meterInsert(newKey, r)
	w.meterDelete(key, old)
	return newKey, nil
}

// generate computes the generated columns of a row that is not encoded yet.
// They see it in Shape, for which row is the room.
func (w *rowWriter) generate(r *storedRow, generated []planner.Assignment, row datum.Row) error {
	for _, g := range generated {
		for i, c := range w.shape {
			row[i] = datum.Null
			if c.Kind == planner.ScanKey {
				row[i] = r.key[c.Key]
			} else if c.Kind == planner.ScanAttr {
				v, err := r.cell(c.Attr)
				if err != nil {
					return err
				}
				row[i] = asShape(v, c.T)
			}
		}
		v, err := g.Value.Eval(w.rt.Ctx, row)
		if err != nil {
			return err
		}
		if err := w.set(r, g.Target, v); err != nil {
			return err
		}
	}
	return nil
}

// meterDelete counts the deletion of a row.
func (w *rowWriter) meterDelete(key []byte, r *storedRow) {
	p := w.rt.Store.Locate(key)
	keyBytes := w.codec.KeyBytes(r.key)
	w.rt.Meter.AddWrite(p, keyBytes, 0, 0)
}

// keyOf encodes the key of a row in Shape, whose key columns are all there.
func (w *rowWriter) keyOf(row datum.Row) ([]byte, error) {
	values := make([]datum.Datum, w.codec.Columns())
	for i, c := range w.shape {
		if c.Kind == planner.ScanKey {
			values[c.Key] = row[i]
		}
	}
	return w.codec.AppendKeyPrefix(nil, values)
}

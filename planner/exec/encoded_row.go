package exec

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// encodedRow is a row ready to be written: its own pair and, if it is wide or
// was, its chunks.
type encodedRow struct {
	key, value []byte
	wide       *rowenc.WideRow // nil if the row neither is nor was wide
	chunks     rowenc.WideWrite
}

// encode checks the row's limits and makes its stored form. oldKey is where it
// was read, nil for a new row. What it returns is valid until the next call.
func (w *rowWriter) encode(r *storedRow, oldKey []byte) (e encodedRow, err error) {
	for i, v := range r.key {
		if v.IsNull() {
			return e, w.notNull(w.keyName(i), r)
		}
	}
	if w.key, err = w.codec.EncodeKey(w.key[:0], w.rt.Limits, r.key); err != nil {
		return e, err
	}
	if err := rowenc.CheckWrite(w.rt.Limits, r.changed, w.codec.KeyBytes(r.key)+r.writtenBytes); err != nil {
		return e, err
	}
	e.key, e.wide = w.key, r.wide
	if w.dec.timed() {
		if w.value, err = w.encodeTimed(r); err != nil {
			return e, err
		}
		if e.value = w.value; string(oldKey) == string(w.key) {
			e.chunks.Deletes = r.apart
		}
		return e, nil
	}
	if e.wide == nil {
		if w.value, err = rowenc.EncodeRow(w.value[:0], r.key, r.cells); err != nil {
			return e, err
		}
		e.value = w.value
		if e.wide, err = rowenc.Widen(w.value); err != nil || e.wide == nil {
			return e, err
		}
	}
	e.chunks, err = e.wide.Encode(r.key, oldKey != nil && string(oldKey) != string(w.key))
	e.value = e.chunks.Value
	return e, err
}

// shaped fills row with the Shape columns of an encoded row.
func (w *rowWriter) shaped(e encodedRow, row datum.Row) (err error) {
	value := e.value
	if e.wide != nil {
		if value, err = e.wide.Assemble(w.wanted()); err != nil {
			return err
		}
	}
	return w.decoded(e.key, value, row)
}

// shapedStored fills row with the Shape columns of a row as it was read.
func (w *rowWriter) shapedStored(key, value []byte, r *storedRow, row datum.Row) (err error) {
	switch {
	case r.wide != nil:
		if value, err = r.wide.Assemble(w.wanted()); err != nil {
			return err
		}
	case r.stored != nil:
		value = r.stored
	}
	return w.decoded(key, value, row)
}

// wanted is the attributes that Shape needs, those that planning did not know
// among them.
func (w *rowWriter) wanted() rowenc.Projection {
	want := w.dec.want
	for _, c := range w.shape {
		if a := w.attrs[c.Name]; a != nil && c.Kind == planner.ScanAttr && c.Attr == 0 {
			want = want.With(a.id)
		}
	}
	return want
}

// putChunks writes the chunks of a row, whose own pair has been written. The
// row is locked; so are its chunks, since what was committed to them before the
// row's lock was granted is no conflict.
func (w *rowWriter) putChunks(key []byte, puts []rowenc.ChunkPut) error {
	var there [][]byte
	for _, p := range puts {
		if !p.New {
			there = append(there, rowenc.AppendChunkKey(nil, key, p.Start))
		}
	}
	if err := w.lockChunks(there); err != nil {
		return err
	}
	for _, p := range puts {
		k := rowenc.AppendChunkKey(nil, key, p.Start)
		put := w.rt.Txn.Put
		if p.New { // counts as a new key with the engine
			put = w.rt.Txn.PutIfAbsent
		}
		if err := put(w.rt.context(), k, p.Value); err != nil {
			return err
		}
	}
	return nil
}

// deleteChunks removes chunks of a row, which is locked.
func (w *rowWriter) deleteChunks(key []byte, starts []catalog.AttrID) error {
	keys := chunkKeys(key, starts)
	if err := w.lockChunks(keys); err != nil {
		return err
	}
	for _, k := range keys {
		if err := w.rt.Txn.Delete(w.rt.context(), k); err != nil {
			return err
		}
	}
	return nil
}

func (w *rowWriter) lockChunks(keys [][]byte) error {
	if len(keys) == 0 {
		return nil
	}
	_, err := w.rt.Txn.Lock(w.rt.context(), keys, kv.LockOptions{})
	return err
}

package exec

import (
	"errors"

	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// encodeTimed makes the stored value of a row that carries times: one, however
// many attributes there are. What older versions have no room in it are not kept.
func (w *rowWriter) encodeTimed(r *storedRow) ([]byte, error) {
	m := &w.dec.moment
	at, err := m.NextWrite(r.stored, w.rt.Ctx.StmtTime)
	if err != nil {
		return nil, err
	}
	write := rowenc.TimedWrite{At: at, Set: r.set, Before: r.before, Room: limits.TimedRowBytes.Value(w.rt.Limits)}
	value, err := rowenc.EncodeTimedRow(w.value[:0], r.key, r.cells, write, m)
	if err != nil {
		return nil, err
	}
	var over *limits.Exceeded
	if err := limits.TimedRowBytes.Check(w.rt.Limits, int64(len(value)), "row"); errors.As(err, &over) {
		return nil, pgerr.Wrap(err, pgerr.Code(over.Limit.SQLSTATE), "row of table %q exceeds limit %s", w.table.Name, over.Limit.Name).
			WithDetail("%s", over.Detail()).
			WithHint("A table that has or had a ttl or max_versions keeps each row as one value; spread the attributes over several rows.")
	}
	return value, nil
}

// loadTimed takes the value of a row that is not gone apart. What of it has
// expired leaves the row with the write to come. A wide one, from before the
// table's rows carried times, is gathered from its chunks.
func (w *rowWriter) loadTimed(r *storedRow, key, value []byte) (err error) {
	m := &w.dec.moment
	if rowenc.IsWide(value) {
		wide, err := openWide(w.rt, latest{w.rt.Txn}, key, value)
		if err != nil {
			return err
		}
		w.wide = wide
		if value, err = wide.Assemble(rowenc.AllAttributes); err != nil {
			return err
		}
		r.apart = wide.Starts()
	}
	if r.cells, err = m.DecodeCells(nil, value); err != nil {
		return err
	}
	if r.before, err = rowenc.HistoryOf(value, m); err != nil {
		return err
	}
	r.stored = value
	return w.forget(r, value)
}

// forget takes the cells of a stored value that are not among r's out of the
// attributes' figures.
func (w *rowWriter) forget(r *storedRow, value []byte) error {
	all, err := rowenc.DecodeCells(nil, value)
	if err != nil {
		return err
	}
	for _, c := range all {
		if _, still := r.cellIndex(c.ID); !still {
			w.count(c.ID, -1, -rowenc.ValueBytes(c.V))
		}
	}
	return nil
}

// latest is the newest value of a key that the transaction has, or
// kv.ErrNotFound also for a row that is gone.
func (w *rowWriter) latest(key []byte) ([]byte, error) {
	value, err := w.rt.Txn.GetLatest(w.rt.context(), key)
	if err != nil {
		return nil, err
	}
	gone, err := w.dec.gone(value)
	if err != nil {
		return nil, err
	}
	if gone {
		return nil, kv.ErrNotFound
	}
	return value, nil
}

// putNew stores a new row, or gives kv.ErrExists if there is one of its key. A
// row that is gone is in nobody's way: it is written over.
func (w *rowWriter) putNew(key, value []byte) error {
	err := w.rt.Txn.PutIfAbsent(w.rt.context(), key, value)
	if !errors.Is(err, kv.ErrExists) || !w.dec.moment.Hides() {
		return err
	}
	if _, found := w.latest(key); found == nil {
		return err
	} else if !errors.Is(found, kv.ErrNotFound) {
		return found
	}
	res, err := w.rt.Txn.Lock(w.rt.context(), [][]byte{key}, kv.LockOptions{})
	if err != nil {
		return err
	}
	if res[0].Changed && !w.rt.ReadCommitted {
		return kv.ErrConflict
	}
	return w.putOver(key, value)
}

// putOver stores a new row at a locked key that has none or one that is gone,
// and removes what is left of that; kv.ErrExists if there is one after all.
func (w *rowWriter) putOver(key, value []byte) error {
	old, err := w.rt.Txn.GetLatest(w.rt.context(), key)
	if err != nil && !errors.Is(err, kv.ErrNotFound) {
		return err
	}
	if err == nil {
		gone, err := w.dec.gone(old)
		if err != nil {
			return err
		}
		if !gone {
			return kv.ErrExists // brought back while the lock was waited for
		}
		if err := w.forgetGone(key, old); err != nil {
			return err
		}
	}
	return w.rt.Txn.Put(w.rt.context(), key, value)
}

// forgetGone takes a row that is gone out of the attributes' figures, and its
// chunks, if it is wide, out of the store.
func (w *rowWriter) forgetGone(key, value []byte) error {
	if !rowenc.IsWide(value) {
		return w.forget(&storedRow{}, value)
	}
	wide, err := openWide(w.rt, latest{w.rt.Txn}, key, value)
	if err != nil {
		return err
	}
	defer wide.Close()
	err = wide.Each(func(c rowenc.Cell) error {
		w.count(c.ID, -1, -rowenc.ValueBytes(c.V))
		return nil
	})
	if err != nil {
		return err
	}
	return w.deleteChunks(key, wide.Starts())
}

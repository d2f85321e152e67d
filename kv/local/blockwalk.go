package local

import (
	"bytes"

	"github.com/sparrowdb/sparrow/kv"
)

// blockWalk is a runScan's place among the blocks of a partition. A block is
// read only when its reference does not tell enough, and its keys are decoded
// only when something interrupts it.
type blockWalk struct {
	scan *runScan
	ref  blockRef
	ok   bool // ref has rows that are not handed out yet
	next bool // ref has been used: the walk goes on behind it

	d    *decodedBlock // nil: not read yet
	keys *blockKeys    // nil: not decoded yet, and all rows are to come
	// The rows [lo, hi] are to come, when keys are decoded.
	lo, hi int
	// rest is how many rows of an opaque stretch are still to be handed out one
	// by one, the next of them first in scan order.
	rest int
}

func (w *blockWalk) begin(it *runScan) {
	w.leave()
	*w = blockWalk{scan: it}
	if !it.base.empty() && !it.part.Empty() {
		w.ref, w.ok = it.base.first(it.part, it.opts.Reverse)
		w.ok = w.ok && w.settle()
	}
}

// leave lets the cache charge for what was decoded of the block.
func (w *blockWalk) leave() {
	if w.d != nil {
		w.scan.store.cache.notice(w.ref.block, w.d)
	}
	w.d, w.keys, w.rest = nil, nil, 0
}

// advance goes to the next block with rows in the span.
func (w *blockWalk) advance() bool {
	if !w.next {
		return false
	}
	w.leave()
	w.next = false
	if w.ref.endsIn(w.scan.part, w.scan.opts.Reverse) {
		return false
	}
	w.ref, w.ok = w.scan.base.following(w.ref, w.scan.opts.Reverse)
	w.ok = w.ok && w.settle()
	return w.ok
}

// settle skips references that have no row in the span; it reports whether one
// was found that may have.
func (w *blockWalk) settle() bool {
	it := w.scan
	for ok := true; ok; w.ref, ok = it.base.following(w.ref, it.opts.Reverse) {
		if w.ref.beyond(it.part, it.opts.Reverse) {
			return false
		}
		part := w.ref.span().Intersect(it.part)
		if !part.Empty() && bytes.Compare(w.ref.block.lastKey, part.Start) >= 0 {
			return true
		}
	}
	return false
}

// done says that all rows of the block have been handed out.
func (w *blockWalk) done() {
	w.ok, w.next = false, true
}

// whole reports that all rows of the block are to come and lie in the span.
func (w *blockWalk) whole() bool {
	if w.keys != nil {
		return w.lo == 0 && w.hi == w.keys.rows()-1
	}
	part := w.scan.part
	return w.ref.hi == nil && !w.ref.cut && bytes.Compare(w.ref.lo, part.Start) >= 0 &&
		(part.End == nil || bytes.Compare(w.ref.block.lastKey, part.End) < 0)
}

// behind reports that key comes before all rows of the block, as far as its
// reference tells.
func (w *blockWalk) behind(key []byte) bool {
	if w.keys != nil {
		if w.scan.opts.Reverse {
			return bytes.Compare(key, w.keys.Key(w.hi)) > 0
		}
		return bytes.Compare(key, w.keys.Key(w.lo)) < 0
	}
	if w.scan.opts.Reverse {
		return bytes.Compare(key, w.ref.block.lastKey) > 0
	}
	return bytes.Compare(key, w.ref.lo) < 0
}

// reaches reports that key may lie among the block's rows to come.
func (w *blockWalk) reaches(key []byte) bool {
	if w.scan.opts.Reverse {
		return bytes.Compare(key, w.ref.lo) >= 0
	}
	return bytes.Compare(key, w.ref.block.lastKey) <= 0
}

// load reads the block.
func (w *blockWalk) load() (err error) {
	if w.d == nil {
		w.d, err = w.scan.store.cache.load(w.ref.block)
	}
	return err
}

// open reads the block with its keys and finds the rows that lie in the span.
// ok is false if there are none.
func (w *blockWalk) open() (ok bool, err error) {
	if w.keys != nil {
		return true, nil
	}
	if w.d, w.keys, err = w.scan.store.cache.loadKeys(w.ref.block); err != nil {
		return false, err
	}
	if w.lo, w.hi = w.keys.rowsIn(w.ref, w.scan.part); w.lo > w.hi {
		w.done()
		return false, nil
	}
	return true, nil
}

// remainder hands out all rows of the block that are still to come.
func (w *blockWalk) remainder() (bool, error) {
	it, b := w.scan, w.ref.block
	if w.keys == nil && w.whole() && b.columns && b.allVisible(it.ts) {
		run := kv.Run{Rows: int(b.rows), KeyBytes: int64(b.keyBytes), At: w.ref.lo, Reverse: it.opts.Reverse}
		if !it.opts.CountOnly {
			if err := w.load(); err != nil {
				return false, err
			}
			if !it.opts.WithoutKeys {
				keys, err := w.d.keys()
				if err != nil {
					return false, b.corrupt(err.Error())
				}
				run.Keys = keys
			}
			run.Columns = w.d.columns
		}
		if it.opts.Reverse {
			run.First = run.Rows - 1
			it.reached = w.ref.lo
		} else {
			it.reached = b.lastKey
		}
		it.run = run
		w.done()
		return true, nil
	}
	if ok, err := w.open(); !ok || err != nil {
		return false, err
	}
	return w.stretch(w.lo, w.hi)
}

// upTo hands out the rows to come that lie before key in scan order, or the row
// of key itself.
func (w *blockWalk) upTo(key []byte) (bool, error) {
	if ok, err := w.open(); !ok || err != nil {
		return false, err
	}
	at := w.keys.search(key)
	held := at < w.keys.rows() && bytes.Equal(w.keys.Key(at), key)
	if w.scan.opts.Reverse {
		from := at
		if held {
			from++
		}
		if from <= w.hi {
			return w.stretch(max(from, w.lo), w.hi)
		}
	} else if at > w.lo {
		return w.stretch(w.lo, min(at-1, w.hi))
	}
	if !held || at < w.lo || at > w.hi {
		return w.scan.single(key, nil)
	}
	return w.scan.single(key, w.take())
}

// take takes the next row off the walk and returns how to read it.
func (w *blockWalk) take() func() ([]byte, bool, error) {
	d, keys, b, ts, row := w.d, w.keys, w.ref.block, w.scan.ts, w.lo
	if w.scan.opts.Reverse {
		row = w.hi
		w.hi--
	} else {
		w.lo++
	}
	if w.lo > w.hi {
		w.done()
	}
	return func() ([]byte, bool, error) {
		v := keys.at(row, ts)
		if v < 0 || keys.valueOf(v) < 0 {
			return nil, false, nil
		}
		value, err := d.appendValue(nil, keys.valueOf(v))
		if err != nil {
			return nil, false, b.corrupt(err.Error())
		}
		return value, true, nil
	}
}

// stretch hands out the rows [lo, hi], which are the next to come.
func (w *blockWalk) stretch(lo, hi int) (bool, error) {
	if w.d.columns == nil {
		w.rest = hi - lo + 1
		return w.opaqueRow()
	}
	it, keys := w.scan, w.keys
	first := lo
	if it.opts.Reverse {
		w.hi, first = lo-1, hi
		it.reached = keys.Key(lo)
	} else {
		w.lo = hi + 1
		it.reached = keys.Key(hi)
	}
	if w.lo > w.hi {
		w.done()
	}
	it.run = kv.Run{
		Rows: hi - lo + 1, KeyBytes: keys.bytes(lo, hi+1), At: keys.Key(lo),
		Columns: w.d.columns, Keys: keys, First: first, Reverse: it.opts.Reverse,
	}
	if keys.start == nil && keys.maxTS <= it.ts {
		return true, nil
	}
	return selectVisible(&it.run, keys, lo, hi, it.ts), nil
}

// selectVisible narrows a run over the rows [lo, hi] to those that a reader at
// ts sees, and reports whether there are any.
func selectVisible(run *kv.Run, keys *blockKeys, lo, hi int, ts kv.TS) bool {
	run.Rows, run.KeyBytes = 0, 0
	run.Sel, run.RowAt = make([]int32, 0, hi-lo+1), make([]int32, 0, hi-lo+1)
	for n := range hi - lo + 1 {
		row := lo + n
		if run.Reverse {
			row = hi - n
		}
		v := keys.at(row, ts)
		if v < 0 {
			continue
		}
		place := keys.valueOf(v)
		if place < 0 {
			continue
		}
		run.Sel, run.RowAt = append(run.Sel, int32(place)), append(run.RowAt, int32(row))
		run.KeyBytes += int64(len(keys.Key(row)))
		run.Rows++
	}
	return run.Rows > 0
}

// opaqueRow hands out the next row of a stretch whose values are opaque.
func (w *blockWalk) opaqueRow() (bool, error) {
	row := w.lo
	if w.scan.opts.Reverse {
		row = w.hi
	}
	key := w.keys.Key(row)
	w.rest--
	value, exists, err := w.take()()
	if err != nil {
		return false, err
	}
	w.scan.reached = key
	if exists {
		w.scan.run = kv.Run{Rows: 1, KeyBytes: int64(len(key)), At: key, Key: key, Value: value}
	}
	return exists, nil
}

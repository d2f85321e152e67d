package local

import (
	"bytes"
	"encoding/binary"

	"github.com/tidwall/btree"

	"github.com/sparrowdb/sparrow/kv"
)

// writeBuffer holds a transaction's writes in key order, with what is needed to
// roll back to a savepoint.
type writeBuffer struct {
	tree  *btree.BTreeG[bufferedWrite]
	undo  []undoStep
	bytes int
}

// bufferedWrite is the transaction's newest write of a key. Writes are replaced,
// never changed.
type bufferedWrite struct {
	key []byte
	w   *write
}

type write struct {
	value   []byte
	deleted bool
	// unchecked and locked writes are exempt from conflict detection; locked
	// ones because the key was locked before it was written.
	unchecked bool
	locked    bool
	// fresh: the row did not exist before the transaction.
	fresh bool
	// readTS is the timestamp the decision to write rests on.
	readTS kv.TS
}

// read is what the transaction reads after the write.
func (w *write) read() ([]byte, error) {
	if w.deleted {
		return nil, kv.ErrNotFound
	}
	return w.value, nil
}

type undoStep struct {
	key  []byte
	prev *write
}

// writeOverhead is what a buffered write costs beside its bytes.
const writeOverhead = 128

func bufferedLess(a, b bufferedWrite) bool { return bytes.Compare(a.key, b.key) < 0 }

// len is the number of keys written.
func (b *writeBuffer) len() int {
	if b.tree == nil {
		return 0
	}
	return b.tree.Len()
}

// get returns the write of key, or nil.
func (b *writeBuffer) get(key []byte) *write {
	if b.tree == nil {
		return nil
	}
	item, _ := b.tree.Get(bufferedWrite{key: key})
	return item.w
}

// set records a write and keeps key. Facts about the key that an earlier write
// established stay.
func (b *writeBuffer) set(key []byte, w *write) {
	if b.tree == nil {
		b.tree = btree.NewBTreeGOptions(bufferedLess, btree.Options{NoLocks: true})
	}
	prev := b.get(key)
	if prev != nil {
		w.fresh = prev.fresh
		if !prev.unchecked {
			w.unchecked, w.locked, w.readTS = false, prev.locked, prev.readTS
		}
	}
	b.tree.Set(bufferedWrite{key: key, w: w})
	b.undo = append(b.undo, undoStep{key: key, prev: prev})
	b.bytes += len(key) + len(w.value) + writeOverhead
}

// rollback undoes all but the first n steps.
func (b *writeBuffer) rollback(n int) {
	for i := len(b.undo) - 1; i >= n; i-- {
		step := b.undo[i]
		now := b.get(step.key)
		b.bytes -= len(step.key) + len(now.value) + writeOverhead
		if step.prev == nil {
			b.tree.Delete(bufferedWrite{key: step.key})
		} else {
			b.tree.Set(bufferedWrite{key: step.key, w: step.prev})
		}
	}
	clear(b.undo[n:])
	b.undo = b.undo[:n]
}

// each calls fn for the writes in key order until it returns false.
func (b *writeBuffer) each(fn func(key []byte, w *write) bool) {
	if b.tree != nil {
		b.tree.Scan(func(item bufferedWrite) bool { return fn(item.key, item.w) })
	}
}

// record encodes the writes as a commit record without its timestamp.
func (b *writeBuffer) record() []byte {
	size := recordHeaderBytes + binary.MaxVarintLen64
	b.each(func(key []byte, w *write) bool {
		size += 1 + 2*binary.MaxVarintLen32 + len(key) + len(w.value)
		return true
	})
	out := binary.AppendUvarint(recordHeader(make([]byte, 0, size), recordCommit), uint64(b.len()))
	b.each(func(key []byte, w *write) bool {
		var flags byte
		if w.fresh {
			flags |= writeIsFresh
		}
		if w.deleted {
			out = appendBytes(append(out, flags|writeDeletes), key)
			return true
		}
		out = appendBytes(appendBytes(append(out, flags), key), w.value)
		return true
	})
	return out
}

// deltaBytes is at least what the writes will add to the deltas, in bytes.
func (b *writeBuffer) deltaBytes() int64 {
	return int64(b.bytes) + int64(b.len())*max(0, deltaItemBytes+versionBytes-writeOverhead)
}

// liveChange is the effect of a write on the number of live rows.
func liveChange(deleted, fresh bool) int8 {
	switch {
	case deleted && !fresh:
		return -1
	case !deleted && fresh:
		return 1
	default:
		return 0
	}
}

// keysIn lists the written keys that lie in span.
func (b *writeBuffer) keysIn(span kv.Span) [][]byte {
	var keys [][]byte
	if b.tree == nil {
		return nil
	}
	b.tree.Ascend(bufferedWrite{key: span.Start}, func(item bufferedWrite) bool {
		if span.End != nil && bytes.Compare(item.key, span.End) >= 0 {
			return false
		}
		keys = append(keys, item.key)
		return true
	})
	return keys
}

package local

import (
	"bytes"
	"sync"
	"sync/atomic"

	"github.com/tidwall/btree"

	"github.com/sparrowdb/sparrow/kv"
)

// delta holds the recent versions of a partition in memory. Entries are only
// ever added; a delta goes away as a whole when a checkpoint has written it into
// blocks. Iteration takes short runs under the lock instead of holding it, so
// that scans and commits hardly wait for each other: what is added meanwhile is
// younger than any timestamp that a running scan reads at.
type delta struct {
	mu   sync.RWMutex
	tree *btree.BTreeG[deltaItem]
	keys atomic.Int64 // entries in tree
	// bytes counts keys and values of all versions pushed; live is the change
	// in the number of live rows, as far as it is known.
	bytes, live atomic.Int64
}

type deltaItem struct {
	key   []byte
	chain *chain
}

func deltaLess(a, b deltaItem) bool { return bytes.Compare(a.key, b.key) < 0 }

func newDelta() *delta {
	return &delta{tree: btree.NewBTreeGOptions(deltaLess, btree.Options{NoLocks: true})}
}

// get returns the versions of key, or nil.
func (d *delta) get(key []byte) *chain {
	if d.keys.Load() == 0 {
		return nil
	}
	d.mu.RLock()
	item, ok := d.tree.Get(deltaItem{key: key})
	d.mu.RUnlock()
	if !ok {
		return nil
	}
	return item.chain
}

// push adds a version. The delta keeps key. It returns the bytes of the version
// that v replaces, or -1 if that is not in the delta.
func (d *delta) push(key []byte, v *version, oldest kv.TS) (superseded int) {
	c := d.get(key)
	superseded = -1
	if c != nil {
		superseded = len(key) + len(c.head.Load().value)
		c.push(v, oldest)
	} else {
		c = new(chain)
		c.head.Store(v)
		d.adopt(deltaItem{key: key, chain: c})
	}
	d.bytes.Add(int64(len(key) + len(v.value)))
	d.live.Add(int64(v.live))
	return superseded
}

// adopt adds an item whose key is new here.
func (d *delta) adopt(item deltaItem) {
	d.mu.Lock()
	d.tree.Set(item)
	d.mu.Unlock()
	d.keys.Add(1)
}

// run appends to out up to max items from `from` on, within span: ascending
// from it inclusive, or descending from it exclusive (nil: from the end).
func (d *delta) run(out []deltaItem, span kv.Span, from []byte, reverse bool, max int) []deltaItem {
	if d.keys.Load() == 0 {
		return out
	}
	d.mu.RLock()
	defer d.mu.RUnlock()
	take := func(item deltaItem) bool {
		out = append(out, item)
		return len(out) < max
	}
	if !reverse {
		d.tree.Ascend(deltaItem{key: from}, func(item deltaItem) bool {
			return (span.End == nil || bytes.Compare(item.key, span.End) < 0) && take(item)
		})
		return out
	}
	down := func(item deltaItem) bool {
		if from != nil && bytes.Compare(item.key, from) >= 0 {
			return true
		}
		return bytes.Compare(item.key, span.Start) >= 0 && take(item)
	}
	if from == nil {
		d.tree.Reverse(down)
	} else {
		d.tree.Descend(deltaItem{key: from}, down)
	}
	return out
}

// changedSince reports whether a key of span has a version younger than ts.
func (d *delta) changedSince(span kv.Span, ts kv.TS) bool {
	changed := false
	d.mu.RLock()
	defer d.mu.RUnlock()
	d.tree.Ascend(deltaItem{key: span.Start}, func(item deltaItem) bool {
		if span.End != nil && bytes.Compare(item.key, span.End) >= 0 {
			return false
		}
		changed = item.chain.head.Load().ts > ts
		return !changed
	})
	return changed
}

// layerOver returns the part of d that lies in span as a layer.
func (d *delta) layerOver(span kv.Span) layer {
	l := layer{delta: d, span: span}
	d.eachIn(span, func(item deltaItem) {
		l.keys++
		for v := item.chain.head.Load(); v != nil; v = v.older.Load() {
			l.bytes += int64(len(item.key) + len(v.value))
			l.live += int64(v.live)
		}
	})
	return l
}

// copyOf returns a delta of its own with the items of d that lie in span.
func (d *delta) copyOf(span kv.Span) *delta {
	out := newDelta()
	d.eachIn(span, out.adopt)
	l := d.layerOver(span)
	out.bytes.Store(l.bytes)
	out.live.Store(l.live)
	return out
}

func (d *delta) eachIn(span kv.Span, fn func(deltaItem)) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	d.tree.Ascend(deltaItem{key: span.Start}, func(item deltaItem) bool {
		if span.End != nil && bytes.Compare(item.key, span.End) >= 0 {
			return false
		}
		fn(item)
		return true
	})
}

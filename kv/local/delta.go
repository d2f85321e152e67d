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
	// bytes is the keys and newest values; live is the change in the number of
	// live rows, as far as it is known.
	bytes, live atomic.Int64
	// memory is what the delta takes, all told.
	memory atomic.Int64
}

// What a delta's entries cost in memory beside keys and values, in bytes: an
// item's place in a B-tree node two thirds full and its chain; a version and what
// the allocator rounds up.
const (
	deltaItemBytes = 80
	versionBytes   = 64
)

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

// push adds a version. It returns the bytes of the version that v replaces, or -1
// if that is not in the delta, and by how many bytes of memory the delta has
// grown, which may be negative. The delta keeps the version's value, which may
// share its memory with key.
func (d *delta) push(key []byte, v *version, oldest kv.TS) (superseded int, grown int64) {
	bytes := len(v.value)
	superseded, grown = -1, v.memory(key)
	if c := d.get(key); c != nil {
		superseded = len(key) + len(c.head.Load().value)
		bytes -= len(c.head.Load().value)
		grown -= c.push(v, oldest, key)
	} else {
		c = new(chain)
		c.head.Store(v)
		c.live.Store(int32(v.live))
		// A copy: the value that key shares its memory with may go first.
		d.adopt(deltaItem{key: append([]byte(nil), key...), chain: c})
		bytes += len(key)
		grown += deltaItemBytes + int64(len(key))
	}
	d.bytes.Add(int64(bytes))
	d.live.Add(int64(v.live))
	d.memory.Add(grown)
	return superseded, grown
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

// smallDelta is the number of keys up to which a part of a delta is counted, not
// estimated, and merges copy an active delta instead of leaving it behind as a
// layer.
const smallDelta = 1024

// figures is what of a delta lies in a span: entries, bytes of keys and newest
// values, change in the number of live rows, memory.
type figures struct{ keys, bytes, live, memory int64 }

// measure returns the figures of span, in a time that hardly depends on how much
// lies there: of many entries bytes, rows and memory are in proportion to their
// number. all is the figures of the part that span lies in.
func (d *delta) measure(span, within kv.Span, all figures) (f figures) {
	if all.keys > smallDelta {
		d.mu.RLock()
		total := d.between(within)
		f.keys = d.between(span)
		d.mu.RUnlock()
		if f.keys > smallDelta && total > 0 {
			share := float64(f.keys) / float64(total)
			part := func(n int64) int64 { return int64(float64(n) * share) }
			f.bytes, f.live, f.memory = part(all.bytes), part(all.live), part(all.memory)
			return f
		}
	}
	f = figures{}
	d.eachIn(span, func(item deltaItem) { f.count(item) })
	return f
}

func (f *figures) count(item deltaItem) {
	f.keys++
	f.bytes += int64(len(item.key) + len(item.chain.head.Load().value))
	f.live += int64(item.chain.live.Load())
	f.memory += deltaItemBytes + int64(len(item.key))
	for v := item.chain.head.Load(); v != nil; v = v.older.Load() {
		f.memory += v.memory(item.key)
	}
}

// between returns the number of entries in span. The caller holds mu.
func (d *delta) between(span kv.Span) int64 {
	from, to := 0, d.tree.Len()
	if span.Start != nil {
		from = treeRank(d.tree, func(i deltaItem) bool { return bytes.Compare(i.key, span.Start) >= 0 })
	}
	if span.End != nil {
		to = treeRank(d.tree, func(i deltaItem) bool { return bytes.Compare(i.key, span.End) >= 0 })
	}
	return int64(max(to-from, 0))
}

func (d *delta) figures() figures {
	return figures{d.keys.Load(), d.bytes.Load(), d.live.Load(), d.memory.Load()}
}

func (d *delta) set(f figures) {
	d.keys.Store(f.keys)
	d.bytes.Store(f.bytes)
	d.live.Store(f.live)
	d.memory.Store(f.memory)
}

// part returns a delta of its own for span of d, which lies in within, d's own
// span, and takes no more writes. The two share the nodes of the tree, so that
// the part also holds, unseen, what lies outside of span.
func (d *delta) part(span, within kv.Span) *delta {
	if d.keys.Load() == 0 {
		return newDelta()
	}
	f := d.measure(span, within, d.figures())
	if f.keys == 0 {
		return newDelta()
	}
	out := &delta{}
	d.mu.Lock()
	out.tree = d.tree.Copy()
	d.mu.Unlock()
	out.set(f)
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

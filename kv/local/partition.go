package local

import (
	"bytes"
	"sort"
	"sync/atomic"

	"github.com/sparrowdb/sparrow/kv"
)

// partition is one key range. Its span never changes: a split or merge replaces
// partitions by new ones. The content is an immutable value behind a pointer;
// commits, checkpoints, splits and merges publish a new one under the store's
// commit lock, readers load it once and keep what they have.
type partition struct {
	id    uint64
	span  kv.Span
	state atomic.Pointer[content]
	// dirty: it is in the store's list of partitions that the next checkpoint has
	// work with. The commit lock guards it.
	dirty bool
}

// content is what a partition holds: an active delta that commits write to,
// over older layers that wait for a checkpoint, over the base of blocks. A key's
// versions in an upper layer are all younger than those below.
type content struct {
	active *delta
	layers []layer // newest first
	base   *baseIndex
}

// layer is a delta that takes no more writes, seen through a span: after a split
// both halves share it.
type layer struct {
	delta *delta
	span  kv.Span
	// What lies in span; see delta.
	keys, bytes, live int64
}

func newPartition(id uint64, span kv.Span, c *content) *partition {
	p := &partition{id: id, span: span}
	p.state.Store(c)
	return p
}

// part returns what of c lies in span, in a time that does not depend on how much
// that is: blocks, layers and the active delta's nodes are shared. c, whose own
// span is within, takes no more writes. The caller holds the commit lock.
func (c *content) part(span, within kv.Span) *content {
	out := &content{active: c.active.part(span, within), base: c.base.view(span)}
	for _, l := range c.layers {
		out.addLayer(l.part(span))
	}
	return out
}

// part narrows the layer to span; it may come out empty.
func (l layer) part(span kv.Span) layer {
	in := l.span.Intersect(span)
	if in.Empty() {
		return layer{}
	}
	f := l.delta.measure(in, l.span, figures{keys: l.keys, bytes: l.bytes, live: l.live})
	return layer{delta: l.delta, span: in, keys: f.keys, bytes: f.bytes, live: f.live}
}

// asLayer is d as a layer over span.
func (d *delta) asLayer(span kv.Span) layer {
	f := d.figures()
	return layer{delta: d, span: span, keys: f.keys, bytes: f.bytes, live: f.live}
}

func (c *content) addLayer(l layer) {
	if l.keys > 0 {
		c.layers = append(c.layers, l)
	}
}

// join returns what a partition of span, whose content c is, and its right
// neighbour hold together. The caller holds the commit lock.
func (c *content) join(span kv.Span, o *content, right kv.Span) *content {
	out := &content{active: newDelta(), base: c.base.view(span).join(o.base.view(right))}
	out.addActives(c.active.asLayer(span), o.active.asLayer(right))
	out.layers = append(append(out.layers, c.layers...), o.layers...)
	return out
}

// addActives gives c, which is new, what was active before: small deltas are
// copied, others become layers.
func (c *content) addActives(parts ...layer) {
	keys := int64(0)
	for _, l := range parts {
		keys += l.keys
	}
	if keys > smallDelta {
		for _, l := range parts {
			c.addLayer(l)
		}
		return
	}
	f := figures{}
	for _, l := range parts {
		l.delta.eachIn(l.span, func(item deltaItem) {
			c.active.adopt(item)
			f.count(item)
		})
	}
	c.active.set(f)
}

// info describes the content; the figures are approximate.
func (c *content) info(id uint64, span kv.Span, asOf kv.TS) kv.PartitionInfo {
	info := kv.PartitionInfo{ID: id, Span: span, AsOf: asOf,
		Rows:            c.base.rows + c.active.live.Load(),
		RawBytes:        c.base.rawBytes + c.active.bytes.Load(),
		CompressedBytes: c.base.diskBytes,
	}
	for _, l := range c.layers {
		info.Rows += l.live
		info.RawBytes += l.bytes
	}
	info.Rows = max(info.Rows, 0)
	return info
}

// dirty reports whether a checkpoint has anything to do.
func (c *content) dirty() bool {
	return len(c.layers) > 0 || c.active.keys.Load() > 0 || !c.base.settled()
}

// partitionMap is the partitions in key order; they cover the key space.
type partitionMap struct {
	list []*partition
}

// index returns the position of the partition that holds key.
func (m *partitionMap) index(key []byte) int {
	lo, hi := 0, len(m.list)-1
	for lo < hi {
		mid := int(uint(lo+hi+1) >> 1)
		if bytes.Compare(m.list[mid].span.Start, key) <= 0 {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}

// find returns the partition that holds key.
func (m *partitionMap) find(key []byte) *partition { return m.list[m.index(key)] }

// overlap returns the positions [from, to) of the partitions that overlap span.
func (m *partitionMap) overlap(span kv.Span) (from, to int) {
	if span.Empty() {
		return 0, 0
	}
	from, to = m.index(span.Start), len(m.list)
	if span.End != nil {
		to = sort.Search(len(m.list), func(i int) bool {
			return bytes.Compare(m.list[i].span.Start, span.End) >= 0
		})
		to = max(to, from+1)
	}
	return from, to
}

// replace returns a map in which the partitions [from, to) are others.
func (m *partitionMap) replace(from, to int, others ...*partition) *partitionMap {
	list := make([]*partition, 0, len(m.list)-(to-from)+len(others))
	list = append(list, m.list[:from]...)
	list = append(list, others...)
	return &partitionMap{list: append(list, m.list[to:]...)}
}

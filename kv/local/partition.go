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

// smallDelta is the number of keys up to which splits and merges copy an active
// delta instead of leaving it behind as a layer.
const smallDelta = 8192

// carve returns the part of c that lies in span, with an active delta of its
// own. base is the part of c.base. The caller holds the commit lock.
func (c *content) carve(span kv.Span, base *baseIndex) *content {
	out := &content{base: base}
	if c.active.keys.Load() <= smallDelta {
		out.active = c.active.copyOf(span)
	} else {
		out.active = newDelta()
		out.addLayer(c.active.layerOver(span))
	}
	for _, l := range c.layers {
		if part := l.span.Intersect(span); !part.Empty() {
			out.addLayer(l.delta.layerOver(part))
		}
	}
	return out
}

func (c *content) addLayer(l layer) {
	if l.keys > 0 {
		c.layers = append(c.layers, l)
	}
}

// join adds to c what o holds, which lies elsewhere in the key space. Both were
// made by carve.
func (c *content) join(o *content) {
	o.active.eachIn(kv.Span{}, c.active.adopt)
	c.active.bytes.Add(o.active.bytes.Load())
	c.active.live.Add(o.active.live.Load())
	c.layers = append(c.layers, o.layers...)
	o.base.tree.Scan(func(r blockRef) bool {
		c.base.add(r)
		return true
	})
	c.base.maxTS = max(c.base.maxTS, o.base.maxTS)
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

// dirty reports whether a checkpoint has anything to write.
func (c *content) dirty() bool {
	return len(c.layers) > 0 || c.active.keys.Load() > 0
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

package local

import (
	"bytes"

	"github.com/tidwall/btree"

	"github.com/sparrowdb/sparrow/kv"
)

// blockRef places a block in a partition's key range: of the block's rows those
// in [lo, hi) count. A split through a block leaves a reference on each side.
// The references of a partition are disjoint and ordered by lo.
type blockRef struct {
	lo    []byte
	hi    []byte // nil: no bound but the next reference's lo
	block *block
	// cut: part of the block's rows lies outside; counts are halved.
	cut bool
}

func (r blockRef) span() kv.Span { return kv.Span{Start: r.lo, End: r.hi} }

func refLess(a, b blockRef) bool { return bytes.Compare(a.lo, b.lo) < 0 }

// baseIndex is the B-tree of a partition's blocks. It is immutable once it is
// published; a checkpoint edits a copy that shares structure.
type baseIndex struct {
	tree *btree.BTreeG[blockRef]
	// maxTS is not below the timestamp of any version in the blocks.
	maxTS kv.TS
	// Sums over the references, approximate where blocks are cut.
	rows, rawBytes, diskBytes int64
}

func newBaseIndex() *baseIndex {
	return &baseIndex{tree: btree.NewBTreeGOptions(refLess, btree.Options{NoLocks: true})}
}

// copy returns an index that may be edited.
func (b *baseIndex) copy() *baseIndex {
	c := *b
	c.tree = b.tree.Copy()
	return &c
}

func (b *baseIndex) add(r blockRef) {
	b.tree.Set(r)
	b.maxTS = max(b.maxTS, r.block.maxTS)
	b.count(r, 1)
}

func (b *baseIndex) remove(r blockRef) {
	b.tree.Delete(r)
	b.count(r, -1)
}

func (b *baseIndex) count(r blockRef, sign int64) {
	share := int64(1)
	if r.cut {
		share = 2
	}
	b.rows += sign * r.block.live() / share
	b.rawBytes += sign * int64(r.block.rawBytes) / share
	b.diskBytes += sign * int64(r.block.length) / share
}

// floor returns the reference that would hold key: the last with lo ≤ key.
func (b *baseIndex) floor(key []byte) (ref blockRef, ok bool) {
	if b.tree.Len() == 0 {
		return ref, false
	}
	b.tree.Descend(blockRef{lo: key}, func(r blockRef) bool {
		ref, ok = r, true
		return false
	})
	return ref, ok
}

// after returns the first reference with lo > key (nil key: the very first).
func (b *baseIndex) after(key []byte) (ref blockRef, ok bool) {
	if key == nil {
		return b.tree.Min()
	}
	b.tree.Ascend(blockRef{lo: key}, func(r blockRef) bool {
		if bytes.Equal(r.lo, key) {
			return true
		}
		ref, ok = r, true
		return false
	})
	return ref, ok
}

// before returns the last reference with lo < key (nil key: the very last).
func (b *baseIndex) before(key []byte) (ref blockRef, ok bool) {
	if key == nil {
		return b.tree.Max()
	}
	b.tree.Descend(blockRef{lo: key}, func(r blockRef) bool {
		if bytes.Equal(r.lo, key) {
			return true
		}
		ref, ok = r, true
		return false
	})
	return ref, ok
}

// clip returns the index cut to span; blocks that straddle a bound are
// referenced with narrower bounds.
func (b *baseIndex) clip(span kv.Span) *baseIndex {
	out := newBaseIndex()
	add := func(r blockRef) bool {
		if span.End != nil && bytes.Compare(r.lo, span.End) >= 0 {
			return false
		}
		// An open hi ends at the block's last key at the latest.
		part := r.span().Intersect(span)
		if r.hi == nil && bytes.Compare(r.block.lastKey, span.Start) < 0 {
			return true
		}
		if r.hi == nil && span.End != nil && bytes.Compare(r.block.lastKey, span.End) < 0 {
			part.End = nil
		}
		if !part.Empty() {
			cut := r.cut || part.End != nil || bytes.Compare(part.Start, r.lo) > 0
			out.add(blockRef{lo: part.Start, hi: part.End, block: r.block, cut: cut})
		}
		return true
	}
	if r, ok := b.floor(span.Start); ok {
		b.tree.Ascend(r, add)
	} else {
		b.tree.Scan(add)
	}
	out.maxTS = b.maxTS
	return out
}

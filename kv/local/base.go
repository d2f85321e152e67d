package local

import (
	"bytes"
	"slices"

	"github.com/sparrowdb/sparrow/kv"
)

// baseIndex is the index of a partition's blocks: one B-tree, or, between a split
// or merge and the next checkpoint, several pieces of trees in key order. It is
// immutable once it is published; a checkpoint edits a copy that shares
// structure.
type baseIndex struct {
	pieces []basePiece
	// maxTS is not below the timestamp of any version in the blocks.
	maxTS kv.TS
	sums
	// touched is the lo of every reference that was added to or removed from the
	// index since it was published last.
	touched [][]byte
}

func newBaseIndex() *baseIndex {
	return &baseIndex{pieces: []basePiece{{tree: newRefTree()}}}
}

// settled reports whether the index is one tree that holds nothing besides.
func (b *baseIndex) settled() bool { return len(b.pieces) == 1 && !b.pieces[0].hidden }

// empty reports whether there are no references; of an index that isn't settled
// it may say false all the same.
func (b *baseIndex) empty() bool {
	return len(b.pieces) == 0 || b.settled() && b.pieces[0].tree.Len() == 0
}

// copy returns a settled index that may be edited; b is settled.
func (b *baseIndex) copy() *baseIndex {
	c := *b
	c.pieces = []basePiece{{tree: b.pieces[0].tree.Copy()}}
	c.touched = slices.Clone(b.touched)
	return &c
}

// add and remove edit a copy.
func (b *baseIndex) add(r blockRef) {
	b.pieces[0].tree.Set(r)
	b.maxTS = max(b.maxTS, r.block.maxTS)
	b.sums.add(r.sums())
	b.pieces[0].sums = b.sums
	b.touched = append(b.touched, r.lo)
}

func (b *baseIndex) remove(r blockRef) {
	b.pieces[0].tree.Delete(r)
	b.sums.sub(r.sums())
	b.pieces[0].sums = b.sums
	b.touched = append(b.touched, r.lo)
}

// get returns the reference that begins at lo; b is settled.
func (b *baseIndex) get(lo []byte) (blockRef, bool) {
	return b.pieces[0].tree.Get(blockRef{lo: lo})
}

// pieceAt returns the last piece that begins at or before key, or -1.
func (b *baseIndex) pieceAt(key []byte) int {
	i := len(b.pieces) - 1
	for i > 0 && bytes.Compare(b.pieces[i].span.Start, key) > 0 {
		i--
	}
	if i == 0 && bytes.Compare(b.pieces[0].span.Start, key) > 0 {
		return -1
	}
	return i
}

// floor returns the reference that would hold key: the last with lo ≤ key.
func (b *baseIndex) floor(key []byte) (ref blockRef, ok bool) {
	if b.settled() {
		return b.pieces[0].floor(key)
	}
	i := b.pieceAt(key)
	if i < 0 {
		return ref, false
	}
	if end := b.pieces[i].span.End; end == nil || bytes.Compare(key, end) < 0 {
		ref, ok = b.pieces[i].floor(key)
	} else {
		ref, ok = b.pieces[i].last()
	}
	return b.lastBefore(i, ref, ok)
}

// lastBefore returns ref if ok, else the last reference of the pieces before i.
func (b *baseIndex) lastBefore(i int, ref blockRef, ok bool) (blockRef, bool) {
	for i--; !ok && i >= 0; i-- {
		ref, ok = b.pieces[i].last()
	}
	return ref, ok
}

// after returns the first reference with lo > key (nil key: the very first).
func (b *baseIndex) after(key []byte) (ref blockRef, ok bool) {
	i := 0
	if key != nil {
		i = b.pieceAt(key)
		if i >= 0 {
			ref, ok = b.pieces[i].after(key)
		}
		i++
	}
	for ; !ok && i < len(b.pieces); i++ {
		ref, ok = b.pieces[i].first()
	}
	return ref, ok
}

// before returns the last reference with lo < key (nil key: the very last).
func (b *baseIndex) before(key []byte) (ref blockRef, ok bool) {
	i := len(b.pieces)
	if key != nil {
		i = b.pieceAt(key)
		if i < 0 {
			return ref, false
		}
		switch p := &b.pieces[i]; {
		case bytes.Equal(p.span.Start, key):
		case p.span.End != nil && bytes.Compare(p.span.End, key) <= 0:
			ref, ok = p.last()
		default:
			ref, ok = p.before(key)
		}
	}
	return b.lastBefore(i, ref, ok)
}

// each calls fn for the references in order until it returns false.
func (b *baseIndex) each(fn func(blockRef) bool) {
	for i := range b.pieces {
		if !b.pieces[i].each(func(part, _ blockRef) bool { return fn(part) }) {
			return
		}
	}
}

// eachIn calls fn for the references that begin in span; b is settled.
func (b *baseIndex) eachIn(span kv.Span, fn func(blockRef)) {
	b.pieces[0].tree.Ascend(blockRef{lo: span.Start}, func(r blockRef) bool {
		if span.End != nil && bytes.Compare(r.lo, span.End) >= 0 {
			return false
		}
		fn(r)
		return true
	})
}

// view returns the part of the index that lies in span, in a time that does not
// depend on how much that is.
func (b *baseIndex) view(span kv.Span) *baseIndex {
	out := &baseIndex{maxTS: b.maxTS}
	for i := range b.pieces {
		p := &b.pieces[i]
		if part := p.span.Intersect(span); !part.Empty() && p.tree.Len() > 0 {
			out.pieces = append(out.pieces, p.view(part))
		}
	}
	out.sum()
	return out
}

// join returns an index of both, which are views; o lies behind b.
func (b *baseIndex) join(o *baseIndex) *baseIndex {
	out := &baseIndex{maxTS: max(b.maxTS, o.maxTS)}
	for _, p := range slices.Concat(b.pieces, o.pieces) {
		if p.hidden { // views: any other piece is an empty index's
			out.pieces = append(out.pieces, p)
		}
	}
	out.sum()
	return out
}

// sum adds up the pieces; an index without any gets an empty tree.
func (b *baseIndex) sum() {
	b.sums = sums{}
	for i := range b.pieces {
		b.sums.add(b.pieces[i].sums)
	}
	if len(b.pieces) == 0 {
		b.pieces = newBaseIndex().pieces
	}
}

// settle returns an index of one tree with what b holds. It counts the rows of
// references that a split has cut, reading their blocks, and joins again what
// lies side by side in one block.
func (b *baseIndex) settle(cache *blockCache) *baseIndex {
	out := newBaseIndex()
	var held blockRef // not in out yet
	var holds bool
	flush := func() {
		if !holds {
			return
		}
		if held.cut && held.cutRows == 0 {
			out.touched = append(out.touched, held.lo)
			if !held.countCut(cache) {
				return
			}
		}
		out.pieces[0].tree.Load(held)
		out.maxTS = max(out.maxTS, held.block.maxTS)
		out.sums.add(held.sums())
	}
	for i := range b.pieces {
		b.pieces[i].each(func(part, whole blockRef) bool {
			if !part.same(whole) {
				out.touched = append(out.touched, whole.lo, part.lo)
			}
			if holds && held.block == part.block && bytes.Equal(held.hi, part.lo) {
				out.touched = append(out.touched, held.lo, part.lo)
				held = blockRef{lo: held.lo, hi: part.hi, block: part.block, cut: true}
				return true
			}
			flush()
			held, holds = part, true
			return true
		})
	}
	flush()
	out.maxTS = max(out.maxTS, b.maxTS)
	out.pieces[0].sums = out.sums
	return out
}

// countCut counts the rows of a cut reference and reports whether there are any;
// when its block can't be read, it stays as it is.
func (r *blockRef) countCut(cache *blockCache) bool {
	d, err := cache.peek(r.block)
	if err != nil {
		return true
	}
	keys, err := d.keys()
	if err != nil {
		return true
	}
	first, last := keys.rowsIn(*r, kv.Span{})
	n := last - first + 1
	r.cutRows = int32(n)
	r.cut = n < keys.rows()
	if !r.cut {
		r.cutRows = 0
	}
	return n > 0
}

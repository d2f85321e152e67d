package local

import (
	"bytes"

	"github.com/tidwall/btree"

	"github.com/sparrowdb/sparrow/kv"
)

// basePiece is a B-tree of references seen through a span. Splits and merges
// share trees instead of copying them; the next checkpoint makes of what they
// leave one tree again that holds nothing else.
type basePiece struct {
	tree *btree.BTreeG[blockRef]
	span kv.Span
	// hidden: the tree may hold references outside of span.
	hidden bool
	sums   sums // estimates while hidden
}

func newRefTree() *btree.BTreeG[blockRef] {
	return btree.NewBTreeGOptions(refLess, btree.Options{NoLocks: true})
}

// clip returns what counts of a reference of the tree.
func (p *basePiece) clip(r blockRef, ok bool) (blockRef, bool) {
	if !ok || !p.hidden {
		return r, ok
	}
	return r.clip(p.span)
}

// floor returns the last reference with lo ≤ key, which lies in the span.
func (p *basePiece) floor(key []byte) (ref blockRef, ok bool) {
	if p.tree.Len() == 0 {
		return ref, false
	}
	p.tree.Descend(blockRef{lo: key}, func(r blockRef) bool {
		ref, ok = r, true
		return false
	})
	return p.clip(ref, ok)
}

// after returns the first reference with lo > key, which lies in the span.
func (p *basePiece) after(key []byte) (ref blockRef, ok bool) {
	p.tree.Ascend(blockRef{lo: key}, func(r blockRef) bool {
		if bytes.Equal(r.lo, key) {
			return true
		}
		ref, ok = r, true
		return false
	})
	return p.clip(ref, ok)
}

// before returns the last reference with lo < key, which is the span's end or
// lies in the span behind its start.
func (p *basePiece) before(key []byte) (ref blockRef, ok bool) {
	p.tree.Descend(blockRef{lo: key}, func(r blockRef) bool {
		if bytes.Equal(r.lo, key) {
			return true
		}
		ref, ok = r, true
		return false
	})
	return p.clip(ref, ok)
}

func (p *basePiece) first() (blockRef, bool) {
	if !p.hidden {
		return p.tree.Min()
	}
	if ref, ok := p.floor(p.span.Start); ok {
		return ref, true
	}
	if p.span.Start == nil {
		return p.clip(p.tree.Min())
	}
	return p.after(p.span.Start)
}

func (p *basePiece) last() (blockRef, bool) {
	if !p.hidden || p.span.End == nil {
		return p.clip(p.tree.Max())
	}
	return p.before(p.span.End)
}

// each calls fn for the references in order until it returns false, with the
// reference as it is in the tree beside its part in the span.
func (p *basePiece) each(fn func(part, whole blockRef) bool) bool {
	goOn := true
	visit := func(r blockRef) bool {
		part, ok := p.clip(r, true)
		if ok {
			goOn = fn(part, r)
		}
		return goOn && (p.span.End == nil || bytes.Compare(r.lo, p.span.End) < 0)
	}
	if !p.hidden {
		p.tree.Scan(func(r blockRef) bool {
			goOn = fn(r, r)
			return goOn
		})
		return goOn
	}
	from := blockRef{lo: p.span.Start}
	p.tree.Descend(from, func(r blockRef) bool {
		from = r
		return false
	})
	p.tree.Ascend(from, visit)
	return goOn
}

// rank returns how many references of the tree have lo < key.
func (p *basePiece) rank(key []byte) int {
	return treeRank(p.tree, func(r blockRef) bool { return bytes.Compare(r.lo, key) >= 0 })
}

// treeRank returns the place of the first item for which reached holds.
func treeRank[T any](tree *btree.BTreeG[T], reached func(T) bool) int {
	lo, hi := 0, tree.Len()
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		item, _ := tree.GetAt(mid)
		if reached(item) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// weight is about how many references lie in span: those at whose inside it
// begins or ends count half.
func (p *basePiece) weight(span kv.Span) float64 {
	edge := func(key []byte) float64 {
		n := float64(p.rank(key))
		if r, ok := p.tree.GetAt(int(n) - 1); ok && r.span().Contains(key) && bytes.Compare(r.block.lastKey, key) >= 0 {
			n -= 0.5
		}
		return n
	}
	low, high := 0.0, float64(p.tree.Len())
	if span.Start != nil {
		low = edge(span.Start)
	}
	if span.End != nil {
		high = edge(span.End)
	}
	return max(high-low, 0)
}

// view returns the piece narrowed to span, which lies in its own.
func (p *basePiece) view(span kv.Span) basePiece {
	out := basePiece{tree: p.tree, span: span, hidden: true}
	if all := p.weight(p.span); all > 0 {
		out.sums = p.sums.share(min(1, p.weight(span)/all))
	}
	return out
}

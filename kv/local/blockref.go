package local

import (
	"bytes"

	"github.com/sparrowdb/sparrow/kv"
)

// blockRef places a block in a partition's key range: of the block's rows those
// in [lo, hi) count. A split through a block leaves a reference on each side.
// The references of a partition are disjoint and ordered by lo.
type blockRef struct {
	lo    []byte
	hi    []byte // nil: no bound but the next reference's lo
	block *block
	// cut: part of the block's rows lies outside. cutRows is how many are inside;
	// 0 until that was counted.
	cut     bool
	cutRows int32
}

func (r blockRef) span() kv.Span { return kv.Span{Start: r.lo, End: r.hi} }

func refLess(a, b blockRef) bool { return bytes.Compare(a.lo, b.lo) < 0 }

// same reports whether both say the same about the same block.
func (r blockRef) same(o blockRef) bool {
	return r.block == o.block && r.cut == o.cut && r.cutRows == o.cutRows &&
		bytes.Equal(r.lo, o.lo) && bytes.Equal(r.hi, o.hi) && (r.hi == nil) == (o.hi == nil)
}

// sums is what references amount to: live rows, bytes decoded, bytes on disk.
type sums struct{ rows, rawBytes, diskBytes int64 }

// sums of r alone; of a cut one in proportion to its rows, or half of the block's
// until they are counted.
func (r blockRef) sums() sums {
	s := sums{r.block.live(), int64(r.block.rawBytes), int64(r.block.length)}
	switch {
	case r.cut && r.cutRows > 0 && r.block.rows > 0:
		return s.share(float64(r.cutRows) / float64(r.block.rows))
	case r.cut:
		return s.share(0.5)
	default:
		return s
	}
}

func (s sums) share(f float64) sums {
	part := func(n int64) int64 { return int64(float64(n)*f + 0.5) }
	return sums{part(s.rows), part(s.rawBytes), part(s.diskBytes)}
}

func (s *sums) add(o sums) {
	s.rows += o.rows
	s.rawBytes += o.rawBytes
	s.diskBytes += o.diskBytes
}

func (s *sums) sub(o sums) {
	s.rows -= o.rows
	s.rawBytes -= o.rawBytes
	s.diskBytes -= o.diskBytes
}

// clip returns what of r lies in span; ok is false when nothing does.
func (r blockRef) clip(span kv.Span) (part blockRef, ok bool) {
	// An open hi ends at the block's last key at the latest.
	if r.hi == nil && bytes.Compare(r.block.lastKey, span.Start) < 0 {
		return r, false
	}
	in := r.span().Intersect(span)
	if r.hi == nil && span.End != nil && bytes.Compare(r.block.lastKey, span.End) < 0 {
		in.End = nil
	}
	if in.Empty() {
		return r, false
	}
	if bytes.Equal(in.Start, r.lo) && (in.End == nil) == (r.hi == nil) && bytes.Equal(in.End, r.hi) {
		return r, true
	}
	return blockRef{lo: in.Start, hi: in.End, block: r.block, cut: true}, true
}

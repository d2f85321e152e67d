package local

import (
	"bytes"

	"github.com/sparrowdb/sparrow/kv"
)

// baseCursor walks the rows of a base index within a span, in either direction.
// While it is valid, key is the current row's.
type baseCursor struct {
	cache   *blockCache
	base    *baseIndex
	span    kv.Span
	reverse bool

	ref   blockRef
	block *decodedBlock
	row   int
	last  int // row at which the block's part of the span ends, inclusive
	key   []byte
	valid bool
	err   error
}

func (c *baseCursor) open(cache *blockCache, base *baseIndex, span kv.Span, reverse bool) {
	*c = baseCursor{cache: cache, base: base, span: span, reverse: reverse}
	if base.empty() || span.Empty() {
		return
	}
	ref, ok := blockRef{}, false
	switch {
	case reverse:
		ref, ok = base.before(span.End)
	default:
		if ref, ok = base.floor(span.Start); !ok {
			ref, ok = base.after(nil)
		}
	}
	c.enter(ref, ok)
}

// enter loads ref, or the next one that has rows in the span.
func (c *baseCursor) enter(ref blockRef, ok bool) {
	for ; ok; ref, ok = c.following(ref) {
		if c.outside(ref) {
			break
		}
		part := ref.span().Intersect(c.span)
		if bytes.Compare(ref.block.lastKey, part.Start) < 0 || part.Empty() {
			continue
		}
		d, err := c.cache.load(ref.block)
		if err != nil {
			c.err = err
			break
		}
		first, last := 0, d.rows()-1
		if bytes.Compare(d.key(0), part.Start) < 0 {
			first = d.search(part.Start)
		}
		if part.End != nil && bytes.Compare(d.key(last), part.End) >= 0 {
			last = d.search(part.End) - 1
		}
		if first > last {
			continue
		}
		c.ref, c.block, c.valid = ref, d, true
		c.row, c.last = first, last
		if c.reverse {
			c.row, c.last = last, first
		}
		c.key = d.key(c.row)
		return
	}
	c.valid, c.block = false, nil
}

// outside reports whether ref and all that follow lie beyond the span.
func (c *baseCursor) outside(ref blockRef) bool {
	if c.reverse {
		return bytes.Compare(ref.block.lastKey, c.span.Start) < 0
	}
	return c.span.End != nil && bytes.Compare(ref.lo, c.span.End) >= 0
}

func (c *baseCursor) following(ref blockRef) (blockRef, bool) {
	if c.reverse {
		return c.base.before(ref.lo)
	}
	return c.base.after(ref.lo)
}

// next moves on by one row.
func (c *baseCursor) next() {
	if c.row == c.last {
		c.enter(c.following(c.ref))
		return
	}
	if c.reverse {
		c.row--
	} else {
		c.row++
	}
	c.key = c.block.key(c.row)
}

// at returns the current row's version that a reader at ts sees.
func (c *baseCursor) at(ts kv.TS) (value []byte, exists, deleted bool) {
	v := c.row
	if !c.block.plain || c.block.maxTS > ts {
		if v = c.block.at(c.row, ts); v < 0 {
			return nil, false, false
		}
		if c.block.deleted(v) {
			return nil, true, true
		}
	}
	return c.block.value(v), true, false
}

// newest is the timestamp of the current row's newest version.
func (c *baseCursor) newest() kv.TS { return c.block.ts[c.block.start[c.row]] }

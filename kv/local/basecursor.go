package local

import (
	"bytes"

	"github.com/sparrowdb/sparrow/kv"
)

// baseCursor walks the rows of a base index within a span, in either direction.
// While it is valid, key is the current row's.
type baseCursor struct {
	cache    *blockCache
	base     *baseIndex
	span     kv.Span
	reverse  bool
	keysOnly bool

	ref   blockRef
	block *decodedBlock
	keys  *blockKeys
	row   int
	last  int // row at which the block's part of the span ends, inclusive
	key   []byte
	valid bool
	err   error
	buf   []byte // of the value put together last
}

func (c *baseCursor) open(cache *blockCache, base *baseIndex, span kv.Span, reverse bool) {
	*c = baseCursor{cache: cache, base: base, span: span, reverse: reverse, keysOnly: c.keysOnly, buf: c.buf}
	if base.empty() || span.Empty() {
		return
	}
	c.enter(base.first(span, reverse))
}

// first returns the reference that a walk over span begins at.
func (b *baseIndex) first(span kv.Span, reverse bool) (blockRef, bool) {
	if reverse {
		return b.before(span.End)
	}
	if ref, ok := b.floor(span.Start); ok {
		return ref, true
	}
	return b.after(nil)
}

// following returns the reference that a walk comes to after ref.
func (b *baseIndex) following(ref blockRef, reverse bool) (blockRef, bool) {
	if reverse {
		return b.before(ref.lo)
	}
	return b.after(ref.lo)
}

// beyond reports whether ref and all that follow in a walk lie outside of span.
func (r blockRef) beyond(span kv.Span, reverse bool) bool {
	if reverse {
		return bytes.Compare(r.block.lastKey, span.Start) < 0
	}
	return span.End != nil && bytes.Compare(r.lo, span.End) >= 0
}

// endsIn reports that the reference reaches to the far end of span: none that
// follows in a walk has rows there.
func (r blockRef) endsIn(span kv.Span, reverse bool) bool {
	if reverse {
		return bytes.Compare(r.lo, span.Start) <= 0
	}
	return r.hi != nil && span.End != nil && bytes.Compare(r.hi, span.End) >= 0
}

// rowsIn returns the first and the last row of the reference that lie in span;
// first > last if there are none.
func (k *blockKeys) rowsIn(ref blockRef, span kv.Span) (first, last int) {
	part := ref.span().Intersect(span)
	first, last = 0, k.rows()-1
	if bytes.Compare(k.Key(0), part.Start) < 0 {
		first = k.search(part.Start)
	}
	if part.End != nil && bytes.Compare(k.Key(last), part.End) >= 0 {
		last = k.search(part.End) - 1
	}
	return first, last
}

// enter loads ref, or the next one that has rows in the span.
func (c *baseCursor) enter(ref blockRef, ok bool) {
	for ; ok; ref, ok = c.base.following(ref, c.reverse) {
		if ref.beyond(c.span, c.reverse) {
			break
		}
		part := ref.span().Intersect(c.span)
		if bytes.Compare(ref.block.lastKey, part.Start) < 0 || part.Empty() {
			continue
		}
		d, keys, err := c.cache.loadKeys(ref.block)
		if err != nil {
			c.err = err
			break
		}
		first, last := keys.rowsIn(ref, c.span)
		if first > last {
			continue
		}
		c.ref, c.block, c.keys, c.valid = ref, d, keys, true
		c.row, c.last = first, last
		if c.reverse {
			c.row, c.last = last, first
		}
		c.key = keys.Key(c.row)
		return
	}
	c.valid, c.block, c.keys = false, nil, nil
}

// next moves on by one row.
func (c *baseCursor) next() {
	if c.row == c.last {
		c.cache.notice(c.ref.block, c.block)
		if c.ref.endsIn(c.span, c.reverse) {
			c.valid, c.block, c.keys = false, nil, nil
			return
		}
		c.enter(c.base.following(c.ref, c.reverse))
		return
	}
	if c.reverse {
		c.row--
	} else {
		c.row++
	}
	c.key = c.keys.Key(c.row)
}

// at returns the current row's version that a reader at ts sees. The value is
// valid until the next call; it is nil when only keys are wanted.
func (c *baseCursor) at(ts kv.TS) (value []byte, exists, deleted bool) {
	v := c.keys.at(c.row, ts)
	if v < 0 {
		return nil, false, false
	}
	place := c.keys.valueOf(v)
	if place < 0 {
		return nil, true, true
	}
	if c.keysOnly {
		return nil, true, false
	}
	if c.block.columns == nil {
		value, c.err = c.block.appendValue(nil, place)
		return value, c.err == nil, false
	}
	value, err := c.block.appendValue(c.buf[:0], place)
	if err != nil {
		c.err = c.ref.block.corrupt(err.Error())
		return nil, false, false
	}
	c.buf = value
	return value, true, false
}

// newest is the timestamp of the current row's newest version.
func (c *baseCursor) newest() kv.TS {
	v, _ := c.keys.versions(c.row)
	return c.keys.tsOf(v)
}

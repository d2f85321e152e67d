package local

import "github.com/sparrowdb/sparrow/kv"

// deltaCursor walks a delta within a span, a run of items at a time. While it is
// valid, key is the current item's.
type deltaCursor struct {
	delta   *delta
	span    kv.Span
	reverse bool
	items   []deltaItem
	at      int
	more    bool
	key     []byte
	valid   bool
}

// Runs begin short, for scans that end soon, and grow.
const (
	deltaRunFirst = 16
	deltaRunMax   = 256
)

func (c *deltaCursor) open(l layer, span kv.Span, reverse bool) {
	items := c.items
	*c = deltaCursor{delta: l.delta, span: l.span.Intersect(span), reverse: reverse, items: items[:0]}
	if c.span.Empty() {
		return
	}
	from := c.span.Start
	if reverse {
		from = c.span.End
	}
	c.fill(from, deltaRunFirst)
}

func (c *deltaCursor) fill(from []byte, n int) {
	clear(c.items)
	c.items = c.delta.run(c.items[:0], c.span, from, c.reverse, n)
	c.at, c.more = 0, len(c.items) == n
	c.settle()
}

func (c *deltaCursor) settle() {
	c.valid = c.at < len(c.items)
	if c.valid {
		c.key = c.items[c.at].key
	}
}

// next moves on by one key.
func (c *deltaCursor) next() {
	c.at++
	if c.at < len(c.items) || !c.more {
		c.settle()
		return
	}
	n := min(2*len(c.items), deltaRunMax)
	if c.reverse {
		c.fill(c.key, n)
		return
	}
	// The successor of the last key is that key and a zero byte.
	c.fill(append(append(make([]byte, 0, len(c.key)+1), c.key...), 0), n)
}

// version returns the current key's version that a reader at ts sees, or nil.
func (c *deltaCursor) version(ts kv.TS) *version { return c.items[c.at].chain.at(ts) }

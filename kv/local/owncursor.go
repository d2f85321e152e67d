package local

import (
	"github.com/tidwall/btree"

	"github.com/sparrowdb/sparrow/kv"
)

// ownCursor walks the writes of a transaction within a span. While it is valid,
// key and w are the current one.
type ownCursor struct {
	it      btree.IterG[bufferedWrite]
	span    kv.Span
	reverse bool
	key     []byte
	w       *write
	valid   bool
}

// open begins a walk over tree, which nobody changes meanwhile; nil is empty.
// The caller must close the cursor.
func (c *ownCursor) open(tree *btree.BTreeG[bufferedWrite], span kv.Span, reverse bool) {
	c.close()
	if tree == nil || span.Empty() {
		return
	}
	*c = ownCursor{it: tree.Iter(), span: span, reverse: reverse}
	var ok bool
	switch {
	case !reverse:
		ok = c.it.Seek(bufferedWrite{key: span.Start})
	case span.End == nil:
		ok = c.it.Last()
	default:
		if ok = c.it.Seek(bufferedWrite{key: span.End}); ok {
			ok = c.it.Prev()
		} else {
			ok = c.it.Last()
		}
	}
	c.settle(ok)
}

// next moves on by one write.
func (c *ownCursor) next() {
	if c.reverse {
		c.settle(c.it.Prev())
		return
	}
	c.settle(c.it.Next())
}

func (c *ownCursor) settle(ok bool) {
	if !ok || !c.span.Contains(c.it.Item().key) {
		c.close()
		return
	}
	item := c.it.Item()
	c.key, c.w, c.valid = item.key, item.w, true
}

// close releases the walk; a second call does nothing.
func (c *ownCursor) close() {
	c.it.Release()
	*c = ownCursor{}
}

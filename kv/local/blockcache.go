package local

import (
	"sync"

	"github.com/sparrowdb/sparrow/kv"
)

// blockCache bounds the memory of decoded blocks. A block in the cache carries
// its decoded form itself, so a hit costs one atomic load; the cache only keeps
// two queues of the blocks it charges for.
//
// A block that was read for the first time enters the short queue of newcomers.
// What nobody used again until it reaches the end of that queue leaves the cache:
// a scan of a table larger than the cache passes through here without touching
// the rest. What was used again, and what comes back soon after it left, goes to
// the long queue, round which a clock hand goes, giving every block that was
// used since the last round another one.
type blockCache struct {
	codec kv.Codec // nil: all values are opaque
	limit int64

	mu        sync.Mutex
	newcomers blockQueue
	kept      blockQueue
	// evictions counts the newcomers that left; see block.leftAt.
	evictions uint64
}

// newcomerShare is the part of the cache that newcomers get when it is full: one
// in so many bytes.
const newcomerShare = 8

// load returns the decoded block, reading it when it is not cached.
func (c *blockCache) load(b *block) (*decodedBlock, error) {
	if d := b.decoded.Load(); d != nil {
		if !b.used.Load() {
			b.used.Store(true)
		}
		return d, nil
	}
	d, err := b.read(c.codec)
	if err != nil {
		return nil, err
	}
	return c.enter(b, d), nil
}

// enter keeps a block that was read, unless somebody else has meanwhile.
func (c *blockCache) enter(b *block, d *decodedBlock) *decodedBlock {
	c.mu.Lock()
	defer c.mu.Unlock()
	if other := b.decoded.Load(); other != nil {
		return other
	}
	b.charged = d.memory()
	d.seen.Store(b.charged)
	if b.kept = c.remembers(b); b.kept {
		c.kept.push(b)
	} else {
		c.newcomers.push(b)
	}
	b.used.Store(false)
	b.decoded.Store(d)
	c.evict()
	return d
}

// loadKeys is load with the block's keys.
func (c *blockCache) loadKeys(b *block) (*decodedBlock, *blockKeys, error) {
	d, err := c.load(b)
	if err != nil {
		return nil, nil, err
	}
	k, err := d.keys()
	if err != nil {
		return nil, nil, b.corrupt(err.Error())
	}
	return d, k, nil
}

// loadFor is loadKeys for a reader of one key, and nil when the block's filter
// says that the key is not there.
func (c *blockCache) loadFor(b *block, key []byte) (*decodedBlock, *blockKeys, error) {
	if b.decoded.Load() != nil {
		return c.loadKeys(b)
	}
	e, err := b.encoded()
	if err != nil || !filterAdmits(e.filter(), key) {
		return nil, nil, err
	}
	d, err := e.decode(c.codec)
	if err != nil {
		return nil, nil, b.corrupt(err.Error())
	}
	k, err := d.keys()
	if err != nil {
		return nil, nil, b.corrupt(err.Error())
	}
	return c.enter(b, d), k, nil
}

// peek returns the decoded block for somebody who reads it for the last time: it
// is taken from the cache, but does not enter it.
func (c *blockCache) peek(b *block) (*decodedBlock, error) {
	if d := b.decoded.Load(); d != nil {
		return d, nil
	}
	return b.read(c.codec)
}

// resize charges a block anew whose decoded form has grown (or shrunk) since it
// was loaded. It does nothing for one that is not cached any more.
func (c *blockCache) resize(b *block) {
	c.mu.Lock()
	defer c.mu.Unlock()
	d := b.decoded.Load()
	if d == nil {
		return
	}
	n := d.memory()
	if b.kept {
		c.kept.bytes += n - b.charged
	} else {
		c.newcomers.bytes += n - b.charged
	}
	b.charged = n
	d.seen.Store(n)
	c.evict()
}

// noticeStep is by how much a block may grow before it is charged anew, in bytes.
const noticeStep = 4 << 10

// notice charges a block anew if what somebody has just decoded of it matters.
func (c *blockCache) notice(b *block, d *decodedBlock) {
	if n := d.memory() - d.seen.Load(); n > noticeStep {
		c.resize(b)
	}
}

// used returns the bytes that are charged now; they never exceed the limit.
func (c *blockCache) used() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.newcomers.bytes + c.kept.bytes
}

// remembers reports whether b was a newcomer that left a short while ago. The
// caller holds mu.
func (c *blockCache) remembers(b *block) bool {
	return b.leftAt > 0 && c.evictions-b.leftAt < uint64(c.kept.len()+c.newcomers.len())
}

// evict makes room; the caller holds mu.
func (c *blockCache) evict() {
	for c.newcomers.bytes+c.kept.bytes > c.limit {
		if c.newcomers.len() > 0 && (c.newcomers.bytes > c.limit/newcomerShare || c.kept.len() == 0) {
			b := c.newcomers.pop()
			if b.used.Swap(false) {
				c.kept.push(b)
				b.kept = true
				continue
			}
			c.evictions++
			b.leftAt = c.evictions
			b.decoded.Store(nil)
			continue
		}
		b := c.kept.pop()
		if b.used.Swap(false) {
			c.kept.push(b)
			continue
		}
		b.kept = false
		b.decoded.Store(nil)
	}
}

// forget drops blocks that are no part of the store any more.
func (c *blockCache) forget(gone func(*block) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.newcomers.drop(gone)
	c.kept.drop(gone)
}

package local

import "sync"

// blockCache bounds the memory of decoded blocks. A block in the cache carries
// its decoded form itself, so a hit costs one atomic load; the cache only keeps
// the ring that its clock hand goes round, giving every block that was used
// since the last round a second chance.
type blockCache struct {
	codec *zstdCodec
	limit int64

	mu   sync.Mutex
	ring []*block
	hand int
	size int64
}

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
	c.mu.Lock()
	defer c.mu.Unlock()
	if other := b.decoded.Load(); other != nil {
		return other, nil
	}
	b.decoded.Store(d)
	c.ring = append(c.ring, b)
	c.size += d.memory()
	c.evict()
	return d, nil
}

// evict makes room; the caller holds mu.
func (c *blockCache) evict() {
	for c.size > c.limit && len(c.ring) > 0 {
		c.hand %= len(c.ring)
		b := c.ring[c.hand]
		if b.used.Swap(false) {
			c.hand++
			continue
		}
		c.size -= b.decoded.Swap(nil).memory()
		last := len(c.ring) - 1
		c.ring[c.hand] = c.ring[last]
		c.ring[last] = nil
		c.ring = c.ring[:last]
	}
}

// forget drops blocks that are no part of the store any more.
func (c *blockCache) forget(gone func(*block) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.ring[:0]
	for _, b := range c.ring {
		if gone(b) {
			c.size -= b.decoded.Swap(nil).memory()
			continue
		}
		kept = append(kept, b)
	}
	clear(c.ring[len(kept):])
	c.ring = kept
}

package sql

import (
	"container/list"

	"github.com/sparrowdb/sparrow/sql/types"
)

// Bounds of the cache of plans by text. Long texts (rows of values) hardly
// come twice.
const (
	planCacheEntries   = 128
	planCacheTextBytes = 4 << 10
)

// planKey is what the meaning of a text depends on besides the catalog.
type planKey struct {
	text, path, unknown, star  string
	dateStyle, intervals, zone string // literals are read while planning
	role                       types.OID
}

// planCache keeps the plans of the simple protocol's texts that were used
// last.
type planCache struct {
	entries map[planKey]*list.Element
	order   *list.List // of *planEntry, the newest first
}

type planEntry struct {
	key  planKey
	stmt *prepared
}

func newPlanCache() *planCache {
	return &planCache{entries: map[planKey]*list.Element{}, order: list.New()}
}

func (c *planCache) get(k planKey) *prepared {
	e, ok := c.entries[k]
	if !ok {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*planEntry).stmt
}

func (c *planCache) put(k planKey, p *prepared) {
	if len(k.text) > planCacheTextBytes {
		return
	}
	c.drop(k)
	c.entries[k] = c.order.PushFront(&planEntry{key: k, stmt: p})
	if c.order.Len() > planCacheEntries {
		c.drop(c.order.Back().Value.(*planEntry).key)
	}
}

func (c *planCache) drop(k planKey) {
	if e, ok := c.entries[k]; ok {
		c.order.Remove(e)
		delete(c.entries, k)
	}
}

func (c *planCache) clear() { *c = *newPlanCache() }

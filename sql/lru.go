package sql

import "container/list"

// lru keeps the values that were used last.
type lru[K comparable, V any] struct {
	most    int
	entries map[K]*list.Element
	order   *list.List // of lruEntry[K, V], the newest first
}

type lruEntry[K comparable, V any] struct {
	key   K
	value V
}

func newLRU[K comparable, V any](most int) *lru[K, V] {
	return &lru[K, V]{most: most, entries: map[K]*list.Element{}, order: list.New()}
}

// get returns a value, or V's zero.
func (c *lru[K, V]) get(k K) (v V) {
	if e, ok := c.entries[k]; ok {
		c.order.MoveToFront(e)
		v = e.Value.(lruEntry[K, V]).value
	}
	return v
}

func (c *lru[K, V]) put(k K, v V) {
	c.drop(k)
	c.entries[k] = c.order.PushFront(lruEntry[K, V]{k, v})
	if c.order.Len() > c.most {
		c.drop(c.order.Back().Value.(lruEntry[K, V]).key)
	}
}

func (c *lru[K, V]) drop(k K) {
	if e, ok := c.entries[k]; ok {
		c.order.Remove(e)
		delete(c.entries, k)
	}
}

func (c *lru[K, V]) clear() {
	clear(c.entries)
	c.order.Init()
}

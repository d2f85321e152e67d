package catalog

import "container/list"

// lru is a map of bounded size that forgets what was least recently used. It
// is not safe for concurrent use.
type lru[K comparable, V any] struct {
	max   int
	order *list.List // of *lruEntry, most recent first
	items map[K]*list.Element
}

type lruEntry[K comparable, V any] struct {
	key   K
	value V
}

func newLRU[K comparable, V any](max int) *lru[K, V] {
	return &lru[K, V]{max: max, order: list.New(), items: make(map[K]*list.Element)}
}

func (l *lru[K, V]) get(key K) (value V, ok bool) {
	e, ok := l.items[key]
	if !ok {
		return value, false
	}
	l.order.MoveToFront(e)
	return e.Value.(*lruEntry[K, V]).value, true
}

func (l *lru[K, V]) put(key K, value V) {
	if e, ok := l.items[key]; ok {
		e.Value.(*lruEntry[K, V]).value = value
		l.order.MoveToFront(e)
		return
	}
	l.items[key] = l.order.PushFront(&lruEntry[K, V]{key, value})
	if l.order.Len() > l.max {
		oldest := l.order.Back()
		l.order.Remove(oldest)
		delete(l.items, oldest.Value.(*lruEntry[K, V]).key)
	}
}

func (l *lru[K, V]) remove(key K) {
	if e, ok := l.items[key]; ok {
		l.order.Remove(e)
		delete(l.items, key)
	}
}

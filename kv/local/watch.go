package local

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sparrowdb/sparrow/kv"
)

// watcherList is who wants to hear about commits.
type watcherList struct {
	count atomic.Int32
	mu    sync.Mutex
	list  []*watcher
}

type watcher struct {
	span kv.Span
	fn   func(ts kv.TS, keys [][]byte)
	gone atomic.Bool
}

// watchEvent is one commit and the watchers it concerns.
type watchEvent struct {
	ts   kv.TS
	to   []*watcher
	keys [][][]byte
}

func (l *watcherList) add(ctx context.Context, span kv.Span, fn func(kv.TS, [][]byte)) {
	w := &watcher{span: span, fn: fn}
	l.mu.Lock()
	l.list = append(l.list, w)
	l.count.Store(int32(len(l.list)))
	l.mu.Unlock()
	context.AfterFunc(ctx, func() { l.remove(w) })
}

func (l *watcherList) remove(w *watcher) {
	w.gone.Store(true)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = slices.DeleteFunc(l.list, func(x *watcher) bool { return x == w })
	l.count.Store(int32(len(l.list)))
}

func (l *watcherList) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = nil
	l.count.Store(0)
}

// event finds the watchers of a commit; nil when there are none.
func (l *watcherList) event(ts kv.TS, writes *writeBuffer) *watchEvent {
	if l.count.Load() == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var e *watchEvent
	for _, w := range l.list {
		keys := writes.keysIn(w.span)
		if len(keys) == 0 {
			continue
		}
		if e == nil {
			e = &watchEvent{ts: ts}
		}
		e.to, e.keys = append(e.to, w), append(e.keys, keys)
	}
	return e
}

func (e *watchEvent) deliver() {
	for i, w := range e.to {
		if !w.gone.Load() {
			w.fn(e.ts, e.keys[i])
		}
	}
}

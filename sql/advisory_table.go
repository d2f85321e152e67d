package sql

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// advisoryKey names an advisory lock. Instances have locks of their own.
type advisoryKey struct {
	instance types.OID
	key      fn.AdvisoryKey
}

// advisoryHeld is one acquisition of a lock; each is released by itself.
type advisoryHeld struct {
	key    advisoryKey
	shared bool
}

// advisoryTable holds the advisory locks of a server. They live in memory: the
// sessions that hold them do not outlive it either.
type advisoryTable struct {
	mu    sync.Mutex
	locks map[advisoryKey]*advisoryLock
	// deciding lets one waiter at a time give way, so that a circle costs one.
	// Taken before mu.
	deciding sync.Mutex
}

// advisoryLock counts, by session, how often it is held in each mode, and knows
// who waits, in order of arrival.
type advisoryLock struct {
	exclusive, shared map[*Session]int
	queue             []*advisoryWaiter
}

// advisoryWaiter is one blocked request; ready is closed when it is granted.
type advisoryWaiter struct {
	s     *Session
	h     advisoryHeld
	since time.Time
	ready chan struct{}
}

// deadlockRecheck is how often a waiter looks whether a row lock that somebody
// has asked for meanwhile has closed a circle.
const deadlockRecheck = 200 * time.Millisecond

// acquire takes a lock, waiting until ctx ends unless try is set; then ok tells
// whether it was free. A session never waits for itself, and a request that
// conflicts with an earlier one waits behind it. A wait in a circle is
// kv.ErrDeadlock; deadlocked tells whether s is in one.
func (t *advisoryTable) acquire(ctx context.Context, s *Session, h advisoryHeld, try bool, deadlocked func() bool) (ok bool, err error) {
	t.mu.Lock()
	l := t.locks[h.key]
	if l == nil {
		l = &advisoryLock{exclusive: map[*Session]int{}, shared: map[*Session]int{}}
		t.locks[h.key] = l
	}
	mine := l.exclusive[s]+l.shared[s] > 0
	if l.of(h)[s] > 0 || l.admits(s, h.shared) && (!l.behind(len(l.queue), s, h.shared) || mine && !try) {
		l.of(h)[s]++
		t.mu.Unlock()
		return true, nil
	}
	if try {
		t.mu.Unlock()
		return false, nil
	}
	w := &advisoryWaiter{s: s, h: h, since: time.Now(), ready: make(chan struct{})}
	if mine {
		// Before those who can't be served while s holds what it has.
		l.queue = slices.Insert(l.queue, 0, w)
	} else {
		l.queue = append(l.queue, w)
	}
	t.mu.Unlock()
	if t.gaveWay(l, w, deadlocked) {
		return false, kv.ErrDeadlock
	}
	recheck := time.NewTicker(deadlockRecheck)
	defer recheck.Stop()
	for {
		select {
		case <-w.ready:
			return true, nil
		case <-recheck.C:
			if t.gaveWay(l, w, deadlocked) {
				return false, kv.ErrDeadlock
			}
		case <-ctx.Done():
			if t.abandon(l, w) {
				return false, ctx.Err()
			}
			return true, nil
		}
	}
}

// gaveWay ends a wait that is part of a circle.
func (t *advisoryTable) gaveWay(l *advisoryLock, w *advisoryWaiter, deadlocked func() bool) bool {
	t.deciding.Lock()
	defer t.deciding.Unlock()
	return deadlocked() && t.abandon(l, w)
}

// abandon takes w out of its queue; false if it was granted in the last moment.
func (t *advisoryTable) abandon(l *advisoryLock, w *advisoryWaiter) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-w.ready:
		return false
	default:
	}
	l.queue = slices.DeleteFunc(l.queue, func(q *advisoryWaiter) bool { return q == w })
	t.settle(w.h.key, l)
	return true
}

// release gives back one acquisition; false if the session has none like it.
func (t *advisoryTable) release(s *Session, h advisoryHeld) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.locks[h.key]
	if l == nil || l.of(h)[s] == 0 {
		return false
	}
	if l.of(h)[s]--; l.of(h)[s] == 0 {
		delete(l.of(h), s)
	}
	t.settle(h.key, l)
	return true
}

// settle grants what can be granted without overtaking, and forgets a lock that
// nobody holds.
func (t *advisoryTable) settle(key advisoryKey, l *advisoryLock) {
	for i := 0; i < len(l.queue); {
		w := l.queue[i]
		if !l.admits(w.s, w.h.shared) || l.behind(i, w.s, w.h.shared) {
			i++
			continue
		}
		l.of(w.h)[w.s]++
		l.queue = slices.Delete(l.queue, i, i+1)
		close(w.ready)
	}
	if len(l.exclusive)+len(l.shared)+len(l.queue) == 0 {
		delete(t.locks, key)
	}
}

func (l *advisoryLock) of(h advisoryHeld) map[*Session]int {
	if h.shared {
		return l.shared
	}
	return l.exclusive
}

// admits reports whether no other session's hold conflicts with a request.
func (l *advisoryLock) admits(s *Session, shared bool) bool {
	return !others(l.exclusive, s) && (shared || !others(l.shared, s))
}

// behind reports whether a request conflicts with one of the first n waiters.
func (l *advisoryLock) behind(n int, s *Session, shared bool) bool {
	return slices.ContainsFunc(l.queue[:n], func(q *advisoryWaiter) bool { return q.s != s && !(shared && q.h.shared) })
}

// others reports whether a session other than s holds the lock.
func others(holders map[*Session]int, s *Session) bool {
	return len(holders) > 1 || len(holders) == 1 && holders[s] == 0
}

// blockers lists the sessions that the waiter at place i of the queue waits for.
func (l *advisoryLock) blockers(i int) []int32 {
	w := l.queue[i]
	var list []int32
	add := func(s *Session) {
		if s != w.s {
			list = append(list, s.start.PID)
		}
	}
	for s := range l.exclusive {
		add(s)
	}
	if !w.h.shared {
		for s := range l.shared {
			add(s)
		}
	}
	for _, q := range l.queue[:i] {
		if !w.h.shared || !q.h.shared {
			add(q.s)
		}
	}
	return list
}

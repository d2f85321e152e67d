package sql

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
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
}

// advisoryLock counts, by session, how often it is held in each mode.
type advisoryLock struct {
	exclusive, shared map[*Session]int
	released          chan struct{} // closed at the next release
}

// acquire takes a lock, waiting until ctx ends unless try is set; then ok tells
// whether it was free. A session never waits for itself.
func (t *advisoryTable) acquire(ctx context.Context, s *Session, h advisoryHeld, try bool) (ok bool, err error) {
	for {
		t.mu.Lock()
		l := t.locks[h.key]
		if l == nil {
			l = &advisoryLock{exclusive: map[*Session]int{}, shared: map[*Session]int{}, released: make(chan struct{})}
			t.locks[h.key] = l
		}
		if !others(l.exclusive, s) && (h.shared || !others(l.shared, s)) {
			l.of(h)[s]++
			t.mu.Unlock()
			return true, nil
		}
		released := l.released
		t.mu.Unlock()
		if try {
			return false, nil
		}
		select {
		case <-released:
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
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
	close(l.released)
	l.released = make(chan struct{})
	if len(l.exclusive)+len(l.shared) == 0 {
		delete(t.locks, h.key)
	}
	return true
}

func (l *advisoryLock) of(h advisoryHeld) map[*Session]int {
	if h.shared {
		return l.shared
	}
	return l.exclusive
}

// others reports whether a session other than s holds the lock.
func others(holders map[*Session]int, s *Session) bool {
	return len(holders) > 1 || len(holders) == 1 && holders[s] == 0
}

var _ fn.AdvisoryLocks = sessionInfo{}

// AdvisoryLock implements fn.AdvisoryLocks.
func (i sessionInfo) AdvisoryLock(c *fn.Context, key fn.AdvisoryKey, shared, xact, try bool) (bool, error) {
	s := i.s
	ctx := c.Context
	if ms := s.intValue("lock_timeout"); ms > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(ms)*time.Millisecond)
		defer cancel()
	}
	h := advisoryHeld{key: advisoryKey{s.instance.ID, key}, shared: shared}
	ok, err := s.engine.advisory.acquire(ctx, s, h, try)
	if err != nil && errors.Is(err, context.DeadlineExceeded) && c.Context.Err() == nil {
		err = pgerr.Wrap(err, pgerr.LockNotAvailable, "canceling statement due to lock timeout")
	}
	if err != nil || !ok {
		return false, err
	}
	if xact {
		tx := s.open()
		tx.advisory = append(tx.advisory, h)
	} else {
		s.advisory = append(s.advisory, h)
	}
	return true, nil
}

// AdvisoryUnlock implements fn.AdvisoryLocks. Locks of the transaction end with
// it and no sooner.
func (i sessionInfo) AdvisoryUnlock(key fn.AdvisoryKey, shared bool) bool {
	s := i.s
	h := advisoryHeld{key: advisoryKey{s.instance.ID, key}, shared: shared}
	for n := len(s.advisory) - 1; n >= 0; n-- {
		if s.advisory[n] == h {
			s.advisory = append(s.advisory[:n], s.advisory[n+1:]...)
			return s.engine.advisory.release(s, h)
		}
	}
	mode := map[bool]string{true: "ShareLock", false: "ExclusiveLock"}[shared]
	s.warn(pgerr.New(pgerr.Warning, "you don't own a lock of type %s", mode))
	return false
}

// AdvisoryUnlockAll implements fn.AdvisoryLocks.
func (i sessionInfo) AdvisoryUnlockAll() { i.s.unlockAdvisory() }

// unlockAdvisory releases the session's own advisory locks.
func (s *Session) unlockAdvisory() {
	for _, h := range s.advisory {
		s.engine.advisory.release(s, h)
	}
	s.advisory = nil
}

// endAdvisory releases the advisory locks that the transaction has taken since
// it held n of them.
func (s *Session) endAdvisory(tx *transaction, n int) {
	for _, h := range tx.advisory[n:] {
		s.engine.advisory.release(s, h)
	}
	tx.advisory = tx.advisory[:n]
}

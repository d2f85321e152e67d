package sql

import (
	"context"
	"errors"

	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

var _ fn.AdvisoryLocks = sessionInfo{}

// AdvisoryLock implements fn.AdvisoryLocks.
func (i sessionInfo) AdvisoryLock(c *fn.Context, key fn.AdvisoryKey, shared, xact, try bool) (bool, error) {
	s := i.s
	ctx := c.Context
	if d := s.lockTimeout(); d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	h := advisoryHeld{key: advisoryKey{s.instance.ID, key}, shared: shared}
	ok, err := s.engine.advisory.acquire(ctx, s, h, try, func() bool { return s.engine.deadlocked(s.start.PID) })
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

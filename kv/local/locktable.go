package local

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// lockTable holds the row locks. One mutex guards it: what happens under it is
// short, and finding deadlocks needs the whole picture anyway.
type lockTable struct {
	mu    sync.Mutex
	locks map[string]*rowLock
	// contended are the locks with a queue.
	contended map[*rowLock]struct{}
	closed    bool
}

// rowLock is the holders of one key and those who wait, in order of arrival.
type rowLock struct {
	key     string
	holders []holder
	queue   []*waiter
}

type holder struct {
	owner *lockOwner
	mode  kv.LockMode
	// wrote: the owner has written the key, and may have taken that back since.
	wrote bool
}

// waiter is one blocked request. ready is closed when it is granted or failed.
type waiter struct {
	owner   *lockOwner
	mode    kv.LockMode
	lock    *rowLock
	upgrade bool
	since   time.Time
	ready   chan struct{}
	err     error
}

// lockOwner is a transaction's side of the table.
type lockOwner struct {
	id      uint64     // kv.TxnOptions.Owner
	held    []heldLock // in order of acquisition
	bytes   int        // memory of held
	waiting *waiter    // guarded by lockTable.mu
}

// lockOverhead is what a held lock costs beside its key, in bytes.
const lockOverhead = 192

// heldLock remembers what the owner had before, for savepoints.
type heldLock struct {
	lock *rowLock
	// upgraded: the owner held the key before, in mode was.
	upgraded bool
	was      kv.LockMode
}

func newLockTable() *lockTable {
	return &lockTable{locks: map[string]*rowLock{}, contended: map[*rowLock]struct{}{}}
}

// acquire takes key for o. It returns false only for kv.Skip.
func (t *lockTable) acquire(ctx context.Context, o *lockOwner, key []byte, opts kv.LockOptions) (bool, error) {
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		return false, kv.ErrClosed
	}
	l := t.locks[string(key)]
	if l == nil {
		l = &rowLock{key: string(key)}
		t.locks[l.key] = l
	}
	has, mine := l.holds(o)
	if mine && has.Covers(opts.Mode) {
		t.mu.Unlock()
		return true, nil
	}
	if l.admits(o, opts.Mode) && (mine || !behind(l.queue, o, opts.Mode)) {
		l.grant(o, opts.Mode)
		t.mu.Unlock()
		return true, nil
	}
	switch opts.Policy {
	case kv.Skip:
		t.mu.Unlock()
		return false, nil
	case kv.NoWait:
		t.mu.Unlock()
		return false, kv.ErrLocked
	}
	w := &waiter{owner: o, mode: opts.Mode, lock: l, upgrade: mine, since: time.Now(), ready: make(chan struct{})}
	at := len(l.queue)
	if mine {
		// Before those who can't be served while o holds its weaker lock.
		at = slices.IndexFunc(l.queue, func(q *waiter) bool { return !q.upgrade })
		if at < 0 {
			at = len(l.queue)
		}
	}
	l.queue = slices.Insert(l.queue, at, w)
	t.contended[l] = struct{}{}
	o.waiting = w
	if t.deadlocked(o) {
		t.abandon(w)
		t.mu.Unlock()
		return false, kv.ErrDeadlock
	}
	t.mu.Unlock()
	return t.await(ctx, w, opts.Timeout)
}

// await blocks until w is granted, fails, or time or context run out.
func (t *lockTable) await(ctx context.Context, w *waiter, timeout time.Duration) (bool, error) {
	var expired <-chan time.Time
	if timeout > 0 {
		timer := time.NewTimer(timeout)
		defer timer.Stop()
		expired = timer.C
	}
	var err error
	select {
	case <-w.ready:
		return w.err == nil, w.err
	case <-ctx.Done():
		err = ctx.Err()
	case <-expired:
		err = fmt.Errorf("%w: gave up after %v", kv.ErrLocked, timeout)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-w.ready: // granted in the last moment
		return w.err == nil, w.err
	default:
	}
	t.abandon(w)
	return false, err
}

// abandon takes w out of its queue, which may let others through.
func (t *lockTable) abandon(w *waiter) {
	w.owner.waiting = nil
	w.lock.queue = slices.DeleteFunc(w.lock.queue, func(q *waiter) bool { return q == w })
	t.settle(w.lock)
}

// settle grants what can be granted without overtaking anybody that it conflicts
// with, and forgets locks that nobody holds.
func (t *lockTable) settle(l *rowLock) {
	for i := 0; i < len(l.queue); {
		w := l.queue[i]
		if !l.admits(w.owner, w.mode) || behind(l.queue[:i], w.owner, w.mode) {
			i++
			continue
		}
		l.queue = slices.Delete(l.queue, i, i+1)
		l.grant(w.owner, w.mode)
		w.owner.waiting = nil
		close(w.ready)
	}
	if len(l.queue) == 0 {
		delete(t.contended, l)
		if len(l.holders) == 0 {
			delete(t.locks, l.key)
		}
	}
}

// behind reports whether a request conflicts with one of those queued ahead.
func behind(ahead []*waiter, o *lockOwner, mode kv.LockMode) bool {
	return slices.ContainsFunc(ahead, func(q *waiter) bool { return q.owner != o && q.mode.Conflicts(mode) })
}

// release gives up the locks that o took since it held keep of them.
func (t *lockTable) release(o *lockOwner, keep int) {
	if len(o.held) <= keep {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := len(o.held) - 1; i >= keep; i-- {
		h := o.held[i]
		at := slices.IndexFunc(h.lock.holders, func(x holder) bool { return x.owner == o })
		if h.upgraded {
			h.lock.holders[at].mode = h.was
		} else {
			h.lock.holders = slices.Delete(h.lock.holders, at, at+1)
		}
		o.bytes -= len(h.lock.key) + lockOverhead
		t.settle(h.lock)
	}
	clear(o.held[keep:])
	o.held = o.held[:keep]
}

// close fails everybody who waits, now and later.
func (t *lockTable) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for _, l := range t.locks {
		for _, w := range l.queue {
			w.owner.waiting = nil
			w.err = kv.ErrClosed
			close(w.ready)
		}
		l.queue = nil
	}
	clear(t.contended)
}

// holds returns o's mode on l.
func (l *rowLock) holds(o *lockOwner) (mode kv.LockMode, ok bool) {
	for _, h := range l.holders {
		if h.owner == o {
			return h.mode, true
		}
	}
	return 0, false
}

// admits reports whether the holders other than o are compatible with mode.
func (l *rowLock) admits(o *lockOwner, mode kv.LockMode) bool {
	return !slices.ContainsFunc(l.holders, func(h holder) bool { return h.owner != o && h.mode.Conflicts(mode) })
}

// grant gives o the lock, or a stronger mode of it.
func (l *rowLock) grant(o *lockOwner, mode kv.LockMode) {
	taken := heldLock{lock: l}
	if at := slices.IndexFunc(l.holders, func(h holder) bool { return h.owner == o }); at >= 0 {
		taken.upgraded, taken.was = true, l.holders[at].mode
		l.holders[at].mode = mode
	} else {
		l.holders = append(l.holders, holder{owner: o, mode: mode})
	}
	o.held = append(o.held, taken)
	o.bytes += len(l.key) + lockOverhead
}

// writes reports whether o holds key in a mode to write it, and notes that it
// does. It is for o's own goroutine.
func (t *lockTable) writes(o *lockOwner, key []byte) bool {
	if len(o.held) == 0 {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.locks[string(key)]
	if l == nil {
		return false
	}
	at := slices.IndexFunc(l.holders, func(h holder) bool { return h.owner == o })
	if at < 0 || !l.holders[at].mode.Writes() {
		return false
	}
	l.holders[at].wrote = true
	return true
}

// written reports whether a holder of key other than o may have written it.
func (t *lockTable) written(o *lockOwner, key []byte) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.locks[string(key)]
	return l != nil && slices.ContainsFunc(l.holders, func(h holder) bool { return h.owner != o && h.wrote })
}

// foreign returns a key among o's unlocked, checked writes that somebody else
// holds in any mode, or nil.
func (t *lockTable) foreign(o *lockOwner, b *writeBuffer) (key []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.locks) == 0 {
		return nil
	}
	b.each(func(k []byte, w *write) bool {
		if w.locked || w.unchecked {
			return true
		}
		if l := t.locks[string(k)]; l != nil && !l.admits(o, kv.LockExclusive) {
			key = k
		}
		return key == nil
	})
	return key
}

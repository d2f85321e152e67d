package local

import (
	"context"
	"fmt"

	"github.com/sparrowdb/sparrow/kv"
)

// Commit makes the writes visible and durable.
//
// Under the commit lock the transaction is validated, gets its timestamp, is
// applied to the deltas (where no reader sees it yet) and joins a group of the
// log. Outside of it the group is written; its leader then moves the visible
// timestamp over all its members. If the log fails, what was applied stays
// invisible until it is undone, before the store takes writes again (mend).
func (t *txn) Commit(ctx context.Context) (kv.TS, error) {
	if err := t.check(ctx); err != nil {
		if !t.done {
			t.finish()
		}
		return 0, err
	}
	defer t.finish()
	if t.writes.len() == 0 {
		return t.readTS, nil
	}
	t.store.tryMend()
	if err := t.store.refusal(); err != nil {
		return 0, err // rather than wait for memory
	}
	need := t.writes.deltaBytes()
	if err := t.store.budget.reserve(ctx, need); err != nil {
		return 0, err
	}
	reserved, did := need, applied{}
	defer func() { t.store.budget.settle(reserved, did.grown) }()
	rec := t.writes.record()
	for {
		ts, g, leader, blocked, err := t.enqueue(rec, &did)
		if err != nil {
			return 0, err
		}
		if blocked != nil {
			// Not with memory in hand that the lock's holder may wait for.
			t.store.budget.settle(reserved, 0)
			reserved = 0
			if _, err := t.store.locks.acquire(ctx, &t.owner, blocked, kv.LockOptions{Timeout: t.lockTimeout}); err != nil {
				return 0, err
			}
			if err := t.store.budget.reserve(ctx, need); err != nil {
				return 0, err
			}
			reserved = need
			continue
		}
		if err := t.store.wal.wait(g, leader); err != nil {
			t.store.pins.superseded.Add(-did.superseded)
			return 0, err
		}
		t.store.maybeCheckpoint()
		return ts, nil
	}
}

// applied is what a commit has done to the deltas: by how much they have grown,
// and what was replaced, in bytes.
type applied struct{ grown, superseded int64 }

// enqueue does what needs the commit lock. blocked is a key to be locked first.
func (t *txn) enqueue(rec []byte, did *applied) (ts kv.TS, g *commitGroup, leader bool, blocked []byte, err error) {
	s := t.store
	s.commitMu.Lock()
	defer s.commitMu.Unlock()
	if err := s.refusal(); err != nil {
		return 0, nil, false, nil, err
	}
	if blocked = s.locks.foreign(&t.owner, &t.writes); blocked != nil {
		return 0, nil, false, blocked, nil
	}
	if err := t.validate(); err != nil {
		return 0, nil, false, nil, err
	}
	s.lastTS++
	ts = s.lastTS
	oldest := s.pins.oldest()
	m := s.parts.Load()
	var part *partition
	t.writes.each(func(key []byte, w *write) bool {
		if part == nil || !part.span.Contains(key) {
			part = m.find(key)
			s.markDirty(part)
		}
		v := &version{ts: ts, value: w.value, deleted: w.deleted, live: liveChange(w.deleted, w.fresh)}
		c := part.state.Load()
		superseded, grown := c.active.push(key, v, oldest)
		did.superseded += c.replaced(superseded, v, w.fresh)
		did.grown += grown
		return true
	})
	s.pins.superseded.Add(did.superseded)
	stamp(rec, ts)
	g, leader = s.wal.append(rec, ts, s.watchers.event(ts, &t.writes))
	return ts, g, leader, nil, nil
}

// validate is first committer wins, and for serializable transactions that what
// they read still holds. The caller holds the commit lock.
func (t *txn) validate() (err error) {
	t.writes.each(func(key []byte, w *write) bool {
		if w.locked || w.unchecked {
			return true
		}
		var newest kv.TS
		newest, err = t.store.changedSince(key, w.readTS)
		if err == nil && newest > 0 {
			err = fmt.Errorf("%w: key %x was committed at %d, after the snapshot of %d", kv.ErrConflict, key, newest, w.readTS)
		}
		return err == nil
	})
	if err != nil || !t.tracksReads() {
		return err
	}
	for _, span := range t.reads {
		changed, err := t.store.spanChangedSince(span, t.readTS)
		if err != nil {
			return err
		}
		if changed {
			return fmt.Errorf("%w: what the transaction read at %d has changed", kv.ErrConflict, t.readTS)
		}
	}
	return nil
}

// settled is called after a lock on key was granted. It waits until every commit
// of the key that was validated before the grant is durable and visible, or
// undone, and returns the timestamp of the newest if it is younger than since,
// else 0.
func (s *Store) settled(key []byte, since kv.TS) (kv.TS, error) {
	newest, err := s.newestSince(key, since)
	if err != nil || newest <= s.pins.now() {
		return newest, err
	}
	s.wal.drain()
	if newest <= s.pins.now() {
		return newest, nil
	}
	s.tryMend()
	if err := s.refusal(); err != nil {
		return 0, err
	}
	if newest, err = s.newestSince(key, since); err == nil && newest > s.pins.now() {
		return 0, kv.ErrUnavailable
	}
	return newest, err
}

// newestSince is changedSince for who does not hold the commit lock.
func (s *Store) newestSince(key []byte, since kv.TS) (kv.TS, error) {
	s.commitMu.Lock()
	defer s.commitMu.Unlock()
	return s.changedSince(key, since)
}

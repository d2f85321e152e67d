package local

import (
	"sync/atomic"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// mendPause is the least time between two attempts to mend the log, so that
// refused writes don't keep the disk busy.
const mendPause = 200 * time.Millisecond

// mender paces the attempts.
type mender struct {
	pause time.Duration
	// next is when the next attempt is due, since began.
	next  atomic.Int64
	began time.Time
}

func (m *mender) due() bool { return int64(time.Since(m.began)) >= m.next.Load() }

// done notes an attempt that took so long: the disk gets at least nine times
// that to rest.
func (m *mender) done(took time.Duration) {
	if m.pause < 0 {
		return
	}
	m.next.Store(int64(time.Since(m.began) + max(m.pause, min(9*took, checkpointRetry))))
}

// logFailed has the background mend the log, when no writer does.
func (s *Store) logFailed() {
	if !s.mendsInBackground() {
		return
	}
	select {
	case s.checkpoints.wake <- struct{}{}:
	default:
	}
}

// mendsInBackground reports whether the next checkpoint has a log to mend.
func (s *Store) mendsInBackground() bool {
	return s.wal.failure.Load() != nil && s.opts.mendPause >= 0
}

// tryMend makes a failing log writable again if it can: writers call it before
// they are refused. While somebody else is at it, or holds the partitions, the
// caller is simply refused.
func (s *Store) tryMend() {
	if s.wal.failure.Load() == nil || !s.mender.due() || !s.maintMu.TryLock() {
		return
	}
	defer s.maintMu.Unlock()
	s.mend()
}

// mend makes a failing log writable again; the caller holds maintMu. On failure
// everything stays as it is, and the next attempt may succeed.
//
//  1. Wait until nobody writes the log: while it fails, nobody begins to.
//  2. Undo in the deltas what did not become durable. Nobody has read it.
//  3. If there was merely no room: begin the next segment. Nothing of the group
//     that failed is on disk, the log goes on where it was.
//  4. Otherwise the segments in use are suspect. A sync that failed may have
//     dropped what it should have written, and what can be read back may be in
//     memory only. So the log isn't gone on with at all: a checkpoint writes what
//     is durable into blocks, and its manifest begins the log anew behind all
//     segments there are. Whether a restart before that finds the frame in
//     question makes no difference: no write has been acknowledged since.
func (s *Store) mend() {
	f := s.wal.failure.Load()
	if f == nil {
		return
	}
	began := time.Now()
	// Commits test the failure under commitMu: those that it let through before
	// are in the log's queue now.
	s.commitMu.Lock()
	s.commitMu.Unlock() //nolint:staticcheck // a barrier
	s.wal.drain()
	s.commitMu.Lock()
	s.undo(s.pins.now())
	s.commitMu.Unlock()
	failure := (*logFailure)(nil)
	if f.suspect {
		failure = s.supersedeLog()
	} else {
		failure = s.wal.nextSegment(0)
	}
	s.mender.done(time.Since(began))
	if failure != nil {
		failure.suspect = failure.suspect || f.suspect
		s.wal.failure.Store(failure)
		s.opts.Logger.Debug("log can't be mended yet", "error", failure.cause)
		return
	}
	s.wal.failure.Store(nil)
	s.opts.Logger.Info("log can be written again", "dir", s.opts.Dir, "took", time.Since(began))
}

// supersedeLog gives up all segments that there are in favour of a checkpoint.
func (s *Store) supersedeLog() *logFailure {
	s.wal.abandon()
	s.commitMu.Lock()
	ts := s.freeze()
	s.commitMu.Unlock()
	g := &commitGroup{nextSeg: s.wal.segNo, nextSeq: s.wal.seq}
	if err := s.writeCheckpoint(ts, g); err != nil {
		return suspectLog(err, nil)
	}
	s.wal.bytes.Store(0)
	return nil
}

// abandon leaves the segment in use, or the one that could not be begun, for
// good: its number is not used again, nor is its file.
func (w *wal) abandon() {
	if w.seg != nil {
		_ = w.seg.Close() // nothing in it matters any more
		w.seg = nil
	}
	w.recycled.forget(w.segNo)
	w.segNo++
}

// undo removes the versions younger than durable from all deltas. The caller
// holds the commit lock and maintMu, and the log is drained: readers are all at
// or below durable.
func (s *Store) undo(durable kv.TS) {
	m := s.parts.Load()
	changed := false
	for _, p := range m.list {
		c := p.state.Load()
		changed = c.active.dropAfter(durable) || changed
		for _, l := range c.layers {
			changed = l.delta.dropAfter(durable) || changed
		}
	}
	if !changed {
		return
	}
	for _, p := range m.list {
		c := p.state.Load()
		if len(c.layers) == 0 {
			continue
		}
		again := &content{active: c.active, base: c.base}
		for _, l := range c.layers {
			again.addLayer(l.delta.layerOver(l.span))
		}
		p.state.Store(again)
	}
}

// dropAfter removes the versions younger than ts, and reports whether there were
// any. Readers that hold a chain which goes away don't see its versions.
func (d *delta) dropAfter(ts kv.TS) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	var gone []deltaItem
	changed := false
	d.tree.Scan(func(item deltaItem) bool {
		v := item.chain.head.Load()
		if v.ts <= ts {
			return true
		}
		changed = true
		for ; v != nil && v.ts > ts; v = v.older.Load() {
			d.bytes.Add(-int64(len(item.key) + len(v.value)))
			d.live.Add(-int64(v.live))
		}
		if v == nil {
			gone = append(gone, item)
		} else {
			item.chain.head.Store(v)
		}
		return true
	})
	for _, item := range gone {
		d.tree.Delete(item)
	}
	d.keys.Add(-int64(len(gone)))
	return changed
}

// arrangement is the partitions at one moment, to go back to when a change of
// them could not be logged.
type arrangement struct {
	parts  *partitionMap
	states []*content
}

func (s *Store) arrangement() arrangement {
	a := arrangement{parts: s.parts.Load()}
	for _, p := range a.parts.list {
		a.states = append(a.states, p.state.Load())
	}
	return a
}

// restore goes back. Whoever committed since has failed as well: the log takes
// nothing behind a record that it could not take. The caller has held maintMu
// since a was taken.
func (s *Store) restore(a arrangement) {
	s.commitMu.Lock()
	defer s.commitMu.Unlock()
	s.parts.Store(a.parts)
	for i, p := range a.parts.list {
		p.state.Store(a.states[i])
	}
}

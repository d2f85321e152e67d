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
	// undone is the newest timestamp when the deltas were last undone; under
	// maintMu.
	undone kv.TS
}

func (m *mender) due() bool { return int64(time.Since(m.began)) >= m.next.Load() }

// done notes an attempt that took so long.
func (m *mender) done(took time.Duration) {
	if m.pause >= 0 {
		m.next.Store(int64(time.Since(m.began) + m.rest(took)))
	}
}

// rest is how long the disk is left alone after an attempt to write that took so
// long and failed: at least nine times that.
func (m *mender) rest(took time.Duration) time.Duration {
	if m.pause < 0 {
		return 0
	}
	return max(m.pause, min(9*took, checkpointRetry))
}

// logFailed has the background mend the log, when no writer does.
func (s *Store) logFailed() {
	if s.mendsInBackground() {
		s.checkpoints.demand()
	}
}

// mendsInBackground reports whether the next checkpoint has a log to mend.
func (s *Store) mendsInBackground() bool {
	return s.wal.failure.Load() != nil && s.opts.mendPause >= 0
}

// tryMend makes a failing log writable again if it can: writers call it before
// they are refused, holding no lock. While somebody else is at it, or a checkpoint
// runs, the caller is simply refused.
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
//  1. Wait until nobody writes the log: while it fails, nobody begins to. Who has
//     changed the partitions and could not log that goes back to what was before.
//  2. Undo in the deltas what did not become durable. Nobody has read it.
//  3. If there was merely no room: begin the next segment. Nothing of the group
//     that failed is on disk, the log goes on where it was. If there is no room for
//     a segment of the usual size, a checkpoint comes first, since the log may be
//     what fills the disk; if there is none for its blocks either, a small one.
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
	s.mapMu.Lock()
	// Commits test the failure under commitMu: those that it let through before
	// are in the log's queue now.
	s.commitMu.Lock()
	s.commitMu.Unlock() //nolint:staticcheck // a barrier
	s.wal.drain()
	s.commitMu.Lock()
	if s.lastTS > s.mender.undone {
		s.undo(s.pins.now())
		s.mender.undone = s.lastTS
	}
	logged := s.wal.bytes.Load() > 0 || len(s.dirty) > 0 || len(s.erased) > 0
	s.commitMu.Unlock()
	s.mapMu.Unlock()
	failure := (*logFailure)(nil)
	if f.suspect {
		s.wal.abandon()
		if err := s.supersedeLog(); err != nil {
			failure = suspectLog(err, nil)
		}
	} else {
		s.wal.tight.Store(logged)
		failure = s.wal.nextSegment(0)
		if failure != nil && !failure.suspect && logged {
			if err := s.supersedeLog(); err != nil {
				s.wal.tight.Store(false) // no use in leaving room for it
			}
			failure = s.wal.nextSegment(0)
		}
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

// supersedeLog gives up all segments that there are in favour of a checkpoint. No
// segment is in use.
func (s *Store) supersedeLog() error {
	s.mapMu.Lock()
	s.commitMu.Lock()
	run := s.freeze()
	s.commitMu.Unlock()
	s.mapMu.Unlock()
	g := &commitGroup{nextSeg: s.wal.segNo, nextSeq: s.wal.seq}
	if err := run.finish(g, nil); err != nil {
		return err
	}
	s.wal.superfluous()
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

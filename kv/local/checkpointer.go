package local

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// checkpointer runs checkpoints in the background when the log or the deltas have
// grown enough or what is in them has got old. Between commits it sleeps without
// a timer.
type checkpointer struct {
	wake chan struct{}
	stop chan struct{}
	done chan struct{}
	once sync.Once // closes stop
	// armed: the background goroutine knows that there is something in the log.
	armed atomic.Bool
	// piledUp: some partition has too many layers to read fast.
	piledUp atomic.Bool
	// settle: a split or merge has left something to tidy.
	settle atomic.Bool
}

const (
	// checkpointRetry is the pause after a checkpoint that failed; it doubles with
	// each further failure up to checkpointRetryMax, and ends when a commit waits
	// for memory.
	checkpointRetry    = 5 * time.Second
	checkpointRetryMax = time.Minute
	// settleDelay is how long splits and merges wait for company.
	settleDelay = 500 * time.Millisecond
	// reclaimPause is the shortest pause between checkpoints that only free space.
	reclaimPause = 100 * time.Millisecond
)

// layersMax is how many layers merges may pile up in one partition.
const layersMax = 6

func (c *checkpointer) init() {
	c.wake, c.stop, c.done = make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
}

func (c *checkpointer) run(s *Store) {
	go func() {
		defer close(c.done)
		var due <-chan time.Time
		var dueAt time.Time
		failures := 0
		for {
			select {
			case <-c.stop:
				return
			case <-c.wake:
				if !s.mendsInBackground() && !s.wantsCheckpoint() {
					wait := s.opts.CheckpointInterval
					if wait > 0 && c.settle.Load() {
						wait = min(wait, settleDelay)
					}
					if at := time.Now().Add(wait); wait > 0 && (due == nil || at.Before(dueAt)) {
						due, dueAt = time.After(wait), at
					}
					continue
				}
			case <-due:
			}
			due = nil
			// Before the checkpoint cuts the log: a later commit must arm it again.
			c.armed.Store(false)
			c.piledUp.Store(false)
			c.settle.Store(false)
			began := time.Now()
			err := s.Checkpoint(context.Background())
			if err != nil && !errors.Is(err, kv.ErrClosed) {
				s.opts.Logger.Error("checkpoint failed; the log keeps what it would have written", "error", err)
				if !c.rest(s, min(checkpointRetry<<min(failures, 10), checkpointRetryMax)) {
					return
				}
				failures++
				due, dueAt = time.After(0), time.Now()
				continue
			}
			failures = 0
			if s.space.reclaimDue() {
				// Half of the time at most goes into giving space back.
				wait := max(time.Since(began), reclaimPause)
				due, dueAt = time.After(wait), time.Now().Add(wait)
			}
		}
	}()
}

// rest waits after a checkpoint that failed, and reports false when the store is
// closed. Who waits for memory ends it: the budget lets nobody wait before the
// disk has had its rest.
func (c *checkpointer) rest(s *Store, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	for {
		select {
		case <-c.stop:
			return false
		case <-timer.C:
			return true
		case <-c.wake:
			if s.budget.queued.Load() > 0 {
				return true
			}
		}
	}
}

// halt ends the background goroutine; a second call does nothing.
func (c *checkpointer) halt() {
	c.once.Do(func() { close(c.stop) })
	<-c.done
}

// demand has the background goroutine look whether a checkpoint is wanted.
func (c *checkpointer) demand() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// settleSoon asks for a checkpoint after a change of the partitions: it joins what
// they share, and makes their figures exact.
func (c *checkpointer) settleSoon() {
	c.settle.Store(true)
	c.demand()
}

// maybeCheckpoint is called after every commit.
func (s *Store) maybeCheckpoint() {
	if s.wal.bytes.Load() < s.opts.CheckpointBytes && !s.wal.tight.Load() && !s.budget.full() && s.checkpoints.armed.Swap(true) {
		return
	}
	s.checkpoints.demand()
}

// wantsCheckpoint reports whether one should run at once.
func (s *Store) wantsCheckpoint() bool {
	return s.wal.bytes.Load() >= s.opts.CheckpointBytes || s.wal.tight.Load() || s.budget.full() || s.checkpoints.piledUp.Load()
}

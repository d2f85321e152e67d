package local

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// checkpointer runs checkpoints in the background when the log has grown enough
// or what is in it has got old. Between commits it sleeps without a timer.
type checkpointer struct {
	wake chan struct{}
	stop chan struct{}
	done chan struct{}
	// armed: the background goroutine knows that there is something in the log.
	armed atomic.Bool
}

// checkpointRetry is the pause after a checkpoint that failed; it doubles with
// each further failure up to checkpointRetryMax.
const (
	checkpointRetry    = 5 * time.Second
	checkpointRetryMax = time.Minute
)

// layersMax is how many layers splits may pile up in one partition.
const layersMax = 6

func (c *checkpointer) run(s *Store) {
	c.wake, c.stop, c.done = make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(c.done)
		var due <-chan time.Time
		failures := 0
		for {
			select {
			case <-c.stop:
				return
			case <-c.wake:
				if !s.mendsInBackground() && s.wal.bytes.Load() < s.opts.CheckpointBytes && !s.piledUp() {
					if due == nil && s.opts.CheckpointInterval > 0 {
						due = time.After(s.opts.CheckpointInterval)
					}
					continue
				}
			case <-due:
			}
			due = nil
			// Before the checkpoint cuts the log: a later commit must arm it again.
			s.checkpoints.armed.Store(false)
			if err := s.Checkpoint(context.Background()); err != nil && !errors.Is(err, kv.ErrClosed) {
				s.opts.Logger.Error("checkpoint failed; the log keeps what it would have written", "error", err)
				pause := min(checkpointRetry<<min(failures, 10), checkpointRetryMax)
				failures++
				select {
				case <-c.stop:
					return
				case <-time.After(pause):
				}
				due = time.After(0)
				continue
			}
			failures = 0
		}
	}()
}

func (c *checkpointer) halt() {
	close(c.stop)
	<-c.done
}

// maybeCheckpoint is called after every commit.
func (s *Store) maybeCheckpoint() {
	if s.wal.bytes.Load() < s.opts.CheckpointBytes && s.checkpoints.armed.Swap(true) {
		return
	}
	select {
	case s.checkpoints.wake <- struct{}{}:
	default:
	}
}

// piledUp reports whether some partition has too many layers to read fast.
func (s *Store) piledUp() bool {
	for _, p := range s.parts.Load().list {
		if len(p.state.Load().layers) > layersMax {
			return true
		}
	}
	return false
}

package local

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// deltaBudget bounds the memory of all deltas. A commit reserves what it will add
// before it takes any lock; past half of the limit a checkpoint starts, which
// gives memory back when it is done; past three quarters commits are slowed to
// what checkpoints keep up with; at the limit they wait, first come first served.
type deltaBudget struct {
	limit int64
	// demand is called when somebody waits or the deltas should be flushed.
	demand func()

	used   atomic.Int64 // in deltas, and reserved
	frozen atomic.Int64 // of that, in deltas that take no more writes
	queued atomic.Int32 // len(waiters)

	mu      sync.Mutex
	waiters []*deltaWaiter
	failed  error     // what the last checkpoint said; nil when it succeeded
	retry   time.Time // from when on commits may wait for another one
	closed  error
	peak    int64
	// Slowing down: when the next slowed commit may go on, and the bytes per
	// second that the last checkpoints freed.
	next time.Time
	rate float64
}

type deltaWaiter struct {
	need int64
	done chan error // buffered
}

const (
	// deltaRateFirst is taken for the speed of checkpoints until one has run, in
	// bytes per second.
	deltaRateFirst = 64 << 20
	// deltaPauseMax bounds how long one commit is slowed.
	deltaPauseMax = time.Second
)

// full reports whether a checkpoint should run to free memory.
func (b *deltaBudget) full() bool {
	used := b.used.Load()
	return used-b.frozen.Load() >= b.limit/2 || b.queued.Load() > 0
}

// reserve takes need bytes, waiting for room. Errors: the context's, kv.ErrClosed,
// or why a checkpoint failed when only one could make room; a while after that
// the next to come waits for another try. What is reserved goes back by settle.
func (b *deltaBudget) reserve(ctx context.Context, need int64) error {
	b.mu.Lock()
	if len(b.waiters) == 0 && b.fits(need) {
		b.take(need)
		pause := b.pause(need)
		b.mu.Unlock()
		if pause > 0 {
			b.demand()
			if err := b.sleep(ctx, pause); err != nil {
				b.settle(need, 0)
				return err
			}
		}
		return nil
	}
	if err := b.hopeless(); err != nil {
		b.mu.Unlock()
		return err
	}
	w := &deltaWaiter{need: need, done: make(chan error, 1)}
	b.waiters = append(b.waiters, w)
	b.queued.Store(int32(len(b.waiters)))
	b.mu.Unlock()
	b.demand()
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
	}
	b.mu.Lock()
	at := slices.Index(b.waiters, w)
	if at >= 0 {
		b.waiters = slices.Delete(b.waiters, at, at+1)
		b.grant()
	}
	b.mu.Unlock()
	if at < 0 && <-w.done == nil { // it had just been served
		b.settle(need, 0)
	}
	return ctx.Err()
}

// fits reports whether need bytes may be taken: there is room, or nothing to wait
// for. The caller holds mu.
func (b *deltaBudget) fits(need int64) bool {
	used := b.used.Load()
	return used+need <= b.limit || used == 0
}

func (b *deltaBudget) take(need int64) { b.peak = max(b.peak, b.used.Add(need)) }

func (b *deltaBudget) hopeless() error {
	if b.closed != nil {
		return b.closed
	}
	if time.Now().Before(b.retry) {
		return b.failed
	}
	return nil
}

// pause returns for how long a commit of need bytes is to be held up: at three
// quarters of the limit not at all, at the limit so long that commits together
// are as fast as checkpoints. The caller holds mu.
func (b *deltaBudget) pause(need int64) time.Duration {
	over := b.used.Load() - b.limit/4*3
	if over <= 0 {
		return 0
	}
	rate := b.rate
	if rate == 0 {
		rate = deltaRateFirst
	}
	now := time.Now()
	if b.next.Before(now) {
		b.next = now
	}
	share := min(1, float64(over)/float64(b.limit/4+1))
	b.next = b.next.Add(time.Duration(share * float64(need) / rate * float64(time.Second)))
	return min(b.next.Sub(now), deltaPauseMax)
}

func (b *deltaBudget) sleep(ctx context.Context, pause time.Duration) error {
	t := time.NewTimer(pause)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// settle replaces a reservation by what was really added.
func (b *deltaBudget) settle(reserved, added int64) {
	b.used.Add(added - reserved)
	if added < reserved && b.queued.Load() > 0 {
		b.mu.Lock()
		b.grant()
		b.mu.Unlock()
	}
}

// freed gives back the memory of deltas that a checkpoint has merged, which took
// so long.
func (b *deltaBudget) freed(n int64, took time.Duration) {
	b.frozen.Add(-n)
	b.used.Add(-n)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failed = nil
	if n > b.limit/16 {
		rate := float64(n) / max(took.Seconds(), 1e-3)
		if b.rate == 0 {
			b.rate = rate
		}
		b.rate += (rate - b.rate) / 4
	}
	b.grant()
}

// grant serves the waiters that there is room for now. The caller holds mu.
func (b *deltaBudget) grant() {
	n := 0
	for n < len(b.waiters) && b.fits(b.waiters[n].need) {
		b.take(b.waiters[n].need)
		b.waiters[n].done <- nil
		n++
	}
	b.waiters = slices.Delete(b.waiters, 0, n)
	b.queued.Store(int32(len(b.waiters)))
}

// fail tells all who wait that no memory will be freed, and all who would have to
// wait while the disk gets its rest; for good when the store is closed.
func (b *deltaBudget) fail(err error, rest time.Duration, closed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.retry = time.Now().Add(rest)
	if b.failed = err; closed {
		b.closed = err
	}
	for _, w := range b.waiters {
		w.done <- err
	}
	b.waiters = nil
	b.queued.Store(0)
}

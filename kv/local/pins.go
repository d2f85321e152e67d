package local

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/tidwall/btree"

	"github.com/sparrowdb/sparrow/kv"
)

// pins knows which timestamps are being read at, and with them which versions
// nobody can see any more.
type pins struct {
	// visible is the newest timestamp that readers may use: everything up to it
	// is applied and durable.
	visible atomic.Uint64

	// superseded is the bytes of versions that commits have replaced since the
	// store was opened.
	superseded atomic.Int64

	mu      sync.Mutex
	count   btree.Map[kv.TS, pin]
	horizon kv.TS // versions that only readers below it need may be gone
}

// pin is the readers at one timestamp.
type pin struct {
	readers    int
	superseded int64 // pins.superseded when the first of them came
}

func (p *pins) now() kv.TS { return kv.TS(p.visible.Load()) }

// pin registers a reader at ts, or at now when ts is 0.
func (p *pins) pin(ts kv.TS) (kv.TS, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	switch {
	case ts == 0:
		ts = now
	case ts > now:
		return 0, fmt.Errorf("%w: timestamp %d is in the future (now is %d)", kv.ErrInvalid, ts, now)
	case ts < p.horizon:
		return 0, fmt.Errorf("%w: timestamp %d is before %d", kv.ErrSnapshotTooOld, ts, p.horizon)
	}
	p.add(ts)
	return ts, nil
}

// share registers another reader at ts, which one reads at already.
func (p *pins) share(ts kv.TS) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.add(ts)
}

func (p *pins) add(ts kv.TS) {
	at, ok := p.count.Get(ts)
	if !ok {
		at.superseded = p.superseded.Load()
		// Who reads at a past timestamp needs what was replaced since the reader
		// before it.
		if ts < p.now() {
			p.count.Descend(ts, func(_ kv.TS, older pin) bool {
				at.superseded = older.superseded
				return false
			})
		}
	}
	at.readers++
	p.count.Set(ts, at)
}

// pinned estimates the bytes of versions that have been replaced since a reader at
// ts came, and that it keeps; 0 if there is none.
func (p *pins) pinned(ts kv.TS) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, ok := p.count.Get(ts)
	if !ok {
		return 0
	}
	// Commits that failed have been taken back out.
	return max(p.superseded.Load()-at.superseded, 0)
}

func (p *pins) unpin(ts kv.TS) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at, _ := p.count.Get(ts); at.readers > 1 {
		at.readers--
		p.count.Set(ts, at)
	} else {
		p.count.Delete(ts)
	}
}

// oldest returns a timestamp below which no reader is or will be. The caller may
// drop what only such readers could see.
func (p *pins) oldest() kv.TS {
	p.mu.Lock()
	defer p.mu.Unlock()
	oldest := p.now()
	if ts, _, ok := p.count.Min(); ok {
		oldest = min(oldest, ts)
	}
	p.horizon = max(p.horizon, oldest)
	return oldest
}

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

	mu      sync.Mutex
	count   btree.Map[kv.TS, int]
	horizon kv.TS // versions that only readers below it need may be gone
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
	n, _ := p.count.Get(ts)
	p.count.Set(ts, n+1)
	return ts, nil
}

// share registers another reader at ts, which one reads at already.
func (p *pins) share(ts kv.TS) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, _ := p.count.Get(ts)
	p.count.Set(ts, n+1)
}

func (p *pins) unpin(ts kv.TS) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n, _ := p.count.Get(ts); n > 1 {
		p.count.Set(ts, n-1)
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

package sql

import (
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// heldSnapshot is the oldest snapshot that a session reads at: what the store must
// keep for it. The zero value is none.
type heldSnapshot struct {
	at time.Time // when it was taken
	ts kv.TS
}

func (h heldSnapshot) older(o heldSnapshot) heldSnapshot {
	if h.at.IsZero() || !o.at.IsZero() && o.ts < h.ts {
		return o
	}
	return h
}

// noteSnapshot looks what the session's transaction, cursors and portals hold, for
// State.
func (s *Session) noteSnapshot() {
	var oldest heldSnapshot
	if s.tx != nil && s.tx.kv != nil {
		oldest = heldSnapshot{s.tx.snapshotAt, s.tx.kv.ReadTS()}
		for p := range s.portals {
			oldest = oldest.older(p.query.snapshot())
		}
		for _, c := range s.cursors {
			oldest = oldest.older(c.query.snapshot())
		}
	}
	s.mu.Lock()
	s.state.Snapshot = oldest
	s.mu.Unlock()
}

// snapshot is that of a query's view, if it has one.
func (q *query) snapshot() heldSnapshot {
	if q == nil || q.view == nil {
		return heldSnapshot{}
	}
	return heldSnapshot{q.fixedAt, q.view.ReadTS()}
}

// pinnedBytes is what the store keeps for a snapshot.
func (e *Engine) pinnedBytes(h heldSnapshot) int64 {
	if p, ok := e.store.Store.(kv.Pinner); ok && !h.at.IsZero() {
		return p.PinnedBytes(h.ts)
	}
	return 0
}

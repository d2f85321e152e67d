package local

import (
	"context"

	"github.com/sparrowdb/sparrow/kv"
)

// GetRun reads one row as a run.
func (r *snapshot) GetRun(ctx context.Context, key []byte, run *kv.Run) error {
	if err := r.check(ctx); err != nil {
		return err
	}
	return r.store.rowRun(key, r.ts, run)
}

// GetRun reads one row as a run, the transaction's own write if there is one.
func (t *txn) GetRun(ctx context.Context, key []byte, run *kv.Run) error {
	if err := t.check(ctx); err != nil {
		return err
	}
	if w := t.writes.get(key); w != nil {
		return ownRun(key, w, run)
	}
	return t.rowRun(key, t.readTS, run)
}

// GetRun reads one row as a run as the view's transaction saw it.
func (v *view) GetRun(ctx context.Context, key []byte, run *kv.Run) error {
	if err := v.check(ctx); err != nil {
		return err
	}
	if v.own != nil {
		if item, ok := v.own.Get(bufferedWrite{key: key}); ok {
			return ownRun(key, item.w, run)
		}
	}
	return v.txn.rowRun(key, v.ts, run)
}

func ownRun(key []byte, w *write, run *kv.Run) error {
	value, err := w.read()
	*run = kv.Run{Rows: 1, KeyBytes: int64(len(key)), At: key, Key: key, Value: value}
	return err
}

func (t *txn) rowRun(key []byte, ts kv.TS, run *kv.Run) error {
	if t.tracksReads() {
		t.track(kv.PointSpan(key))
	}
	return t.store.rowRun(key, ts, run)
}

// rowRun makes run the row of key at ts.
func (s *Store) rowRun(key []byte, ts kv.TS, run *kv.Run) error {
	f, at, err := s.locate(key, ts)
	if err != nil {
		return err
	}
	if !f.live() {
		return kv.ErrNotFound
	}
	*run = kv.Run{Rows: 1, KeyBytes: int64(len(key)), At: key, Key: key, Value: f.value}
	switch {
	case at.d == nil:
	case at.d.columns == nil:
		run.Value, err = at.d.appendValue(nil, at.value)
	default:
		run.Key, run.Columns, run.First = nil, at.d.columns, at.value
		s.cache.notice(at.block, at.d)
	}
	return err
}

package local

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/sparrowdb/sparrow/kv"
)

// snapshot is a read-only view of one timestamp.
type snapshot struct {
	store  *Store
	ts     kv.TS
	closed atomic.Bool
}

// Snapshot opens a read-only view at ts; 0 is now.
func (s *Store) Snapshot(ctx context.Context, ts kv.TS) (kv.Snapshot, error) {
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	ts, err := s.pins.pin(ts)
	if err != nil {
		return nil, err
	}
	return &snapshot{store: s, ts: ts}, nil
}

func (r *snapshot) ReadTS() kv.TS { return r.ts }

func (r *snapshot) check(ctx context.Context) error {
	if r.closed.Load() {
		return kv.ErrTxnDone
	}
	return r.store.check(ctx)
}

func (r *snapshot) Get(ctx context.Context, key []byte) ([]byte, error) {
	if err := r.check(ctx); err != nil {
		return nil, err
	}
	return r.store.getAt(key, r.ts)
}

func (r *snapshot) BatchGet(ctx context.Context, keys [][]byte) ([][]byte, error) {
	return batchGet(ctx, r, keys)
}

func (r *snapshot) Scan(ctx context.Context, span kv.Span, opts kv.ScanOptions) kv.Iterator {
	if err := r.check(ctx); err != nil {
		return failedScan{err}
	}
	return r.store.scan(ctx, r.ts, span, opts)
}

func (r *snapshot) Close() {
	if !r.closed.Swap(true) {
		r.store.pins.unpin(r.ts)
	}
}

// getAt returns the value of key at ts, or ErrNotFound.
func (s *Store) getAt(key []byte, ts kv.TS) ([]byte, error) {
	f, err := s.lookup(key, ts)
	if err != nil {
		return nil, err
	}
	if !f.live() {
		return nil, kv.ErrNotFound
	}
	return f.value, nil
}

// batchGet gets keys one by one: locally there is no round trip to save.
func batchGet(ctx context.Context, r kv.Reader, keys [][]byte) ([][]byte, error) {
	values := make([][]byte, len(keys))
	for i, key := range keys {
		v, err := r.Get(ctx, key)
		if err != nil && !errors.Is(err, kv.ErrNotFound) {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

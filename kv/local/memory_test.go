package local

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestMemoryBounded loads ten times the memory that a store may use, from several
// writers in random key order, while others read. Cache, deltas and buffers stay
// below their bounds throughout; afterwards every value is right.
func TestMemoryBounded(t *testing.T) {
	const writers, txns, each, size = 4, 40, 200, 1000
	opts := Options{
		Dir: t.TempDir(), Logger: quiet(), Sync: SyncNever,
		CacheBytes: 1 << 20, DeltaBytes: 2 << 20, TxnBytesTotal: 1 << 20,
	}
	ctx := context.Background()
	s, err := Open(opts)
	require.NoError(t, err)
	key := func(n int) []byte { return fmt.Appendf(nil, "%08x", uint32(n)*2654435761) }
	value := func(n int) []byte {
		v := make([]byte, size)
		rand.New(rand.NewSource(int64(n))).Read(v)
		return v
	}
	var loaded atomic.Int64
	var writing, watching sync.WaitGroup
	watching.Go(func() {
		for loaded.Load() < writers*txns*each {
			m := s.Memory()
			if m.Cache > opts.CacheBytes || m.Deltas > opts.DeltaBytes || m.Transactions > opts.TxnBytesTotal {
				t.Errorf("over the bounds: %+v", m)
				return
			}
			_, err := s.getAt(key(0), kv.MaxTS)
			if err != nil && !errors.Is(err, kv.ErrNotFound) {
				t.Error(err)
				return
			}
		}
	})
	for w := range writers {
		writing.Go(func() {
			for i := range txns {
				tx, err := s.Begin(ctx, kv.TxnOptions{})
				for j := range each {
					if n := (w*txns+i)*each + j; err == nil {
						err = tx.Put(ctx, key(n), value(n))
					}
				}
				if err == nil {
					_, err = tx.Commit(ctx)
				}
				if err != nil {
					t.Error(err)
				}
				loaded.Add(each)
			}
		})
	}
	writing.Wait()
	watching.Wait()
	m := s.Memory()
	require.LessOrEqual(t, m.DeltasPeak, opts.DeltaBytes)
	require.Greater(t, m.DeltasPeak, opts.DeltaBytes/4)
	require.Zero(t, m.Transactions)
	check := func() {
		snap, err := s.Snapshot(ctx, 0)
		require.NoError(t, err)
		defer snap.Close()
		it := snap.Scan(ctx, kv.Span{}, kv.ScanOptions{})
		defer it.Close()
		rows := 0
		for it.Next() {
			rows++
			if rows%100 == 0 {
				require.LessOrEqual(t, s.Memory().Cache, opts.CacheBytes)
			}
		}
		require.NoError(t, it.Err())
		require.Equal(t, writers*txns*each, rows)
		rng := rand.New(rand.NewSource(1))
		for range 500 {
			n := rng.Intn(rows)
			v, err := snap.Get(ctx, key(n))
			require.NoError(t, err)
			require.Equal(t, value(n), v)
		}
	}
	check()
	require.NoError(t, s.Close())
	s, err = Open(opts)
	require.NoError(t, err)
	check()
	require.NoError(t, s.Close())
}

// TestTransactionTooLarge refuses the write that makes a transaction larger than
// its bound, with both numbers, and the rest of it can still be committed.
func TestTransactionTooLarge(t *testing.T) {
	ctx := context.Background()
	s, err := Open(Options{Dir: "d", FS: vfs.NewMem(), Logger: quiet(), DeltaBytes: 1 << 20, TxnBytesMax: 100000, TxnBytesTotal: 150000})
	require.NoError(t, err)
	tx, err := s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	require.NoError(t, tx.Put(ctx, []byte("a"), make([]byte, 60000)))
	err = tx.Put(ctx, []byte("b"), make([]byte, 50000))
	var large *kv.TooLargeError
	require.ErrorAs(t, err, &large)
	require.ErrorIs(t, err, kv.ErrTooLarge)
	require.EqualValues(t, 100000, large.Limit)
	require.Greater(t, large.Size, large.Limit)

	other, err := s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	require.NoError(t, other.Put(ctx, []byte("c"), make([]byte, 50000)))
	third, err := s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	require.ErrorIs(t, third.Put(ctx, []byte("d"), make([]byte, 50000)), kv.ErrNoMemory)
	other.Rollback()
	require.NoError(t, third.Put(ctx, []byte("d"), make([]byte, 50000)))
	_, err = third.Commit(ctx)
	require.NoError(t, err)
	_, err = tx.Commit(ctx)
	require.NoError(t, err)
	require.Zero(t, s.Memory().Transactions)
	require.Len(t, dumpMap(t, s), 2)
	require.NoError(t, s.Close())
}

// TestCommitWaits fills the deltas while checkpoints fail: what fits is committed,
// what does not is refused with the reason; when checkpoints succeed again,
// commits do.
func TestCommitWaits(t *testing.T) {
	b := &deltaBudget{limit: 1000, demand: func() {}}
	ctx, cancel := context.WithCancel(context.Background())
	require.NoError(t, b.reserve(ctx, 700))
	b.frozen.Store(700)
	waiting := func(n int) { require.Eventually(t, func() bool { return int(b.queued.Load()) == n }, 5e9, 1e5) }
	results, canceled := make(chan error, 3), make(chan error, 1)
	go func() { canceled <- b.reserve(ctx, 400) }()
	waiting(1)
	require.True(t, b.full())
	// One that would fit does not overtake.
	go func() { results <- b.reserve(context.Background(), 100) }()
	waiting(2)
	cancel()
	require.ErrorIs(t, <-canceled, context.Canceled)
	require.NoError(t, <-results)
	require.EqualValues(t, 800, b.used.Load())
	go func() { results <- b.reserve(context.Background(), 300) }()
	waiting(1)
	b.fail(kv.ErrDiskFull, time.Hour, false)
	require.ErrorIs(t, <-results, kv.ErrDiskFull)
	require.ErrorIs(t, b.reserve(context.Background(), 300), kv.ErrDiskFull)
	require.NoError(t, b.reserve(context.Background(), 200))
	b.settle(200, 150)
	b.freed(700, 1e9)
	require.NoError(t, b.reserve(context.Background(), 300))
	require.EqualValues(t, 550, b.used.Load())
	b.settle(100, 0)
	b.settle(300, 0)
	// What is larger than the limit waits until it is alone.
	go func() { results <- b.reserve(context.Background(), 5000) }()
	waiting(1)
	b.settle(150, 0)
	require.NoError(t, <-results)
}

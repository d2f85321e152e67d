package partition

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local"
)

// TestSizeSplitOfLiveBytes holds, on the embedded engine, that a split by size
// halves the live bytes however many dead versions lie on one side, and that it
// never cuts the rows of one partition-key value (FR-094).
func TestSizeSplitOfLiveBytes(t *testing.T) {
	ctx := context.Background()
	engine, err := local.Open(local.Options{Dir: t.TempDir(), Sync: local.SyncNever})
	require.NoError(t, err)
	s, err := New(ctx, engine, Options{SizeEvery: -1})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	table := kv.Span{Start: []byte("t/"), End: []byte("t0")}
	require.NoError(t, s.CreateTableRange(ctx, table))
	s.SetPolicy(slashPolicy{splitBytes: 300_000})

	rng := rand.New(rand.NewPCG(1, 2))
	key := func(i int) []byte { return fmt.Appendf(nil, "t/%03d/%04d", i%500, i) }
	write := func(n int, do func(kv.Txn) error) {
		txn, err := s.Begin(ctx, kv.TxnOptions{})
		require.NoError(t, err)
		defer txn.Rollback()
		for range n {
			require.NoError(t, do(txn))
		}
		_, err = txn.Commit(ctx)
		require.NoError(t, err)
	}
	next := 0
	insert := func(txn kv.Txn) error {
		next++
		return txn.PutIfAbsent(ctx, key(next), make([]byte, 100))
	}
	update := func(txn kv.Txn) error { // of low keys only: dead versions on the left
		i := rng.IntN(next) + 1
		return txn.Put(ctx, key(i-i%500+i%100), make([]byte, 100))
	}
	remove := func(txn kv.Txn) error { return txn.Delete(ctx, key(rng.IntN(next)+1)) }
	for range 50 {
		write(100, insert)
		write(120, update)
		write(30, remove)
	}
	s.splitBySize(ctx)

	parts := s.Of(table)
	require.Len(t, parts, 2)
	var live [2]int64
	snap, err := s.Snapshot(ctx, 0)
	require.NoError(t, err)
	defer snap.Close()
	for i, p := range parts {
		live[i], err = liveBytes(ctx, snap, p.Span)
		require.NoError(t, err)
	}
	require.InDelta(t, 0.5, float64(live[0])/float64(live[0]+live[1]), 0.1)
	require.Len(t, parts[1].Span.Start, len("t/000/"), "the boundary ends a partition-key value")
	events := s.Events()
	require.Len(t, events, 1)
	require.Equal(t, EventSplit, events[0].Kind)
	require.Equal(t, ReasonSize, events[0].Reason)
}

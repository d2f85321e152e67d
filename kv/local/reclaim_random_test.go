package local

import (
	"context"
	"fmt"
	"math/rand"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestAmplification updates random rows, many and few at a time. After every checkpoint the block files take at most one and a half
// times their live bytes and the slack; in all, at most two bytes were moved for
// each that was freed.
func TestAmplification(t *testing.T) {
	const rows = 20000
	ctx := context.Background()
	s, err := Open(Options{Dir: "d", FS: vfs.NewMem(), Logger: quiet(), BlockBytes: 1024, CheckpointInterval: -1})
	require.NoError(t, err)
	rng := rand.New(rand.NewSource(1))
	update := func(n int, key func() int) {
		tx, err := s.Begin(ctx, kv.TxnOptions{})
		require.NoError(t, err)
		for range n {
			require.NoError(t, tx.Put(ctx, benchKey(key()), fmt.Appendf(nil, "%x %x %x", rng.Uint64(), rng.Uint64(), rng.Uint64())))
		}
		_, err = tx.Commit(ctx)
		require.NoError(t, err)
		require.NoError(t, s.Checkpoint(ctx))
	}
	check := func() Space {
		got := s.Space()
		require.LessOrEqual(t, got.Total, got.Live*3/2+s.reclaimSlack())
		require.LessOrEqual(t, got.Moved, 2*(got.Flushed+got.Moved-got.Total))
		return got
	}
	next := -1
	update(rows, func() int { next++; return next })
	loaded := check()
	require.Equal(t, loaded.Flushed, loaded.Total)
	for _, batch := range []int{200, 20, 2000} {
		before, worst := check(), 0.0
		for range 150 / (1 + batch/500) {
			update(batch, func() int { return rng.Intn(rows) })
			now := check()
			worst = max(worst, float64(now.Total)/float64(now.Live))
		}
		after := check()
		t.Logf("%d rows at a time: space ≤ %.2f × live, moved %.2f × flushed", batch, worst,
			float64(after.Moved-before.Moved)/float64(after.Flushed-before.Flushed))
		require.LessOrEqual(t, float64(after.Moved-before.Moved), 2*float64(after.Flushed-before.Flushed))
	}
	require.Len(t, dumpMap(t, s), rows)
	require.NoError(t, s.Close())
}

// TestReclaimGoesOn erases two thirds of every file of a store whose checkpoints
// may move little at a time. Without another write, the background frees the
// space.
func TestReclaimGoesOn(t *testing.T) {
	const files, rows = 10, 900
	ctx := context.Background()
	s, err := Open(Options{Dir: "d", FS: vfs.NewMem(), Logger: quiet(), BlockBytes: 1024})
	require.NoError(t, err)
	s.reclaimMax = 1000
	for i := range files {
		putRows(t, s, i*rows, (i+1)*rows, "value")
		require.NoError(t, s.Checkpoint(ctx))
	}
	full := s.Space().Total
	for i := 0; i < files*rows; i += rows {
		require.NoError(t, s.DeleteRange(ctx, kv.Span{Start: benchKey(i + 300), End: benchKey(i + rows)}))
	}
	require.NoError(t, s.Checkpoint(ctx))
	require.Eventually(t, func() bool { return !s.space.reclaimDue() }, 20*time.Second, time.Millisecond)
	got := s.Space()
	require.Less(t, got.Total, full*3/4)
	require.LessOrEqual(t, got.Total, got.Live*3/2+s.reclaimSlack())
	require.Positive(t, got.Moved)
	require.Len(t, dumpMap(t, s), files*rows/3)
	require.NoError(t, s.Close())
}

package local

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestEstimates updates and deletes mostly on the left while an old snapshot keeps
// every version: what the store tells about live bytes, and where it finds their
// middle, hardly moves. Nor does a split or merge that no checkpoint has followed.
func TestEstimates(t *testing.T) {
	const rows = 4000
	ctx := context.Background()
	s, err := Open(Options{Dir: "d", FS: vfs.NewMem(), Logger: quiet(), BlockBytes: 2048, CheckpointInterval: -1})
	require.NoError(t, err)
	putRows(t, s, 0, rows, "first value of the row with number")
	old, err := s.Snapshot(ctx, 0)
	require.NoError(t, err)
	for i := range 5 {
		putRows(t, s, 0, rows/4, fmt.Sprintf("a value that is like it: %d for", i))
		require.NoError(t, s.Checkpoint(ctx))
	}
	tx, err := s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	for i := 0; i < rows/2; i += 4 {
		require.NoError(t, tx.Delete(ctx, benchKey(i)))
	}
	_, err = tx.Commit(ctx)
	require.NoError(t, err)
	live := func(span kv.Span) (n int64) {
		snap, err := s.Snapshot(ctx, 0)
		require.NoError(t, err)
		defer snap.Close()
		it := snap.Scan(ctx, span, kv.ScanOptions{})
		defer it.Close()
		for it.Next() {
			n += int64(len(it.Key()) + len(it.Value()))
		}
		return n
	}
	check := func() {
		middle, err := s.MiddleKey(ctx, kv.Span{})
		require.NoError(t, err)
		left, all := live(kv.Span{End: middle}), live(kv.Span{})
		require.InDelta(t, 0.5, float64(left)/float64(all), 0.1)
		for _, span := range []kv.Span{{}, {End: benchKey(1500)}, {Start: benchKey(1003), End: benchKey(1011)}, {Start: benchKey(3999)}} {
			n, err := s.LiveBytes(ctx, span)
			require.NoError(t, err)
			require.InEpsilon(t, live(span), n, 0.5, "%s", span)
		}
	}
	check()
	_, err = s.Split(ctx, [][]byte{benchKey(1001), benchKey(1005), benchKey(3333)})
	require.NoError(t, err)
	check()
	parts, err := s.Partitions(ctx, kv.Span{})
	require.NoError(t, err)
	require.NoError(t, s.Merge(ctx, parts[0].ID, parts[1].ID))
	check()
	require.NoError(t, s.Checkpoint(ctx))
	check()
	middle, err := s.MiddleKey(ctx, kv.Span{Start: []byte("z")})
	require.NoError(t, err)
	require.Nil(t, middle)
	old.Close()
	require.NoError(t, s.Close())
}

// TestFiguresAfterSplit splits a partition of blocks and expects exact counts of
// rows as soon as a checkpoint has followed.
func TestFiguresAfterSplit(t *testing.T) {
	const rows = 3000
	ctx := context.Background()
	disk := vfs.NewMem()
	s := manifestStore(t, disk, rows)
	starts := []int{0, 7, 9, 1000, 1001, 2500, rows}
	var keys [][]byte
	for _, i := range starts[1 : len(starts)-1] {
		keys = append(keys, benchKey(i))
	}
	_, err := s.Split(ctx, keys)
	require.NoError(t, err)
	total := int64(0)
	parts, err := s.Partitions(ctx, kv.Span{})
	require.NoError(t, err)
	for i, p := range parts {
		require.InDelta(t, starts[i+1]-starts[i], p.Rows, 10)
		total += p.Rows
	}
	require.InDelta(t, rows, total, 30)
	require.NoError(t, s.Checkpoint(ctx))
	exact := func() {
		parts, err := s.Partitions(ctx, kv.Span{})
		require.NoError(t, err)
		for i, p := range parts {
			require.EqualValues(t, starts[i+1]-starts[i], p.Rows, "partition %d", i)
		}
	}
	exact()
	require.NoError(t, s.Close())
	s, err = Open(Options{Dir: "d", FS: disk, Logger: quiet(), BlockBytes: 256, CheckpointInterval: -1})
	require.NoError(t, err)
	exact()
	parts, err = s.Partitions(ctx, kv.Span{})
	require.NoError(t, err)
	for _, p := range parts[1:] {
		require.NoError(t, s.Merge(ctx, parts[0].ID, p.ID))
	}
	require.NoError(t, s.Checkpoint(ctx))
	parts, err = s.Partitions(ctx, kv.Span{})
	require.NoError(t, err)
	require.Len(t, parts, 1)
	require.EqualValues(t, rows, parts[0].Rows)
	s.parts.Load().list[0].state.Load().base.each(func(r blockRef) bool {
		require.False(t, r.cut, "blocks are whole again")
		return true
	})
	require.NoError(t, s.Close())
}

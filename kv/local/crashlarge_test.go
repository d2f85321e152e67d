package local

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestCrashLargeValue cuts the power before every disk operation of a
// transaction of ten rows, one of them a megabyte (FR-110). Afterwards all ten
// are there, values intact, or none; once the commit was acknowledged, all.
func TestCrashLargeValue(t *testing.T) {
	ctx := context.Background()
	large := make([]byte, 1<<20)
	rng := rand.New(rand.NewSource(1))
	for i := range large {
		large[i] = byte(rng.Uint32())
	}
	value := func(i int) []byte {
		if i == 3 {
			return large
		}
		return fmt.Appendf(nil, "value %d", i)
	}
	disk := vfs.NewMem()
	type point struct {
		disk  *vfs.Mem
		acked bool
	}
	var points []point
	acked := false
	watched := &vfs.Faulty{FS: disk, Inject: func(op vfs.Op) error {
		if op.Mutates() {
			points = append(points, point{disk.CrashClone(rng), acked})
		}
		return nil
	}}
	options := Options{Dir: "d", FS: watched, CheckpointInterval: -1, SegmentBytes: 1 << 18, Logger: quiet()}
	s, err := Open(options)
	require.NoError(t, err)
	txn, err := s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	for i := range 10 {
		require.NoError(t, txn.Put(ctx, fmt.Appendf(nil, "k%d", i), value(i)))
	}
	_, err = txn.Commit(ctx)
	require.NoError(t, err)
	acked = true
	require.NoError(t, s.Close())
	points = append(points, point{disk.CrashClone(rng), true})

	seen := map[int]int{}
	for n, p := range points {
		options.FS = p.disk
		s, err := Open(options)
		require.NoError(t, err, "crash %d", n)
		snap, err := s.Snapshot(ctx, 0)
		require.NoError(t, err)
		rows := 0
		for i := range 10 {
			got, err := snap.Get(ctx, fmt.Appendf(nil, "k%d", i))
			if err == nil {
				rows++
				require.True(t, bytes.Equal(value(i), got), "crash %d, row %d", n, i)
			}
		}
		snap.Close()
		require.NoError(t, s.Close())
		require.Contains(t, []int{0, 10}, rows, "crash %d", n)
		require.False(t, p.acked && rows == 0, "crash %d lost an acknowledged commit", n)
		seen[rows]++
	}
	require.Len(t, seen, 2, "some crashes come before the commit, some after")
}

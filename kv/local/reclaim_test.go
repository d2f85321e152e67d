package local

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestReclaim overwrites parts of the same rows again and again: the disk must
// not grow with the number of checkpoints, an old snapshot must stay readable
// throughout, and once it is gone the old versions go too.
func TestReclaim(t *testing.T) {
	const rows = 400
	ctx := context.Background()
	disk := vfs.NewMem()
	s, err := Open(Options{Dir: "d", FS: disk, Logger: quiet(), BlockBytes: 512, CacheBytes: 4096})
	require.NoError(t, err)
	rng := rand.New(rand.NewSource(1))
	write := func(from, n int) {
		tx, err := s.Begin(ctx, kv.TxnOptions{})
		require.NoError(t, err)
		for i := from; i < from+n; i++ {
			require.NoError(t, tx.Put(ctx, fmt.Appendf(nil, "row%04d", i%rows), fmt.Appendf(nil, "%016x", rng.Uint64())))
		}
		_, err = tx.Commit(ctx)
		require.NoError(t, err)
	}
	blockBytes := func() (total int64) {
		names, err := disk.List("d")
		require.NoError(t, err)
		for _, name := range names {
			if strings.HasPrefix(name, "blocks-") {
				f, err := disk.Open("d/" + name)
				require.NoError(t, err)
				size, err := f.Size()
				require.NoError(t, err)
				total += size
			}
		}
		return total
	}
	write(0, rows)
	require.NoError(t, s.Checkpoint(ctx))
	one := blockBytes()
	old, err := s.Snapshot(ctx, 0)
	require.NoError(t, err)
	read := func() string {
		it := old.Scan(ctx, kv.Span{}, kv.ScanOptions{})
		defer it.Close()
		var out strings.Builder
		for it.Next() {
			fmt.Fprintf(&out, "%s=%s ", it.Key(), it.Value())
		}
		require.NoError(t, it.Err())
		return out.String()
	}
	want := read()
	for i := range 60 {
		write(i*37, 50)
		require.NoError(t, s.Checkpoint(ctx))
		require.Equal(t, want, read())
	}
	old.Close()
	for i := range 20 {
		write(i*40, 40)
		require.NoError(t, s.Checkpoint(ctx))
	}
	require.Less(t, blockBytes(), 4*one)
	require.Len(t, dumpMap(t, s), rows)
	require.NoError(t, s.Close())
}

package local

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// manifestStore is an open store with small blocks and, in its manifest, edits.
func manifestStore(t *testing.T, disk *vfs.Mem, rows int) *Store {
	s, err := Open(Options{Dir: "d", FS: disk, Logger: quiet(), BlockBytes: 256, CheckpointInterval: -1})
	require.NoError(t, err)
	putRows(t, s, 0, rows, "first")
	require.NoError(t, s.Checkpoint(context.Background()))
	return s
}

func putRows(t *testing.T, s *Store, from, to int, text string) {
	ctx := context.Background()
	tx, err := s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	for i := from; i < to; i++ {
		require.NoError(t, tx.Put(ctx, benchKey(i), fmt.Appendf(nil, "%s %d", text, i)))
	}
	_, err = tx.Commit(ctx)
	require.NoError(t, err)
}

// TestManifestDamage cuts a manifest with edits at every length, and changes
// every byte: what was cut off is an unfinished write, everything else an error.
func TestManifestDamage(t *testing.T) {
	ctx := context.Background()
	disk := vfs.NewMem()
	s := manifestStore(t, disk, 60)
	ends := []int{int(s.manifest.end)}
	for i := range 3 {
		putRows(t, s, i, i+1, "again")
		if i == 1 {
			_, err := s.Split(ctx, [][]byte{benchKey(30)})
			require.NoError(t, err)
		}
		require.NoError(t, s.Checkpoint(ctx))
		ends = append(ends, int(s.manifest.end)-editHeaderBytes)
	}
	require.NoError(t, s.Close())
	whole, err := readFile(disk, "d/"+manifestFile)
	require.NoError(t, err)
	states := make([]*manifest, len(ends))
	for i, end := range ends {
		states[i], err = decodeManifest("MANIFEST", whole[:end])
		require.NoError(t, err)
	}
	for n := range whole {
		m, err := decodeManifest("MANIFEST", whole[:n])
		if n < ends[0] {
			require.ErrorIs(t, err, kv.ErrCorrupt, "cut to %d", n)
			continue
		}
		require.NoError(t, err, "cut to %d", n)
		at, found := slices.BinarySearch(ends, n)
		if !found {
			at--
		}
		require.Equal(t, states[at].partitions, m.partitions, "cut to %d", n)
		require.Equal(t, states[at].ts, m.ts, "cut to %d", n)
	}
	last := ends[len(ends)-1]
	for n := range whole {
		damaged := slices.Clone(whole)
		damaged[n] ^= 0x55
		m, err := decodeManifest("MANIFEST", damaged)
		switch {
		case n >= 12 && n < 16:
			require.ErrorIs(t, err, kv.ErrVersion, "byte %d", n)
		case n < last:
			require.ErrorIs(t, err, kv.ErrCorrupt, "byte %d", n)
		default:
			require.NoError(t, err, "byte %d", n)
			require.Equal(t, states[len(states)-1].partitions, m.partitions)
		}
	}
}

// TestManifestGrowsWithChanges updates one row of many partitions again and again
// and expects a checkpoint to write for what it changed, not for all there is.
func TestManifestGrowsWithChanges(t *testing.T) {
	ctx := context.Background()
	disk := vfs.NewMem()
	s := manifestStore(t, disk, 4000)
	var keys [][]byte
	for i := 20; i < 4000; i += 20 {
		keys = append(keys, benchKey(i))
	}
	_, err := s.Split(ctx, keys)
	require.NoError(t, err)
	require.NoError(t, s.Checkpoint(ctx))
	snapshot, err := readFile(disk, "d/"+manifestFile)
	require.NoError(t, err)
	before := s.Space()
	for i := range 50 {
		putRows(t, s, 80*i, 80*i+1, "again")
		s.commitMu.Lock()
		require.Len(t, s.dirty, 1)
		s.commitMu.Unlock()
		require.NoError(t, s.Checkpoint(ctx))
	}
	after := s.Space()
	require.Less(t, after.ManifestWritten-before.ManifestWritten, int64(50*300))
	require.Less(t, after.Flushed-before.Flushed, int64(50*600))
	// The edits are folded into a snapshot when they outgrow it.
	for i := 0; i < 4000; i += 200 {
		putRows(t, s, i, i+200, "new")
		require.NoError(t, s.Checkpoint(ctx))
		require.LessOrEqual(t, s.manifest.end, 2*s.manifest.snapshot+editsFree)
	}
	require.Less(t, s.manifest.end, 4*int64(len(snapshot)))
	want := dumpMap(t, s)
	require.NoError(t, s.Close())
	s, err = Open(Options{Dir: "d", FS: disk, Logger: quiet(), BlockBytes: 256})
	require.NoError(t, err)
	require.Equal(t, want, dumpMap(t, s))
	parts, err := s.Partitions(ctx, kv.Span{})
	require.NoError(t, err)
	require.Len(t, parts, 200)
	require.NoError(t, s.Close())
}

package local

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
)

// TestOpenOnDisk uses the real file system: lock, reopening, errors with the
// path in them.
func TestOpenOnDisk(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "a", "data")
	opts := Options{Dir: dir, Logger: quiet()}
	s, err := Open(opts)
	require.NoError(t, err)
	tx, err := s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	require.NoError(t, tx.Put(ctx, []byte("k"), []byte("v")))
	_, err = tx.Commit(ctx)
	require.NoError(t, err)

	_, err = Open(opts)
	require.ErrorIs(t, err, kv.ErrStoreInUse)
	require.ErrorContains(t, err, dir)
	require.NoError(t, s.Close())

	s, err = Open(opts)
	require.NoError(t, err)
	require.Equal(t, map[string]string{"k": "v"}, dumpMap(t, s))
	require.NoError(t, s.Close())

	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err = Open(Options{Dir: filepath.Join(file, "data"), Logger: quiet()})
	var pathErr *fs.PathError
	require.ErrorAs(t, err, &pathErr)
	require.ErrorContains(t, err, file)

	_, err = Open(Options{Dir: dir, BlockBytes: -1})
	require.ErrorIs(t, err, kv.ErrInvalid)
	_, err = Open(Options{})
	require.Error(t, err)
}

// TestPartitionFigures checks the approximate figures before and after a
// checkpoint and a split.
func TestPartitionFigures(t *testing.T) {
	ctx := context.Background()
	s, err := Open(Options{Dir: t.TempDir(), Logger: quiet(), Sync: SyncNever, BlockBytes: 1024})
	require.NoError(t, err)
	tx, err := s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	value := make([]byte, 100)
	for i := range 1000 {
		require.NoError(t, tx.PutIfAbsent(ctx, []byte{byte(i >> 8), byte(i)}, value))
	}
	_, err = tx.Commit(ctx)
	require.NoError(t, err)
	figures := func() (rows, raw, disk int64) {
		parts, err := s.Partitions(ctx, kv.Span{})
		require.NoError(t, err)
		for _, p := range parts {
			rows, raw, disk = rows+p.Rows, raw+p.RawBytes, disk+p.CompressedBytes
		}
		return rows, raw, disk
	}
	rows, raw, disk := figures()
	require.EqualValues(t, 1000, rows)
	require.InDelta(t, 102000, raw, 1000)
	require.Zero(t, disk)
	_, err = s.Split(ctx, [][]byte{{1, 0}, {2, 0}})
	require.NoError(t, err)
	rows, _, _ = figures()
	require.EqualValues(t, 1000, rows)
	require.NoError(t, s.Checkpoint(ctx))
	rows, raw, disk = figures()
	require.EqualValues(t, 1000, rows)
	require.InDelta(t, 102000, raw, 10000)
	require.Less(t, disk, raw/2)
	tx, err = s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	for i := range 100 {
		require.NoError(t, tx.Delete(ctx, []byte{0, byte(i)}))
	}
	_, err = tx.Commit(ctx)
	require.NoError(t, err)
	rows, _, _ = figures()
	require.EqualValues(t, 900, rows)
	require.NoError(t, s.Checkpoint(ctx))
	rows, _, _ = figures()
	require.EqualValues(t, 900, rows)
	require.NoError(t, s.Close())
}

package local

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestPinnedFiles supersedes files that two copies are being made of: they stay
// until the second is done, with what was in them.
func TestPinnedFiles(t *testing.T) {
	ctx := context.Background()
	disk := vfs.NewMem()
	s, err := Open(Options{Dir: "d", FS: disk, Logger: quiet()})
	require.NoError(t, err)
	write := func(value string) {
		tx, err := s.Begin(ctx, kv.TxnOptions{})
		require.NoError(t, err)
		require.NoError(t, tx.Put(ctx, []byte("k"), []byte(value)))
		_, err = tx.Commit(ctx)
		require.NoError(t, err)
		require.NoError(t, s.Checkpoint(ctx))
	}
	pin := func() []*blockFile {
		s.maintMu.Lock()
		defer s.maintMu.Unlock()
		return s.pinFiles()
	}
	write("old")
	first, second := pin(), pin()
	require.Len(t, first, 1)
	write("new")
	require.Equal(t, first[0].size, s.filePins.pinnedBytes())
	content, err := readFile(disk, first[0].path)
	require.NoError(t, err)
	require.Len(t, content, int(first[0].size))
	s.unpinFiles(first)
	_, err = disk.Open(first[0].path)
	require.NoError(t, err)
	s.unpinFiles(second)
	_, err = disk.Open(first[0].path)
	require.Error(t, err)
	require.Zero(t, s.filePins.pinnedBytes())
	third := pin()
	s.unpinFiles(third)
	require.Equal(t, map[string]string{"k": "new"}, dumpMap(t, s))
	require.NoError(t, s.Close())
}

package local

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestForeignFolder refuses to mix its files with somebody else's.
func TestForeignFolder(t *testing.T) {
	m := vfs.NewMem()
	require.NoError(t, m.MkdirAll("d"))
	f, err := m.Create("d/letter.txt")
	require.NoError(t, err)
	require.NoError(t, f.Close())
	_, err = Open(Options{Dir: "d", FS: m})
	require.ErrorIs(t, err, kv.ErrInvalid)
	require.ErrorContains(t, err, "letter.txt")
	names, err := m.List("d")
	require.NoError(t, err)
	require.NotContains(t, names, formatFile)
}

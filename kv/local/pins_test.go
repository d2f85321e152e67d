package local

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
)

// TestPinnedBytes reads while rows are replaced: in the delta, in blocks, and by
// deletion. What is new costs a reader nothing.
func TestPinnedBytes(t *testing.T) {
	ctx := context.Background()
	s, err := Open(Options{Dir: t.TempDir(), Sync: SyncNever})
	require.NoError(t, err)
	defer s.Close()
	write := func(do func(kv.Txn) error) {
		txn, err := s.Begin(ctx, kv.TxnOptions{})
		require.NoError(t, err)
		require.NoError(t, do(txn))
		_, err = txn.Commit(ctx)
		require.NoError(t, err)
	}
	key, value := []byte("key"), make([]byte, 100)
	write(func(txn kv.Txn) error { return txn.PutIfAbsent(ctx, key, value) })
	old, err := s.Snapshot(ctx, 0)
	require.NoError(t, err)
	require.Zero(t, s.PinnedBytes(old.ReadTS()))
	write(func(txn kv.Txn) error { return txn.PutIfAbsent(ctx, []byte("new"), value) })
	require.Zero(t, s.PinnedBytes(old.ReadTS()))
	write(func(txn kv.Txn) error { return txn.Put(ctx, key, value[:50]) })
	require.EqualValues(t, 103, s.PinnedBytes(old.ReadTS()))
	young, err := s.Snapshot(ctx, 0)
	require.NoError(t, err)
	require.NoError(t, s.Checkpoint(ctx))
	write(func(txn kv.Txn) error { return txn.Delete(ctx, key) })
	require.Positive(t, s.PinnedBytes(young.ReadTS()))
	require.EqualValues(t, 103, s.PinnedBytes(old.ReadTS())-s.PinnedBytes(young.ReadTS()))
	old.Close()
	require.Zero(t, s.PinnedBytes(old.ReadTS()))
	young.Close()
}

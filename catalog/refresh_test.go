package catalog

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
)

// TestRefreshBehindHorizon has the store drop what a change is to be read at
// before anybody looked: commits of others may do that at any time. The change is
// seen all the same, and the watch's telling of it late changes nothing.
func TestRefreshBehindHorizon(t *testing.T) {
	ctx := context.Background()
	store, cat := openTest(t)
	table := testTable(t, cat, "t")
	before, err := cat.Snapshot(ctx)
	require.NoError(t, err)
	require.NoError(t, inTx(store, cat, func(tx *Tx) error { return tx.CreateTable(ctx, table) }))
	made := store.now
	rename := func(name string) {
		require.NoError(t, inTx(store, cat, func(tx *Tx) error {
			_, err := tx.ChangeTable(ctx, table.ID, func(t *Table) error {
				t.Columns[0].Name = name
				return nil
			})
			return err
		}))
	}
	another := func() {
		txn, err := store.Begin(ctx, kv.TxnOptions{})
		require.NoError(t, err)
		require.NoError(t, txn.Put(ctx, []byte("\xffrow"), []byte("value")))
		_, err = txn.Commit(ctx)
		require.NoError(t, err)
		store.horizon = store.now
	}
	another()
	snap, err := cat.Snapshot(ctx)
	require.NoError(t, err)
	require.Greater(t, snap.version, before.version)
	got, ok := snap.TableByName(table.SchemaID, "t")
	require.True(t, ok)
	require.Equal(t, "k", got.Columns[0].Name)

	cat.noteChange(made, [][]byte{catalogKey(keyOpened)})
	again, err := cat.Snapshot(ctx)
	require.NoError(t, err)
	require.Same(t, snap, again)

	rename("n")
	snap, err = cat.Snapshot(ctx)
	require.NoError(t, err)
	got, _ = snap.Table(table.ID)
	require.Equal(t, "n", got.Columns[0].Name)
	rename("m")
	another()
	snap, err = cat.Snapshot(ctx)
	require.NoError(t, err)
	got, _ = snap.Table(table.ID)
	require.Equal(t, "m", got.Columns[0].Name)
}

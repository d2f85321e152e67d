package catalog

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

const testWorkers = 8

func openTest(t *testing.T) (*memStore, *Catalog) {
	store := newMemStore()
	cat, err := Open(context.Background(), store, Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, cat.Close(context.Background())) })
	return store, cat
}

// inTx runs fn in a transaction of its own and reports what came of it.
func inTx(store kv.Store, cat *Catalog, fn func(*Tx) error) error {
	ctx := context.Background()
	txn, err := store.Begin(ctx, kv.TxnOptions{})
	if err != nil {
		return err
	}
	defer txn.Rollback()
	tx := cat.Begin(txn)
	if err := fn(tx); err != nil {
		return err
	}
	if _, err := txn.Commit(ctx); err != nil {
		return err
	}
	tx.Committed()
	return nil
}

func testTable(t require.TestingT, cat *Catalog, name string) *Table {
	id, err := cat.AllocateOID(context.Background())
	require.NoError(t, err)
	snap, err := cat.Snapshot(context.Background())
	require.NoError(t, err)
	public, _ := snap.SchemaByName(DefaultInstanceID, PublicSchema)
	return &Table{ID: id, InstanceID: DefaultInstanceID, SchemaID: public.ID, Schema: PublicSchema, Name: name,
		Columns: []TableColumn{{Name: "k", AttNum: 1, T: types.Of(types.Int8)}}, PrimaryKey: []int{0}}
}

// TestOneNameOneTable has many sessions create tables of the same names: each
// name goes to one of them, the others are told so, and what was acknowledged
// is seen by whoever looks afterwards.
func TestOneNameOneTable(t *testing.T) {
	store, cat := openTest(t)
	const names = 20
	var made [names]atomic.Int32
	var wg sync.WaitGroup
	for range testWorkers {
		wg.Go(func() {
			for n := range names {
				name := fmt.Sprint("t", n)
				table := testTable(t, cat, name)
				err := inTx(store, cat, func(tx *Tx) error { return tx.CreateTable(context.Background(), table) })
				switch {
				case err == nil:
					made[n].Add(1)
				case pgerr.CodeOf(err) != pgerr.DuplicateTable && !errors.Is(err, kv.ErrConflict):
					t.Errorf("%s: %v", name, err)
				}
				snap, err := cat.Snapshot(context.Background())
				if err != nil {
					t.Error(err)
				} else if _, ok := snap.TableByName(table.SchemaID, name); !ok {
					t.Errorf("%s was acknowledged but is not seen", name)
				}
			}
		})
	}
	wg.Wait()
	for n := range names {
		require.EqualValues(t, 1, made[n].Load())
	}
}

// TestChangesOfOneTableWait has many sessions change one descriptor: none of
// the changes is lost.
func TestChangesOfOneTableWait(t *testing.T) {
	store, cat := openTest(t)
	table := testTable(t, cat, "t")
	require.NoError(t, inTx(store, cat, func(tx *Tx) error { return tx.CreateTable(context.Background(), table) }))
	var wg sync.WaitGroup
	for w := range testWorkers {
		wg.Go(func() {
			for i := range 10 {
				err := inTx(store, cat, func(tx *Tx) error {
					_, err := tx.ChangeTable(context.Background(), table.ID, func(t *Table) error {
						t.Columns = append(t.Columns, TableColumn{Name: fmt.Sprint(w, "_", i)})
						return nil
					})
					return err
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	snap, err := cat.Snapshot(context.Background())
	require.NoError(t, err)
	got, _ := snap.Table(table.ID)
	require.Len(t, got.Columns, 1+10*testWorkers)
	require.EqualValues(t, 1+10*testWorkers, got.Version)
}

// TestAttributesOfManyWriters has many sessions bring the same new names: all
// get one id for a name, nobody conflicts, and a name and type is seen by
// everybody once a commit that brought it has returned.
func TestAttributesOfManyWriters(t *testing.T) {
	store, cat := openTest(t)
	const table, names = TableID(20000), 30
	dict := cat.Dictionary()
	seen := []types.OID{types.Text, types.Int8, types.Bool}
	var ids [names]atomic.Uint32
	var wg sync.WaitGroup
	for w := range testWorkers {
		wg.Go(func() {
			ctx := context.Background()
			typ := seen[w%len(seen)]
			for n := range names {
				name := fmt.Sprint("a", n)
				err := inTx(store, cat, func(tx *Tx) error {
					id, err := tx.Dictionary().Ensure(ctx, table, name)
					if err != nil {
						return err
					}
					if !ids[n].CompareAndSwap(0, uint32(id)) && ids[n].Load() != uint32(id) {
						t.Errorf("%s has ids %d and %d", name, id, ids[n].Load())
					}
					tx.Dictionary().Count(table, id, 1, 5)
					return tx.Dictionary().See(ctx, table, id, typ)
				})
				if err != nil {
					t.Error(err)
				}
				if a, ok, err := dict.Lookup(ctx, table, name); err != nil || !ok || !a.Has(typ) {
					t.Errorf("%s of type %d is not seen: %v %v", name, typ, a, err)
				}
			}
		})
	}
	wg.Wait()
	list, err := dict.List(context.Background(), table, 0)
	require.NoError(t, err)
	require.Len(t, list, names)
	for _, a := range list {
		require.Len(t, a.Types, len(seen))
		require.EqualValues(t, testWorkers, a.Rows)
		require.EqualValues(t, testWorkers*5, a.Bytes)
	}
}

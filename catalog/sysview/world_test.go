package sysview

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// world is a small database for the tests: Sources over a real store and
// catalog, with the table public.goods (a text, b bigint, price numeric(10,2)
// …, key (a, b)), free attributes, two partitions and some roles.
type world struct {
	t      *testing.T
	store  *partition.Store
	cat    *catalog.Catalog
	snap   *catalog.Snapshot
	limits *limits.Set
	role   types.OID
}

var _ Sources = (*world)(nil)

func newWorld(t *testing.T) *world {
	ctx := context.Background()
	engine, err := local.Open(local.Options{Dir: t.TempDir(), Sync: local.SyncNever})
	require.NoError(t, err)
	store, err := partition.New(ctx, engine, partition.Options{SizeEvery: -1, SampleEvery: time.Hour, Now: (&world{}).Now})
	require.NoError(t, err)
	store.SetPolicy(rowenc.SplitPolicy{TableSplitBytes: func(types.OID) int64 { return 0 }})
	cat, err := catalog.Open(ctx, store, catalog.Options{})
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, cat.Close(ctx))
		require.NoError(t, store.Close())
	})
	w := &world{t: t, store: store, cat: cat, limits: limits.NewSet(), role: catalog.SuperuserID}
	w.fill(ctx)
	return w
}

func (w *world) fill(ctx context.Context) {
	txn, err := w.store.Begin(ctx, kv.TxnOptions{})
	require.NoError(w.t, err)
	defer txn.Rollback()
	tx := w.cat.Begin(txn)
	snap, err := tx.Snapshot(ctx)
	require.NoError(w.t, err)
	public, ok := snap.SchemaByName(catalog.DefaultInstanceID, catalog.PublicSchema)
	require.True(w.t, ok)

	clerk := &catalog.Role{ID: w.oid(ctx), Name: "clerk", Login: true, Inherit: true, ConnLimit: 5}
	require.NoError(w.t, tx.CreateRole(ctx, clerk))

	goods := &catalog.Table{
		ID: w.oid(ctx), TypeOID: w.oid(ctx), PKIndexID: w.oid(ctx), InstanceID: catalog.DefaultInstanceID,
		SchemaID: public.ID, Schema: public.Name, Name: "goods", OwnerID: catalog.SuperuserID,
		Columns: []catalog.TableColumn{
			{Name: "a", AttNum: 1, T: types.Of(types.Text), NotNull: true},
			{Name: "b", AttNum: 2, T: types.Of(types.Int8), NotNull: true},
			{Name: "gone", AttNum: 3, T: types.Of(types.Int4), Dropped: true},
			{Name: "price", AttNum: 4, T: types.T{OID: types.Numeric, Mod: types.NumericTypmod(10, 2)}, Default: "0"},
			{Name: "total", AttNum: 5, T: types.Of(types.Numeric), Generated: "price * 2"},
		},
		PrimaryKey: []int{0, 1}, PKName: "goods_pkey",
		Checks:  []catalog.TableCheck{{ID: w.oid(ctx), Name: "goods_price_check", Expr: "price >= 0"}},
		Options: catalog.TableOptions{MaxVersions: 1, TTL: 48 * time.Hour, ReservedReadCU: 101, BurstSeconds: 300},
	}
	keyless := &catalog.Table{
		ID: w.oid(ctx), TypeOID: w.oid(ctx), InstanceID: catalog.DefaultInstanceID,
		SchemaID: public.ID, Schema: public.Name, Name: "Keyless", OwnerID: clerk.ID,
	}
	require.NoError(w.t, tx.CreateTable(ctx, goods))
	require.NoError(w.t, tx.CreateTable(ctx, keyless))
	w.addAttribute(ctx, tx, goods, "colour", types.Text)
	w.addAttribute(ctx, tx, goods, "weight", types.Int8, types.Text)
	w.addAttribute(ctx, tx, goods, "size", types.Int8, types.Float8)
	require.NoError(w.t, tx.SetComment(ctx, catalog.ObjectID{Class: catalog.ClassTable, ID: goods.ID}, "what we sell"))
	grant := catalog.Grant{Grantee: clerk.ID, Grantor: catalog.SuperuserID, Privileges: catalog.PrivSelect}
	require.NoError(w.t, tx.ChangeACL(ctx, catalog.ClassTable, goods.ID, func(a catalog.ACL) catalog.ACL { return a.Grant(grant) }))
	_, err = txn.Commit(ctx)
	require.NoError(w.t, err)
	tx.Committed()

	w.snap, err = w.cat.Snapshot(ctx)
	require.NoError(w.t, err)
	w.partitions(ctx, goods)
	require.NoError(w.t, w.store.CreateTableRange(ctx, catalog.TableSpan(keyless)))
}

// partitions splits goods at 'it”s' and puts a row on either side.
func (w *world) partitions(ctx context.Context, goods *catalog.Table) {
	require.NoError(w.t, w.store.CreateTableRange(ctx, catalog.TableSpan(goods)))
	codec := rowenc.NewCodec(goods)
	key, err := codec.AppendKeyPrefix(nil, []datum.Datum{types.NewText("it's")})
	require.NoError(w.t, err)
	_, err = w.store.SplitAt(ctx, catalog.TableSpan(goods), [][]byte{key})
	require.NoError(w.t, err)
	txn, err := w.store.Begin(ctx, kv.TxnOptions{})
	require.NoError(w.t, err)
	defer txn.Rollback()
	for i, a := range []string{"apple", "pear", "plum"} {
		row := []datum.Datum{types.NewText(a), types.NewInt8(int64(i))}
		key, err := codec.EncodeKey(nil, w.limits, row)
		require.NoError(w.t, err)
		value, err := rowenc.EncodeRow(nil, row, nil)
		require.NoError(w.t, err)
		require.NoError(w.t, txn.PutIfAbsent(ctx, key, value))
	}
	_, err = txn.Commit(ctx)
	require.NoError(w.t, err)
}

func (w *world) oid(ctx context.Context) types.OID {
	id, err := w.cat.AllocateOID(ctx)
	require.NoError(w.t, err)
	return id
}

func (w *world) addAttribute(ctx context.Context, tx *catalog.Tx, t *catalog.Table, name string, seen ...types.OID) {
	id, err := tx.Dictionary().Ensure(ctx, t.ID, name)
	require.NoError(w.t, err)
	for _, s := range seen {
		require.NoError(w.t, tx.Dictionary().See(ctx, t.ID, id, s))
	}
}

func (w *world) Catalog() *catalog.Snapshot { return w.snap }

func (w *world) Attributes(ctx context.Context, t *catalog.Table, limit int) ([]catalog.Attr, error) {
	return w.cat.Dictionary().List(ctx, t.ID, limit)
}

func (w *world) Instance() types.OID          { return catalog.DefaultInstanceID }
func (w *world) Role() types.OID              { return w.role }
func (w *world) Partitions() *partition.Store { return w.store }
func (w *world) StoreName() string            { return "local" }
func (w *world) Limits() *limits.Set          { return w.limits }
func (w *world) Now() time.Time               { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }

func (w *world) Sessions() []Session {
	return []Session{{
		PID: 7, RoleID: catalog.SuperuserID, InstanceID: catalog.DefaultInstanceID, ApplicationName: "psql",
		ClientAddr: "127.0.0.1", ClientPort: 5000, State: "active", Query: "select 1",
		QueryStart: w.Now(), ReadCU: 3, WriteCU: 4, SnapshotAge: time.Second, PinnedBytes: 100,
	}}
}

func (w *world) Jobs() []Job {
	return []Job{
		{ID: 1, Kind: "backup", Object: "/srv/backup", State: "failed", StartedAt: w.Now(), FinishedAt: w.Now(), Error: "no space left", PID: 7},
		{ID: 2, Kind: "backup", Object: "/srv/backup", State: "copying", Done: 3, Total: 10, StartedAt: w.Now(), PID: 8},
	}
}

func (w *world) Locks() []Lock {
	goods, _ := w.snap.ResolveTable(catalog.DefaultInstanceID, []string{catalog.PublicSchema}, "", "goods")
	return []Lock{
		{Type: "tuple", Database: 5, Relation: goods.ID, PID: 7, Mode: "ExclusiveLock", WaitStart: w.Now()},
		{Type: "advisory", Database: 5, ClassID: 1, ObjID: 2, ObjSubID: 2, PID: 7, Mode: "ShareLock", Granted: true},
	}
}

func (w *world) Settings() []Setting {
	return []Setting{{
		Name: "application_name", Value: "psql", Category: "Reporting", Description: "Name of the client.",
		Context: "user", VarType: "string", Source: "client",
	}}
}

func (w *world) Functions() []Function {
	return []Function{
		{OID: 871, Name: "upper", Kind: 'f', Args: []types.OID{types.Text}, Result: types.Text, Strict: true, Volatility: 'i', Help: "Upper case."},
		{OID: 2147, Name: "count", Kind: 'a', Args: []types.OID{types.Any}, Result: types.Int8, Volatility: 'i'},
		{
			OID: 3058, Name: "concat", Kind: 'f', Args: []types.OID{types.AnyArray}, Variadic: true,
			Result: types.Text, Volatility: 's',
		},
	}
}

func (w *world) Operators() []Operator {
	return []Operator{{OID: 96, Name: "=", Left: types.Int4, Right: types.Int4, Result: types.Bool}}
}

func (w *world) PreparedStatements() []PreparedStatement {
	return []PreparedStatement{{Name: "p", SQL: "select $1", At: w.Now(), Params: []types.T{types.Of(types.Int4)}}}
}

func (w *world) Cursors() []Cursor {
	return []Cursor{{Name: "c", SQL: "select 1", Scrollable: true, At: w.Now()}}
}

func (w *world) SequenceValue(_ context.Context, q *catalog.Sequence) (int64, bool, error) {
	return q.Begin, false, nil
}

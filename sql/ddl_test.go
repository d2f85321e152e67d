package sql

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// ddlFixture runs DDL against a catalog on a store in memory, without a
// session: each statement in a transaction of its own unless BEGIN was read.
type ddlFixture struct {
	t     *testing.T
	store *partition.Store
	cat   *catalog.Catalog
	txn   kv.Txn
	tx    *catalog.Tx
	block bool
	out   strings.Builder

	user     string
	implicit bool
	found    bool // what Exists answers
}

func TestDDL(t *testing.T) {
	datadriven.Walk(t, "testdata/ddl", func(t *testing.T, path string) {
		f := newDDLFixture(t, nil)
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			f.t = t
			f.out.Reset()
			f.user, f.implicit, f.found = catalog.SuperuserName, d.HasArg("implicit"), d.HasArg("found")
			if d.HasArg("user") {
				d.ScanArgs(t, "user", &f.user)
			}
			switch d.Cmd {
			case "run":
				f.script(d.Input)
			case "describe":
				f.describe(strings.Fields(d.Input))
			case "attributes":
				f.attributes(d.Input)
			case "limit":
				fmt.Fprintf(&f.out, "%d\n", limits.Lookup(d.Input).Value(f.cat.Limits()))
			default:
				t.Fatalf("unknown command %s", d.Cmd)
			}
			return f.out.String()
		})
	})
}

func newDDLFixture(t *testing.T, codec kv.Codec) *ddlFixture {
	ctx := context.Background()
	quiet := slog.New(slog.DiscardHandler)
	engine, err := local.Open(local.Options{Dir: "data", FS: vfs.NewMem(), Logger: quiet, Codec: codec})
	require.NoError(t, err)
	store, err := partition.New(ctx, engine, partition.Options{SizeEvery: -1})
	require.NoError(t, err)
	cat, err := catalog.Open(ctx, store, catalog.Options{Logger: quiet})
	require.NoError(t, err)
	store.SetPolicy(rowenc.SplitPolicy{TableSplitBytes: cat.TableSplitBytes})
	t.Cleanup(func() {
		require.NoError(t, cat.Close(ctx))
		require.NoError(t, store.Close())
	})
	return &ddlFixture{t: t, store: store, cat: cat}
}

func (f *ddlFixture) begin() {
	txn, err := f.store.Begin(context.Background(), kv.TxnOptions{Isolation: kv.ReadCommitted})
	require.NoError(f.t, err)
	f.txn, f.tx = txn, f.cat.Begin(txn)
}

func (f *ddlFixture) end(commit bool) {
	if commit {
		_, err := f.txn.Commit(context.Background())
		require.NoError(f.t, err)
		f.tx.Committed()
	} else {
		f.txn.Rollback()
	}
	f.block = false
}

// script runs statements, each of which ends with a line.
func (f *ddlFixture) script(text string) {
	for _, one := range strings.SplitAfter(text, ";\n") {
		st, err := parser.ParseOne(one)
		if err != nil {
			f.say("ERROR", err)
			continue
		}
		f.statement(one, selectInto(st.Tree))
	}
}

func (f *ddlFixture) statement(text string, tree ast.Statement) {
	if t, ok := tree.(*ast.Transaction); ok {
		if t.Kind == ast.TxBegin {
			f.begin()
			f.block = true
		} else {
			f.end(t.Kind == ast.TxCommit)
		}
		return
	}
	if !f.block {
		f.begin()
	}
	sp, mark := f.txn.Savepoint(), f.tx.Savepoint()
	tag, err := f.ddl(text).run(tree)
	if err != nil {
		f.say("ERROR", err)
		require.NoError(f.t, f.txn.RollbackTo(sp))
		f.tx.RollbackTo(mark)
	} else {
		fmt.Fprintln(&f.out, tag)
	}
	if !f.block {
		f.end(err == nil)
	}
}

func (f *ddlFixture) ddl(text string) *ddl {
	ctx := context.Background()
	snap, err := f.tx.Snapshot(ctx)
	require.NoError(f.t, err)
	role, ok := snap.RoleByName(f.user)
	require.True(f.t, ok, f.user)
	in, _ := snap.InstanceByName(catalog.DefaultInstance)
	d := &ddl{
		ctx: ctx, tx: f.tx, text: text, instance: in, role: role.ID, login: role.ID, session: 7,
		path: []string{catalog.TempSchemaName(7), catalog.PublicSchema}, partitions: f.store, implicitKey: f.implicit, inBlock: f.block,
		notice:    func(e *pgerr.Error) { f.say("NOTICE", e) },
		warn:      func(e *pgerr.Error) { f.say("WARNING", e) },
		now:       time.Now,
		connected: func(context.Context, types.OID, bool) int { return 0 },
	}
	d.binder = &fixtureBinder{f: f, env: &planner.Env{
		Catalog: fixtureCatalog{f}, Text: text, SearchPath: []string{"pg_catalog", "public"}, Database: in.Name,
		Fn: &fn.Context{Context: ctx, Format: types.DefaultFormat}, ParseExpr: parser.ParseExpr,
	}}
	return d
}

// say prints an error or notice as psql does with VERBOSITY verbose.
func (f *ddlFixture) say(severity string, err error) {
	var e *pgerr.Error
	var over *limits.Exceeded
	switch {
	case errors.As(err, &e):
	case errors.As(err, &over):
		e = pgerr.New(pgerr.Code(over.Limit.SQLSTATE), "%s", over.Error()).WithDetail("%s", over.Detail())
	default:
		f.t.Fatal(err)
	}
	fmt.Fprintf(&f.out, "%s %s: %s", severity, e.Code, e.Message)
	if e.Position > 0 {
		fmt.Fprintf(&f.out, " (at %d)", e.Position)
	}
	fmt.Fprintln(&f.out)
	if e.Detail != "" {
		fmt.Fprintf(&f.out, "  DETAIL: %s\n", strings.ReplaceAll(e.Detail, "\n", "\n    "))
	}
	if e.Hint != "" {
		fmt.Fprintf(&f.out, "  HINT: %s\n", e.Hint)
	}
}

// describe prints tables, and what else there is when none is named.
func (f *ddlFixture) describe(names []string) {
	snap, err := f.cat.Snapshot(context.Background())
	require.NoError(f.t, err)
	for _, in := range snap.Instances() {
		if len(names) == 0 {
			fmt.Fprintf(&f.out, "database %s owner %s%s\n", in.Name, snap.RoleName(in.OwnerID), f.acl(snap, catalog.ClassInstance, in.ID))
		}
		for _, s := range snap.Schemas(in.ID) {
			if len(names) == 0 {
				fmt.Fprintf(&f.out, "schema %s.%s owner %s%s\n", in.Name, s.Name, snap.RoleName(s.OwnerID), f.acl(snap, catalog.ClassSchema, s.ID))
			}
			for _, t := range snap.TablesIn(s.ID) {
				if len(names) == 0 {
					fmt.Fprintf(&f.out, "table %s.%s owner %s%s\n", s.Name, t.Name, snap.RoleName(t.OwnerID), f.acl(snap, catalog.ClassTable, t.ID))
				} else if t.Name == names[0] {
					f.table(snap, t)
				}
			}
		}
	}
	for _, r := range snap.Roles() {
		if len(names) == 0 {
			fmt.Fprintf(&f.out, "role %s super=%t login=%t limit=%d password=%t members=%d\n",
				r.Name, r.Superuser, r.Login, r.ConnLimit, r.Verifier != "", len(r.MemberOf))
		}
	}
}

func (f *ddlFixture) acl(snap *catalog.Snapshot, class catalog.Class, id types.OID) string {
	text := ""
	if list, explicit := snap.ACL(class, id); explicit {
		for _, g := range list {
			text += " " + g.Text(snap.RoleName)
		}
	}
	if c, ok := snap.Comment(catalog.ObjectID{Class: class, ID: id}); ok {
		text += fmt.Sprintf(" %q", c)
	}
	return text
}

func (f *ddlFixture) table(snap *catalog.Snapshot, t *catalog.Table) {
	fmt.Fprintf(&f.out, "table %s.%s\n", t.Schema, t.Name)
	for i, c := range t.Columns {
		fmt.Fprintf(&f.out, "  %d %s %s id=%d", c.AttNum, c.Name, types.FormatType(c.T), c.ID)
		if k := t.KeyPosition(i); k >= 0 {
			fmt.Fprintf(&f.out, " key %d", k+1)
		}
		if c.NotNull {
			fmt.Fprint(&f.out, " not null")
		}
		if c.Default != "" {
			fmt.Fprintf(&f.out, " default %s", c.Default)
		}
		if c.Generated != "" {
			fmt.Fprintf(&f.out, " generated %s", c.Generated)
		}
		if text, ok := snap.Comment(catalog.ObjectID{Class: catalog.ClassTable, ID: t.ID, Sub: int32(c.AttNum)}); ok {
			fmt.Fprintf(&f.out, " %q", text)
		}
		fmt.Fprintln(&f.out)
	}
	if t.PKName != "" {
		fmt.Fprintf(&f.out, "  primary key %s\n", t.PKName)
	}
	for _, c := range t.Checks {
		fmt.Fprintf(&f.out, "  check %s %s\n", c.Name, c.Expr)
	}
	fmt.Fprintf(&f.out, "  partitions %d, split at %d bytes, other options %v\n",
		len(f.store.Of(catalog.TableSpan(t))), f.cat.TableSplitBytes(t.Storage()), t.Options.Other)
}

// attributes writes free attributes, "table name type", and lists a table's.
func (f *ddlFixture) attributes(input string) {
	ctx := context.Background()
	f.begin()
	snap, err := f.tx.Snapshot(ctx)
	require.NoError(f.t, err)
	for _, line := range strings.Split(input, "\n") {
		w := strings.Fields(line)
		t, ok := snap.ResolveTable(catalog.DefaultInstanceID, []string{"public"}, "", w[0])
		require.True(f.t, ok)
		if len(w) == 1 {
			list, err := f.tx.Dictionary().List(ctx, t.ID, 0)
			require.NoError(f.t, err)
			for _, a := range list {
				fmt.Fprintf(&f.out, "%d %s %v\n", a.ID, a.Name, a.Types)
			}
			continue
		}
		id, err := f.tx.Dictionary().Ensure(ctx, t.ID, w[1])
		require.NoError(f.t, err)
		oid, _ := types.ByName(w[2])
		require.NoError(f.t, f.tx.Dictionary().See(ctx, t.ID, id, oid))
	}
	f.end(true)
}

// fixtureBinder binds with the planner; what would run a statement is printed.
type fixtureBinder struct {
	f   *ddlFixture
	env *planner.Env
}

func (b *fixtureBinder) Type(n *ast.TypeName) (types.T, error) { return planner.TypeOf(b.env, n) }
func (*fixtureBinder) CheckDomain(string, types.T) error       { return nil }

func (b *fixtureBinder) CheckTable(t *catalog.Table) error { return planner.CheckTable(b.env, t) }
func (b *fixtureBinder) SetValue(s *ast.Set) (string, string, error) {
	return s.Name, s.Values[0].Text, nil
}

func (b *fixtureBinder) Constant(e ast.Expr, t types.T) (datum.Datum, error) {
	bound, err := planner.BindExpr(b.env, e, t, "partition bound")
	if err != nil {
		return datum.Null, err
	}
	return bound.Eval(&expr.Context{Context: *b.env.Fn}, nil)
}

func (b *fixtureBinder) Exists(_ context.Context, query string) (bool, error) {
	fmt.Fprintf(&b.f.out, "  (%s)\n", query)
	return b.f.found, nil
}

func (b *fixtureBinder) QueryColumns(*ast.Query) ([]queryColumn, error) {
	return []queryColumn{{"a", types.Of(types.Int8)}, {"b", types.Of(types.Variant)}}, nil
}

func (b *fixtureBinder) Run(_ context.Context, tree ast.Statement) (string, error) {
	insert := tree.(*ast.Insert)
	fmt.Fprintf(&b.f.out, "  (insert into %s, %d columns)\n", insert.Table.Name, len(insert.Columns))
	return "INSERT 0 3", nil
}

func (b *fixtureBinder) Exec(_ context.Context, statement string) error {
	fmt.Fprintf(&b.f.out, "  (%s)\n", statement)
	return nil
}

// fixtureCatalog is the planner's view of the fixture's transaction.
type fixtureCatalog struct{ f *ddlFixture }

func (c fixtureCatalog) Table(schema, name string) (*catalog.Table, error) {
	snap, err := c.f.tx.Snapshot(context.Background())
	if err != nil {
		return nil, err
	}
	t, _ := snap.ResolveTable(catalog.DefaultInstanceID, nil, schema, name)
	return t, nil
}

func (c fixtureCatalog) View(string, string) *catalog.View { return nil }
func (fixtureCatalog) Type(_, _ string) (types.OID, error) { return 0, nil }

func (c fixtureCatalog) HasSchema(string) (bool, error)                     { return true, nil }
func (c fixtureCatalog) Similar(*catalog.Table, string) []string            { return nil }
func (c fixtureCatalog) Allowed(*catalog.Table, string) (bool, error)       { return true, nil }
func (c fixtureCatalog) Stats(*catalog.Table) planner.TableStats            { return planner.TableStats{} }
func (c fixtureCatalog) Statistics(*catalog.Table) *catalog.TableStatistics { return nil }
func (c fixtureCatalog) Attribute(*catalog.Table, string) (planner.Attribute, bool, error) {
	return planner.Attribute{}, false, nil
}
func (c fixtureCatalog) Attributes(*catalog.Table, int) ([]planner.Attribute, error) { return nil, nil }

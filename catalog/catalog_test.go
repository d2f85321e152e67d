package catalog

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/types"
)

// script runs test files in which several transactions change one catalog:
//
//	begin NAME | commit NAME | rollback NAME
//	savepoint NAME | rollback-to NAME     (one level)
//	create-table NAME TABLE [COLUMN TYPE]...
//	rename-table, drop-table, truncate NAME TABLE [NEW]
//	create-role NAME ROLE, grant NAME ROLE TABLE PRIVILEGE
//	ensure, see, lookup, list, count ... NAME TABLE ATTRIBUTE [TYPE]
//	show [NAME]        what the transaction, or (none) everybody sees
//	reopen             a new catalog on the same store
type script struct {
	t     *testing.T
	store *memStore
	cat   *Catalog
	txns  map[string]*scriptTxn
}

type scriptTxn struct {
	kv   kv.Txn
	tx   *Tx
	sp   int
	mark Mark
}

func TestCatalog(t *testing.T) {
	datadriven.Walk(t, "testdata/catalog", func(t *testing.T, path string) {
		s := &script{t: t, store: newMemStore(), txns: map[string]*scriptTxn{}}
		s.open()
		defer func() { require.NoError(t, s.cat.Close(context.Background())) }()
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var out strings.Builder
			for _, line := range strings.Split(d.Input, "\n") {
				if text := s.run(strings.Fields(line)); text != "" {
					fmt.Fprintln(&out, text)
				}
			}
			return out.String()
		})
	})
}

func (s *script) open() {
	cat, err := Open(context.Background(), s.store, Options{EraseDelay: 1})
	require.NoError(s.t, err)
	s.cat = cat
}

func (s *script) run(f []string) string {
	ctx := context.Background()
	switch f[0] {
	case "reopen":
		require.NoError(s.t, s.cat.Close(ctx))
		s.store.watches = nil
		s.open()
		return ""
	case "begin":
		txn, err := s.store.Begin(ctx, kv.TxnOptions{})
		require.NoError(s.t, err)
		s.txns[f[1]] = &scriptTxn{kv: txn, tx: s.cat.Begin(txn)}
		return ""
	case "show":
		return s.show(f[1:])
	case "flush":
		require.NoError(s.t, s.cat.Dictionary().Flush(ctx))
		return ""
	case "committed":
		snap, err := s.cat.Snapshot(ctx)
		require.NoError(s.t, err)
		return s.attributes(s.cat.Dictionary(), s.table(snap, f[1]), f[2:])
	}
	x := s.txns[f[1]]
	if err := s.step(ctx, x, f); err != nil {
		return err.Error()
	}
	if f[0] == "lookup" || f[0] == "list" {
		snap, err := x.tx.Snapshot(ctx)
		require.NoError(s.t, err)
		return s.attributes(x.tx.Dictionary(), s.table(snap, f[2]), f[3:])
	}
	return ""
}

func (s *script) step(ctx context.Context, x *scriptTxn, f []string) error {
	snap, err := x.tx.Snapshot(ctx)
	require.NoError(s.t, err)
	switch f[0] {
	case "commit":
		if _, err := x.kv.Commit(ctx); err != nil {
			return err
		}
		x.tx.Committed()
	case "rollback":
		x.kv.Rollback()
	case "savepoint":
		x.sp, x.mark = x.kv.Savepoint(), x.tx.Savepoint()
	case "rollback-to":
		require.NoError(s.t, x.kv.RollbackTo(x.sp))
		x.tx.RollbackTo(x.mark)
	case "release":
		x.tx.Release(x.mark)
	case "create-table":
		return s.createTable(ctx, x, snap, f[2:])
	case "rename-table":
		_, err := x.tx.ChangeTable(ctx, s.table(snap, f[2]).ID, func(t *Table) error { t.Name = f[3]; return nil })
		return err
	case "drop-table":
		return x.tx.DropTable(ctx, s.table(snap, f[2]).ID)
	case "truncate":
		_, err := x.tx.TruncateTable(ctx, s.table(snap, f[2]).ID)
		return err
	case "create-role":
		id, err := s.cat.AllocateOID(ctx)
		require.NoError(s.t, err)
		return x.tx.CreateRole(ctx, &Role{ID: id, Name: f[2], Inherit: true, ConnLimit: -1})
	case "drop-role":
		r, _ := snap.RoleByName(f[2])
		return x.tx.DropRole(ctx, r.ID)
	case "member":
		r, _ := snap.RoleByName(f[2])
		of, _ := snap.RoleByName(f[3])
		return x.tx.ChangeRole(ctx, r.ID, func(r *Role) error {
			r.MemberOf = append(r.Without(of.ID), Membership{RoleID: of.ID})
			return nil
		})
	case "grant", "revoke":
		return s.grant(ctx, x, snap, f)
	case "comment":
		return x.tx.SetComment(ctx, ObjectID{Class: ClassTable, ID: s.table(snap, f[2]).ID}, strings.Join(f[3:], " "))
	case "set":
		return x.tx.SetSetting(ctx, f[2], f[3])
	case "reset":
		return x.tx.ResetSetting(ctx, f[2])
	case "ensure", "see", "count", "rename-attribute", "take-over":
		return s.attribute(ctx, x, s.table(snap, f[2]), f)
	}
	return nil
}

func (s *script) createTable(ctx context.Context, x *scriptTxn, snap *Snapshot, f []string) error {
	id, err := s.cat.AllocateOID(ctx)
	require.NoError(s.t, err)
	public, ok := snap.SchemaByName(DefaultInstanceID, PublicSchema)
	require.True(s.t, ok)
	t := &Table{ID: id, InstanceID: DefaultInstanceID, SchemaID: public.ID, Schema: public.Name, Name: f[0], OwnerID: SuperuserID}
	for i := 1; i+1 < len(f); i += 2 {
		typ, ok := types.ByName(f[i+1])
		require.True(s.t, ok)
		t.Columns = append(t.Columns, TableColumn{Name: f[i], T: types.Of(typ), AttNum: int16(len(t.Columns) + 1)})
	}
	t.PrimaryKey = []int{0}
	return x.tx.CreateTable(ctx, t)
}

func (s *script) grant(ctx context.Context, x *scriptTxn, snap *Snapshot, f []string) error {
	var grantee types.OID
	if f[2] != "public" {
		r, _ := snap.RoleByName(f[2])
		grantee = r.ID
	}
	p, ok := PrivilegeByName(f[4])
	require.True(s.t, ok)
	return x.tx.ChangeACL(ctx, ClassTable, s.table(snap, f[3]).ID, func(a ACL) ACL {
		if f[0] == "revoke" {
			return a.Revoke(grantee, p, false)
		}
		return a.Grant(Grant{Grantee: grantee, Grantor: SuperuserID, Privileges: p})
	})
}

func (s *script) attribute(ctx context.Context, x *scriptTxn, t *Table, f []string) error {
	dict := x.tx.Dictionary()
	switch f[0] {
	case "rename-attribute", "take-over":
		a, ok, err := dict.Lookup(ctx, t.ID, f[3])
		require.NoError(s.t, err)
		require.True(s.t, ok)
		if f[0] == "take-over" {
			return dict.TakeOver(ctx, t.ID, a)
		}
		return dict.Rename(ctx, t.ID, a, f[4])
	}
	name := f[3]
	if name == `""` {
		name = ""
	}
	id, err := dict.Ensure(ctx, t.ID, strings.Replace(name, "LONG", strings.Repeat("n", 256), 1))
	if err != nil || f[0] == "ensure" {
		return err
	}
	if f[0] == "count" {
		dict.Count(t.ID, id, 1, 10)
		return nil
	}
	typ, ok := types.ByName(f[4])
	require.True(s.t, ok)
	return dict.See(ctx, t.ID, id, typ)
}

func (s *script) table(snap *Snapshot, name string) *Table {
	t, ok := snap.ResolveTable(DefaultInstanceID, []string{"nowhere", PublicSchema}, "", name)
	require.True(s.t, ok, name)
	return t
}

// attributes prints one attribute, or all.
func (s *script) attributes(a Attributes, t *Table, f []string) string {
	ctx := context.Background()
	list := []Attr{}
	if len(f) > 0 {
		one, ok, err := a.Lookup(ctx, t.ID, f[0])
		require.NoError(s.t, err)
		if ok {
			list = append(list, one)
		}
	} else {
		var err error
		list, err = a.List(ctx, t.ID, 0)
		require.NoError(s.t, err)
	}
	if len(list) == 0 {
		return "none"
	}
	var lines []string
	for _, one := range list {
		line := fmt.Sprintf("%d %s", one.ID, one.Name)
		for _, typ := range one.Types {
			line += " " + types.TypeName(typ)
		}
		if typ := one.Type(); typ == types.Variant {
			line += " -> variant"
		} else {
			line += " -> " + types.TypeName(typ)
		}
		lines = append(lines, fmt.Sprintf("%s, %d rows %d bytes", line, one.Rows, one.Bytes))
	}
	return strings.Join(lines, "\n")
}

func (s *script) show(f []string) string {
	ctx := context.Background()
	snap, err := s.cat.Snapshot(ctx)
	if len(f) > 0 {
		snap, err = s.txns[f[0]].tx.Snapshot(ctx)
	}
	require.NoError(s.t, err)
	var lines []string
	for _, in := range snap.Instances() {
		lines = append(lines, fmt.Sprintf("instance %d %s owner %s", in.ID, in.Name, snap.RoleName(in.OwnerID)))
		for _, sc := range snap.Schemas(in.ID) {
			lines = append(lines, "  schema "+sc.Name)
		}
		for _, t := range snap.Tables(in.ID) {
			line := fmt.Sprintf("  table %s.%s v%d", t.Schema, t.Name, t.Version)
			if c, ok := snap.Comment(ObjectID{Class: ClassTable, ID: t.ID}); ok {
				line += fmt.Sprintf(" %q", c)
			}
			if acl, explicit := snap.ACL(ClassTable, t.ID); explicit {
				for _, g := range acl {
					line += " " + g.Text(snap.RoleName)
				}
			}
			lines = append(lines, line)
		}
	}
	for _, r := range snap.Roles() {
		line := "role " + r.Name
		for _, t := range snap.Tables(DefaultInstanceID) {
			if snap.HasPrivilege(r.ID, ClassTable, t.ID, PrivSelect) {
				line += " reads " + t.Name
			}
		}
		lines = append(lines, line)
	}
	for _, v := range snap.Settings() {
		lines = append(lines, "setting "+v.Name+" = "+v.Value)
	}
	return strings.Join(lines, "\n")
}

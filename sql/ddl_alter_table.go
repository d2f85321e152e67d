package sql

import (
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// alterTable is ALTER TABLE: its actions one after the other, all or none.
func (d *ddl) alterTable(n *ast.AlterTable) error {
	if err := checkSystem(n.Table.Name); err != nil {
		return err
	}
	t, err := d.table(n.Table.Name)
	if err != nil {
		return err
	}
	if t == nil || n.Kind != ast.KindTable {
		return d.alterMissing(n, t)
	}
	v, err := d.view()
	if err != nil {
		return err
	}
	if err := d.mustOwn(v, catalog.ClassTable, t.ID, "table", t.Name); err != nil {
		return err
	}
	if t, err = d.holdForAlter(n, t); err != nil {
		return err
	}
	for _, a := range n.Actions {
		if err := d.alterAction(t, a); err != nil {
			return err
		}
		if v, err = d.view(); err != nil {
			return err
		}
		var ok bool
		if t, ok = v.Table(t.ID); !ok {
			return pgerr.New(pgerr.UndefinedTable, "relation %q does not exist", n.Table.Name.String())
		}
	}
	return nil
}

// holdForAlter waits for the transactions that write to the table, so that the
// actions see all rows there will be, and returns the newest descriptor.
// Splits and merges of partitions wait for nobody.
func (d *ddl) holdForAlter(n *ast.AlterTable, t *catalog.Table) (*catalog.Table, error) {
	waits := false
	for _, a := range n.Actions {
		switch a.(type) {
		case *ast.SplitAt, *ast.MergePartitions:
		default:
			waits = true
		}
	}
	if !waits {
		return t, nil
	}
	if err := d.tx.HoldTable(d.ctx, t.ID, true); err != nil {
		return nil, err
	}
	if err := d.seesAllRows(t); err != nil {
		return nil, err
	}
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	newest, ok := v.Table(t.ID)
	if !ok {
		return nil, pgerr.New(pgerr.UndefinedTable, "relation %q does not exist", n.Table.Name.String()).At(d.at(n.Table))
	}
	return newest, nil
}

// alterMissing answers for a table that does not exist, and for views, indexes
// and sequences, which don't either.
func (d *ddl) alterMissing(n *ast.AlterTable, t *catalog.Table) error {
	name := n.Table.Name
	kind := strings.ToLower(string(n.Kind))
	switch {
	case t != nil && n.Kind == ast.KindView:
		return pgerr.New(pgerr.WrongObjectType, "%q is not a view", name.Object)
	case t != nil && n.Kind == ast.KindSequence:
		return pgerr.New(pgerr.WrongObjectType, "%q is not a sequence", name.Object)
	case t != nil:
		return pgerr.Unsupported("ALTER " + string(n.Kind)).At(d.at(n))
	case n.IfExists:
		d.skipping(pgerr.SuccessfulCompletion, "relation %q does not exist", name.Object)
		return nil
	case n.Kind == ast.KindTable || n.Kind == ast.KindView || n.Kind == ast.KindSequence || n.Kind == ast.KindIndex:
		return pgerr.New(pgerr.UndefinedTable, "relation %q does not exist", name.String()).At(d.at(n.Table))
	}
	return pgerr.New(pgerr.UndefinedTable, "%s %q does not exist", kind, name.String()).At(d.at(n.Table))
}

func (d *ddl) alterAction(t *catalog.Table, action ast.AlterAction) error {
	switch a := action.(type) {
	case *ast.AddColumn:
		return d.addColumn(t, a)
	case *ast.DropColumn:
		return d.dropColumn(t, a)
	case *ast.RenameColumn:
		return d.renameColumn(t, a)
	case *ast.AlterColumnDefault:
		return d.setDefault(t, a)
	case *ast.AlterColumnNotNull:
		return d.setNotNull(t, a)
	case *ast.AlterColumnType:
		return d.setType(t, a)
	case *ast.AddConstraint:
		return d.addConstraint(t, a)
	case *ast.DropConstraint:
		return d.dropConstraint(t, a)
	case *ast.RenameConstraint:
		return d.renameConstraint(t, a)
	case *ast.ValidateConstraint:
		return d.validateConstraint(t, a)
	case *ast.RenameTo:
		return d.renameTable(t, a)
	case *ast.OwnerTo:
		return d.ownTable(t, a)
	case *ast.SetSchema:
		return d.moveTable(t, a)
	case *ast.SetOptions:
		return d.setTableOptions(t, a)
	case *ast.SplitAt:
		return d.splitAt(t, a)
	case *ast.MergePartitions:
		return d.mergePartitions(t, a)
	case *ast.ReplicaIdentity, *ast.ClusterOn, *ast.SetPersistence:
		return nil // says how PostgreSQL stores or replicates rows; nothing here to change
	case *ast.RowSecurity:
		if strings.HasPrefix(a.Action, "DISABLE") || strings.HasPrefix(a.Action, "NO") {
			return nil
		}
		return pgerr.Unsupported("row level security").At(d.at(a))
	case *ast.SetTablespace:
		if a.Name == "pg_default" {
			return nil
		}
		return pgerr.New(pgerr.UndefinedObject, "tablespace %q does not exist", a.Name).At(d.at(a))
	case *ast.AlterColumnOther:
		return d.alterColumnOther(t, a)
	default:
		return pgerr.Unsupported("this form of ALTER TABLE").At(d.at(action))
	}
}

// change alters the table's descriptor.
func (d *ddl) change(t *catalog.Table, change func(*catalog.Table) error) error {
	_, err := d.tx.ChangeTable(d.ctx, t.ID, change)
	return err
}

func (d *ddl) renameTable(t *catalog.Table, a *ast.RenameTo) error {
	if err := d.checkName(a.Name); err != nil {
		return err
	}
	if err := d.mayCreateIn(t.SchemaID, t.Schema); err != nil {
		return err
	}
	if a.Name == t.Name {
		return pgerr.New(pgerr.DuplicateTable, "relation %q already exists", a.Name)
	}
	return d.change(t, func(t *catalog.Table) error {
		t.Name = a.Name
		return nil
	})
}

func (d *ddl) ownTable(t *catalog.Table, a *ast.OwnerTo) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	owner, err := d.newOwner(v, a.Owner)
	if err != nil {
		return err
	}
	if err := d.ownerMayCreate(v, owner, t.SchemaID, t.Schema); err != nil {
		return err
	}
	old := t.OwnerID
	err = d.change(t, func(t *catalog.Table) error {
		t.OwnerID = owner.ID
		return nil
	})
	if err != nil {
		return err
	}
	for _, q := range v.SequencesOf(t, 0) {
		if _, err := d.tx.ChangeSequence(d.ctx, q.ID, func(q *catalog.Sequence) error { q.OwnerID = owner.ID; return nil }); err != nil {
			return err
		}
	}
	return d.moveGrants(v, catalog.ClassTable, t.ID, old, owner)
}

// newOwner finds the role of OWNER TO, which the current role must be a member of.
func (d *ddl) newOwner(v *catalog.Snapshot, spec ast.RoleSpec) (*catalog.Role, error) {
	owner, err := d.roleOf(v, spec)
	if err != nil {
		return nil, err
	}
	if !v.IsMember(d.role, owner.ID) {
		return nil, pgerr.New(pgerr.InsufficientPrivilege, "must be member of role %q", owner.Name)
	}
	return owner, nil
}

func (d *ddl) ownerMayCreate(v *catalog.Snapshot, owner *catalog.Role, schema catalog.TableID, name string) error {
	if d.superuser(v) || v.HasPrivilege(owner.ID, catalog.ClassSchema, schema, catalog.PrivCreate) {
		return nil
	}
	return pgerr.New(pgerr.InsufficientPrivilege, "permission denied for schema %s", name)
}

// moveGrants gives what the old owner held and granted to the new one.
func (d *ddl) moveGrants(v *catalog.Snapshot, class catalog.Class, id, old catalog.TableID, owner *catalog.Role) error {
	if _, explicit := v.ACL(class, id); !explicit {
		return nil
	}
	return d.tx.ChangeACL(d.ctx, class, id, func(acl catalog.ACL) catalog.ACL {
		var out catalog.ACL
		for _, g := range acl {
			if g.Grantee == old {
				g.Grantee = owner.ID
			}
			if g.Grantor == old {
				g.Grantor = owner.ID
			}
			out = out.Grant(g)
		}
		return out
	})
}

func (d *ddl) mayCreateIn(schema catalog.TableID, name string) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	return d.mustHave(v, catalog.ClassSchema, schema, catalog.PrivCreate, "schema", name)
}

func (d *ddl) moveTable(t *catalog.Table, a *ast.SetSchema) error {
	if t.Temporary {
		return pgerr.New(pgerr.FeatureNotSupported, "cannot move objects into or out of temporary schemas")
	}
	v, err := d.view()
	if err != nil {
		return err
	}
	s, err := d.namedSchema(v, ast.Name{Loc: a.Loc, Schema: a.Schema})
	if err != nil {
		return err
	}
	if err := d.mayCreateIn(s.ID, s.Name); err != nil || s.ID == t.SchemaID {
		return err
	}
	sequences := v.SequencesOf(t, 0)
	err = d.change(t, func(t *catalog.Table) error {
		t.SchemaID, t.Schema = s.ID, s.Name
		return nil
	})
	if err != nil {
		return err
	}
	for _, q := range sequences {
		if err := d.renameSequence(q, func(q *catalog.Sequence) { q.SchemaID, q.Schema = s.ID, s.Name }); err != nil {
			return err
		}
	}
	return nil
}

func (d *ddl) setTableOptions(t *catalog.Table, a *ast.SetOptions) error {
	return d.change(t, func(t *catalog.Table) error {
		old := t.Options
		var err error
		if a.Reset {
			err = d.resetOptions(&t.Options, a.Options)
		} else {
			err = d.options(&t.Options, a.Options, t, false)
		}
		t.Options.Retain(old, d.now())
		return err
	})
}

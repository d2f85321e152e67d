package sql

import (
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// typeNamed finds a user type by name; nil if there is none. A schema that does not
// exist is 3F000.
func (d *ddl) typeNamed(n ast.Name) (*catalog.Type, error) {
	if err := d.checkDatabase(n); err != nil {
		return nil, err
	}
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	path := append([]string{d.tempName()}, d.path...)
	if n.Schema != "" {
		path = []string{n.Schema}
		if n.Schema == pgTemp {
			path = []string{d.tempName()}
		}
	}
	for _, p := range path {
		s, ok := v.SchemaByName(d.instance.ID, p)
		if !ok && n.Schema != "" && !catalog.IsSystemSchema(p) {
			return nil, pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", n.Schema).At(d.at(n))
		}
		if ok {
			if t, ok := v.TypeByName(s.ID, n.Object); ok {
				return t, nil
			}
		}
	}
	return nil, nil
}

// existingType is typeNamed, and 42704 for none; built-in types are not the user's to
// change.
func (d *ddl) existingType(n ast.Name) (*catalog.Type, error) {
	t, err := d.typeNamed(n)
	if err != nil || t != nil {
		return t, err
	}
	if oid, ok := types.ByCatalogName(n.Object); ok && (n.Schema == "" || n.Schema == "pg_catalog") {
		return nil, pgerr.New(pgerr.InsufficientPrivilege, "must be owner of type %s", types.TypeName(oid))
	}
	return nil, pgerr.New(pgerr.UndefinedObject, "type %q does not exist", n.String())
}

// asDomain refuses a type that is no domain to DOMAIN statements.
func asDomain(kind ast.ObjectKind, t *catalog.Type) error {
	if kind == ast.KindDomain && t != nil && t.Kind != 'd' {
		return pgerr.New(pgerr.WrongObjectType, "%q is not a domain", t.Name)
	}
	return nil
}

func (d *ddl) mustOwnType(v *catalog.Snapshot, t *catalog.Type) error {
	return d.mustOwn(v, catalog.ClassType, t.ID, "type", t.Name)
}

// createType is CREATE TYPE.
func (d *ddl) createType(n *ast.CreateType) error {
	if err := d.checkName(n.Name.Object); err != nil {
		return err
	}
	schema, err := d.schemaToCreateIn(n.Name, ast.Permanent)
	if err != nil {
		return err
	}
	t := &catalog.Type{
		InstanceID: d.instance.ID, SchemaID: schema.ID, Schema: schema.Name, Name: n.Name.Object,
		OwnerID: d.role, Kind: 'e', CreatedAt: time.Now().UTC(),
	}
	if !n.Enum {
		t.Kind = 'c'
	}
	if err := d.typeNameFree(schema.ID, t.Name); err != nil {
		return err
	}
	if t.ArrayName, err = d.arrayName(schema.ID, t.Name); err != nil {
		return err
	}
	for _, id := range []*types.OID{&t.ID, &t.ArrayID} {
		if *id, err = d.tx.Catalog().AllocateTypeOID(d.ctx); err != nil {
			return err
		}
	}
	if n.Enum {
		err = d.enumLabels(t, n.Labels)
	} else {
		err = d.rowFields(t, n)
	}
	if err != nil {
		return err
	}
	return d.tx.CreateType(d.ctx, t)
}

// typeNameFree refuses a name that a type has, or a table, whose row type it is.
func (d *ddl) typeNameFree(schema types.OID, name string) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	_, taken := v.TypeID(schema, name)
	if _, table := v.TableByName(schema, name); taken || table {
		return pgerr.New(pgerr.DuplicateObject, "type %q already exists", name)
	}
	return nil
}

// rowTypeNameFree refuses a table of the name that a type has.
func (d *ddl) rowTypeNameFree(t *catalog.Table) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	if other, ok := v.TypeByName(t.SchemaID, t.Name); ok && other.Kind == 'c' {
		return pgerr.New(pgerr.DuplicateTable, "relation %q already exists", t.Name)
	}
	if _, ok := v.TypeID(t.SchemaID, t.Name); ok {
		return pgerr.New(pgerr.DuplicateObject, "type %q already exists", t.Name).
			WithHint("A relation has an associated type of the same name, so you must use a name that doesn't conflict with any existing type.")
	}
	return nil
}

// arrayName is the name of the array type over a type: with underscores in front, as
// many as make it a new one.
func (d *ddl) arrayName(schema types.OID, name string) (string, error) {
	v, err := d.view()
	if err != nil {
		return "", err
	}
	for name = "_" + name; ; name = "_" + name {
		if len(name) > types.EnumLabelMax {
			name = name[:types.EnumLabelMax]
		}
		if _, taken := v.TypeID(schema, name); !taken {
			return name, nil
		}
	}
}

// alterType is ALTER TYPE … RENAME TO, OWNER TO and SET SCHEMA.
func (d *ddl) alterType(n *ast.AlterTable) error {
	t, err := d.existingType(n.Table.Name)
	if err != nil {
		return err
	}
	if err := asDomain(n.Kind, t); err != nil {
		return err
	}
	v, err := d.view()
	if err != nil {
		return err
	}
	if err := d.mustOwnType(v, t); err != nil {
		return err
	}
	for _, a := range n.Actions {
		if err := d.alterTypeAction(v, t, a); err != nil {
			return err
		}
	}
	return nil
}

func (d *ddl) alterTypeAction(v *catalog.Snapshot, t *catalog.Type, action ast.AlterAction) (err error) {
	switch a := action.(type) {
	case *ast.RenameTo:
		if err := d.checkName(a.Name); err != nil {
			return err
		}
		if err := d.typeNameFree(t.SchemaID, a.Name); err != nil {
			return err
		}
		array := ""
		if t.ArrayID != 0 {
			if array, err = d.arrayName(t.SchemaID, a.Name); err != nil {
				return err
			}
		}
		_, err = d.tx.ChangeType(d.ctx, t.ID, func(t *catalog.Type) error { t.Name, t.ArrayName = a.Name, array; return nil })
		return err
	case *ast.SetSchema:
		s, err := d.namedSchema(v, ast.Name{Loc: a.Loc, Schema: a.Schema})
		if err != nil {
			return err
		}
		if err := d.mayCreateIn(s.ID, s.Name); err != nil || s.ID == t.SchemaID {
			return err
		}
		if err := d.typeNameFree(s.ID, t.Name); err != nil {
			return pgerr.New(pgerr.DuplicateObject, "type %q already exists in schema %q", t.Name, s.Name)
		}
		_, err = d.tx.ChangeType(d.ctx, t.ID, func(t *catalog.Type) error { t.SchemaID, t.Schema = s.ID, s.Name; return nil })
		return err
	case *ast.OwnerTo:
		owner, err := d.newOwner(v, a.Owner)
		if err != nil {
			return err
		}
		if err := d.ownerMayCreate(v, owner, t.SchemaID, t.Schema); err != nil {
			return err
		}
		old := t.OwnerID
		if _, err := d.tx.ChangeType(d.ctx, t.ID, func(t *catalog.Type) error { t.OwnerID = owner.ID; return nil }); err != nil {
			return err
		}
		return d.moveGrants(v, catalog.ClassType, t.ID, old, owner)
	}
	return pgerr.Unsupported("this form of ALTER TYPE").WithHint("Create another type, and change the columns to it.").At(d.at(action))
}

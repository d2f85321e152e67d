package sql

import (
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

func (d *ddl) createSchema(n *ast.CreateSchema) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	if err := d.mustHave(v, catalog.ClassInstance, d.instance.ID, catalog.PrivCreate, "database", d.instance.Name); err != nil {
		return err
	}
	owner, ok := v.Role(d.role)
	if n.Owner != nil {
		if owner, err = d.newOwner(v, *n.Owner); err != nil {
			return err
		}
	} else if !ok {
		return pgerr.New(pgerr.UndefinedObject, "role with OID %d does not exist", d.role)
	}
	name := n.Name
	if name == "" {
		name = owner.Name
	}
	if err := d.checkSchemaName(name); err != nil {
		return err
	}
	if _, exists := v.SchemaByName(d.instance.ID, name); exists {
		if n.IfNotExists {
			d.skipping(pgerr.DuplicateSchema, "schema %q already exists", name)
			return nil
		}
		return pgerr.New(pgerr.DuplicateSchema, "schema %q already exists", name)
	}
	if err := d.tx.HoldInstance(d.ctx, d.instance.ID, false); err != nil {
		return err
	}
	id, err := d.tx.Catalog().AllocateOID(d.ctx)
	if err != nil {
		return err
	}
	s := &catalog.Schema{ID: id, InstanceID: d.instance.ID, Name: name, OwnerID: owner.ID}
	if err := d.tx.CreateSchema(d.ctx, s); err != nil {
		return err
	}
	return d.schemaElements(name, n.Elements)
}

// schemaElements runs the statements inside CREATE SCHEMA; their objects go
// into the new schema.
func (d *ddl) schemaElements(name string, elements []ast.Statement) error {
	inside := *d
	inside.path = append([]string{name}, d.path...)
	for _, e := range elements {
		if _, err := inside.run(e); err != nil {
			return err
		}
	}
	return nil
}

// checkSchemaName refuses the names of system schemas.
func (d *ddl) checkSchemaName(name string) error {
	if strings.HasPrefix(name, "pg_") {
		return pgerr.New(pgerr.ReservedName, "unacceptable schema name %q", name).
			WithDetail("The prefix \"pg_\" is reserved for system schemas.")
	}
	if catalog.IsSystemSchema(name) {
		return pgerr.New(pgerr.DuplicateSchema, "schema %q already exists", name).
			WithDetail("It is a system schema.")
	}
	return d.checkName(name)
}

func (d *ddl) alterSchema(n *ast.AlterSchema) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	s, ok := v.SchemaByName(d.instance.ID, n.Name)
	if !ok {
		return pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", n.Name)
	}
	if err := d.mustOwn(v, catalog.ClassSchema, s.ID, "schema", s.Name); err != nil {
		return err
	}
	switch a := n.Action.(type) {
	case *ast.RenameTo:
		if err := d.checkSchemaName(a.Name); err != nil {
			return err
		}
		if err := d.mustHave(v, catalog.ClassInstance, d.instance.ID, catalog.PrivCreate, "database", d.instance.Name); err != nil {
			return err
		}
		return d.tx.ChangeSchema(d.ctx, s.ID, func(s *catalog.Schema) error { s.Name = a.Name; return nil })
	case *ast.OwnerTo:
		owner, err := d.newOwner(v, a.Owner)
		if err != nil {
			return err
		}
		old := s.OwnerID
		err = d.tx.ChangeSchema(d.ctx, s.ID, func(s *catalog.Schema) error { s.OwnerID = owner.ID; return nil })
		if err != nil {
			return err
		}
		return d.moveGrants(v, catalog.ClassSchema, s.ID, old, owner)
	}
	return pgerr.Unsupported("this form of ALTER SCHEMA").At(d.at(n))
}

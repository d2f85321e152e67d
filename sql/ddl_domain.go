package sql

import (
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// createDomain is CREATE DOMAIN.
func (d *ddl) createDomain(n *ast.CreateDomain) error {
	if err := d.checkName(n.Name.Object); err != nil {
		return err
	}
	schema, err := d.schemaToCreateIn(n.Name, ast.Permanent)
	if err != nil {
		return err
	}
	if err := d.typeNameFree(schema.ID, n.Name.Object); err != nil {
		return err
	}
	base, err := d.binder.Type(n.Type)
	if err != nil {
		return err
	}
	if err := checkCollation(n.Collation); err != nil {
		return err
	}
	t := &catalog.Type{
		InstanceID: d.instance.ID, SchemaID: schema.ID, Schema: schema.Name, Name: n.Name.Object,
		OwnerID: d.role, Kind: 'd', Base: base, CreatedAt: time.Now().UTC(),
	}
	if under := types.UserTypeOf(base.OID); under != nil && under.Info.Type == 'd' {
		return pgerr.Unsupported("a domain over a domain").WithHint("Repeat the constraints of %s over its base type.", types.TypeName(base.OID)).At(d.at(n.Type))
	}
	if !rowenc.CanStore(base.OID) {
		return pgerr.New(pgerr.DatatypeMismatch, "%q is not a valid base type for a domain", types.TypeName(base.OID))
	}
	if err := d.holdTypes(base.OID); err != nil {
		return err
	}
	for i := range n.Constraints {
		if err := d.domainConstraint(t, &n.Constraints[i]); err != nil {
			return err
		}
	}
	if t.ID, err = d.tx.Catalog().AllocateTypeOID(d.ctx); err != nil {
		return err
	}
	return d.tx.CreateType(d.ctx, t)
}

func (d *ddl) domainConstraint(t *catalog.Type, c *ast.Constraint) error {
	switch c.Kind {
	case ast.ConstraintNotNull:
		t.NotNull = true
	case ast.ConstraintNull:
		if t.NotNull {
			return pgerr.New(pgerr.SyntaxError, "conflicting NULL/NOT NULL constraints")
		}
	case ast.ConstraintDefault:
		if t.Default != "" {
			return pgerr.New(pgerr.SyntaxError, "multiple default expressions")
		}
		text, err := d.defaultText(c.Expr, c.Text)
		if err != nil {
			return err
		}
		t.Default = text
	case ast.ConstraintCheck:
		name := c.Name
		if name == "" {
			name = constraintName(t.Name, "", "check", func(name string) bool { return domainHas(t, name) })
		} else if domainHas(t, name) {
			return pgerr.New(pgerr.DuplicateObject, "constraint %q for domain %q already exists", name, t.Name)
		}
		if err := d.binder.CheckDomain(c.Text, t.Base); err != nil {
			return err
		}
		id, err := d.tx.Catalog().AllocateOID(d.ctx)
		if err != nil {
			return err
		}
		t.Checks = append(t.Checks, types.DomainCheck{OID: id, Name: name, Expr: c.Text})
	case ast.ConstraintPrimaryKey:
		return pgerr.New(pgerr.SyntaxError, "primary key constraints not possible for domains")
	case ast.ConstraintUnique:
		return pgerr.New(pgerr.SyntaxError, "unique constraints not possible for domains")
	case ast.ConstraintReferences:
		return pgerr.New(pgerr.SyntaxError, "foreign key constraints not possible for domains")
	default:
		return pgerr.New(pgerr.SyntaxError, "constraints of this kind are not possible for domains")
	}
	return nil
}

func domainHas(t *catalog.Type, constraint string) bool {
	for _, c := range t.Checks {
		if c.Name == constraint {
			return true
		}
	}
	return false
}

// domainColumn gives a column whose type is a domain the base type, and the domain's
// default if it has none of its own.
func (d *ddl) domainColumn(col *catalog.TableColumn) error {
	u := types.UserTypeOf(col.T.OID)
	if u == nil || u.Info.Type != 'd' {
		return nil
	}
	v, err := d.view()
	if err != nil {
		return err
	}
	col.Domain, col.T = col.T.OID, u.Base
	if t, ok := v.Type(col.Domain); ok {
		col.Default = t.Default
	}
	return nil
}

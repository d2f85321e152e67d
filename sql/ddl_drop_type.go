package sql

import (
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// dropTypes is DROP TYPE.
func (d *ddl) dropTypes(n *ast.Drop) error {
	for _, name := range n.Names {
		t, err := d.typeNamed(name)
		if pgerr.CodeOf(err) == pgerr.InvalidSchemaName && n.IfExists {
			d.skipping(pgerr.SuccessfulCompletion, "schema %q does not exist", name.Schema)
			continue
		}
		if err != nil {
			return err
		}
		if err := asDomain(n.Kind, t); err != nil {
			return err
		}
		if t == nil && n.IfExists {
			d.skipping(pgerr.SuccessfulCompletion, "type %q does not exist", name.String())
			continue
		}
		if oid, ok := types.ByCatalogName(name.Object); t == nil && ok && (name.Schema == "" || name.Schema == "pg_catalog") {
			return pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop type %s because it is required by the database system", types.TypeName(oid))
		}
		if t == nil {
			if t, err = d.existingType(name); err != nil {
				return err
			}
		}
		if err := d.dropType(t, n.Cascade); err != nil {
			return err
		}
	}
	return nil
}

func (d *ddl) dropType(t *catalog.Type, cascade bool) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	if !v.OwnedBy(d.role, catalog.ClassSchema, t.SchemaID) {
		if err := d.mustOwnType(v, t); err != nil {
			return err
		}
	}
	var lines []string
	name := types.TypeName(t.ID)
	for _, u := range v.Types(d.instance.ID) {
		if u.ID == t.ID || !u.Uses(t.ID) {
			continue
		}
		if cascade {
			return pgerr.Unsupported("DROP TYPE … CASCADE of a type that another type uses").
				WithHint("Drop type %s first.", types.TypeName(u.ID))
		}
		if u.Kind == 'd' {
			lines = append(lines, "type "+types.TypeName(u.ID)+" depends on type "+types.TypeName(u.Base.OID))
		}
		for _, f := range u.Fields {
			if base(f.T.OID) == t.ID {
				lines = append(lines, "column "+f.Name+" of composite type "+u.Name+" depends on type "+types.TypeName(f.T.OID))
			}
		}
	}
	var users []columnWithDefault
	for _, table := range v.Tables(d.instance.ID) {
		for i := range table.Columns {
			if c := &table.Columns[i]; !c.Dropped && (base(c.T.OID) == t.ID || c.Domain == t.ID) {
				users = append(users, columnWithDefault{table, i})
				what := "column " + c.Name + " of table " + table.Name
				if cascade {
					lines = append(lines, "drop cascades to "+what)
				} else {
					lines = append(lines, what+" depends on type "+types.TypeName(declaredType(c)))
				}
			}
		}
	}
	switch {
	case len(lines) > 0 && !cascade:
		return pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop type %s because other objects depend on it", name).
			WithDetail("%s", strings.Join(lines, "\n")).
			WithHint("Use DROP ... CASCADE to drop the dependent objects too.")
	case len(lines) == 1:
		d.notice(pgerr.New(pgerr.SuccessfulCompletion, "%s", lines[0]))
	case len(lines) > 1:
		d.notice(pgerr.New(pgerr.SuccessfulCompletion, "drop cascades to %d other objects", len(lines)).WithDetail("%s", strings.Join(lines, "\n")))
	}
	for _, u := range users {
		table, ok := v.Table(u.table.ID)
		if !ok {
			continue
		}
		if err := d.dropColumn(table, &ast.DropColumn{Name: u.table.Columns[u.column].Name, Cascade: true}); err != nil {
			return err
		}
		if v, err = d.view(); err != nil {
			return err
		}
	}
	return d.tx.DropType(d.ctx, t.ID)
}

// declaredType is what the definition of a column says.
func declaredType(c *catalog.TableColumn) types.OID {
	if c.Domain != 0 {
		return c.Domain
	}
	return c.T.OID
}

// base is the element type of an array type; other types are their own.
func base(t types.OID) types.OID {
	if e := types.ElemOf(t); e != 0 {
		return e
	}
	return t
}

// holdTypes keeps the user types of columns that are being made.
func (d *ddl) holdTypes(list ...types.OID) error {
	for _, t := range list {
		u := types.UserTypeOf(base(t))
		switch t = base(t); {
		case u == nil:
			continue
		case u.Info.Type == 'c' && u.Info.Array == 0:
			return pgerr.Unsupported("a column of the row type of a table").
				WithHint("CREATE TYPE %s AS (…) with the columns that the values shall have.", types.QuoteName(u.Info.Name+"_row"))
		}
		if err := d.tx.HoldType(d.ctx, t); err != nil {
			return err
		}
	}
	return nil
}

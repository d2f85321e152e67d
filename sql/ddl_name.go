package sql

import (
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// pgTemp is the name by which SQL speaks of the session's temporary schema.
const pgTemp = "pg_temp"

// checkDatabase refuses names in other instances, as PostgreSQL does.
func (d *ddl) checkDatabase(n ast.Name) error {
	if n.Database == "" || n.Database == d.instance.Name {
		return nil
	}
	return pgerr.New(pgerr.FeatureNotSupported, "cross-database references are not implemented: %q",
		n.Database+"."+n.Schema+"."+n.Object).At(d.at(n))
}

// schemaToCreateIn finds the schema that a new object goes to.
func (d *ddl) schemaToCreateIn(n ast.Name, persistence ast.Persistence) (*catalog.Schema, error) {
	if err := d.checkDatabase(n); err != nil {
		return nil, err
	}
	temporary := persistence == ast.Temporary
	if temporary && n.Schema != "" && n.Schema != pgTemp {
		return nil, pgerr.New(pgerr.InvalidTableDefinition, "cannot create temporary relation in non-temporary schema").At(d.at(n))
	}
	if temporary || n.Schema == pgTemp {
		return d.tempSchema()
	}
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	s, err := d.namedSchema(v, n)
	if err != nil {
		return nil, err
	}
	return s, d.mustHave(v, catalog.ClassSchema, s.ID, catalog.PrivCreate, "schema", s.Name)
}

func (d *ddl) tempSchema() (*catalog.Schema, error) {
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	if !v.HasPrivilege(d.role, catalog.ClassInstance, d.instance.ID, catalog.PrivTemporary) {
		return nil, pgerr.New(pgerr.InsufficientPrivilege, "permission denied to create temporary tables in database %q", d.instance.Name)
	}
	return d.tx.TempSchema(d.ctx, d.instance.ID, d.session, d.role)
}

// namedSchema is the schema of n, or the first of the search path that exists
// and is not temporary.
func (d *ddl) namedSchema(v *catalog.Snapshot, n ast.Name) (*catalog.Schema, error) {
	if n.Schema != "" {
		if catalog.IsSystemSchema(n.Schema) {
			return nil, pgerr.New(pgerr.InsufficientPrivilege, "permission denied to create %q", n.Schema+"."+n.Object).
				WithDetail("System catalog modifications are currently disallowed.")
		}
		s, ok := v.SchemaByName(d.instance.ID, n.Schema)
		if !ok {
			return nil, pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", n.Schema).At(d.at(n))
		}
		return s, nil
	}
	for _, name := range d.path {
		// The session's temporary schema is searched first, but nothing is
		// created there unasked.
		if s, ok := v.SchemaByName(d.instance.ID, name); ok && !s.Temporary {
			return s, nil
		}
	}
	return nil, pgerr.New(pgerr.InvalidSchemaName, "no schema has been selected to create in").At(d.at(n))
}

// table finds a table by name; nil if there is none. A schema that does not
// exist is 3F000, one whose USAGE is not granted 42501.
func (d *ddl) table(n ast.Name) (*catalog.Table, error) {
	if err := d.checkDatabase(n); err != nil {
		return nil, err
	}
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	temp := d.tempName()
	if n.Schema == "" {
		t, _ := v.ResolveTable(d.instance.ID, append([]string{temp}, d.path...), "", n.Object)
		return t, nil
	}
	schema := n.Schema
	if schema == pgTemp {
		schema = temp
	}
	s, ok := v.SchemaByName(d.instance.ID, schema)
	if !ok {
		if catalog.IsSystemSchema(schema) {
			return nil, nil
		}
		return nil, pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", n.Schema).At(d.at(n))
	}
	if err := d.mustHave(v, catalog.ClassSchema, s.ID, catalog.PrivUsage, "schema", s.Name); err != nil {
		return nil, err
	}
	t, _ := v.TableByName(s.ID, n.Object)
	return t, nil
}

func (d *ddl) tempName() string { return catalog.TempSchemaName(d.session) }

// existingTable is table, and 42P01 for none.
func (d *ddl) existingTable(n ast.Name) (*catalog.Table, error) {
	t, err := d.table(n)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, pgerr.New(pgerr.UndefinedTable, "relation %q does not exist", n.String()).At(d.at(n))
	}
	return t, nil
}

// checkSystem refuses to change what the server provides.
func checkSystem(n ast.Name) error {
	if n.Schema != "" && n.Schema != pgTemp && catalog.IsSystemSchema(n.Schema) && !strings.HasPrefix(n.Schema, catalog.TempSchemaPrefix) {
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied: %q is a system catalog", n.Object)
	}
	return nil
}

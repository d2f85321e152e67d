package sql

import (
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// selectInto turns SELECT … INTO into the CREATE TABLE AS that it stands for.
func selectInto(tree ast.Statement) ast.Statement {
	q, ok := tree.(*ast.Query)
	if !ok || q.Into == nil {
		return tree
	}
	source := *q
	source.Into = nil
	return &ast.CreateTableAs{Loc: q.Loc, Name: q.Into.Table, Persistence: q.Into.Persistence, Source: &source}
}

// createTableAs is CREATE TABLE AS and SELECT INTO: a table with a hidden key
// and the columns of a query, filled with its rows.
func (d *ddl) createTableAs(n *ast.CreateTableAs) (tag string, err error) {
	source, ok := n.Source.(*ast.Query)
	switch {
	case n.Materialized:
		return "", pgerr.Unsupported("CREATE MATERIALIZED VIEW").At(d.at(n))
	case !ok:
		return "", pgerr.Unsupported("CREATE TABLE AS EXECUTE").At(d.at(n.Source))
	}
	plain := &ast.CreateTable{Name: n.Name, Persistence: n.Persistence, Method: n.Method, Tablespace: n.Tablespace, OnCommit: n.OnCommit}
	if err := d.refuseTableClauses(plain); err != nil {
		return "", err
	}
	schema, err := d.schemaToCreateIn(n.Name, n.Persistence)
	if err != nil {
		return "", err
	}
	v, err := d.view()
	if err != nil {
		return "", err
	}
	if v.HasRelation(schema.ID, n.Name.Object) {
		if n.IfNotExists {
			d.skipping(pgerr.DuplicateTable, "relation %q already exists", n.Name.Object)
			return "CREATE TABLE AS", nil
		}
		return "", pgerr.New(pgerr.DuplicateTable, "relation %q already exists", n.Name.Object)
	}
	t := &catalog.Table{
		InstanceID: d.instance.ID, SchemaID: schema.ID, Schema: schema.Name, Name: n.Name.Object,
		OwnerID: d.role, Temporary: schema.Temporary, OnCommit: onCommit(n.OnCommit), CreatedAt: time.Now().UTC(),
	}
	if err := d.queryColumns(t, n, source); err != nil {
		return "", err
	}
	if err := d.options(&t.Options, n.Options, t, true); err != nil {
		return "", err
	}
	if err := d.storeTable(t); err != nil {
		return "", err
	}
	if n.NoData {
		return "CREATE TABLE AS", nil
	}
	return d.fillTable(t, source)
}

// queryColumns makes the declared columns of the query's columns.
func (d *ddl) queryColumns(t *catalog.Table, n *ast.CreateTableAs, source *ast.Query) error {
	if err := d.checkName(t.Name); err != nil {
		return err
	}
	columns, err := d.binder.QueryColumns(source)
	if err != nil {
		return err
	}
	if len(n.Columns) > len(columns) {
		return pgerr.New(pgerr.SyntaxError, "too many column names were specified")
	}
	if err := limits.DeclaredColumns.Check(d.limits(), int64(len(columns)), "table \""+t.Name+"\""); err != nil {
		return err
	}
	for i, c := range columns {
		if i < len(n.Columns) {
			c.Name = n.Columns[i]
		}
		if t.Column(c.Name) >= 0 {
			return pgerr.New(pgerr.DuplicateColumn, "column %q specified more than once", c.Name)
		}
		if err := catalog.CheckColumnName(d.limits(), c.Name); err != nil {
			return err
		}
		if c.T.OID == types.Variant || c.T.OID == types.Unknown {
			c.T = types.Of(types.Text)
		}
		if !rowenc.CanStore(c.T.OID) {
			return pgerr.Unsupported("a column of type " + types.FormatType(c.T))
		}
		t.Columns = append(t.Columns, catalog.TableColumn{Name: c.Name, T: c.T, AttNum: int16(i + 1)})
	}
	return nil
}

// fillTable inserts the query's rows and returns the tag that counts them.
func (d *ddl) fillTable(t *catalog.Table, source *ast.Query) (string, error) {
	insert := &ast.Insert{
		Loc:    source.Loc,
		Table:  &ast.Table{Loc: source.Loc, Name: ast.Name{Loc: source.Loc, Schema: t.Schema, Object: t.Name}},
		Source: source,
	}
	for _, c := range t.Columns {
		insert.Columns = append(insert.Columns, ast.InsertColumn{Loc: source.Loc, Name: c.Name})
	}
	tag, err := d.binder.Run(d.ctx, insert)
	if err != nil {
		return "", err
	}
	return "SELECT " + tag[strings.LastIndexByte(tag, ' ')+1:], nil
}

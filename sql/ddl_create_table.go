package sql

import (
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// tableBuilder collects what CREATE TABLE says about a table.
type tableBuilder struct {
	*ddl
	n      *ast.CreateTable
	t      *catalog.Table
	pk     *ast.Constraint // the primary key's constraint, wherever written
	checks []checkDef
	serial []*catalog.Sequence // of its columns
}

// checkDef is a CHECK to be bound when all columns are known.
type checkDef struct {
	c      *ast.Constraint
	column string // of a column constraint
}

func (d *ddl) createTable(n *ast.CreateTable) error {
	if err := d.refuseTableClauses(n); err != nil {
		return err
	}
	schema, err := d.schemaToCreateIn(n.Name, n.Persistence)
	if err != nil {
		return err
	}
	v, err := d.view()
	if err != nil {
		return err
	}
	exists := v.HasRelation(schema.ID, n.Name.Object)
	if exists && n.IfNotExists {
		d.skipping(pgerr.DuplicateTable, "relation %q already exists", n.Name.Object)
		return nil
	}
	b := &tableBuilder{ddl: d, n: n, t: &catalog.Table{
		InstanceID: d.instance.ID, SchemaID: schema.ID, Schema: schema.Name, Name: n.Name.Object,
		OwnerID: d.role, Temporary: schema.Temporary, OnCommit: onCommit(n.OnCommit), CreatedAt: time.Now().UTC(),
	}}
	// As PostgreSQL: what is wrong with the definition comes first.
	if err := b.build(); err != nil {
		return err
	}
	if exists && n.Mapping {
		return d.checkMapping(v, b.t)
	}
	if exists {
		return pgerr.New(pgerr.DuplicateTable, "relation %q already exists", n.Name.Object)
	}
	return d.storeTable(b.t, b.serial...)
}

// refuseTableClauses answers clauses of PostgreSQL that Sparrow lacks.
func (d *ddl) refuseTableClauses(n *ast.CreateTable) error {
	var e *pgerr.Error
	switch {
	case len(n.Inherits) > 0:
		e = pgerr.Unsupported("table inheritance").At(d.at(n.Inherits[0]))
	case n.OfType != nil:
		e = pgerr.Unsupported("a typed table").At(d.at(n.OfType))
	case n.PartitionOf != nil, n.PartitionBy != nil:
		e = pgerr.Unsupported("declarative partitioning").
			WithHint("Tables split into partitions by themselves, at values of the first key column; see ALTER TABLE … SPLIT AT VALUES.")
	case n.OnCommit != ast.OnCommitDefault && n.Persistence != ast.Temporary && n.Name.Schema != pgTemp:
		e = pgerr.New(pgerr.InvalidTableDefinition, "ON COMMIT can only be used on temporary tables")
	case n.Method != "" && n.Method != "heap":
		e = pgerr.New(pgerr.UndefinedObject, "access method %q does not exist", n.Method)
	case n.Tablespace != "" && n.Tablespace != "pg_default":
		e = pgerr.New(pgerr.UndefinedObject, "tablespace %q does not exist", n.Tablespace)
	default:
		return nil
	}
	return e
}

// build fills in the table from the statement.
func (b *tableBuilder) build() error {
	if err := b.checkName(b.t.Name); err != nil {
		return err
	}
	if err := limits.DeclaredColumns.Check(b.limits(), int64(len(b.n.Columns)), "table \""+b.t.Name+"\""); err != nil {
		return err
	}
	likes := b.n.Likes
	for i := 0; i <= len(b.n.Columns); i++ {
		for ; len(likes) > 0 && likes[0].Before == i; likes = likes[1:] {
			if err := b.like(&likes[0]); err != nil {
				return err
			}
		}
		if i == len(b.n.Columns) {
			break
		}
		if err := b.column(&b.n.Columns[i]); err != nil {
			return err
		}
	}
	for i := range b.n.Constraints {
		if err := b.tableConstraint(&b.n.Constraints[i]); err != nil {
			return err
		}
	}
	if err := b.primaryKey(); err != nil {
		return err
	}
	if err := b.options(&b.t.Options, b.n.Options, b.t, true); err != nil {
		return err
	}
	return b.expressions()
}

// column adds a column and notes its constraints.
func (b *tableBuilder) column(def *ast.ColumnDef) error {
	if b.t.Column(def.Name) >= 0 {
		return pgerr.New(pgerr.DuplicateColumn, "column %q specified more than once", def.Name)
	}
	col, err := b.columnType(def)
	if err != nil {
		return err
	}
	col.AttNum = int16(len(b.t.Columns) + 1)
	b.t.Columns = append(b.t.Columns, col)
	for i := range def.Constraints {
		if err := b.columnConstraint(def, &def.Constraints[i]); err != nil {
			return err
		}
	}
	return nil
}

// columnConstraint applies a column's constraint; expressions are bound later.
func (b *tableBuilder) columnConstraint(def *ast.ColumnDef, c *ast.Constraint) error {
	switch c.Kind {
	case ast.ConstraintPrimaryKey:
		if b.pk != nil {
			return b.secondKey(c)
		}
		pk := *c
		pk.Columns = []string{def.Name}
		b.pk = &pk
		return nil
	case ast.ConstraintCheck:
		b.checks = append(b.checks, checkDef{c: c, column: def.Name})
		return nil
	}
	return b.plainConstraint(&b.t.Columns[len(b.t.Columns)-1], def, c, b.t.Name)
}

func (b *tableBuilder) secondKey(c *ast.Constraint) error {
	return pgerr.New(pgerr.InvalidTableDefinition, "multiple primary keys for table %q are not allowed", b.t.Name).At(b.at(c))
}

func (b *tableBuilder) tableConstraint(c *ast.Constraint) error {
	switch c.Kind {
	case ast.ConstraintPrimaryKey:
		if b.pk != nil {
			return b.secondKey(c)
		}
		b.pk = c
		return nil
	case ast.ConstraintCheck:
		b.checks = append(b.checks, checkDef{c: c})
		return nil
	}
	return b.unsupportedConstraint(c)
}

// primaryKey makes the columns of the key.
func (b *tableBuilder) primaryKey() error {
	if b.pk == nil {
		if b.implicitKey || b.t.Temporary {
			return nil
		}
		return pgerr.New(pgerr.InvalidTableDefinition, "table %q has no primary key", b.t.Name).
			WithDetail("A table needs a primary key of 1 to %d columns; rows are stored and found by it.",
				limits.PrimaryKeyColumns.Value(b.limits())).
			WithHint("Add PRIMARY KEY (…), or SET implicit_primary_key = on to give such tables a hidden key.")
	}
	err := limits.PrimaryKeyColumns.Check(b.limits(), int64(len(b.pk.Columns)), "primary key of table \""+b.t.Name+"\"")
	if err != nil {
		return err
	}
	if len(b.pk.Include) > 0 || b.pk.Deferrable || b.pk.UsingIndex != "" {
		return pgerr.Unsupported("INCLUDE, DEFERRABLE or USING INDEX of a primary key").At(b.at(b.pk))
	}
	for _, name := range b.pk.Columns {
		if err := b.keyColumn(name); err != nil {
			return err
		}
	}
	b.t.PKName = b.pk.Name
	if b.t.PKName == "" {
		b.t.PKName = constraintName(b.t.Name, "", "pkey", nil)
	}
	return nil
}

func (b *tableBuilder) keyColumn(name string) error {
	i := b.t.Column(name)
	if i < 0 {
		return pgerr.New(pgerr.UndefinedColumn, "column %q named in key does not exist", name).At(b.at(b.pk))
	}
	if b.t.KeyPosition(i) >= 0 {
		return pgerr.New(pgerr.DuplicateColumn, "column %q appears twice in primary key constraint", name).At(b.at(b.pk))
	}
	col := &b.t.Columns[i]
	if !rowenc.CanBeKey(col.T.OID) {
		return pgerr.New(pgerr.DatatypeMismatch, "column %q of type %s can't be in a primary key", name, types.FormatType(col.T)).
			WithDetail("Key columns are text, character, integers, bytea, uuid, date, timestamp, timestamptz, boolean or numeric.").
			At(b.at(b.pk))
	}
	col.NotNull = true
	b.t.PrimaryKey = append(b.t.PrimaryKey, i)
	return nil
}

// expressions takes over defaults, generated columns and checks, which may
// name any column.
func (b *tableBuilder) expressions() error {
	for i := range b.n.Columns {
		def := &b.n.Columns[i]
		col := &b.t.Columns[b.t.Column(def.Name)]
		if err := b.columnExpressions(b.t, col, def); err != nil {
			return err
		}
		q, err := b.columnSequence(b.t, col, def)
		if err != nil {
			return err
		}
		if q != nil {
			b.serial = append(b.serial, q)
		}
	}
	for _, c := range b.checks {
		if err := b.addCheck(b.t, c.c, c.column); err != nil {
			return err
		}
	}
	return nil
}

// storeTable gives a table that is complete but for ids its ids, and adds it
// to the catalog and the partition map, with the sequences of its columns.
func (d *ddl) storeTable(t *catalog.Table, sequences ...*catalog.Sequence) error {
	if err := d.countTables(t); err != nil {
		return err
	}
	if err := d.rowTypeNameFree(t); err != nil {
		return err
	}
	ids := []*types.OID{&t.ID, &t.TypeOID}
	if !t.HiddenKey() {
		ids = append(ids, &t.PKIndexID)
	}
	for i := range t.Checks {
		ids = append(ids, &t.Checks[i].ID)
	}
	for _, id := range ids {
		var err error
		if *id, err = d.tx.Catalog().AllocateOID(d.ctx); err != nil {
			return err
		}
	}
	if err := d.giveAttributeIDs(t); err != nil {
		return err
	}
	for _, q := range sequences {
		q.OwnedBy = t.ID
		if err := d.storeSequence(q); err != nil {
			return err
		}
	}
	if err := d.checkTable(t); err != nil {
		return err
	}
	d.onCommit = d.onCommit || t.OnCommit != catalog.OnCommitPreserve
	if err := d.tx.CreateTable(d.ctx, t); err != nil {
		return err
	}
	return d.placeTable(t)
}

// giveAttributeIDs numbers the declared attributes of a new table.
func (d *ddl) giveAttributeIDs(t *catalog.Table) error {
	attributes := len(t.Columns) - len(t.PrimaryKey)
	if attributes == 0 {
		return nil
	}
	next, err := d.tx.Dictionary().AllocateIDs(d.ctx, t.ID, attributes)
	if err != nil {
		return err
	}
	for i := range t.Columns {
		if t.KeyPosition(i) < 0 {
			t.Columns[i].ID = next
			next++
		}
	}
	return nil
}

// tablesNearLimit is how near to its limit an instance counts its tables one
// transaction at a time.
const tablesNearLimit = 8

// countTables holds tables_per_instance. Temporary tables do not count.
func (d *ddl) countTables(t *catalog.Table) error {
	count := func() (n int64, err error) {
		v, err := d.view()
		if err != nil {
			return 0, err
		}
		for _, other := range v.Tables(d.instance.ID) {
			if !other.Temporary {
				n++
			}
		}
		return n, nil
	}
	n, err := count()
	if err != nil {
		return err
	}
	near := n+tablesNearLimit > limits.TablesPerInstance.Value(d.limits()) && !t.Temporary
	if err := d.tx.HoldInstance(d.ctx, d.instance.ID, near); err != nil || !near {
		return err
	}
	if n, err = count(); err != nil {
		return err
	}
	return limits.TablesPerInstance.Check(d.limits(), n+1, "instance \""+d.instance.Name+"\"")
}

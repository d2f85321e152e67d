package sql

import (
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// sequenceNamed finds a sequence by name; nil if there is none. What is something
// else is 42809.
func (d *ddl) sequenceNamed(n ast.Name) (*catalog.Sequence, error) {
	t, err := d.table(n) // checks the schema
	if err != nil {
		return nil, err
	}
	if t != nil {
		return nil, pgerr.New(pgerr.WrongObjectType, "%q is not a sequence", n.Object)
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
		if s, ok := v.SchemaByName(d.instance.ID, p); ok {
			if q, ok := v.SequenceByName(s.ID, n.Object); ok {
				return q, nil
			}
		}
	}
	return nil, nil
}

// createSequence is CREATE SEQUENCE.
func (d *ddl) createSequence(n *ast.CreateSequence) error {
	if err := d.checkName(n.Name.Object); err != nil {
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
	q := d.newSequence(schema, n.Name.Object)
	if err := d.sequenceOptions(q, n.Options, false); err != nil {
		return err
	}
	if exists {
		return pgerr.New(pgerr.DuplicateTable, "relation %q already exists", n.Name.Object)
	}
	return d.storeSequence(q)
}

// newSequence is a sequence with what is not said of it.
func (d *ddl) newSequence(schema *catalog.Schema, name string) *catalog.Sequence {
	return &catalog.Sequence{
		InstanceID: d.instance.ID, SchemaID: schema.ID, Schema: schema.Name, Name: name, OwnerID: d.role,
		Type: types.Int8, Increment: 1, Cache: 1, Temporary: schema.Temporary, CreatedAt: time.Now().UTC(),
	}
}

func (d *ddl) storeSequence(q *catalog.Sequence) error {
	for _, id := range []*types.OID{&q.ID, &q.StorageID} {
		var err error
		if *id, err = d.tx.Catalog().AllocateOID(d.ctx); err != nil {
			return err
		}
	}
	return d.tx.CreateSequence(d.ctx, q)
}

// alterSequence is ALTER SEQUENCE.
func (d *ddl) alterSequence(n *ast.AlterTable) error {
	if err := checkSystem(n.Table.Name); err != nil {
		return err
	}
	q, err := d.sequenceNamed(n.Table.Name)
	if pgerr.CodeOf(err) == pgerr.InvalidSchemaName && n.IfExists {
		err = nil
	}
	if err != nil {
		return err
	}
	if q == nil {
		if n.IfExists {
			d.skipping(pgerr.SuccessfulCompletion, "relation %q does not exist", n.Table.Name.Object)
			return nil
		}
		return pgerr.New(pgerr.UndefinedTable, "relation %q does not exist", n.Table.Name.String()).At(d.at(n.Table))
	}
	v, err := d.view()
	if err != nil {
		return err
	}
	if err := d.mustOwn(v, catalog.ClassTable, q.ID, "sequence", q.Name); err != nil {
		return err
	}
	for _, a := range n.Actions {
		if err := d.alterSequenceAction(v, q, a); err != nil {
			return err
		}
	}
	return nil
}

func (d *ddl) alterSequenceAction(v *catalog.Snapshot, q *catalog.Sequence, action ast.AlterAction) error {
	switch a := action.(type) {
	case *ast.AlterSequenceOptions:
		return d.changeSequence(q, a.Options)
	case *ast.RenameTo:
		if err := d.checkName(a.Name); err != nil {
			return err
		}
		return d.renameSequence(q, func(q *catalog.Sequence) { q.Name = a.Name })
	case *ast.SetSchema:
		if q.OwnedBy != 0 {
			return pgerr.New(pgerr.FeatureNotSupported, "cannot move an owned sequence into another schema").
				WithDetail("Sequence %q is linked to table %q.", q.Name, d.tableName(v, q.OwnedBy))
		}
		s, err := d.namedSchema(v, ast.Name{Loc: a.Loc, Schema: a.Schema})
		if err != nil {
			return err
		}
		if err := d.mayCreateIn(s.ID, s.Name); err != nil {
			return err
		}
		return d.renameSequence(q, func(q *catalog.Sequence) { q.SchemaID, q.Schema = s.ID, s.Name })
	case *ast.OwnerTo:
		if q.OwnedBy != 0 {
			return pgerr.New(pgerr.FeatureNotSupported, "cannot change owner of sequence %q", q.Name).
				WithDetail("Sequence %q is linked to table %q.", q.Name, d.tableName(v, q.OwnedBy))
		}
		owner, err := d.newOwner(v, a.Owner)
		if err != nil {
			return err
		}
		old := q.OwnerID
		if _, err := d.tx.ChangeSequence(d.ctx, q.ID, func(q *catalog.Sequence) error { q.OwnerID = owner.ID; return nil }); err != nil {
			return err
		}
		return d.moveGrants(v, catalog.ClassTable, q.ID, old, owner)
	}
	return pgerr.Unsupported("this form of ALTER SEQUENCE").At(d.at(action))
}

func (d *ddl) tableName(v *catalog.Snapshot, id catalog.TableID) string {
	if t, ok := v.Table(id); ok {
		return t.Name
	}
	return ""
}

// changeSequence applies options. RESTART gives the sequence fresh storage.
func (d *ddl) changeSequence(q *catalog.Sequence, options []ast.Option) error {
	var restart *int64
	changed, err := d.tx.ChangeSequence(d.ctx, q.ID, func(q *catalog.Sequence) error {
		value, called, err := d.tx.Catalog().SequenceValues().Last(d.ctx, q)
		if err != nil {
			return err
		}
		if err := d.sequenceOptions(q, options, true); err != nil {
			return err
		}
		if restart, err = d.restartOption(q, options); err != nil || restart != nil {
			return err
		}
		if called || value != q.Begin {
			return boundsHold(q, "RESTART", value)
		}
		return nil
	})
	if err != nil || restart == nil {
		return err
	}
	return d.tx.RestartSequence(d.ctx, changed.ID, func(*catalog.Sequence) int64 { return *restart })
}

// restartOption is the value of RESTART; nil if it is not among the options.
func (d *ddl) restartOption(q *catalog.Sequence, options []ast.Option) (*int64, error) {
	for i := range options {
		if o := &options[i]; o.Name == "restart" {
			value := q.Start
			if len(o.Values) > 0 {
				var err error
				if value, err = optionNumber(o); err != nil {
					return nil, err
				}
			}
			return &value, boundsHold(q, "RESTART", value)
		}
	}
	return nil, nil
}

// renameSequence changes a sequence's name or schema, and with it the defaults that name it.
func (d *ddl) renameSequence(q *catalog.Sequence, change func(*catalog.Sequence)) error {
	before := nextvalText(q)
	changed, err := d.tx.ChangeSequence(d.ctx, q.ID, func(q *catalog.Sequence) error { change(q); return nil })
	if err != nil {
		return err
	}
	return d.replaceDefaults(before, nextvalText(changed))
}

// replaceDefaults changes the default of all columns that have one text.
func (d *ddl) replaceDefaults(before, after string) error {
	users, err := d.columnsWithDefault(before)
	if err != nil || before == after {
		return err
	}
	for _, u := range users {
		err := d.change(u.table, func(t *catalog.Table) error {
			t.Columns[u.column].Default = after
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// columnWithDefault is a column of a table.
type columnWithDefault struct {
	table  *catalog.Table
	column int
}

func (d *ddl) columnsWithDefault(text string) ([]columnWithDefault, error) {
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	var list []columnWithDefault
	for _, t := range v.Tables(d.instance.ID) {
		for i := range t.Columns {
			if c := &t.Columns[i]; !c.Dropped && c.Default == text {
				list = append(list, columnWithDefault{t, i})
			}
		}
	}
	return list, nil
}

// dropSequences is DROP SEQUENCE.
func (d *ddl) dropSequences(n *ast.Drop) error {
	for _, name := range n.Names {
		if err := checkSystem(name); err != nil {
			return err
		}
		q, err := d.sequenceNamed(name)
		if pgerr.CodeOf(err) == pgerr.InvalidSchemaName && n.IfExists {
			d.skipping(pgerr.SuccessfulCompletion, "schema %q does not exist", name.Schema)
			continue
		}
		switch {
		case pgerr.CodeOf(err) == pgerr.WrongObjectType:
			return pgerr.New(pgerr.WrongObjectType, "%q is not a sequence", name.Object).WithHint("Use DROP TABLE to remove a table.")
		case err != nil:
			return err
		case q == nil && n.IfExists:
			d.skipping(pgerr.SuccessfulCompletion, "sequence %q does not exist", name.Object)
			continue
		case q == nil:
			return pgerr.New(pgerr.UndefinedTable, "sequence %q does not exist", name.String())
		}
		if err := d.dropSequence(q, n.Cascade); err != nil {
			return err
		}
	}
	return nil
}

func (d *ddl) dropSequence(q *catalog.Sequence, cascade bool) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	if !v.OwnedBy(d.role, catalog.ClassSchema, q.SchemaID) {
		if err := d.mustOwn(v, catalog.ClassTable, q.ID, "sequence", q.Name); err != nil {
			return err
		}
	}
	if q.Identity {
		if t, ok := v.Table(q.OwnedBy); ok {
			what := "column " + t.Columns[q.OwnedColumn-1].Name + " of table " + t.Name
			return pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop sequence %s because %s requires it", q.Name, what).
				WithHint("You can drop %s instead.", what)
		}
	}
	users, err := d.columnsWithDefault(nextvalText(q))
	if err != nil {
		return err
	}
	for _, u := range users {
		what := "default value for column " + u.table.Columns[u.column].Name + " of table " + u.table.Name
		if !cascade {
			return pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop sequence %s because other objects depend on it", q.Name).
				WithDetail("%s depends on sequence %s", what, q.Name).
				WithHint("Use DROP ... CASCADE to drop the dependent objects too.")
		}
		d.notice(pgerr.New(pgerr.SuccessfulCompletion, "drop cascades to %s", what))
	}
	if err := d.replaceDefaults(nextvalText(q), ""); err != nil {
		return err
	}
	return d.tx.DropSequence(d.ctx, q.ID)
}

package sql

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// serialTypes are the type names that stand for an integer with a sequence.
var serialTypes = map[string]types.OID{
	"serial": types.Int4, "serial2": types.Int2, "serial4": types.Int4, "serial8": types.Int8,
	"smallserial": types.Int2, "bigserial": types.Int8,
}

// serialType is the integer type of a serial column; ok is false for other
// types.
func serialType(n *ast.TypeName) (types.OID, bool) {
	if n == nil || n.Name.Schema != "" && n.Name.Schema != "pg_catalog" {
		return 0, false
	}
	t, ok := serialTypes[n.Name.Object]
	return t, ok
}

// columnSequence is the sequence that a column's definition asks for; nil if it
// asks for none. The column gets its default and is not NULL.
func (d *ddl) columnSequence(t *catalog.Table, col *catalog.TableColumn, def *ast.ColumnDef) (*catalog.Sequence, error) {
	_, serial := serialType(def.Type)
	var identity *ast.Constraint
	for i := range def.Constraints {
		c := &def.Constraints[i]
		switch {
		case c.Kind == ast.ConstraintIdentity && identity != nil:
			return nil, pgerr.New(pgerr.SyntaxError, "multiple identity specifications for column %q of table %q", col.Name, t.Name).At(d.at(c))
		case c.Kind == ast.ConstraintIdentity:
			identity = c
		case c.Kind == ast.ConstraintNull && serial:
			return nil, pgerr.New(pgerr.SyntaxError, "conflicting NULL/NOT NULL declarations for column %q of table %q", col.Name, t.Name).At(d.at(c))
		case c.Kind == ast.ConstraintDefault && serial:
			return nil, pgerr.New(pgerr.SyntaxError, "multiple default values specified for column %q of table %q", col.Name, t.Name).At(d.at(c))
		}
	}
	if identity == nil && !serial {
		return nil, nil
	}
	for i := range def.Constraints {
		c := &def.Constraints[i]
		switch {
		case identity == nil:
		case c.Kind == ast.ConstraintDefault || serial:
			return nil, pgerr.New(pgerr.SyntaxError, "both default and identity specified for column %q of table %q", col.Name, t.Name).At(d.at(c))
		case c.Kind == ast.ConstraintGenerated:
			return nil, pgerr.New(pgerr.SyntaxError, "both identity and generation expression specified for column %q of table %q", col.Name, t.Name).At(d.at(c))
		case c.Kind == ast.ConstraintNull:
			return nil, pgerr.New(pgerr.SyntaxError, "conflicting NULL/NOT NULL declarations for column %q of table %q", col.Name, t.Name).At(d.at(c))
		}
	}
	var options []ast.Option
	if identity != nil {
		options = identity.Sequence
		if col.Identity = "d"; identity.Always {
			col.Identity = "a"
		}
	}
	return d.sequenceFor(t, col, options)
}

// sequenceFor makes the sequence of a column, which goes with it. It is stored when
// the table has its OID.
func (d *ddl) sequenceFor(t *catalog.Table, col *catalog.TableColumn, options []ast.Option) (*catalog.Sequence, error) {
	if !integerSequence(col.T.OID) {
		return nil, pgerr.New(pgerr.InvalidParameterValue, "identity column type must be smallint, integer, or bigint")
	}
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	schema := &catalog.Schema{ID: t.SchemaID, Name: t.Schema, Temporary: t.Temporary}
	taken := func(name string) bool { return v.HasRelation(t.SchemaID, name) || d.claimed[name] }
	q := d.newSequence(schema, constraintName(t.Name, col.Name, "seq", taken))
	var rest []ast.Option
	for _, o := range options {
		if o.Name != "sequence_name" {
			rest = append(rest, o)
			continue
		}
		q.Name = o.Values[len(o.Values)-1].Text
		if err := d.checkName(q.Name); err != nil {
			return nil, err
		}
	}
	if d.claimed == nil {
		d.claimed = map[string]bool{}
	}
	d.claimed[q.Name] = true
	q.OwnerID, q.Type, q.Identity = t.OwnerID, col.T.OID, col.Identity != ""
	if err := d.sequenceOptions(q, rest, false); err != nil {
		return nil, err
	}
	q.OwnedColumn = col.AttNum
	col.Default, col.NotNull = nextvalText(q), true
	return q, nil
}

// integerSequence reports whether a sequence can give values of a type.
func integerSequence(t types.OID) bool { return t == types.Int2 || t == types.Int4 || t == types.Int8 }

// canonicalDefault is a default's text with the sequence of a nextval by its full
// name, by which DDL on the sequence finds it.
func (d *ddl) canonicalDefault(e ast.Expr, text string) (string, error) {
	name, ok := nextvalOf(e)
	if !ok {
		return text, nil
	}
	parts, ok := splitQualified(name)
	if !ok {
		return text, nil
	}
	n := ast.Name{Loc: ast.At(ast.NoPos), Object: parts[len(parts)-1]}
	if len(parts) > 1 {
		n.Schema = parts[len(parts)-2]
	}
	q, err := d.sequenceNamed(n)
	if err != nil {
		return "", err
	}
	if q == nil {
		return "", pgerr.New(pgerr.UndefinedTable, "relation %q does not exist", n.String())
	}
	return nextvalText(q), nil
}

// alterIdentity is ADD GENERATED, SET GENERATED and sequence options, and DROP IDENTITY of a
// column.
func (d *ddl) alterIdentity(t *catalog.Table, a *ast.AlterColumnOther) error {
	i, err := columnOf(t, a.Column)
	if err != nil {
		return err
	}
	col := t.Columns[i]
	notIdentity := pgerr.New(pgerr.ObjectNotInPrerequisiteState, "column %q of relation %q is not an identity column", col.Name, t.Name)
	switch {
	case a.Action == "ADD GENERATED":
		return d.addIdentity(t, col, a)
	case col.Identity == "" && a.Action == "DROP IDENTITY" && a.IfExists:
		d.skipping(pgerr.SuccessfulCompletion, "column %q of relation %q is not an identity column", col.Name, t.Name)
		return nil
	case col.Identity == "":
		return notIdentity
	}
	v, err := d.view()
	if err != nil {
		return err
	}
	if a.Action == "DROP IDENTITY" {
		err := d.change(t, func(t *catalog.Table) error {
			t.Columns[i].Identity, t.Columns[i].Default = "", ""
			return nil
		})
		if err != nil {
			return err
		}
		for _, q := range v.SequencesOf(t, col.AttNum) {
			if err := d.tx.DropSequence(d.ctx, q.ID); err != nil {
				return err
			}
		}
		return nil
	}
	var options []ast.Option
	for _, o := range a.Values {
		if o.Name != "generated" {
			options = append(options, o)
			continue
		}
		err := d.change(t, func(t *catalog.Table) error {
			if t.Columns[i].Identity = "d"; o.Values[0].Text == "true" {
				t.Columns[i].Identity = "a"
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, q := range v.SequencesOf(t, col.AttNum) {
		if len(options) > 0 {
			return d.changeSequence(q, options)
		}
	}
	return nil
}

func (d *ddl) addIdentity(t *catalog.Table, col catalog.TableColumn, a *ast.AlterColumnOther) error {
	if !integerSequence(col.T.OID) {
		return pgerr.New(pgerr.InvalidParameterValue, "identity column type must be smallint, integer, or bigint")
	}
	switch {
	case col.Identity != "":
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "column %q of relation %q is already an identity column", col.Name, t.Name)
	case !col.NotNull:
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "column %q of relation %q must be declared NOT NULL before identity can be added", col.Name, t.Name)
	case col.Default != "":
		return pgerr.New(pgerr.ObjectNotInPrerequisiteState, "column %q of relation %q already has a default value", col.Name, t.Name)
	}
	if col.Identity = "d"; a.Always {
		col.Identity = "a"
	}
	q, err := d.sequenceFor(t, &col, a.Values)
	if err != nil {
		return err
	}
	q.OwnedBy = t.ID
	if err := d.storeSequence(q); err != nil {
		return err
	}
	return d.change(t, func(t *catalog.Table) error {
		t.Columns[t.Column(col.Name)] = col
		return nil
	})
}

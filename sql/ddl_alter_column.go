package sql

import (
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// columnOf finds a declared column, or is 42703.
func columnOf(t *catalog.Table, name string) (int, error) {
	if i := t.Column(name); i >= 0 {
		return i, nil
	}
	if catalog.IsSystemColumn(name) || name == catalog.AttributesColumn {
		return 0, pgerr.New(pgerr.FeatureNotSupported, "cannot alter system column %q", name)
	}
	return 0, noColumn(t, name)
}

func noColumn(t *catalog.Table, name string) *pgerr.Error {
	return pgerr.New(pgerr.UndefinedColumn, "column %q of relation %q does not exist", name, t.Name).WithColumn(t.Schema, t.Name, name)
}

// addColumn is ADD COLUMN. A free attribute of the name becomes the column,
// if all its cells read as the column's type.
func (d *ddl) addColumn(t *catalog.Table, a *ast.AddColumn) error {
	def := &a.Column
	if t.Column(def.Name) >= 0 {
		if a.IfNotExists {
			d.skipping(pgerr.DuplicateColumn, "column %q of relation %q already exists", def.Name, t.Name)
			return nil
		}
		return pgerr.New(pgerr.DuplicateColumn, "column %q of relation %q already exists", def.Name, t.Name)
	}
	if err := limits.DeclaredColumns.Check(d.limits(), int64(len(t.Columns)+1), "table \""+t.Name+"\""); err != nil {
		return err
	}
	col, err := d.columnType(def)
	if err != nil {
		return err
	}
	for i := range def.Constraints {
		c := &def.Constraints[i]
		if c.Kind == ast.ConstraintPrimaryKey {
			return d.keyIsFixed(t, c)
		}
		if c.Kind == ast.ConstraintCheck {
			continue
		}
		if err := d.plainConstraint(&col, def, c, t.Name); err != nil {
			return err
		}
	}
	if col.ID, err = d.takeAttribute(t, &col); err != nil {
		return err
	}
	col.AttNum = int16(len(t.Columns) + 1)
	q, err := d.columnSequence(t, &col, def)
	if err != nil {
		return err
	}
	if q != nil {
		q.OwnedBy = t.ID
		if err := d.storeSequence(q); err != nil {
			return err
		}
	}
	changed, err := d.tx.ChangeTable(d.ctx, t.ID, func(t *catalog.Table) error { return d.appendColumn(t, col, def) })
	if err != nil {
		return err
	}
	return d.fillColumn(changed, def.Name)
}

func (d *ddl) keyIsFixed(t *catalog.Table, c *ast.Constraint) error {
	if !t.HiddenKey() {
		return pgerr.New(pgerr.InvalidTableDefinition, "multiple primary keys for table %q are not allowed", t.Name).At(d.at(c))
	}
	return pgerr.Unsupported("adding a primary key to a table").
		WithHint("Create a table with the key and copy the rows with INSERT … SELECT.").At(d.at(c))
}

// appendColumn adds a column with its expressions and checks.
func (d *ddl) appendColumn(t *catalog.Table, col catalog.TableColumn, def *ast.ColumnDef) error {
	col.AttNum = int16(len(t.Columns) + 1)
	t.Columns = append(t.Columns, col)
	if err := d.columnExpressions(t, &t.Columns[len(t.Columns)-1], def); err != nil {
		return err
	}
	for i := range def.Constraints {
		c := &def.Constraints[i]
		if c.Kind != ast.ConstraintCheck {
			continue
		}
		if err := d.addCheck(t, c, def.Name); err != nil {
			return err
		}
		if err := d.numberCheck(&t.Checks[len(t.Checks)-1]); err != nil {
			return err
		}
	}
	return d.checkTable(t)
}

func (d *ddl) numberCheck(c *catalog.TableCheck) (err error) {
	c.ID, err = d.tx.Catalog().AllocateOID(d.ctx)
	return err
}

// takeAttribute finds the id for a new declared column: that of the free
// attribute of its name, or a new one.
func (d *ddl) takeAttribute(t *catalog.Table, col *catalog.TableColumn) (catalog.AttrID, error) {
	dict := d.tx.Dictionary()
	free, ok, err := dict.Lookup(d.ctx, t.ID, col.Name)
	if err != nil {
		return 0, err
	}
	if !ok {
		return dict.AllocateIDs(d.ctx, t.ID, 1)
	}
	for _, seen := range free.Types {
		method, context := types.CanCast(seen, col.T.OID)
		if seen == col.T.OID && col.T.Mod < 0 || method != types.CastNone && context == types.Implicit && col.T.Mod < 0 {
			continue
		}
		return 0, pgerr.New(pgerr.DatatypeMismatch, "attribute %q of table %q has values of type %s, which can't become %s",
			col.Name, t.Name, types.TypeName(seen), types.FormatType(col.T)).
			WithDetail("The declared column takes over the values of the free attribute of its name.").
			WithHint("Declare it as %s, or move the values to another attribute first.", declarable(free))
	}
	return free.ID, dict.TakeOver(d.ctx, t.ID, free)
}

// declarable is the type that a free attribute can be declared with.
func declarable(a catalog.Attr) string {
	if t := a.Type(); t != types.Variant {
		return types.TypeName(t)
	}
	return types.TypeName(types.Text) + " after its values have been converted"
}

// fillColumn computes a new column for the rows there are, and checks them.
func (d *ddl) fillColumn(t *catalog.Table, name string) error {
	col := t.Columns[t.Column(name)]
	if col.Default != "" || col.Generated != "" {
		set := "UPDATE " + tableText(t) + " SET " + quoteIdent(name) + " = DEFAULT WHERE " + quoteIdent(name) + " IS NULL"
		if err := d.binder.Exec(d.ctx, set); err != nil {
			return err
		}
	}
	if col.NotNull {
		if err := d.noNulls(t, name); err != nil {
			return err
		}
	}
	for _, c := range t.Checks {
		if !mentions(c.Expr, name) {
			continue
		}
		if err := d.holds(t, c); err != nil {
			return err
		}
	}
	return nil
}

// noNulls is 23502 if some row lacks a value in the column.
func (d *ddl) noNulls(t *catalog.Table, name string) error {
	found, err := d.binder.Exists(d.ctx, "SELECT 1 FROM "+tableText(t)+" WHERE "+quoteIdent(name)+" IS NULL LIMIT 1")
	if err == nil && found {
		return pgerr.New(pgerr.NotNullViolation, "column %q of relation %q contains null values", name, t.Name).
			WithColumn(t.Schema, t.Name, name)
	}
	return err
}

// holds is 23514 if some row breaks the constraint.
func (d *ddl) holds(t *catalog.Table, c catalog.TableCheck) error {
	found, err := d.binder.Exists(d.ctx, "SELECT 1 FROM "+tableText(t)+" WHERE NOT ("+c.Expr+") LIMIT 1")
	if err == nil && found {
		return pgerr.New(pgerr.CheckViolation, "check constraint %q of relation %q is violated by some row", c.Name, t.Name).
			WithConstraint(t.Schema, t.Name, c.Name)
	}
	return err
}

// dropColumn is DROP COLUMN of a declared attribute: its cells are reached no
// more. Constraints about it go with it, as in PostgreSQL.
func (d *ddl) dropColumn(t *catalog.Table, a *ast.DropColumn) error {
	i := t.Column(a.Name)
	if i < 0 {
		if a.IfExists {
			d.skipping(pgerr.SuccessfulCompletion, "column %q of relation %q does not exist", a.Name, t.Name)
			return nil
		}
		_, err := columnOf(t, a.Name)
		return err
	}
	if t.KeyPosition(i) >= 0 {
		return pgerr.New(pgerr.InvalidTableDefinition, "cannot drop column %q of table %q: it is part of the primary key", a.Name, t.Name).
			WithHint("Rows are stored by their key; copy them to a table with another key.").At(d.at(a))
	}
	var dependent []string
	for _, c := range t.Columns {
		if !c.Dropped && c.Generated != "" && c.Name != a.Name && mentions(c.Generated, a.Name) {
			dependent = append(dependent, c.Name)
		}
	}
	if len(dependent) > 0 && !a.Cascade {
		return pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop column %s of table %s because other objects depend on it", a.Name, t.Name).
			WithDetail("column %s of table %s depends on column %s of table %s", dependent[0], t.Name, a.Name, t.Name).
			WithHint("Use DROP ... CASCADE to drop the dependent objects too.")
	}
	v, err := d.view()
	if err != nil {
		return err
	}
	for _, q := range v.SequencesOf(t, t.Columns[i].AttNum) {
		if err := d.tx.DropSequence(d.ctx, q.ID); err != nil {
			return err
		}
	}
	return d.change(t, func(t *catalog.Table) error {
		for _, name := range append(dependent, a.Name) {
			forgetColumn(t, name)
		}
		return nil
	})
}

// forgetColumn marks a column dropped, as PostgreSQL's pg_attribute does.
func forgetColumn(t *catalog.Table, name string) {
	i := t.Column(name)
	if i < 0 {
		return
	}
	var kept []catalog.TableCheck
	for _, c := range t.Checks {
		if !mentions(c.Expr, name) {
			kept = append(kept, c)
		}
	}
	t.Checks = kept
	t.Columns[i] = catalog.TableColumn{
		Name: "........pg.dropped." + attNumText(t.Columns[i].AttNum) + "........", ID: t.Columns[i].ID,
		AttNum: t.Columns[i].AttNum, T: t.Columns[i].T, Dropped: true,
	}
}

// renameColumn renames a declared column or a free attribute.
func (d *ddl) renameColumn(t *catalog.Table, a *ast.RenameColumn) error {
	if err := catalog.CheckColumnName(d.limits(), a.New); err != nil {
		return err
	}
	taken := pgerr.New(pgerr.DuplicateColumn, "column %q of relation %q already exists", a.New, t.Name)
	if t.Column(a.New) >= 0 {
		return taken
	}
	dict := d.tx.Dictionary()
	if _, ok, err := dict.Lookup(d.ctx, t.ID, a.New); err != nil {
		return err
	} else if ok {
		return taken.WithDetail("It is a free attribute.")
	}
	if t.Column(a.Old) >= 0 {
		return d.change(t, func(t *catalog.Table) error { return d.renameDeclared(t, a) })
	}
	free, ok, err := dict.Lookup(d.ctx, t.ID, a.Old)
	if err != nil {
		return err
	}
	if !ok {
		return pgerr.New(pgerr.UndefinedColumn, "column %q does not exist", a.Old)
	}
	return dict.Rename(d.ctx, t.ID, free, a.New)
}

// renameDeclared renames a column in the descriptor and in its expressions.
func (d *ddl) renameDeclared(t *catalog.Table, a *ast.RenameColumn) error {
	i, err := columnOf(t, a.Old)
	if err != nil {
		return err
	}
	t.Columns[i].Name = a.New
	for j := range t.Checks {
		if t.Checks[j].Expr, err = renameIn(t.Checks[j].Expr, a.Old, a.New); err != nil {
			return err
		}
	}
	for j := range t.Columns {
		if t.Columns[j].Generated == "" {
			continue
		}
		if t.Columns[j].Generated, err = renameIn(t.Columns[j].Generated, a.Old, a.New); err != nil {
			return err
		}
	}
	return nil
}

func (d *ddl) setDefault(t *catalog.Table, a *ast.AlterColumnDefault) error {
	return d.change(t, func(t *catalog.Table) error {
		i, err := columnOf(t, a.Column)
		if err != nil {
			return err
		}
		col := &t.Columns[i]
		if col.Generated != "" {
			return pgerr.New(pgerr.SyntaxError, "column %q of relation %q is a generated column", a.Column, t.Name)
		}
		col.Default = ""
		if a.Expr == nil {
			return nil
		}
		if col.Default, err = d.defaultText(a.Expr, a.Text); err != nil {
			return err
		}
		return d.checkTable(t)
	})
}

func (d *ddl) setNotNull(t *catalog.Table, a *ast.AlterColumnNotNull) error {
	i, err := columnOf(t, a.Column)
	if err != nil {
		return err
	}
	if a.Drop && t.KeyPosition(i) >= 0 {
		return pgerr.New(pgerr.InvalidTableDefinition, "column %q is in a primary key", a.Column)
	}
	if !a.Drop && !t.Columns[i].NotNull {
		if err := d.noNulls(t, a.Column); err != nil {
			return err
		}
	}
	return d.change(t, func(t *catalog.Table) error {
		i, err := columnOf(t, a.Column)
		if err == nil {
			t.Columns[i].NotNull = !a.Drop
		}
		return err
	})
}

// setType is ALTER COLUMN TYPE where no stored value changes: to the same
// type, or to text from its kin.
func (d *ddl) setType(t *catalog.Table, a *ast.AlterColumnType) error {
	to, err := d.binder.Type(a.Type)
	if err != nil {
		return err
	}
	return d.change(t, func(t *catalog.Table) error {
		i, err := columnOf(t, a.Column)
		if err != nil {
			return err
		}
		col := &t.Columns[i]
		widened := to.OID == col.T.OID && to.Mod < 0 ||
			to.Mod < 0 && t.KeyPosition(i) < 0 && widens(col.T.OID, to.OID)
		if a.Using != nil || to != col.T && !widened {
			return pgerr.Unsupported("changing a column's type to " + types.FormatType(to)).
				WithHint("Add a column of the new type, copy the values with UPDATE, drop the old one and rename.").At(d.at(a))
		}
		col.T = to
		return nil
	})
}

// widens reports whether every stored cell of one type reads as the other.
func widens(from, to types.OID) bool {
	method, context := types.CanCast(from, to)
	return method != types.CastNone && context == types.Implicit
}

// alterColumnOther accepts what only concerns how PostgreSQL stores a column.
func (d *ddl) alterColumnOther(t *catalog.Table, a *ast.AlterColumnOther) error {
	if a.Column != "" {
		if _, err := columnOf(t, a.Column); err != nil {
			return err
		}
	}
	switch {
	case strings.HasPrefix(a.Action, "SET STORAGE"), strings.HasPrefix(a.Action, "SET STATISTICS"),
		strings.HasPrefix(a.Action, "SET COMPRESSION"):
		return nil
	case a.Action == "DROP IDENTITY", a.Action == "ADD GENERATED", a.Action == "SET GENERATED":
		return d.alterIdentity(t, a)
	}
	return pgerr.Unsupported("ALTER COLUMN " + a.Action).At(d.at(a))
}

package sql

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// columnType makes a column of a definition's name and type.
func (d *ddl) columnType(def *ast.ColumnDef) (catalog.TableColumn, error) {
	col := catalog.TableColumn{Name: def.Name}
	if err := catalog.CheckColumnName(d.limits(), def.Name); err != nil {
		return col, pgerr.At(err, d.at(def))
	}
	if def.Type == nil {
		return col, pgerr.New(pgerr.SyntaxError, "column %q has no type", def.Name).At(d.at(def))
	}
	if oid, ok := serialType(def.Type); ok {
		if len(def.Type.Dims) > 0 {
			return col, pgerr.New(pgerr.FeatureNotSupported, "array of serial is not implemented").At(d.at(def.Type))
		}
		col.T = types.Of(oid)
		return col, nil
	}
	t, err := d.binder.Type(def.Type)
	if err != nil {
		return col, err
	}
	if info := types.Lookup(t.OID); info != nil && info.Type != 'd' && !rowenc.CanStore(t.OID) {
		return col, d.notStorable(def, t)
	}
	if err := d.holdTypes(t.OID); err != nil {
		return col, err
	}
	if err := checkCollation(def.Collation); err != nil {
		return col, pgerr.At(err, d.at(def))
	}
	col.T = t
	return col, d.domainColumn(&col)
}

func (d *ddl) notStorable(def *ast.ColumnDef, t types.T) error {
	if types.Lookup(t.OID).Type == 'p' {
		return pgerr.New(pgerr.InvalidTableDefinition, "column %q has pseudo-type %s", def.Name, types.TypeName(t.OID))
	}
	return pgerr.Unsupported("a column of type " + types.FormatType(t)).At(d.at(def.Type))
}

// checkCollation accepts the only collation there is, by its usual names.
func checkCollation(n *ast.Name) error {
	if n == nil {
		return nil
	}
	switch n.Object {
	case "C", "POSIX", "ucs_basic", "default":
		return nil
	}
	return pgerr.New(pgerr.UndefinedObject, "collation %q for encoding \"UTF8\" does not exist", n.Object).
		WithHint("Text compares by its bytes (collation \"C\").")
}

// plainConstraint applies a column constraint other than key and check.
func (d *ddl) plainConstraint(col *catalog.TableColumn, def *ast.ColumnDef, c *ast.Constraint, table string) error {
	switch c.Kind {
	case ast.ConstraintNotNull, ast.ConstraintNull:
		return d.nullability(col, def, c, table)
	case ast.ConstraintDefault, ast.ConstraintGenerated:
		return d.oneExpression(def, c, table)
	case ast.ConstraintIdentity:
		return nil // see columnSequence
	default:
		return d.unsupportedConstraint(c)
	}
}

func (d *ddl) nullability(col *catalog.TableColumn, def *ast.ColumnDef, c *ast.Constraint, table string) error {
	for _, other := range def.Constraints {
		if other.Kind != c.Kind && (other.Kind == ast.ConstraintNull || other.Kind == ast.ConstraintNotNull) {
			return pgerr.New(pgerr.SyntaxError, "conflicting NULL/NOT NULL declarations for column %q of table %q", def.Name, table).
				At(d.at(c))
		}
	}
	col.NotNull = c.Kind == ast.ConstraintNotNull
	return nil
}

// oneExpression refuses a second DEFAULT or GENERATED of a column.
func (d *ddl) oneExpression(def *ast.ColumnDef, c *ast.Constraint, table string) error {
	defaults, generated := 0, 0
	for i := range def.Constraints {
		switch other := &def.Constraints[i]; {
		case other.Kind == ast.ConstraintDefault:
			defaults++
		case other.Kind == ast.ConstraintGenerated:
			generated++
		}
		if &def.Constraints[i] == c {
			break
		}
	}
	what := ""
	switch {
	case defaults > 0 && generated > 0:
		what = "both default and generation expression"
	case defaults > 1:
		what = "multiple default values"
	case generated > 1:
		what = "multiple generation clauses"
	default:
		return nil
	}
	return pgerr.New(pgerr.SyntaxError, "%s specified for column %q of table %q", what, def.Name, table).At(d.at(c))
}

// columnExpressions takes over a column's DEFAULT or GENERATED expression.
func (d *ddl) columnExpressions(t *catalog.Table, col *catalog.TableColumn, def *ast.ColumnDef) error {
	for i := range def.Constraints {
		c := &def.Constraints[i]
		var err error
		switch c.Kind {
		case ast.ConstraintDefault:
			col.Default, err = d.defaultText(c.Expr, c.Text)
		case ast.ConstraintGenerated:
			col.Generated, err = c.Text, d.checkGenerated(t, col, c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// defaultText is the text of a DEFAULT; DEFAULT NULL is none.
func (d *ddl) defaultText(e ast.Expr, text string) (string, error) {
	if k, ok := e.(*ast.Const); ok && k.Kind == ast.Null {
		return "", nil
	}
	if name, pos := columnIn(e); name != "" {
		return "", pgerr.New(pgerr.FeatureNotSupported, "cannot use column reference in DEFAULT expression").
			At(ast.Position(d.text, pos))
	}
	return d.canonicalDefault(e, text)
}

// checkGenerated refuses what the expression of a generated column can't name.
func (d *ddl) checkGenerated(t *catalog.Table, col *catalog.TableColumn, c *ast.Constraint) error {
	if i := t.Column(col.Name); t.KeyPosition(i) >= 0 {
		return pgerr.Unsupported("a generated column in a primary key").At(d.at(c))
	}
	for _, ref := range columnsIn(c.Expr) {
		i := t.Column(ref)
		if i >= 0 && generatedColumn(t, i, col.Name) {
			return pgerr.New(pgerr.InvalidObjectDefinition, "cannot use generated column %q in column generation expression", ref).
				WithDetail("A generated column cannot reference another generated column.").At(d.at(c.Expr))
		}
		if i < 0 && !catalog.IsReservedColumn(ref) {
			return pgerr.New(pgerr.UndefinedColumn, "column %q does not exist", ref).
				WithHint("A generated column is computed from declared columns.").At(d.at(c.Expr))
		}
	}
	return nil
}

func generatedColumn(t *catalog.Table, i int, self string) bool {
	return t.Columns[i].Generated != "" || t.Columns[i].Name == self
}

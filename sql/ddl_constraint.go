package sql

import (
	"strconv"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// unsupportedConstraint answers constraints that need what Sparrow lacks.
func (d *ddl) unsupportedConstraint(c *ast.Constraint) error {
	var e *pgerr.Error
	switch c.Kind {
	case ast.ConstraintUnique:
		e = pgerr.Unsupported("a UNIQUE constraint").WithHint("Only the primary key is unique; make the column part of it.")
	case ast.ConstraintReferences:
		e = pgerr.Unsupported("a FOREIGN KEY constraint").WithHint("Declare the column without REFERENCES.")
	case ast.ConstraintExclude:
		e = pgerr.Unsupported("an EXCLUDE constraint")
	default:
		e = pgerr.Unsupported("this constraint")
	}
	return e.At(d.at(c))
}

// nameBytesInName is how long generated names grow before their parts are cut:
// PostgreSQL's NAMEDATALEN - 1, so that they are the names that clients expect.
const nameBytesInName = 63

// constraintName makes the name that PostgreSQL gives a constraint or index:
// table_column_label, its parts cut to fit, with a number if it is taken.
func constraintName(table, column, label string, taken func(string) bool) string {
	for pass := 0; ; pass++ {
		suffix := "_" + label
		if pass > 0 {
			suffix += strconv.Itoa(pass)
		}
		name := fitName(table, column, nameBytesInName-len(suffix)) + suffix
		if taken == nil || !taken(name) {
			return name
		}
	}
}

// fitName joins two parts, cutting the longer one until they fit
// (PostgreSQL's makeObjectName).
func fitName(a, b string, room int) string {
	if b != "" {
		room--
	}
	for len(a)+len(b) > room {
		if len(a) > len(b) {
			a = cutRune(a)
		} else {
			b = cutRune(b)
		}
	}
	if b == "" {
		return a
	}
	return a + "_" + b
}

// cutRune drops the last character of s.
func cutRune(s string) string {
	r := []rune(s)
	return string(r[:len(r)-1])
}

// addCheck adds a CHECK to t. column is that of a column
// constraint.
func (d *ddl) addCheck(t *catalog.Table, c *ast.Constraint, column string) error {
	taken := func(name string) bool { return hasConstraint(t, name) }
	name := c.Name
	if name == "" {
		if column == "" {
			if refs := columnsIn(c.Expr); len(refs) == 1 {
				column = refs[0]
			}
		}
		name = constraintName(t.Name, column, "check", taken)
	}
	if err := d.checkName(name); err != nil {
		return err
	}
	if taken(name) {
		return pgerr.New(pgerr.DuplicateObject, "constraint %q for relation %q already exists", name, t.Name)
	}
	for _, ref := range columnsIn(c.Expr) {
		if t.Column(ref) < 0 && !catalog.IsReservedColumn(ref) {
			return pgerr.New(pgerr.UndefinedColumn, "column %q does not exist", ref).
				WithHint("A CHECK constraint is about declared columns.").At(d.at(c.Expr))
		}
	}
	t.Checks = append(t.Checks, catalog.TableCheck{Name: name, Expr: c.Text})
	return nil
}

func hasConstraint(t *catalog.Table, name string) bool {
	for _, c := range t.Checks {
		if c.Name == name {
			return true
		}
	}
	return t.PKName == name && name != ""
}

// columnsIn lists the different unqualified last names of the column
// references in an expression, in order.
func columnsIn(e ast.Expr) []string {
	var names []string
	seen := map[string]bool{}
	ast.Walk(e, func(n ast.Expr) bool {
		if ref, ok := n.(*ast.ColumnRef); ok && !ref.Star && len(ref.Parts) > 0 {
			if name := ref.Parts[len(ref.Parts)-1]; !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
		return true
	})
	return names
}

// columnIn returns the first column reference of an expression, if any.
func columnIn(e ast.Expr) (name string, pos ast.Pos) {
	ast.Walk(e, func(n ast.Expr) bool {
		if ref, ok := n.(*ast.ColumnRef); ok && name == "" {
			name, pos = "*", ref.At
			if len(ref.Parts) > 0 {
				name = ref.Parts[len(ref.Parts)-1]
			}
		}
		return name == ""
	})
	return name, pos
}

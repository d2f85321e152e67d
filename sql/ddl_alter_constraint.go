package sql

import (
	"strconv"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

func (d *ddl) addConstraint(t *catalog.Table, a *ast.AddConstraint) error {
	c := &a.Constraint
	switch c.Kind {
	case ast.ConstraintPrimaryKey:
		return d.keyIsFixed(t, c)
	case ast.ConstraintCheck:
	default:
		return d.unsupportedConstraint(c)
	}
	if c.NotValid {
		return pgerr.Unsupported("NOT VALID").At(d.at(c))
	}
	return d.change(t, func(t *catalog.Table) error {
		if err := d.addCheck(t, c, ""); err != nil {
			return err
		}
		if err := d.checkTable(t); err != nil {
			return err
		}
		added := &t.Checks[len(t.Checks)-1]
		if err := d.holds(t, *added); err != nil {
			return err
		}
		return d.numberCheck(added)
	})
}

func (d *ddl) dropConstraint(t *catalog.Table, a *ast.DropConstraint) error {
	if a.Name == t.PKName && a.Name != "" {
		return pgerr.Unsupported("dropping a primary key").
			WithHint("Rows are stored by their key; copy them to a table with another key.").At(d.at(a))
	}
	if !hasConstraint(t, a.Name) {
		if a.IfExists {
			d.skipping(pgerr.SuccessfulCompletion, "constraint %q of relation %q does not exist", a.Name, t.Name)
			return nil
		}
		return noConstraint(t, a.Name)
	}
	return d.change(t, func(t *catalog.Table) error {
		var kept []catalog.TableCheck
		for _, c := range t.Checks {
			if c.Name != a.Name {
				kept = append(kept, c)
			}
		}
		t.Checks = kept
		return nil
	})
}

func noConstraint(t *catalog.Table, name string) error {
	return pgerr.New(pgerr.UndefinedObject, "constraint %q of relation %q does not exist", name, t.Name)
}

func (d *ddl) renameConstraint(t *catalog.Table, a *ast.RenameConstraint) error {
	if err := d.checkName(a.New); err != nil {
		return err
	}
	return d.change(t, func(t *catalog.Table) error {
		if !hasConstraint(t, a.Old) {
			return pgerr.New(pgerr.UndefinedObject, "constraint %q for table %q does not exist", a.Old, t.Name)
		}
		if hasConstraint(t, a.New) {
			return pgerr.New(pgerr.DuplicateObject, "constraint %q for relation %q already exists", a.New, t.Name)
		}
		if t.PKName == a.Old {
			t.PKName = a.New
		}
		for i := range t.Checks {
			if t.Checks[i].Name == a.Old {
				t.Checks[i].Name = a.New
			}
		}
		return nil
	})
}

// validateConstraint has nothing to do: every constraint is valid.
func (d *ddl) validateConstraint(t *catalog.Table, a *ast.ValidateConstraint) error {
	if !hasConstraint(t, a.Name) {
		return noConstraint(t, a.Name)
	}
	return nil
}

func attNumText(n int16) string { return strconv.Itoa(int(n)) }

package sql

import (
	"slices"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// enumLabels gives a new enum its labels.
func (d *ddl) enumLabels(t *catalog.Type, labels []string) error {
	for i, name := range labels {
		if err := checkLabel(name); err != nil {
			return err
		}
		if labelOf(t, name) >= 0 {
			return pgerr.New(pgerr.UniqueViolation, "duplicate key value violates unique constraint %q", "pg_enum_typid_label_index")
		}
		id, err := d.tx.Catalog().AllocateOID(d.ctx)
		if err != nil {
			return err
		}
		t.Labels = append(t.Labels, types.EnumLabel{OID: id, Order: int64(i+1) * types.EnumOrderStep, Name: name})
	}
	return nil
}

func checkLabel(name string) error {
	if len(name) > types.EnumLabelMax {
		return pgerr.New(pgerr.InvalidName, "invalid enum label \"%s\"", name).WithDetail("Labels must be %d bytes or less.", types.EnumLabelMax)
	}
	return nil
}

// labelOf is the place of a label; -1: there is none.
func labelOf(t *catalog.Type, name string) int {
	return slices.IndexFunc(t.Labels, func(l types.EnumLabel) bool { return l.Name == name })
}

// alterEnum is ALTER TYPE … ADD VALUE and RENAME VALUE.
func (d *ddl) alterEnum(n *ast.AlterEnum) error {
	if oid, ok := types.ByCatalogName(n.Name.Object); ok && (n.Name.Schema == "" || n.Name.Schema == "pg_catalog") {
		return pgerr.New(pgerr.WrongObjectType, "%s is not an enum", types.TypeName(oid))
	}
	t, err := d.existingType(n.Name)
	if err != nil {
		return err
	}
	if t.Kind != 'e' {
		return pgerr.New(pgerr.WrongObjectType, "%s is not an enum", types.TypeName(t.ID))
	}
	v, err := d.view()
	if err != nil {
		return err
	}
	if err := d.mustOwnType(v, t); err != nil {
		return err
	}
	if err := checkLabel(n.New); err != nil {
		return err
	}
	id, err := d.tx.Catalog().AllocateOID(d.ctx)
	if err != nil {
		return err
	}
	_, err = d.tx.ChangeType(d.ctx, t.ID, func(t *catalog.Type) error {
		t.Labels = slices.Clone(t.Labels)
		if n.Rename {
			return renameLabel(t, n.Old, n.New)
		}
		return d.addLabel(t, n, id)
	})
	if err == errLabelThere {
		return nil
	}
	return err
}

func renameLabel(t *catalog.Type, old, name string) error {
	i := labelOf(t, old)
	if i < 0 {
		return pgerr.New(pgerr.InvalidParameterValue, "\"%s\" is not an existing enum label", old)
	}
	if labelOf(t, name) >= 0 {
		return pgerr.New(pgerr.DuplicateObject, "enum label \"%s\" already exists", name)
	}
	t.Labels[i].Name = name
	return nil
}

// errLabelThere ends ADD VALUE IF NOT EXISTS without a change.
var errLabelThere = pgerr.New(pgerr.SuccessfulCompletion, "the label is there already")

func (d *ddl) addLabel(t *catalog.Type, n *ast.AlterEnum, id types.OID) error {
	if labelOf(t, n.New) >= 0 {
		if n.IfNotExists {
			d.skipping(pgerr.DuplicateObject, "enum label \"%s\" already exists", n.New)
			return errLabelThere
		}
		return pgerr.New(pgerr.DuplicateObject, "enum label \"%s\" already exists", n.New)
	}
	at := len(t.Labels)
	if n.Placed {
		if at = labelOf(t, n.Neighbour); at < 0 {
			return pgerr.New(pgerr.InvalidParameterValue, "\"%s\" is not an existing enum label", n.Neighbour)
		}
		if !n.Before {
			at++
		}
	}
	var before, after *types.EnumLabel
	if at > 0 {
		before = &t.Labels[at-1]
	}
	if at < len(t.Labels) {
		after = &t.Labels[at]
	}
	order, ok := types.EnumOrderBetween(before, after)
	if !ok {
		return pgerr.New(pgerr.ProgramLimitExceeded, "there is no room for another label at this place of enum %s", types.TypeName(t.ID)).
			WithHint("Create a new type with the labels in the order wanted, and change the columns to it.")
	}
	t.Labels = slices.Insert(t.Labels, at, types.EnumLabel{OID: id, Order: order, Name: n.New})
	return nil
}

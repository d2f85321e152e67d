package sql

import (
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// comment is COMMENT ON.
func (d *ddl) comment(n *ast.Comment) error {
	object, err := d.commented(n)
	if err != nil {
		return err
	}
	text := ""
	if n.Text != nil {
		text = *n.Text
	}
	return d.tx.SetComment(d.ctx, object, text)
}

// commented finds the object of a comment, which the current role must own.
func (d *ddl) commented(n *ast.Comment) (catalog.ObjectID, error) {
	v, err := d.view()
	if err != nil {
		return catalog.ObjectID{}, err
	}
	switch n.Kind {
	case ast.KindTable, ast.KindColumn, ast.KindConstraint:
		return d.commentedTable(v, n)
	case ast.KindSequence:
		q, err := d.sequenceNamed(n.Name)
		if err != nil {
			return catalog.ObjectID{}, err
		}
		if q != nil {
			return catalog.ObjectID{Class: catalog.ClassTable, ID: q.ID}, d.mustOwn(v, catalog.ClassTable, q.ID, "sequence", q.Name)
		}
	case ast.KindType, ast.KindDomain:
		t, err := d.existingType(n.Name)
		if err != nil {
			return catalog.ObjectID{}, err
		}
		return catalog.ObjectID{Class: catalog.ClassType, ID: t.ID}, d.mustOwnType(v, t)
	case ast.KindSchema:
		s, ok := v.SchemaByName(d.instance.ID, n.Name.Object)
		if !ok {
			return catalog.ObjectID{}, pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", n.Name.Object)
		}
		return catalog.ObjectID{Class: catalog.ClassSchema, ID: s.ID}, d.mustOwn(v, catalog.ClassSchema, s.ID, "schema", s.Name)
	case ast.KindDatabase:
		in, err := d.ownDatabase(v, n.Name.Object)
		if err != nil {
			return catalog.ObjectID{}, err
		}
		return catalog.ObjectID{Class: catalog.ClassInstance, ID: in.ID}, nil
	case ast.KindRole:
		r, ok := v.RoleByName(n.Name.Object)
		if !ok {
			return catalog.ObjectID{}, pgerr.New(pgerr.UndefinedObject, "role %q does not exist", n.Name.Object)
		}
		return catalog.ObjectID{Class: catalog.ClassRole, ID: r.ID}, d.mayManage(v, r, "must have CREATEROLE privilege")
	}
	kind := strings.ToLower(string(n.Kind))
	switch n.Kind {
	case ast.KindView, ast.KindMaterializedView, ast.KindIndex, ast.KindSequence, ast.KindForeignTable:
		return catalog.ObjectID{}, pgerr.New(pgerr.UndefinedTable, "relation %q does not exist", n.Name.String()).At(d.at(n.Name))
	}
	return catalog.ObjectID{}, pgerr.New(pgerr.UndefinedObject, "%s %q does not exist", kind, n.Name.String()).At(d.at(n.Name))
}

// commentedTable finds a table, or a column or constraint of it.
func (d *ddl) commentedTable(v *catalog.Snapshot, n *ast.Comment) (catalog.ObjectID, error) {
	t, err := d.existingTable(n.Name)
	if err != nil {
		return catalog.ObjectID{}, err
	}
	if err := d.mustOwn(v, catalog.ClassTable, t.ID, "table", t.Name); err != nil {
		return catalog.ObjectID{}, err
	}
	object := catalog.ObjectID{Class: catalog.ClassTable, ID: t.ID}
	switch n.Kind {
	case ast.KindColumn:
		i, err := columnOf(t, n.Sub)
		if err != nil {
			return object, err
		}
		object.Sub = int32(t.Columns[i].AttNum)
	case ast.KindConstraint:
		if n.Sub == t.PKName && n.Sub != "" {
			return catalog.ObjectID{Class: catalog.ClassConstraint, ID: t.PKIndexID}, nil
		}
		for _, c := range t.Checks {
			if c.Name == n.Sub {
				return catalog.ObjectID{Class: catalog.ClassConstraint, ID: c.ID}, nil
			}
		}
		return object, pgerr.New(pgerr.UndefinedObject, "constraint %q for table %q does not exist", n.Sub, t.Name)
	}
	return object, nil
}

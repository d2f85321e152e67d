package sql

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// rowFields gives a new composite type its attributes.
func (d *ddl) rowFields(t *catalog.Type, n *ast.CreateType) error {
	for i := range n.Attributes {
		def := &n.Attributes[i]
		typ, err := d.binder.Type(def.Type)
		if err != nil {
			return err
		}
		for _, f := range t.Fields {
			if f.Name == def.Name {
				return pgerr.New(pgerr.DuplicateColumn, "column %q specified more than once", def.Name)
			}
		}
		if info := types.Lookup(typ.OID); info != nil && info.Type == 'p' {
			return pgerr.New(pgerr.InvalidTableDefinition, "column %q has pseudo-type %s", def.Name, types.TypeName(typ.OID))
		}
		if err := d.holdTypes(typ.OID); err != nil {
			return err
		}
		t.Fields = append(t.Fields, types.RowField{Name: def.Name, T: typ})
	}
	var err error
	t.RelationID, err = d.tx.Catalog().AllocateOID(d.ctx)
	return err
}

package catalog

import "github.com/sparrowdb/sparrow/sql/types"

// RowType makes the type of the table's rows, of its declared columns in the
// order of their declaration, known to package types, and returns its OID.
func (t *Table) RowType() types.OID {
	named := Type{ID: t.TypeOID, Schema: t.Schema, Name: t.Name, Kind: 'c'}
	u := &types.UserType{Info: named.Info(), Version: t.Version}
	if old := types.UserTypeOf(t.TypeOID); old != nil && old.Version == t.Version {
		return t.TypeOID
	}
	for i := range t.Columns {
		if c := &t.Columns[i]; !c.Dropped {
			u.Fields = append(u.Fields, types.RowField{Name: c.Name, T: c.T})
		}
	}
	types.RegisterUserType(u)
	return t.TypeOID
}

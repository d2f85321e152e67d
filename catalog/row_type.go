package catalog

import "github.com/sparrowdb/sparrow/sql/types"

// RowType makes the type of the table's rows, of its declared columns with those of
// the key first, known to package types, and returns its OID.
func (t *Table) RowType() types.OID {
	named := Type{ID: t.TypeOID, Schema: t.Schema, Name: t.Name, Kind: 'c'}
	u := &types.UserType{Info: named.Info(), Version: t.Version}
	if old := types.UserTypeOf(t.TypeOID); old != nil && old.Version == t.Version {
		return t.TypeOID
	}
	key := make(map[int]bool, len(t.PrimaryKey))
	add := func(i int) { u.Fields = append(u.Fields, types.RowField{Name: t.Columns[i].Name, T: t.Columns[i].T}) }
	for _, i := range t.PrimaryKey {
		key[i] = true
		add(i)
	}
	for i := range t.Columns {
		if !key[i] && !t.Columns[i].Dropped {
			add(i)
		}
	}
	types.RegisterUserType(u)
	return t.TypeOID
}

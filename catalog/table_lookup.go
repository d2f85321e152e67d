package catalog

import "github.com/sparrowdb/sparrow/sql/types"

// Storage is the id in the keys of the table's rows.
func (t *Table) Storage() types.OID {
	if t.StorageID != 0 {
		return t.StorageID
	}
	return t.ID
}

// Column finds a live declared column by name: its index into Columns, or -1.
func (t *Table) Column(name string) int {
	for i := range t.Columns {
		if !t.Columns[i].Dropped && t.Columns[i].Name == name {
			return i
		}
	}
	return -1
}

// ColumnByID finds a live declared attribute by its id in stored rows: its
// index into Columns, or -1.
func (t *Table) ColumnByID(id AttrID) int {
	for i := range t.Columns {
		if t.Columns[i].ID == id && id != 0 && !t.Columns[i].Dropped {
			return i
		}
	}
	return -1
}

// KeyPosition returns the place of Columns[column] in the primary key, or -1.
func (t *Table) KeyPosition(column int) int {
	for i, c := range t.PrimaryKey {
		if c == column {
			return i
		}
	}
	return -1
}

// HiddenKey reports that the table has no primary key of its own: its rows
// are told apart by a hidden row key of type bigint.
func (t *Table) HiddenKey() bool { return len(t.PrimaryKey) == 0 }

// KeyTypes are the types of the key's columns in key order; bigint for a
// hidden key.
func (t *Table) KeyTypes() []types.T {
	if t.HiddenKey() {
		return []types.T{types.Of(types.Int8)}
	}
	ts := make([]types.T, len(t.PrimaryKey))
	for i, c := range t.PrimaryKey {
		ts[i] = t.Columns[c].T
	}
	return ts
}

// Clone returns a copy whose slices and maps can be changed without touching t.
func (t *Table) Clone() *Table {
	c := *t
	c.Columns = append([]TableColumn(nil), t.Columns...)
	c.PrimaryKey = append([]int(nil), t.PrimaryKey...)
	c.Checks = append([]TableCheck(nil), t.Checks...)
	if t.Options.Other != nil {
		c.Options.Other = make(map[string]string, len(t.Options.Other))
		for k, v := range t.Options.Other {
			c.Options.Other[k] = v
		}
	}
	return &c
}

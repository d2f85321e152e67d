package sql

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// checkMapping answers a CREATE TABLE that maps a table which exists: its key must be
// the one declared, in names and types.
func (d *ddl) checkMapping(v *catalog.Snapshot, want *catalog.Table) error {
	t, ok := v.TableByName(want.SchemaID, want.Name)
	if !ok {
		return pgerr.New(pgerr.WrongObjectType, "%q is not a table", want.Name)
	}
	same := len(t.PrimaryKey) == len(want.PrimaryKey)
	for i := 0; same && i < len(t.PrimaryKey); i++ {
		have, declared := &t.Columns[t.PrimaryKey[i]], &want.Columns[want.PrimaryKey[i]]
		same = have.Name == declared.Name && have.T.OID == declared.T.OID
	}
	if !same {
		return pgerr.New(pgerr.DuplicateTable, "relation %q already exists with another primary key", want.Name).
			WithHint("DESCRIBE %s shows its columns.", want.Name)
	}
	d.skipping(pgerr.DuplicateTable, "relation %q already exists", want.Name)
	return nil
}

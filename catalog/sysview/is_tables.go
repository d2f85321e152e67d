package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var isTables = &catalog.View{
	ID: 13425, Schema: "information_schema", Name: "tables", Kind: 'v',
	Columns: columns("table_catalog:name table_schema:name table_name:name table_type:varchar " +
		"self_referencing_column_name:name reference_generation:varchar user_defined_type_catalog:name " +
		"user_defined_type_schema:name user_defined_type_name:name is_insertable_into:varchar(3) " +
		"is_typed:varchar(3) commit_action:varchar"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		database := name(instanceName(src))
		row := func(schema, table, kind string, insertable bool) error {
			return emit(datum.Row{
				database, name(schema), name(table), varchar(kind), null, null, null, null, null,
				yesOrNo(insertable), yesOrNo(false), null,
			})
		}
		for _, t := range visibleTables(src) {
			kind := "BASE TABLE"
			if t.Temporary {
				kind = "LOCAL TEMPORARY"
			}
			if err := row(t.Schema, t.Name, kind, true); err != nil {
				return err
			}
		}
		for _, v := range Views() {
			kind := "VIEW"
			if v.Kind == 'r' {
				kind = "BASE TABLE"
			}
			if err := row(v.Schema, v.Name, kind, false); err != nil {
				return err
			}
		}
		return nil
	}),
}

// visibleTables lists the tables on which the current role has some privilege:
// the only ones that information_schema shows.
func visibleTables(src Sources) []*catalog.Table {
	cat := src.Catalog()
	var list []*catalog.Table
	for _, t := range tables(src) {
		if hasAnyPrivilege(src, cat, t) {
			list = append(list, t)
		}
	}
	return list
}

func hasAnyPrivilege(src Sources, cat *catalog.Snapshot, t *catalog.Table) bool {
	if cat.OwnedBy(src.Role(), catalog.ClassTable, t.ID) {
		return true
	}
	for _, p := range tablePrivileges {
		if cat.HasPrivilege(src.Role(), catalog.ClassTable, t.ID, p) {
			return true
		}
	}
	return false
}

var tablePrivileges = []catalog.Privilege{
	catalog.PrivInsert, catalog.PrivSelect, catalog.PrivUpdate, catalog.PrivDelete,
	catalog.PrivTruncate, catalog.PrivReferences, catalog.PrivTrigger,
}

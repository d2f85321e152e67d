package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var pgTables = &catalog.View{
	ID: 12033, Schema: "pg_catalog", Name: "pg_tables", Kind: 'v',
	Columns: columns("schemaname:name tablename:name tableowner:name tablespace:name hasindexes:bool hasrules:bool " +
		"hastriggers:bool rowsecurity:bool"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		cat := src.Catalog()
		row := func(schema, table, owner string, indexed bool) error {
			return emit(datum.Row{name(schema), name(table), name(owner), null, boolean(indexed), no, no, no})
		}
		for _, t := range tables(src) {
			if err := row(t.Schema, t.Name, cat.RoleName(t.OwnerID), !t.HiddenKey()); err != nil {
				return err
			}
		}
		for _, v := range Views() {
			if v.Kind != 'r' {
				continue
			}
			if err := row(v.Schema, v.Name, cat.RoleName(catalog.SuperuserID), false); err != nil {
				return err
			}
		}
		return nil
	}),
}

var pgViews = &catalog.View{
	ID: 12028, Schema: "pg_catalog", Name: "pg_views", Kind: 'v',
	Columns: columns("schemaname:name viewname:name viewowner:name definition:text"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		owner := name(src.Catalog().RoleName(catalog.SuperuserID))
		for _, v := range Views() {
			if v.Kind != 'v' {
				continue
			}
			if err := emit(datum.Row{name(v.Schema), name(v.Name), owner, text(builtInDefinition)}); err != nil {
				return err
			}
		}
		return nil
	}),
}

// builtInDefinition stands for the definition of a system view: the server
// makes its rows.
const builtInDefinition = "-- built into the server"

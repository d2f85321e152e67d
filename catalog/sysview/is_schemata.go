package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var isSchemata = &catalog.View{
	ID: 13382, Schema: "information_schema", Name: "schemata", Kind: 'v',
	Columns: columns("catalog_name:name schema_name:name schema_owner:name default_character_set_catalog:name " +
		"default_character_set_schema:name default_character_set_name:name sql_path:varchar"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		cat := src.Catalog()
		database := name(instanceName(src))
		row := func(schema, owner string) error {
			return emit(datum.Row{database, name(schema), name(owner), null, null, null, null})
		}
		for _, schema := range []string{"pg_catalog", "information_schema", "sparrow"} {
			if err := row(schema, cat.RoleName(catalog.SuperuserID)); err != nil {
				return err
			}
		}
		for _, sc := range cat.Schemas(src.Instance()) {
			if err := row(sc.Name, cat.RoleName(sc.OwnerID)); err != nil {
				return err
			}
		}
		return nil
	}),
}

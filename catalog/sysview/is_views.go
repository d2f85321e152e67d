package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var isViews = &catalog.View{
	ID: 13483, Schema: "information_schema", Name: "views", Kind: 'v',
	Columns: columns("table_catalog:name table_schema:name table_name:name view_definition:varchar check_option:varchar " +
		"is_updatable:varchar(3) is_insertable_into:varchar(3) is_trigger_updatable:varchar(3) " +
		"is_trigger_deletable:varchar(3) is_trigger_insertable_into:varchar(3)"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		database, never := name(instanceName(src)), yesOrNo(false)
		for _, v := range Views() {
			if v.Kind != 'v' {
				continue
			}
			err := emit(datum.Row{
				database, name(v.Schema), name(v.Name), varchar(builtInDefinition), varchar("NONE"),
				never, never, never, never, never,
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var isCharacterSets = &catalog.View{
	ID: 13250, Schema: "information_schema", Name: "character_sets", Kind: 'v',
	Columns: columns("character_set_catalog:name character_set_schema:name character_set_name:name " +
		"character_repertoire:name form_of_use:name default_collate_catalog:name default_collate_schema:name " +
		"default_collate_name:name"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		return emit(datum.Row{
			null, null, name("UTF8"), name("UCS"), name("UTF8"), name(instanceName(src)), null, null,
		})
	}),
}

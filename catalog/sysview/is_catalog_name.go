package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var isCatalogName = &catalog.View{
	ID: 13227, Schema: "information_schema", Name: "information_schema_catalog_name", Kind: 'v',
	Columns: columns("catalog_name:name"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		return emit(datum.Row{name(instanceName(src))})
	}),
}

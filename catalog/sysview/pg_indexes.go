package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var pgIndexes = &catalog.View{
	ID: 12043, Schema: "pg_catalog", Name: "pg_indexes", Kind: 'v',
	Columns: columns("schemaname:name tablename:name indexname:name tablespace:name indexdef:text"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, t := range tables(src) {
			if t.HiddenKey() {
				continue
			}
			err := emit(datum.Row{name(t.Schema), name(t.Name), name(t.PKName), null, text(indexDefinition(t))})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

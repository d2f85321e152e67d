package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var pgCursors = &catalog.View{
	ID: 12077, Schema: "pg_catalog", Name: "pg_cursors", Kind: 'v',
	Columns: columns("name:text statement:text is_holdable:bool is_binary:bool is_scrollable:bool " +
		"creation_time:timestamptz"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, c := range src.Cursors() {
			err := emit(datum.Row{
				text(c.Name), text(c.SQL), boolean(c.Holdable), boolean(c.Binary), boolean(c.Scrollable), instant(c.At),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var pgAm = &catalog.View{
	ID: 2601, Schema: "pg_catalog", Name: "pg_am", Kind: 'r',
	Columns: columns("oid:oid amname:name amhandler:regproc amtype:char"),
	Rows: rows(func(_ context.Context, _ Sources, emit emitFunc) error {
		err := emit(datum.Row{oid(heapMethodID), name("heap"), proc("heap_tableam_handler"), char('t')})
		if err != nil {
			return err
		}
		return emit(datum.Row{oid(btreeMethodID), name("btree"), proc("bthandler"), char('i')})
	}),
}

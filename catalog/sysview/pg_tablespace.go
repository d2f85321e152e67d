package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var pgTablespace = &catalog.View{
	ID: 1213, Schema: "pg_catalog", Name: "pg_tablespace", Kind: 'r',
	Columns: columns("oid:oid spcname:name spcowner:oid spcacl:_aclitem spcoptions:_text"),
	Rows: rows(func(_ context.Context, _ Sources, emit emitFunc) error {
		owner := oid(catalog.SuperuserID)
		if err := emit(datum.Row{oid(defaultTablespaceID), name("pg_default"), owner, null, null}); err != nil {
			return err
		}
		return emit(datum.Row{oid(globalTablespaceID), name("pg_global"), owner, null, null})
	}),
}

package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgCollation = &catalog.View{
	ID: 3456, Schema: "pg_catalog", Name: "pg_collation", Kind: 'r',
	Columns: columns("oid:oid collname:name collnamespace:oid collowner:oid collprovider:char collisdeterministic:bool " +
		"collencoding:int4 collcollate:text collctype:text colliculocale:text collversion:text"),
	Rows: rows(func(_ context.Context, _ Sources, emit emitFunc) error {
		for _, c := range []struct {
			id       types.OID
			name     string
			provider byte
			locale   datum.Datum
		}{
			{100, "default", 'd', null},
			{950, "C", 'c', text("C")},
			{951, "POSIX", 'c', text("POSIX")},
		} {
			err := emit(datum.Row{
				oid(c.id), name(c.name), oid(PgCatalogSchemaID), oid(catalog.SuperuserID), char(c.provider),
				yes, int4(-1), c.locale, c.locale, null, null,
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var pgLanguage = &catalog.View{
	ID: 2612, Schema: "pg_catalog", Name: "pg_language", Kind: 'r',
	Columns: columns("oid:oid lanname:name lanowner:oid lanispl:bool lanpltrusted:bool lanplcallfoid:oid laninline:oid " +
		"lanvalidator:oid lanacl:_aclitem"),
	Rows: rows(func(_ context.Context, _ Sources, emit emitFunc) error {
		return emit(datum.Row{
			oid(internalLanguageID), name("internal"), oid(catalog.SuperuserID), no, no, none, none, none, null,
		})
	}),
}

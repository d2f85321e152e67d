package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var pgOperator = &catalog.View{
	ID: 2617, Schema: "pg_catalog", Name: "pg_operator", Kind: 'r',
	Columns: columns("oid:oid oprname:name oprnamespace:oid oprowner:oid oprkind:char oprcanmerge:bool oprcanhash:bool " +
		"oprleft:oid oprright:oid oprresult:oid oprcom:oid oprnegate:oid oprcode:regproc oprrest:regproc " +
		"oprjoin:regproc"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, o := range src.Operators() {
			kind := byte('b')
			if o.Left == 0 {
				kind = 'l'
			}
			err := emit(datum.Row{
				oid(o.OID), name(o.Name), oid(PgCatalogSchemaID), oid(catalog.SuperuserID), char(kind), no, no,
				oid(o.Left), oid(o.Right), oid(o.Result), none, none, proc(""), proc(""), proc(""),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

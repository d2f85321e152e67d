package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgRange = &catalog.View{
	ID: 3541, Schema: "pg_catalog", Name: "pg_range", Kind: 'r',
	Columns: columns("rngtypid:oid rngsubtype:oid rngmultitypid:oid rngcollation:oid rngsubopc:oid rngcanonical:regproc rngsubdiff:regproc"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		ids := map[string]types.OID{}
		for _, f := range src.Functions() {
			ids[f.Name] = f.OID
		}
		support := func(name string) datum.Datum {
			return datum.Datum{OID: types.Regproc, I: int64(ids[name]), S: name}
		}
		for _, t := range types.RangeTypes() {
			err := emit(datum.Row{
				oid(t.OID), oid(t.Subtype), oid(t.Multirange), none, oid(t.Opclass), support(t.Canonical), support(t.Subdiff),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

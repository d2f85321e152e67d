package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// pgDepend has the dependencies that clients ask for: sequences on the columns they
// go with (a: serial, i: identity), and defaults on their columns and sequences.
var pgDepend = &catalog.View{
	ID: 2608, Schema: "pg_catalog", Name: "pg_depend", Kind: 'r',
	Columns: columns("classid:oid objid:oid objsubid:int4 refclassid:oid refobjid:oid refobjsubid:int4 deptype:char"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		cat := src.Catalog()
		for _, q := range cat.Sequences(src.Instance()) {
			if q.OwnedBy == 0 {
				continue
			}
			kind := byte('a')
			if q.Identity {
				kind = 'i'
			}
			err := emit(datum.Row{
				oid(catalog.ClassTable), oid(q.ID), zero4, oid(catalog.ClassTable), oid(q.OwnedBy), int4(int(q.OwnedColumn)), char(kind),
			})
			if err != nil {
				return err
			}
		}
		for _, t := range tables(src) {
			for _, c := range t.Columns {
				if !hasDefault(c) {
					continue
				}
				err := emit(datum.Row{
					oid(attrdefClass), oid(defaultID(t.ID, c.AttNum)), zero4, oid(catalog.ClassTable), oid(t.ID), int4(int(c.AttNum)), char('a'),
				})
				if err != nil {
					return err
				}
			}
		}
		return nil
	}),
}

// attrdefClass is pg_attrdef's OID.
const attrdefClass = 2604

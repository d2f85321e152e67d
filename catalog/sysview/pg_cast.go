package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgCast = &catalog.View{
	ID: 2605, Schema: "pg_catalog", Name: "pg_cast", Kind: 'r',
	Columns: columns("oid:oid castsource:oid casttarget:oid castfunc:oid castcontext:char castmethod:char"),
	Rows: rows(func(_ context.Context, _ Sources, emit emitFunc) error {
		for i, c := range types.Casts() {
			err := emit(datum.Row{
				oid(firstCastID + types.OID(i)), oid(c.From), oid(c.To), none, char(castContext(c.Context)), char(castMethod(c.Method)),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

// firstCastID is where PostgreSQL's OIDs of casts begin.
const firstCastID types.OID = 10000

func castContext(c types.CastContext) byte {
	switch c {
	case types.Implicit:
		return 'i'
	case types.Assignment:
		return 'a'
	}
	return 'e'
}

func castMethod(m types.CastMethod) byte {
	switch m {
	case types.CastBinary:
		return 'b'
	case types.CastInOut:
		return 'i'
	}
	return 'f'
}

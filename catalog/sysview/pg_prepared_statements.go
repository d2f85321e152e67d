package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgPreparedStatements = &catalog.View{
	ID: 12095, Schema: "pg_catalog", Name: "pg_prepared_statements", Kind: 'v',
	Columns: columns("name:text statement:text prepare_time:timestamptz parameter_types:_regtype from_sql:bool " +
		"generic_plans:int8 custom_plans:int8"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, p := range src.PreparedStatements() {
			params := make([]datum.Datum, len(p.Params))
			for i, t := range p.Params {
				params[i] = datum.Datum{OID: types.Regtype, I: int64(t.OID), S: types.TypeName(t.OID)}
			}
			err := emit(datum.Row{
				text(p.Name), text(p.SQL), instant(p.At), array(types.Regtype, params),
				boolean(p.FromSQL), zero8, zero8,
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

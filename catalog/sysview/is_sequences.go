package sysview

import (
	"context"
	"strconv"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// isSequences leaves out the sequences of identity columns, as PostgreSQL does.
var isSequences = &catalog.View{
	ID: 13386, Schema: "information_schema", Name: "sequences", Kind: 'v',
	Columns: columns("sequence_catalog:name sequence_schema:name sequence_name:name data_type:varchar numeric_precision:int4 " +
		"numeric_precision_radix:int4 numeric_scale:int4 start_value:varchar minimum_value:varchar maximum_value:varchar " +
		"increment:varchar cycle_option:varchar(3)"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		number := func(n int64) datum.Datum { return varchar(strconv.FormatInt(n, 10)) }
		cat := src.Catalog()
		for _, q := range cat.Sequences(src.Instance()) {
			if q.Identity || !cat.HasPrivilege(src.Role(), catalog.ClassTable, q.ID, 0) {
				continue
			}
			typ := dataType(types.Of(q.Type))
			err := emit(datum.Row{
				name(instanceName(src)), name(q.Schema), name(q.Name), varchar(typ.name), typ.precision, typ.radix, typ.scale,
				number(q.Start), number(q.Min), number(q.Max), number(q.Increment), yesOrNo(q.Cycle),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

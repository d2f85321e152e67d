package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	columns := []ResultColumn{
		{"version", types.Of(types.Int4)}, {"written_at", types.Of(types.TimestampTZ)},
		{"value", types.Of(types.Variant)}, {"type", types.Of(types.Regtype)},
	}
	help := "versions of a cell, the newest first: a table, the values of its primary key, an attribute"
	register(
		rows("cell_versions(text, VARIADIC any) record", help, cellVersions, columns...).volatile().inSparrow(),
		rows("cell_versions(regclass, VARIADIC any) record", help, cellVersions, columns...).volatile().inSparrow(),
	)
}

// cellVersions is sparrow.cell_versions(table, key …, attribute).
func cellVersions(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
	if len(a) < 3 {
		return pgerr.New(pgerr.InvalidParameterValue, "sparrow.cell_versions needs a table, the values of its primary key and an attribute").
			WithHint("As in sparrow.cell_versions('t', 1, 'colour').")
	}
	if c.Cells == nil || c.Resolver == nil {
		return pgerr.Unsupported("sparrow.cell_versions here")
	}
	attribute := a[len(a)-1]
	if datum.KindOf(attribute.OID) != datum.KindString || attribute.OID == types.Bytea {
		return pgerr.New(pgerr.DatatypeMismatch, "the last argument of sparrow.cell_versions is the name of an attribute, not of type %s", types.TypeName(attribute.OID))
	}
	table := types.OID(a[0].I)
	if a[0].OID != types.Regclass {
		var err error
		if table, err = c.Resolver.ObjectOID(types.Regclass, a[0].S); err != nil {
			return err
		}
	}
	n := int64(0)
	return c.Cells.CellVersions(table, a[1:len(a)-1], attribute.S, func(v CellVersion) error {
		n++
		at := datum.Null
		if !v.At.IsZero() {
			at = types.NewInt(types.TimestampTZ, microsOf(v.At))
		}
		return emit(datum.Row{types.NewInt(types.Int4, n), at, v.Value, types.NewInt(types.Regtype, int64(v.Value.OID))})
	})
}

package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	o := scalar("try_cast(any, text) anyelement", "cast to the type that the constant second argument names; NULL instead of an error", tryCast).stable()
	o.Bind = func(args []types.T, consts []*datum.Datum) (types.T, error) {
		if consts[1] == nil || consts[1].IsNull() {
			return types.T{}, pgerr.New(pgerr.InvalidParameterValue, "the type argument of try_cast must be a constant").
				WithHint("Write the type's name as a literal: try_cast(x, 'bigint').")
		}
		t, err := types.ParseTypeName(consts[1].S)
		if err != nil {
			return t, err
		}
		if args[0].OID != types.Variant && args[0].OID != types.Unknown && !castable(args[0].OID, t.OID, types.Explicit) {
			return t, types.NoCast(args[0].OID, t.OID)
		}
		return t, nil
	}
	register(o)
	register(rows("session_cu() record", "read and write capacity units of the session so far", func(c *Context, _ []datum.Datum, emit func(datum.Row) error) error {
		var read, write int64
		if c.Session != nil {
			read, write = c.Session.SessionCU()
		}
		return emit(datum.Row{types.NewInt8(read), types.NewInt8(write)})
	}, ResultColumn{"read_cu", types.Of(types.Int8)}, ResultColumn{"write_cu", types.Of(types.Int8)}).volatile().inSparrow())
}

func tryCast(c *Context, a []datum.Datum) (datum.Datum, error) {
	t, err := types.ParseTypeName(a[1].S)
	if err != nil {
		return datum.Null, err
	}
	v, err := types.Cast(a[0], t, types.Explicit, c.Format)
	if err != nil {
		return datum.Null, nil
	}
	return v, nil
}

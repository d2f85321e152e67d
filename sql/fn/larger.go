package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// init registers the functions behind max and min.
func init() {
	for _, f := range []struct{ larger, smaller, arg string }{
		{"int2larger", "int2smaller", "int2"}, {"int4larger", "int4smaller", "int4"}, {"int8larger", "int8smaller", "int8"},
		{"float4larger", "float4smaller", "float4"}, {"float8larger", "float8smaller", "float8"}, {"oidlarger", "oidsmaller", "oid"},
		{"numeric_larger", "numeric_smaller", "numeric"}, {"text_larger", "text_smaller", "text"}, {"bpchar_larger", "bpchar_smaller", "bpchar"},
		{"date_larger", "date_smaller", "date"}, {"time_larger", "time_smaller", "time"}, {"timestamp_larger", "timestamp_smaller", "timestamp"},
		{"timestamptz_larger", "timestamptz_smaller", "timestamptz"}, {"interval_larger", "interval_smaller", "interval"},
		{"timetz_larger", "timetz_smaller", "timetz"}, {"array_larger", "array_smaller", "anyarray"},
		{"network_larger", "network_smaller", "inet"}, {"cashlarger", "cashsmaller", "money"}, {"pg_lsn_larger", "pg_lsn_smaller", "pg_lsn"},
	} {
		register(
			scalar(f.larger+"("+f.arg+", "+f.arg+") "+f.arg, "larger of two", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				if types.Compare(a[0], a[1]) > 0 {
					return a[0], nil
				}
				return a[1], nil
			}),
			scalar(f.smaller+"("+f.arg+", "+f.arg+") "+f.arg, "smaller of two", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				if types.Compare(a[0], a[1]) < 0 {
					return a[0], nil
				}
				return a[1], nil
			}),
		)
	}
}

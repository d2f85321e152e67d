package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// The distances between bounds that index operator classes use; they are
// functions like others.
func init() {
	per := func(unit float64) Impl {
		return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return types.NewFloat8((float64(a[0].I) - float64(a[1].I)) / unit), nil
		}
	}
	for _, f := range []struct {
		name, arg string
		fn        Impl
	}{
		{"int4range_subdiff", "int4", per(1)},
		{"int8range_subdiff", "int8", per(1)},
		{"daterange_subdiff", "date", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return types.NewFloat8(float64(a[0].I - a[1].I)), nil
		}},
		{"tsrange_subdiff", "timestamp", per(1e6)},
		{"tstzrange_subdiff", "timestamptz", per(1e6)},
		{"numrange_subdiff", "numeric", subtractNumerics},
	} {
		register(scalar(f.name+"("+f.arg+", "+f.arg+") float8", "float8 difference of two "+f.arg+" values", f.fn))
	}
}

func subtractNumerics(c *Context, a []datum.Datum) (datum.Datum, error) {
	d, err := subDecimal(a[0].Decimal(), a[1].Decimal())
	if err != nil {
		return datum.Null, err
	}
	return types.Cast(types.NewNumeric(d), types.Of(types.Float8), types.Explicit, c.Format)
}

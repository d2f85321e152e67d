package fn

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		rows("generate_series(int4, int4) int4", "series of integers", intSeries),
		rows("generate_series(int4, int4, int4) int4", "series of integers with a step", intSeries),
		rows("generate_series(int8, int8) int8", "series of integers", intSeries),
		rows("generate_series(int8, int8, int8) int8", "series of integers with a step", intSeries),
		rows("generate_series(numeric, numeric) numeric", "series of numbers", numericSeries),
		rows("generate_series(numeric, numeric, numeric) numeric", "series of numbers with a step", numericSeries),
		rows("generate_series(timestamp, timestamp, interval) timestamp", "series of timestamps", timeSeries(timestampInterval(1))),
		rows("generate_series(timestamptz, timestamptz, interval) timestamptz", "series of timestamps", timeSeries(instantInterval(1))).stable(),
		rows("unnest(anyarray) anyelement", "expand array to set of rows", unnest),
		rows("generate_subscripts(anyarray, int4) int4", "subscripts of an array dimension", subscripts),
		rows("generate_subscripts(anyarray, int4, bool) int4", "subscripts of an array dimension, reversed", subscripts),
	)
	expand := rows("_pg_expandarray(anyarray) record", "elements of an array with their numbers", expandArray)
	expand.Schema = "information_schema"
	expand.Columns = []ResultColumn{{"x", types.Of(types.AnyElement)}, {"n", types.Of(types.Int4)}}
	register(expand)
}

func zeroStep() error {
	return pgerr.New(pgerr.InvalidParameterValue, "step size cannot equal zero")
}

// every is how many rows pass between looks at the context: a series of
// billions can be cancelled.
const every = 4096

func cancelled(c *Context, n int) error {
	if n%every == 0 && c.Context != nil {
		return c.Err()
	}
	return nil
}

func intSeries(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
	t, from, to, step := a[0].OID, a[0].I, a[1].I, int64(1)
	if len(a) > 2 {
		step = a[2].I
	}
	if step == 0 {
		return zeroStep()
	}
	for n, x := 0, from; step > 0 && x <= to || step < 0 && x >= to; n++ {
		if err := cancelled(c, n); err != nil {
			return err
		}
		if err := emit(datum.Row{types.NewInt(t, x)}); err != nil {
			return err
		}
		next, ok := addInt(x, step)
		if !ok {
			break
		}
		x = next
	}
	return nil
}

func numericSeries(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
	step := decimalOne
	if len(a) > 2 {
		step = a[2].Decimal()
	}
	for i, what := range []string{"start", "stop", "step size"} {
		if i >= len(a) {
			break
		}
		switch a[i].Decimal().Form {
		case 0:
		case 1:
			return pgerr.New(pgerr.InvalidParameterValue, "%s value cannot be infinity", what)
		default:
			if what == "step size" {
				return pgerr.New(pgerr.InvalidParameterValue, "step size cannot be NaN")
			}
			return pgerr.New(pgerr.InvalidParameterValue, "%s value cannot be NaN", what)
		}
	}
	if step.IsZero() {
		return zeroStep()
	}
	x, to := a[0].Decimal(), a[1].Decimal()
	for n := 0; ; n++ {
		if cmp := x.Cmp(to); step.Negative && cmp < 0 || !step.Negative && cmp > 0 {
			return nil
		}
		if err := cancelled(c, n); err != nil {
			return err
		}
		if err := emit(datum.Row{types.NewNumeric(x)}); err != nil {
			return err
		}
		var err error
		if x, err = addDecimal(x, step); err != nil {
			return err
		}
	}
}

// timeSeries steps with add, an implementation of timestamp + interval.
func timeSeries(add Impl) func(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
	return func(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
		sign := types.Compare(a[2], types.NewInterval(types.IntervalValue{}))
		if sign == 0 {
			return zeroStep()
		}
		x := a[0]
		for n := 0; (x.I <= a[1].I) == (sign > 0) || x.I == a[1].I; n++ {
			if err := cancelled(c, n); err != nil {
				return err
			}
			if err := emit(datum.Row{x}); err != nil {
				return err
			}
			if x.I == math.MaxInt64 || x.I == math.MinInt64 {
				return nil
			}
			var err error
			if x, err = add(c, []datum.Datum{x, a[2]}); err != nil {
				return err
			}
		}
		return nil
	}
}

func unnest(_ *Context, a []datum.Datum, emit func(datum.Row) error) error {
	for _, e := range arrayOf(a[0]).Elems {
		if err := emit(datum.Row{e}); err != nil {
			return err
		}
	}
	return nil
}

func subscripts(_ *Context, a []datum.Datum, emit func(datum.Row) error) error {
	arr, dim := arrayOf(a[0]), a[1].I
	if dim < 1 || dim > int64(len(arr.Dims)) {
		return nil
	}
	d := arr.Dims[dim-1]
	for i := range d.Len {
		n := d.Lower + i
		if len(a) > 2 && a[2].Bool() {
			n = d.Lower + d.Len - 1 - i
		}
		if err := emit(datum.Row{types.NewInt4(n)}); err != nil {
			return err
		}
	}
	return nil
}

func expandArray(_ *Context, a []datum.Datum, emit func(datum.Row) error) error {
	for i, e := range arrayOf(a[0]).Elems {
		if err := emit(datum.Row{e, types.NewInt4(int32(i + 1))}); err != nil {
			return err
		}
	}
	return nil
}

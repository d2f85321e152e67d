package fn

import (
	"math"
	"sort"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		scalar("width_bucket(float8, float8, float8, int4) int4", "bucket number of a value in an equi-width histogram", widthBucket),
		scalar("width_bucket(numeric, numeric, numeric, int4) int4", "bucket number of a value in an equi-width histogram", widthBucketNumeric),
		scalar("width_bucket(anycompatible, anycompatiblearray) int4", "bucket number of a value among lower bounds, which have to be sorted", widthBucketArray),
	)
}

func bucketError(what string) error {
	return pgerr.New("2201G", "%s", what)
}

func widthBucket(_ *Context, a []datum.Datum) (datum.Datum, error) {
	x, lo, hi, n := a[0].Float(), a[1].Float(), a[2].Float(), a[3].I
	switch {
	case n <= 0:
		return datum.Null, bucketError("count must be greater than zero")
	case math.IsNaN(x) || math.IsNaN(lo) || math.IsNaN(hi):
		return datum.Null, bucketError("operand, lower bound, and upper bound cannot be NaN")
	case math.IsInf(lo, 0) || math.IsInf(hi, 0):
		return datum.Null, bucketError("lower and upper bounds must be finite")
	case lo == hi:
		return datum.Null, bucketError("lower bound cannot equal upper bound")
	}
	if lo > hi {
		x, lo, hi = -x, -lo, -hi
	}
	b := int64(math.Floor((x-lo)/(hi-lo)*float64(n))) + 1
	switch {
	case x < lo:
		b = 0
	case x >= hi:
		b = n + 1
	}
	if b > math.MaxInt32 {
		return datum.Null, types.OutOfRange(types.Int4)
	}
	return types.NewInt4(int32(b)), nil
}

func widthBucketNumeric(_ *Context, a []datum.Datum) (datum.Datum, error) {
	x, lo, hi, n := a[0].Decimal(), a[1].Decimal(), a[2].Decimal(), a[3].I
	switch {
	case n <= 0:
		return datum.Null, bucketError("count must be greater than zero")
	case isNaN(x) || isNaN(lo) || isNaN(hi):
		return datum.Null, bucketError("operand, lower bound, and upper bound cannot be NaN")
	case lo.Form != 0 || hi.Form != 0:
		return datum.Null, bucketError("lower and upper bounds must be finite")
	case lo.Cmp(hi) == 0:
		return datum.Null, bucketError("lower bound cannot equal upper bound")
	}
	order := lo.Cmp(hi) // -1: ascending
	if x.Cmp(lo)*order > 0 {
		return types.NewInt4(0), nil
	}
	if x.Cmp(hi)*order <= 0 {
		if n == math.MaxInt32 {
			return datum.Null, types.OutOfRange(types.Int4)
		}
		return types.NewInt4(int32(n + 1)), nil
	}
	top, err := subDecimal(x, lo)
	if err != nil {
		return datum.Null, err
	}
	span, err := subDecimal(hi, lo)
	if err != nil {
		return datum.Null, err
	}
	if top, err = mulDecimal(top, decimalOf(n)); err != nil {
		return datum.Null, err
	}
	// The quotient is rounded, so that it may reach n.
	q, err := divDecimal(top, span)
	if err != nil {
		return datum.Null, err
	}
	b, err := quotient(q, decimalOf(1), 0, false).Int64()
	if err != nil || b >= math.MaxInt32 {
		return datum.Null, types.OutOfRange(types.Int4)
	}
	return types.NewInt4(int32(b + 1)), nil
}

func widthBucketArray(_ *Context, a []datum.Datum) (datum.Datum, error) {
	bounds := arrayOf(a[1])
	if len(bounds.Dims) > 1 {
		return datum.Null, pgerr.New(pgerr.ArraySubscriptError, "thresholds must be one-dimensional array")
	}
	for _, e := range bounds.Elems {
		if e.IsNull() {
			return datum.Null, pgerr.New(pgerr.NullValueNotAllowed, "thresholds array must not contain NULLs")
		}
	}
	return newInt4(sort.Search(len(bounds.Elems), func(i int) bool { return types.Compare(a[0], bounds.Elems[i]) < 0 }))
}

package types

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// Bounds of arrays (PostgreSQL's MAXDIM and MaxArraySize).
const (
	arrayDimsMax  = 6
	arrayItemsMax = 134217727
)

// NewArray makes a one-dimensional array with elements of type elem.
func NewArray(elem OID, elems []Value) Value {
	a := &Array{Elem: elem, Elems: elems}
	if len(elems) > 0 {
		a.Dims = []Dim{{Len: int32(len(elems)), Lower: 1}}
	}
	return Value{OID: ArrayOf(elem), X: a}
}

// Array returns the value of an array, int2vector or oidvector. The caller
// must not change it.
func (v Value) Array() *Array { return v.X.(*Array) }

// Record returns the value of a record. The caller must not change it.
func (v Value) Record() *RecordValue { return v.X.(*RecordValue) }

func tooManyDims(n int) error {
	return pgerr.New(pgerr.ProgramLimitExceeded,
		"number of array dimensions (%d) exceeds the maximum allowed (%d)", n, arrayDimsMax)
}

// countItems multiplies the lengths of dimensions and checks that every
// subscript fits an int4 (ArrayGetNItems, ArrayCheckBounds).
func countItems(dims []Dim) (int, error) {
	if len(dims) == 0 {
		return 0, nil
	}
	n := int64(1)
	for _, d := range dims {
		if n *= int64(d.Len); d.Len < 0 || n > arrayItemsMax {
			return 0, pgerr.New(pgerr.ProgramLimitExceeded,
				"array size exceeds the maximum allowed (%d)", arrayItemsMax)
		}
	}
	for _, d := range dims {
		if int64(d.Lower)+int64(d.Len) > math.MaxInt32 {
			return 0, pgerr.New(pgerr.ProgramLimitExceeded, "array lower bound is too large: %d", d.Lower)
		}
	}
	return int(n), nil
}

// countGrown adds to a sum the digits of a numeric beyond what its input, of
// size bytes, can have held, and checks the sum.
func countGrown(sum *int64, v Value, size int) error {
	if r, ok := v.X.(*RangeValue); ok {
		for _, b := range []RangeBound{r.Lower, r.Upper} {
			if err := countGrown(sum, b.Value, size); err != nil {
				return err
			}
		}
	}
	if v.OID != Numeric {
		return nil
	}
	if *sum += max(v.Decimal().NumDigits()-2*int64(size), 0); *sum > grownDigitsMax {
		return pgerr.New(pgerr.ProgramLimitExceeded, "the elements of the array have too many digits").
			WithDetail("Written without exponents they take more than %d further digits.", grownDigitsMax)
	}
	return nil
}

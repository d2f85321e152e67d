package types

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// NewRange makes a range of type oid of its bounds, in canonical form. Errors
// are 22000 for a lower bound above the upper one, and 22003 or 22008 if the
// canonical form is out of the subtype's range.
func NewRange(oid OID, lower, upper RangeBound) (Value, error) {
	r, err := makeRange(lower, upper)
	return Value{OID: oid, X: r}, err
}

// makeRange is PostgreSQL's make_range.
func makeRange(lower, upper RangeBound) (*RangeValue, error) {
	lower.Inclusive = lower.Inclusive && !lower.Infinite()
	upper.Inclusive = upper.Inclusive && !upper.Infinite()
	c := compareRangeEnds(lowerEnd(lower), upperEnd(upper))
	switch {
	case c > 0:
		return nil, pgerr.New(pgerr.DataException, "range lower bound must be less than or equal to range upper bound")
	case c == 0 && !(lower.Inclusive && upper.Inclusive):
		return &RangeValue{Empty: true}, nil
	}
	if !lower.Infinite() && !lower.Inclusive && hasSuccessor(lower.Value) {
		next, err := successor(lower.Value)
		if err != nil {
			return nil, err
		}
		lower = RangeBound{Value: next, Inclusive: true}
	}
	if !upper.Infinite() && upper.Inclusive && hasSuccessor(upper.Value) {
		next, err := successor(upper.Value)
		if err != nil {
			return nil, err
		}
		upper = RangeBound{Value: next}
	}
	if compareRangeEnds(lowerEnd(lower), upperEnd(upper)) == 0 && !(lower.Inclusive && upper.Inclusive) {
		return &RangeValue{Empty: true}, nil
	}
	return &RangeValue{Lower: lower, Upper: upper}, nil
}

// hasSuccessor reports whether a bound moves to its canonical place: infinite
// dates stay.
func hasSuccessor(v Value) bool {
	return discrete(v.OID) && (v.OID != Date || v.I != math.MaxInt32 && v.I != math.MinInt32)
}

// successor is the next value of a discrete type.
func successor(v Value) (Value, error) {
	switch {
	case v.OID == Int4 && v.I == math.MaxInt32:
		return Null, pgerr.New(pgerr.NumericValueOutOfRange, "integer out of range")
	case v.OID == Int8 && v.I == math.MaxInt64:
		return Null, pgerr.New(pgerr.NumericValueOutOfRange, "bigint out of range")
	case v.OID == Date && v.I >= dateEnd-1:
		return Null, pgerr.New(pgerr.DatetimeFieldOverflow, "date out of range")
	}
	v.I++
	return v, nil
}

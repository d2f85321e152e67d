package fn

import (
	"math"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// InRange makes RANGE n PRECEDING and FOLLOWING for one type of ORDER BY and one
// type of offset (PostgreSQL's btree support function 3).
type InRange struct {
	Key, Offset types.OID
	// Within reports whether value <= base ± offset (less), or value >= base ± offset.
	// Neither is NULL. A negative offset is 22013.
	Within func(c *Context, value, base, offset datum.Datum, minus, less bool) (bool, error)
}

// InRanges are those for a type of ORDER BY, in PostgreSQL's order.
func InRanges(key types.OID) []InRange {
	var out []InRange
	for _, r := range inRanges {
		if r.Key == key {
			out = append(out, r)
		}
	}
	return out
}

var inRanges = []InRange{
	{types.Int8, types.Int8, intWithin},
	{types.Int2, types.Int8, intWithin}, {types.Int2, types.Int2, intWithin}, {types.Int2, types.Int4, intWithin},
	{types.Int4, types.Int8, intWithin}, {types.Int4, types.Int2, intWithin}, {types.Int4, types.Int4, intWithin},
	{types.Float4, types.Float8, floatWithin}, {types.Float8, types.Float8, floatWithin},
	{types.Numeric, types.Numeric, numericWithin},
	{types.Date, types.Interval, calendarWithin(dateInterval)},
	{types.Timestamp, types.Interval, calendarWithin(timestampInterval)},
	{types.TimestampTZ, types.Interval, calendarWithin(instantInterval)},
	{types.Time, types.Interval, timeWithin}, {types.TimeTZ, types.Interval, timeWithin},
	{types.Interval, types.Interval, intervalWithin},
}

func badFrameOffset() error {
	return pgerr.New(pgerr.InvalidFrameOffset, "invalid preceding or following size in window function")
}

func within(value, sum datum.Datum, less bool) bool {
	c := types.Compare(value, sum)
	if less {
		return c <= 0
	}
	return c >= 0
}

func intWithin(_ *Context, value, base, offset datum.Datum, minus, less bool) (bool, error) {
	if offset.I < 0 {
		return false, badFrameOffset()
	}
	sum, ok := addInt(base.I, offset.I)
	if minus {
		sum, ok = subInt(base.I, offset.I)
	}
	switch {
	case !ok:
		return minus != less, nil
	case less:
		return value.I <= sum, nil
	}
	return value.I >= sum, nil
}

func floatWithin(_ *Context, value, base, offset datum.Datum, minus, less bool) (bool, error) {
	v, b, o := value.Float(), base.Float(), offset.Float()
	switch {
	case !(o >= 0):
		return false, badFrameOffset()
	case math.IsNaN(v):
		return math.IsNaN(b) || !less, nil
	case math.IsNaN(b):
		return less, nil
	}
	sum := b + o
	if minus {
		sum = b - o
	}
	switch {
	case math.IsNaN(sum):
		return true, nil
	case less:
		return v <= sum, nil
	}
	return v >= sum, nil
}

func numericWithin(_ *Context, value, base, offset datum.Datum, minus, less bool) (bool, error) {
	v, b, o := value.Decimal(), base.Decimal(), offset.Decimal()
	switch {
	case isNaN(o) || o.Negative && !o.IsZero() || o.Form == apd.Infinite && o.Negative:
		return false, badFrameOffset()
	case isNaN(v):
		return isNaN(b) || !less, nil
	case isNaN(b):
		return less, nil
	}
	op := addDecimal
	if minus {
		op = subDecimal
	}
	sum, err := op(b, o)
	if err != nil || isNaN(sum) {
		return true, err
	}
	return within(value, types.NewNumeric(sum), less), nil
}

func negativeInterval(offset datum.Datum) bool {
	return types.Compare(offset, types.NewInterval(types.IntervalValue{})) < 0
}

// calendarWithin is for dates and times of a calendar.
func calendarWithin(add func(sign int) Impl) func(c *Context, value, base, offset datum.Datum, minus, less bool) (bool, error) {
	plus, sub := add(1), add(-1)
	return func(c *Context, value, base, offset datum.Datum, minus, less bool) (bool, error) {
		if negativeInterval(offset) {
			return false, badFrameOffset()
		}
		op := plus
		if minus {
			op = sub
		}
		sum, err := op(c, []datum.Datum{base, offset})
		if err != nil {
			return false, err
		}
		return within(value, sum, less), nil
	}
}

// timeWithin takes of the offset only its time, without wrapping around midnight.
func timeWithin(_ *Context, value, base, offset datum.Datum, minus, less bool) (bool, error) {
	us := offset.Interval().Micros
	if us < 0 {
		return false, badFrameOffset()
	}
	if minus {
		us = -us
	}
	base.I += us
	return within(value, base, less), nil
}

func intervalWithin(_ *Context, value, base, offset datum.Datum, minus, less bool) (bool, error) {
	if negativeInterval(offset) {
		return false, badFrameOffset()
	}
	o := offset.Interval()
	if minus {
		o = signed(o, -1)
	}
	sum, err := addIntervals(base.Interval(), o)
	if err != nil {
		return false, err
	}
	return within(value, types.NewInterval(sum), less), nil
}

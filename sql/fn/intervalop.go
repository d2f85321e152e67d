package fn

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		operator("+", "interval, interval -> interval", "add", interval2(addIntervals)),
		operator("-", "interval, interval -> interval", "subtract", interval2(func(x, y types.IntervalValue) (types.IntervalValue, error) {
			return addIntervals(x, signed(y, -1))
		})),
		operator("-", "interval -> interval", "negate", interval1(func(x types.IntervalValue) (types.IntervalValue, error) {
			return signed(x, -1), nil
		})),
		operator("*", "interval, float8 -> interval", "multiply", scaleInterval(scaleBy)),
		operator("*", "float8, interval -> interval", "multiply", swapped(scaleInterval(scaleBy))),
		operator("/", "interval, float8 -> interval", "divide", scaleInterval(divideInterval)),
		scalar("justify_hours(interval) interval", "promote groups of 24 hours to days", interval1(justifyHours)),
		scalar("justify_days(interval) interval", "promote groups of 30 days to months", interval1(justifyDays)),
		scalar("justify_interval(interval) interval", "promote groups of 24 hours to days and groups of 30 days to months", interval1(justifyInterval)),
		scalar("make_interval(years int4 =0, months int4 =0, weeks int4 =0, days int4 =0, hours int4 =0, mins int4 =0, secs float8 =0) interval",
			"construct interval", makeInterval),
	)
}

func interval1(f func(x types.IntervalValue) (types.IntervalValue, error)) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		return newInterval(f(a[0].Interval()))
	}
}

func interval2(f func(x, y types.IntervalValue) (types.IntervalValue, error)) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		return newInterval(f(a[0].Interval(), a[1].Interval()))
	}
}

func newInterval(iv types.IntervalValue, err error) (datum.Datum, error) {
	if err != nil {
		return datum.Null, err
	}
	return types.NewInterval(iv), nil
}

func addIntervals(x, y types.IntervalValue) (types.IntervalValue, error) {
	months, days := int64(x.Months)+int64(y.Months), int64(x.Days)+int64(y.Days)
	us, ok := addInt(x.Micros, y.Micros)
	return intervalOf(months, days, us, ok)
}

func intervalOf(months, days, us int64, ok bool) (types.IntervalValue, error) {
	if !ok || months != int64(int32(months)) || days != int64(int32(days)) {
		return types.IntervalValue{}, intervalRange()
	}
	return types.IntervalValue{Months: int32(months), Days: int32(days), Micros: us}, nil
}

func scaleInterval(f func(x types.IntervalValue, factor float64) (types.IntervalValue, error)) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		return newInterval(f(a[0].Interval(), a[1].Float()))
	}
}

func divideInterval(x types.IntervalValue, d float64) (types.IntervalValue, error) {
	if d == 0 {
		return x, divisionByZero()
	}
	return scaled3(float64(x.Months)/d, float64(x.Days)/d, float64(x.Micros)/d)
}

func scaleBy(x types.IntervalValue, factor float64) (types.IntervalValue, error) {
	return scaled3(float64(x.Months)*factor, float64(x.Days)*factor, float64(x.Micros)*factor)
}

// scaled3 rounds scaled fields to an interval: what is left of months becomes
// days of which there are 30, what is left of days becomes time (interval_mul).
func scaled3(months, days, us float64) (types.IntervalValue, error) {
	var zero types.IntervalValue
	if !(math.Abs(months) <= math.MaxInt32) || !(math.Abs(days) <= math.MaxInt32) {
		return zero, intervalRange()
	}
	m, d := int64(months), int64(days)
	restDays := roundMicro((months - float64(m)) * 30)
	restSecs := roundMicro((days - float64(d) + restDays - math.Trunc(restDays)) * 86400)
	if math.Abs(restSecs) >= 86400 {
		whole := math.Trunc(restSecs / 86400)
		d += int64(whole)
		restSecs -= whole * 86400
	}
	d += int64(restDays)
	total := math.RoundToEven(us + restSecs*1e6)
	if !(math.Abs(total) < 1<<63) {
		return zero, intervalRange()
	}
	return intervalOf(m, d, int64(total), true)
}

func roundMicro(x float64) float64 { return math.RoundToEven(x*1e6) / 1e6 }

func justifyHours(x types.IntervalValue) (types.IntervalValue, error) {
	days, us := int64(x.Days)+x.Micros/usecPerDay, x.Micros%usecPerDay
	switch {
	case days > 0 && us < 0:
		days, us = days-1, us+usecPerDay
	case days < 0 && us > 0:
		days, us = days+1, us-usecPerDay
	}
	return intervalOf(int64(x.Months), days, us, true)
}

func justifyDays(x types.IntervalValue) (types.IntervalValue, error) {
	months, days := int64(x.Months)+int64(x.Days/30), int64(x.Days%30)
	switch {
	case months > 0 && days < 0:
		months, days = months-1, days+30
	case months < 0 && days > 0:
		months, days = months+1, days-30
	}
	return intervalOf(months, days, x.Micros, true)
}

func justifyInterval(x types.IntervalValue) (types.IntervalValue, error) {
	months, days, us := int64(x.Months), int64(x.Days), x.Micros
	days += us / usecPerDay
	us %= usecPerDay
	months += days / 30
	days %= 30
	switch {
	case months > 0 && (days < 0 || days == 0 && us < 0):
		months, days = months-1, days+30
	case months < 0 && (days > 0 || days == 0 && us > 0):
		months, days = months+1, days-30
	}
	switch {
	case days > 0 && us < 0:
		days, us = days-1, us+usecPerDay
	case days < 0 && us > 0:
		days, us = days+1, us-usecPerDay
	}
	return intervalOf(months, days, us, true)
}

func makeInterval(_ *Context, a []datum.Datum) (datum.Datum, error) {
	n := func(i int) int64 { return a[i].I }
	secs := a[6].Float()
	if math.IsInf(secs, 0) || math.IsNaN(secs) || math.Abs(secs) > 9e12 {
		return datum.Null, intervalRange()
	}
	us := n(4)*usecPerHour + n(5)*usecPerMin + int64(math.RoundToEven(secs*1e6))
	return newInterval(intervalOf(n(0)*12+n(1), n(2)*7+n(3), us, true))
}

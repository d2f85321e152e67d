package fn

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		operator("+", "date, int4 -> date", "add days", addDays(1)),
		operator("+", "int4, date -> date", "add days", swapped(addDays(1))),
		operator("-", "date, int4 -> date", "subtract days", addDays(-1)),
		operator("-", "date, date -> int4", "days between", subDates),
		operator("+", "date, interval -> timestamp", "add", dateInterval(1)),
		operator("+", "interval, date -> timestamp", "add", swapped(dateInterval(1))),
		operator("-", "date, interval -> timestamp", "subtract", dateInterval(-1)),
		operator("+", "date, time -> timestamp", "convert date and time to timestamp", dateTime),
		operator("+", "time, date -> timestamp", "convert time and date to timestamp", swapped(dateTime)),
		operator("+", "timestamp, interval -> timestamp", "add", timestampInterval(1)),
		operator("+", "interval, timestamp -> timestamp", "add", swapped(timestampInterval(1))),
		operator("-", "timestamp, interval -> timestamp", "subtract", timestampInterval(-1)),
		operator("+", "timestamptz, interval -> timestamptz", "add", instantInterval(1)).stable(),
		operator("+", "interval, timestamptz -> timestamptz", "add", swapped(instantInterval(1))).stable(),
		operator("-", "timestamptz, interval -> timestamptz", "subtract", instantInterval(-1)).stable(),
		operator("-", "timestamp, timestamp -> interval", "subtract", subTimestamps),
		operator("-", "timestamptz, timestamptz -> interval", "subtract", subTimestamps),
		operator("-", "time, time -> interval", "subtract", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return types.NewInterval(types.IntervalValue{Micros: a[0].I - a[1].I}), nil
		}),
		operator("+", "time, interval -> time", "add, wrapping at midnight", timeInterval(1)),
		operator("+", "interval, time -> time", "add, wrapping at midnight", swapped(timeInterval(1))),
		operator("-", "time, interval -> time", "subtract, wrapping at midnight", timeInterval(-1)),
	)
}

// swapped turns the operands of a commutative operator round.
func swapped(f Impl) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		return f(c, []datum.Datum{a[1], a[0]})
	}
}

func newDate(days int64) (datum.Datum, error) {
	if days < minDate || days >= endDate {
		return datum.Null, dateRange()
	}
	return types.NewInt(types.Date, days), nil
}

func addDays(sign int64) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		if infinite(a[0]) {
			return a[0], nil
		}
		return newDate(a[0].I + sign*a[1].I)
	}
}

func subDates(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if infinite(a[0]) || infinite(a[1]) {
		return datum.Null, pgerr.New(pgerr.DatetimeFieldOverflow, "cannot subtract infinite dates")
	}
	return types.NewInt4(int32(a[0].I - a[1].I)), nil
}

// midnight is the timestamp at which a date begins.
func midnight(v datum.Datum) (int64, error) {
	switch v.I {
	case math.MaxInt32:
		return math.MaxInt64, nil
	case math.MinInt32:
		return math.MinInt64, nil
	}
	if v.I >= endTimestamp/usecPerDay {
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "date out of range for timestamp")
	}
	return v.I * usecPerDay, nil
}

func dateTime(_ *Context, a []datum.Datum) (datum.Datum, error) {
	ts, err := midnight(a[0])
	if err == nil && !infinite(a[0]) {
		ts, err = checkTimestamp(ts + a[1].I)
	}
	return newTimestamp(types.Timestamp, ts, err)
}

func newTimestamp(t types.OID, ts int64, err error) (datum.Datum, error) {
	if err != nil {
		return datum.Null, err
	}
	return types.NewInt(t, ts), nil
}

func dateInterval(sign int) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		ts, err := midnight(a[0])
		if err == nil {
			ts, err = addInterval(ts, signed(a[1].Interval(), sign))
		}
		return newTimestamp(types.Timestamp, ts, err)
	}
}

func timestampInterval(sign int) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		ts, err := addInterval(a[0].I, signed(a[1].Interval(), sign))
		return newTimestamp(types.Timestamp, ts, err)
	}
}

func signed(iv types.IntervalValue, sign int) types.IntervalValue {
	if sign < 0 {
		return types.IntervalValue{Months: -iv.Months, Days: -iv.Days, Micros: -iv.Micros}
	}
	return iv
}

// addInterval adds months (keeping the day inside the month), days and time.
func addInterval(ts int64, iv types.IntervalValue) (int64, error) {
	if ts == math.MaxInt64 || ts == math.MinInt64 {
		return ts, nil
	}
	ts, err := addCalendar(ts, iv)
	if err != nil {
		return 0, err
	}
	sum, ok := addInt(ts, iv.Micros)
	if !ok {
		return 0, timestampRange()
	}
	return checkTimestamp(sum)
}

// addCalendar adds the months and days of an interval.
func addCalendar(ts int64, iv types.IntervalValue) (int64, error) {
	if iv.Months != 0 {
		c := civilOf(ts)
		m := int64(c.year)*12 + int64(c.month-1) + int64(iv.Months)
		y, r := floorDiv(m, 12)
		if y < -5000 || y > 300000 {
			return 0, timestampRange()
		}
		c.year, c.month = int(y), int(r)+1
		c.day = min(c.day, daysIn(c.year, c.month))
		var err error
		if ts, err = c.timestamp(); err != nil {
			return 0, err
		}
	}
	if iv.Days != 0 {
		days, us := floorDiv(ts, usecPerDay)
		days += int64(iv.Days)
		if days < minDate-1 || days > endTimestamp/usecPerDay {
			return 0, timestampRange()
		}
		return checkTimestamp(days*usecPerDay + us)
	}
	return ts, nil
}

// instantInterval adds months and days in local time, so that a day may have
// 23 or 25 hours, and the rest on the time line.
func instantInterval(sign int) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		if infinite(a[0]) {
			return a[0], nil
		}
		iv := signed(a[1].Interval(), sign)
		ts := a[0].I
		if iv.Months != 0 || iv.Days != 0 {
			local, err := toLocal(c, a[0])
			if err == nil {
				local, err = addCalendar(local, iv)
			}
			if err == nil {
				ts, err = toInstant(c, local)
			}
			if err != nil {
				return datum.Null, err
			}
		}
		sum, ok := addInt(ts, iv.Micros)
		if !ok {
			return datum.Null, timestampRange()
		}
		sum, err := checkTimestamp(sum)
		return newTimestamp(types.TimestampTZ, sum, err)
	}
}

// subTimestamps gives days and time, whole days as days.
func subTimestamps(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if infinite(a[0]) || infinite(a[1]) {
		return datum.Null, pgerr.New(pgerr.DatetimeFieldOverflow, "cannot subtract infinite timestamps")
	}
	d, ok := subInt(a[0].I, a[1].I)
	if !ok {
		return datum.Null, intervalRange()
	}
	return types.NewInterval(types.IntervalValue{Days: int32(d / usecPerDay), Micros: d % usecPerDay}), nil
}

func timeInterval(sign int64) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		_, us := floorDiv(a[0].I+sign*(a[1].Interval().Micros%usecPerDay), usecPerDay)
		return types.NewInt(types.Time, us), nil
	}
}

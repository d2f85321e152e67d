package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// timeTZParts gives the time of day and the seconds east of Greenwich.
func timeTZParts(v datum.Datum) (us, zone int64) {
	return v.I, -int64(v.X.(int32))
}

func init() {
	add, sub := timeTZInterval(1), timeTZInterval(-1)
	register(
		operator("+", "timetz, interval -> timetz", "add, wrapping at midnight", add),
		operator("+", "interval, timetz -> timetz", "add, wrapping at midnight", swapped(add)),
		operator("-", "timetz, interval -> timetz", "subtract, wrapping at midnight", sub),
		operator("+", "date, timetz -> timestamptz", "convert date and time with time zone to timestamp with time zone", dateTimeTZ),
		operator("+", "timetz, date -> timestamptz", "convert time with time zone and date to timestamp with time zone", swapped(dateTimeTZ)),
		scalar("timestamptz(date, timetz) timestamptz", "convert date and time with time zone to timestamp with time zone", dateTimeTZ),
		scalar("timezone(text, timetz) timetz", "adjust time with time zone to new zone", timeTZInZone).stable(),
		scalar("timezone(interval, timetz) timetz", "adjust time with time zone to new zone", timeTZInZone),
		scalar("overlaps(timetz, timetz, timetz, timetz) bool", "do the two time spans overlap?", overlaps(add)).withNulls(),
		scalar("timetz_cmp(timetz, timetz) int4", "less-equal-greater", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newInt4(types.Compare(a[0], a[1]))
		}),
	)
}

func timeTZInterval(sign int64) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		us, zone := timeTZParts(a[0])
		_, us = floorDiv(us+sign*(a[1].Interval().Micros%usecPerDay), usecPerDay)
		return types.NewTimeTZ(us, int(zone)), nil
	}
}

func dateTimeTZ(_ *Context, a []datum.Datum) (datum.Datum, error) {
	ts, err := midnight(a[0])
	if err == nil && !infinite(a[0]) {
		us, zone := timeTZParts(a[1])
		ts, err = checkTimestamp(ts + us - zone*usecPerSec)
	}
	return newTimestamp(types.TimestampTZ, ts, err)
}

// timeTZInZone shows a time of day in another zone, with the offset that a zone
// with a name has now.
func timeTZInZone(c *Context, a []datum.Datum) (datum.Datum, error) {
	us, zone := timeTZParts(a[1])
	var to int64
	if a[0].OID == types.Interval {
		iv := a[0].Interval()
		if iv.Months != 0 || iv.Days != 0 {
			return datum.Null, zoneWithDays(a[0], c.Format)
		}
		to = iv.Micros / usecPerSec
	} else {
		loc, err := zoneNamed(a[0].S)
		if err != nil {
			return datum.Null, err
		}
		offset, _ := types.ZoneAt(loc, microsOf(c.TxnTime))
		to = int64(offset)
	}
	_, us = floorDiv(us+(to-zone)*usecPerSec, usecPerDay)
	return types.NewTimeTZ(us, int(to)), nil
}

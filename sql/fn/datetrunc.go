package fn

import (
	"math"
	"time"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		scalar("date_trunc(text, timestamp) timestamp", "truncate to a unit", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			if infinite(a[1]) {
				return a[1], nil
			}
			ts, err := truncLocal(a[0].S, a[1].I, types.Timestamp)
			return newTimestamp(types.Timestamp, ts, err)
		}),
		scalar("date_trunc(text, timestamptz) timestamptz", "truncate to a unit, in the session's time zone", truncInstant).stable(),
		scalar("date_trunc(text, timestamptz, text) timestamptz", "truncate to a unit, in a time zone", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			if infinite(a[1]) {
				return a[1], nil
			}
			loc, err := zoneNamed(a[2].S)
			if err != nil {
				return datum.Null, err
			}
			return truncInstant(inZone(c, loc), a[:2])
		}).stable(),
		scalar("date_trunc(text, interval) interval", "truncate to a unit", truncInterval),
		scalar("date_bin(interval, timestamp, timestamp) timestamp", "the start of the bin that a timestamp lies in", dateBin),
		scalar("date_bin(interval, timestamptz, timestamptz) timestamptz", "the start of the bin that a timestamp lies in", dateBin),
	)
}

// inZone is c with another time zone.
func inZone(c *Context, loc *time.Location) *Context {
	f := *c.Format
	f.TimeZone = loc
	z := *c
	z.Format = &f
	return &z
}

// zoneNamed finds a time zone by its name, abbreviation or offset (22023).
func zoneNamed(name string) (*time.Location, error) {
	return types.LookupTimeZone(name)
}

// badTruncUnit is the error for a unit that date_trunc doesn't take. Those that
// only extract knows are unknown to it.
func badTruncUnit(name string, t types.OID) error {
	switch timeUnit(name) {
	case "dow", "doy", "isodow", "isoyear", "julian", "epoch":
		return unitUnknown(name, t)
	}
	return badUnit(name, t)
}

func truncInstant(c *Context, a []datum.Datum) (datum.Datum, error) {
	if infinite(a[1]) {
		return a[1], nil
	}
	local, err := toLocal(c, a[1])
	if err != nil {
		return datum.Null, err
	}
	unit := timeUnit(a[0].S)
	t, err := truncLocal(a[0].S, local, types.TimestampTZ)
	if err != nil {
		return datum.Null, err
	}
	switch unit {
	case "microseconds", "milliseconds", "second", "minute", "hour":
		// Below a day the offset is kept, so that an hour repeated at the end
		// of summer time keeps its side.
		return types.NewInt(types.TimestampTZ, a[1].I-(local-t)), nil
	}
	ts, err := toInstant(c, t)
	return newTimestamp(types.TimestampTZ, ts, err)
}

// truncLocal truncates a local time.
func truncLocal(name string, ts int64, t types.OID) (int64, error) {
	c := civilOf(ts)
	switch timeUnit(name) {
	case "microseconds":
		return ts, nil
	case "milliseconds":
		_, r := floorDiv(ts, 1000)
		return ts - r, nil
	case "second":
		_, r := floorDiv(ts, usecPerSec)
		return ts - r, nil
	case "minute":
		_, r := floorDiv(ts, usecPerMin)
		return ts - r, nil
	case "hour":
		_, r := floorDiv(ts, usecPerHour)
		return ts - r, nil
	case "day":
	case "week":
		jd := c.julian()
		c.year, c.month, c.day = dateFromJulian(jd - jd%7)
	case "month":
		c.day = 1
	case "quarter":
		c.month, c.day = (c.month-1)/3*3+1, 1
	case "year":
		c.month, c.day = 1, 1
	case "decade":
		c.year, c.month, c.day = decadeOf(c.year)*10, 1, 1
	case "century":
		if c.year > 0 {
			c.year = centuryOf(c.year)*100 - 99
		} else {
			c.year = centuryOf(c.year)*100 + 1
		}
		c.month, c.day = 1, 1
	case "millennium":
		if c.year > 0 {
			c.year = millenniumOf(c.year)*1000 - 999
		} else {
			c.year = millenniumOf(c.year)*1000 + 1
		}
		c.month, c.day = 1, 1
	default:
		return 0, badTruncUnit(name, t)
	}
	c.setTime(0)
	return c.timestamp()
}

func truncInterval(_ *Context, a []datum.Datum) (datum.Datum, error) {
	iv := a[1].Interval()
	months := func(n int32) (datum.Datum, error) {
		return types.NewInterval(types.IntervalValue{Months: iv.Months / n * n}), nil
	}
	micros := func(n int64) (datum.Datum, error) {
		iv.Micros = iv.Micros / n * n
		return types.NewInterval(iv), nil
	}
	switch unit := timeUnit(a[0].S); unit {
	case "millennium":
		return months(12000)
	case "century":
		return months(1200)
	case "decade":
		return months(120)
	case "year":
		return months(12)
	case "quarter":
		return months(3)
	case "month":
		return months(1)
	case "day":
		iv.Micros = 0
		return types.NewInterval(iv), nil
	case "hour":
		return micros(usecPerHour)
	case "minute":
		return micros(usecPerMin)
	case "second":
		return micros(usecPerSec)
	case "milliseconds":
		return micros(1000)
	case "microseconds":
		return micros(1)
	case "week":
		return datum.Null, pgerr.New(pgerr.FeatureNotSupported, "unit \"%s\" not supported for type %s", lower(a[0].S), types.TypeName(types.Interval)).
			WithDetail("Months usually have fractional weeks.")
	}
	return datum.Null, badTruncUnit(a[0].S, types.Interval)
}

func dateBin(_ *Context, a []datum.Datum) (datum.Datum, error) {
	iv, ts, origin := a[0].Interval(), a[1].I, a[2].I
	if ts == math.MaxInt64 || ts == math.MinInt64 {
		return a[1], nil
	}
	if infinite(a[2]) {
		return datum.Null, pgerr.New(pgerr.DatetimeFieldOverflow, "origin out of range")
	}
	if iv.Months != 0 {
		return datum.Null, pgerr.New(pgerr.FeatureNotSupported, "timestamps cannot be binned into intervals containing months or years")
	}
	stride, ok := addInt(int64(iv.Days)*usecPerDay, iv.Micros)
	if !ok || int64(iv.Days) != int64(iv.Days)*usecPerDay/usecPerDay {
		return datum.Null, intervalRange()
	}
	if stride <= 0 {
		return datum.Null, pgerr.New(pgerr.DatetimeFieldOverflow, "stride must be greater than zero")
	}
	diff, ok := subInt(ts, origin)
	if !ok {
		return datum.Null, intervalRange()
	}
	_, r := floorDiv(diff, stride)
	start, err := checkTimestamp(ts - r)
	return newTimestamp(a[1].OID, start, err)
}

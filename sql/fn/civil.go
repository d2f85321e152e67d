package fn

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Durations in microseconds, and the epoch of dates and timestamps.
const (
	usecPerSec  int64 = 1_000_000
	usecPerMin        = 60 * usecPerSec
	usecPerHour       = 60 * usecPerMin
	usecPerDay        = 24 * usecPerHour

	epochJulian = 2451545 // Julian day of 2000-01-01
	unixJulian  = 2440588 // of 1970-01-01
	unixToEpoch = 946684800
)

// The bounds of timestamps (datatype/timestamp.h) in microseconds since 2000,
// and those of dates in days.
const (
	minTimestamp int64 = -211813488000000000
	endTimestamp int64 = 9223371331200000000
	minDate      int64 = -epochJulian
	endDate      int64 = 2147483494 - epochJulian
)

// civil is a point on the calendar, without time zone.
type civil struct {
	year, month, day  int
	hour, minute, sec int
	usec              int
}

// dateFromJulian is PostgreSQL's j2date: year 0 is 1 BC.
func dateFromJulian(jd int64) (year, month, day int) {
	j := uint64(jd + 32044)
	quad := j / 146097
	extra := (j-quad*146097)*4 + 3
	j += 60 + quad*3 + extra/146097
	quad = j / 1461
	j -= quad * 1461
	y := j * 4 / 1461
	if y != 0 {
		j = (j+305)%365 + 123
	} else {
		j = (j+306)%366 + 123
	}
	y += quad * 4
	year = int(int64(y) - 4800)
	quad = j * 2141 / 65536
	day = int(j - 7834*quad/256)
	month = int((quad+10)%12) + 1
	return year, month, day
}

// julianOf is PostgreSQL's date2j.
func julianOf(year, month, day int) int64 {
	y, m := int64(year), int64(month)
	if m > 2 {
		m++
		y += 4800
	} else {
		m += 13
		y += 4799
	}
	century := y / 100
	jd := y*365 - 32167
	jd += y/4 - century + century/4
	return jd + 7834*m/256 + int64(day)
}

func floorDiv(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r < 0 {
		q, r = q-1, r+b
	}
	return q, r
}

// civilOf takes a timestamp apart.
func civilOf(ts int64) civil {
	days, us := floorDiv(ts, usecPerDay)
	var c civil
	c.year, c.month, c.day = dateFromJulian(days + epochJulian)
	c.setTime(us)
	return c
}

func (c *civil) setTime(us int64) {
	c.hour = int(us / usecPerHour)
	c.minute = int(us / usecPerMin % 60)
	c.sec = int(us / usecPerSec % 60)
	c.usec = int(us % usecPerSec)
}

func (c civil) timeOfDay() int64 {
	return int64(c.hour)*usecPerHour + int64(c.minute)*usecPerMin + int64(c.sec)*usecPerSec + int64(c.usec)
}

func (c civil) julian() int64 { return julianOf(c.year, c.month, c.day) }

// timestamp puts it together; 22008 out of range.
func (c civil) timestamp() (int64, error) {
	days := c.julian() - epochJulian
	if days < minDate-1 || days > endTimestamp/usecPerDay+1 {
		return 0, timestampRange()
	}
	hi := days * usecPerDay
	ts := hi + c.timeOfDay()
	if hi > 0 && ts < 0 {
		return 0, timestampRange()
	}
	return checkTimestamp(ts)
}

func checkTimestamp(ts int64) (int64, error) {
	if ts < minTimestamp || ts >= endTimestamp {
		return 0, timestampRange()
	}
	return ts, nil
}

func timestampRange() error { return pgerr.New(pgerr.DatetimeFieldOverflow, "timestamp out of range") }
func dateRange() error      { return pgerr.New(pgerr.DatetimeFieldOverflow, "date out of range") }
func intervalRange() error {
	return pgerr.New(pgerr.DatetimeFieldOverflow, "interval out of range")
}

// infinite reports whether a date or timestamp is ±infinity.
func infinite(v datum.Datum) bool {
	if v.OID == types.Date {
		return v.I == math.MaxInt32 || v.I == math.MinInt32
	}
	return v.I == math.MaxInt64 || v.I == math.MinInt64
}

func isLeap(y int) bool { return y%4 == 0 && (y%100 != 0 || y%400 == 0) }

func daysIn(year, month int) int {
	switch month {
	case 2:
		if isLeap(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// toLocal shows an instant in the session's time zone.
func toLocal(c *Context, v datum.Datum) (int64, error) {
	l, err := types.Cast(v, types.Of(types.Timestamp), types.Explicit, c.Format)
	return l.I, err
}

// toInstant reads a local time in the session's time zone.
func toInstant(c *Context, local int64) (int64, error) {
	v, err := types.Cast(types.NewInt(types.Timestamp, local), types.Of(types.TimestampTZ), types.Explicit, c.Format)
	return v.I, err
}

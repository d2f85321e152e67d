package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		scalar("to_date(text, text) date", "convert text to date", toDate).stable(),
		scalar("to_timestamp(text, text) timestamptz", "convert text to timestamp with time zone", toTimestamp).stable(),
	)
}

func toDate(_ *Context, a []datum.Datum) (datum.Datum, error) {
	r, err := readByTemplate(a[0].S, a[1].S)
	if err != nil {
		return datum.Null, err
	}
	c, err := r.civil()
	if err != nil {
		return datum.Null, err
	}
	if c.year < -4713 || c.year > 5874897 {
		return datum.Null, pgerr.New(pgerr.DatetimeFieldOverflow, "date out of range: \"%s\"", a[0].S)
	}
	return newDate(julianOf(c.year, c.month, c.day) - epochJulian)
}

func toTimestamp(c *Context, a []datum.Datum) (datum.Datum, error) {
	r, err := readByTemplate(a[0].S, a[1].S)
	if err != nil {
		return datum.Null, err
	}
	cv, err := r.civil()
	if err != nil {
		return datum.Null, err
	}
	if cv.year < -4713 || cv.year > 294277 {
		return datum.Null, timestampRange()
	}
	local, err := cv.timestamp()
	if err != nil {
		return datum.Null, err
	}
	if r.zoneSign != 0 {
		ts, err := checkTimestamp(local - int64(r.zoneSign)*(int64(r.zoneHour)*usecPerHour+int64(r.zoneMinute)*usecPerMin))
		return newTimestamp(types.TimestampTZ, ts, err)
	}
	ts, err := toInstant(c, local)
	return newTimestamp(types.TimestampTZ, ts, err)
}

// templateDate is what a date template read, as PostgreSQL's TmFromChar: 0 is
// a field that was not given.
type templateDate struct {
	input                           string
	isoMode, gregorian              bool
	hour, minute, second, daySecond int
	weekday, day, dayOfYear, month  int // weekday from Sunday, 1
	year, yearDigits, century       int
	week, monthWeek, julian         int
	milli, micro                    int
	twelve, pm, bc                  int
	zoneSign, zoneHour, zoneMinute  int
}

func (t *templateDate) outOfRange() *pgerr.Error {
	return pgerr.New(pgerr.DatetimeFieldOverflow, "date/time field value out of range: \"%s\"", t.input)
}

// civil puts the fields together (do_to_timestamp).
func (t *templateDate) civil() (civil, error) {
	c := civil{month: 1, day: 1}
	if err := t.timeOfDay(&c); err != nil {
		return c, err
	}
	hasYear, hasMonth, hasDay := t.yearOf(&c), false, false
	whole := func(jd int64) {
		c.year, c.month, c.day = dateFromJulian(jd)
		hasYear, hasMonth, hasDay = true, true, true
	}
	if t.julian != 0 {
		whole(int64(t.julian))
	}
	if t.week != 0 && t.isoMode {
		weekday := 2
		if t.weekday != 0 {
			weekday = t.weekday
		}
		// Monday, 2, begins the week, and Sunday, 1, ends it.
		whole(isoWeekStart(c.year) + int64(t.week-1)*7 + int64((weekday+5)%7))
	} else if t.week != 0 {
		t.dayOfYear = (t.week-1)*7 + 1
	}
	if t.monthWeek != 0 {
		t.day = (t.monthWeek-1)*7 + 1
	}
	if t.day != 0 {
		c.day, hasDay = t.day, true
	}
	if t.month != 0 {
		c.month, hasMonth = t.month, true
	}
	if t.dayOfYear != 0 && (c.month <= 1 || c.day <= 1) {
		if c.year == 0 && t.bc == 0 {
			return c, pgerr.New(pgerr.InvalidDatetimeFormat, "cannot calculate day of year without year information")
		}
		if t.isoMode {
			whole(isoWeekStart(c.year) - 1 + int64(t.dayOfYear))
		} else {
			t.fromDayOfYear(&c)
			hasMonth, hasDay = true, true
		}
	}
	return c, t.check(c, hasYear, hasMonth, hasDay)
}

func (t *templateDate) fromDayOfYear(c *civil) {
	rest, month := t.dayOfYear, 1
	for month <= 12 && rest > daysIn(c.year, month) {
		rest -= daysIn(c.year, month)
		month++
	}
	if c.month <= 1 {
		c.month = month
	}
	if c.day <= 1 {
		c.day = rest
	}
}

// check is ValidateDate, and the bounds of the time of day.
func (t *templateDate) check(c civil, hasYear, hasMonth, hasDay bool) error {
	if hasMonth && (c.month < 1 || c.month > 12) || hasDay && (c.day < 1 || c.day > 31) {
		return t.outOfRange()
	}
	switch {
	case hasYear && hasMonth && hasDay && c.day > daysIn(c.year, c.month),
		c.hour < 0 || c.hour > 23 || c.minute < 0 || c.minute > 59 || c.sec < 0 || c.sec > 59 || c.usec < 0 || c.usec > 999999,
		t.zoneSign != 0 && (t.zoneHour < 0 || t.zoneHour > 15 || t.zoneMinute < 0 || t.zoneMinute > 59):
		return t.outOfRange()
	}
	return nil
}

func (t *templateDate) timeOfDay(c *civil) error {
	if t.daySecond != 0 {
		c.hour, c.minute, c.sec = t.daySecond/3600, t.daySecond/60%60, t.daySecond%60
	}
	if t.second != 0 {
		c.sec = t.second
	}
	if t.minute != 0 {
		c.minute = t.minute
	}
	if t.hour != 0 {
		c.hour = t.hour
	}
	if t.twelve != 0 {
		if c.hour < 1 || c.hour > 12 {
			return pgerr.New(pgerr.InvalidDatetimeFormat, "hour \"%d\" is invalid for the 12-hour clock", c.hour).
				WithHint("Use the 24-hour clock, or give an hour between 1 and 12.")
		}
		if c.hour %= 12; t.pm != 0 {
			c.hour += 12
		}
	}
	c.usec = t.milli*1000 + t.micro
	return nil
}

// yearOf works the year out of year and century.
func (t *templateDate) yearOf(c *civil) bool {
	cc := t.century
	if t.bc != 0 {
		cc = -cc
	}
	switch {
	case t.year != 0 && cc != 0 && t.yearDigits <= 2:
		// The year is the last two digits in the century. The 21st century AD runs from
		// 2001 to 2100, the 6th century BC from 600 BC to 501 BC.
		c.year = t.year % 100
		switch {
		case c.year != 0 && cc >= 0:
			c.year += (cc - 1) * 100
		case c.year != 0:
			c.year = (cc+1)*100 - c.year + 1
		case cc >= 0:
			c.year = cc * 100
		default:
			c.year = cc*100 + 1
		}
	case t.year != 0:
		if c.year = t.year; t.bc != 0 {
			c.year = -c.year
		}
		if c.year < 0 {
			c.year++
		}
	case cc > 0:
		c.year = (cc-1)*100 + 1
	case cc < 0:
		c.year = cc*100 + 1
	default:
		return false
	}
	return true
}

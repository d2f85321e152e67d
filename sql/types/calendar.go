package types

import "math"

// Lengths of time in microseconds, PostgreSQL's unit for all of them.
const (
	MicrosPerSecond int64 = 1_000_000
	MicrosPerMinute       = 60 * MicrosPerSecond
	MicrosPerHour         = 60 * MicrosPerMinute
	MicrosPerDay          = 24 * MicrosPerHour
)

// Seconds and days.
const (
	secondsPerDay = 86400
	// unixEpochDays is 1970-01-01 in days since 2000-01-01.
	unixEpochDays = -10957
	// epochSeconds is 2000-01-01 in seconds since 1970-01-01.
	epochSeconds = 10957 * secondsPerDay
	// epochJulianDay is the Julian day number of 2000-01-01.
	epochJulianDay = 2451545
)

// The ranges of date (days) and timestamps (microseconds), since 2000-01-01
// (PostgreSQL's datatype/timestamp.h): 4714-11-24 BC to 5874897 and 294276 AD.
const (
	dateMin      int64 = -epochJulianDay
	dateEnd      int64 = 2147483494 - epochJulianDay
	TimestampMin int64 = -211813488000000000
	TimestampEnd int64 = 9223371331200000000 // the first one out of range
)

// The infinite dates and timestamps.
const (
	DateInfinity              int64 = math.MaxInt32
	DateNegativeInfinity      int64 = math.MinInt32
	TimestampInfinity         int64 = math.MaxInt64
	TimestampNegativeInfinity int64 = math.MinInt64
)

// IsInfinite reports whether a date, timestamp or timestamptz is infinite.
func (v Value) IsInfinite() bool {
	if v.OID == Date {
		return v.I == DateInfinity || v.I == DateNegativeInfinity
	}
	return v.I == TimestampInfinity || v.I == TimestampNegativeInfinity
}

// DaysFromCivil counts the days from 2000-01-01 to a day of the proleptic
// Gregorian calendar. Year 0 is 1 BC. Month and day must be in range.
func DaysFromCivil(year, month, day int) int64 {
	y, m := int64(year), int64(month)
	if m <= 2 {
		y--
		m += 12
	}
	era := floorDiv(y, 400)
	yearOfEra := y - era*400
	dayOfYear := (153*(m-3)+2)/5 + int64(day) - 1
	dayOfEra := yearOfEra*365 + yearOfEra/4 - yearOfEra/100 + dayOfYear
	return era*146097 + dayOfEra - 730425
}

// CivilFromDays is the inverse of DaysFromCivil.
func CivilFromDays(days int64) (year, month, day int) {
	d := days + 730425
	era := floorDiv(d, 146097)
	dayOfEra := d - era*146097
	yearOfEra := (dayOfEra - dayOfEra/1460 + dayOfEra/36524 - dayOfEra/146096) / 365
	dayOfYear := dayOfEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	m := (5*dayOfYear + 2) / 153
	day = int(dayOfYear-(153*m+2)/5) + 1
	month = int(m) + 3
	y := yearOfEra + era*400
	if month > 12 {
		month -= 12
		y++
	}
	return int(y), month, day
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// SplitDay cuts microseconds into whole days and the microseconds of the day,
// which are never negative.
func SplitDay(micros int64) (days, timeOfDay int64) {
	days = floorDiv(micros, MicrosPerDay)
	return days, micros - days*MicrosPerDay
}

func isLeapYear(y int) bool { return y%4 == 0 && (y%100 != 0 || y%400 == 0) }

// DaysInMonth is the length of a month; year 0 is 1 BC.
func DaysInMonth(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if isLeapYear(year) {
			return 29
		}
		return 28
	}
	return 31
}

// validJulian reports whether a day is in the range of all datetime types
// (IS_VALID_JULIAN).
func validJulian(y, m int) bool {
	return (y > -4713 || y == -4713 && m >= 11) && (y < 5874898 || y == 5874898 && m < 6)
}

func validTimestamp(t int64) bool { return t >= TimestampMin && t < TimestampEnd }

// civil is a moment taken apart (PostgreSQL's struct pg_tm with fsec).
type civil struct {
	year, month, day  int
	hour, minute, sec int
	micros            int64
	dayOfYear         int
}

// timeOfDay is the microseconds since midnight. Hours that no check has seen
// wrap around as PostgreSQL's 32 bits of seconds do.
func (c *civil) timeOfDay() int64 {
	return int64(int32((c.hour*60+c.minute)*60+c.sec))*MicrosPerSecond + c.micros
}

func (c *civil) setDays(days int64) { c.year, c.month, c.day = CivilFromDays(days) }

func (c *civil) setTime(micros int64) {
	c.hour = int(micros / MicrosPerHour)
	c.minute = int(micros / MicrosPerMinute % 60)
	c.sec = int(micros / MicrosPerSecond % 60)
	c.micros = micros % MicrosPerSecond
}

func splitCivil(micros int64) civil {
	var c civil
	days, rest := SplitDay(micros)
	c.setDays(days)
	c.setTime(rest)
	return c
}

package types

import (
	"cmp"
	"time"
)

// timestampEpoch is 1970-01-01 in microseconds since 2000-01-01.
const timestampEpoch = -epochSeconds * 1_000_000

// NewTimestampTZ makes a timestamptz of a Go time, cut to microseconds.
func NewTimestampTZ(t time.Time) Value {
	return NewInt(TimestampTZ, (t.Unix()-epochSeconds)*MicrosPerSecond+int64(t.Nanosecond()/1000))
}

// GoTime is the Go time, in UTC, of a finite timestamp or timestamptz.
func (v Value) GoTime() time.Time {
	sec := floorDiv(v.I, MicrosPerSecond)
	return time.Unix(sec+epochSeconds, (v.I-sec*MicrosPerSecond)*1000).UTC()
}

// Timestamp makes a timestamp or timestamptz of microseconds, or fails with
// 22008 if they are out of range.
func newTimestamp(oid OID, micros int64) (Value, error) {
	if !validTimestamp(micros) {
		return Null, datetimeRange("timestamp out of range")
	}
	return NewInt(oid, micros), nil
}

// moment turns decoded text into a timestamp; for timestamptz the zone
// counts.
func (d *dateDecoder) timestamp(oid OID, s string, mod int32) (Value, error) {
	switch d.moment {
	case momentEpoch:
		return NewInt(oid, timestampEpoch), nil
	case momentLate:
		return NewInt(oid, TimestampInfinity), nil
	case momentEarly:
		return NewInt(oid, TimestampNegativeInfinity), nil
	}
	days := DaysFromCivil(d.tm.year, d.tm.month, d.tm.day)
	if days > TimestampEnd/MicrosPerDay || days < dateMin {
		return Null, datetimeRange("timestamp out of range: \"%s\"", s)
	}
	micros := civilMicros(&d.tm)
	if oid == TimestampTZ {
		micros += int64(d.zone) * MicrosPerSecond
	}
	if !validTimestamp(micros) {
		return Null, datetimeRange("timestamp out of range: \"%s\"", s)
	}
	return fitTimestamp(NewInt(oid, micros), mod)
}

// fitTimestamp rounds to a precision.
func fitTimestamp(v Value, precision int32) (Value, error) {
	if v.IsInfinite() || precision < 0 {
		return v, nil
	}
	return newTimestamp(v.OID, roundMicros(v.I, precision))
}

func parseTimestamp(s string, mod int32, f *Format) (Value, error) {
	if m, ok := readISO(s); ok {
		return m.timestamp(Timestamp, mod, f)
	}
	d, err := decodeDatetimeText(Timestamp, s, f)
	if err != nil {
		return Null, err
	}
	return d.timestamp(Timestamp, s, mod)
}

func parseTimestampTZ(s string, mod int32, f *Format) (Value, error) {
	if m, ok := readISO(s); ok {
		return m.timestamp(TimestampTZ, mod, f)
	}
	d, err := decodeDatetimeText(TimestampTZ, s, f)
	if err != nil {
		return Null, err
	}
	return d.timestamp(TimestampTZ, s, mod)
}

func appendTimestamp(buf []byte, micros int64, f *Format) []byte {
	if micros == TimestampInfinity || micros == TimestampNegativeInfinity {
		return appendInfinity(buf, micros < 0)
	}
	return appendMoment(buf, micros, nil, f)
}

func appendTimestampTZ(buf []byte, micros int64, f *Format) []byte {
	if micros == TimestampInfinity || micros == TimestampNegativeInfinity {
		return appendInfinity(buf, micros < 0)
	}
	return appendMoment(buf, micros, locationOf(f), f)
}

var (
	monthNames   = [...]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
	weekdayNames = [...]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}
)

// appendMoment writes a timestamp in the session's datestyle, with the zone
// if there is one (EncodeDateTime).
func appendMoment(buf []byte, micros int64, loc *time.Location, f *Format) []byte {
	offset, abbrev := 0, ""
	if loc != nil {
		offset, abbrev = ZoneAt(loc, micros)
		micros += int64(offset) * MicrosPerSecond
	}
	days, clock := SplitDay(micros)
	y, m, d := CivilFromDays(days)
	if f.DateStyle == "Postgres" {
		weekday := days + 6 // 2000-01-01 was a Saturday
		buf = append(buf, weekdayNames[weekday-floorDiv(weekday, 7)*7]...)
		buf = append(buf, ' ')
		if f.DateOrder == "DMY" {
			buf = append(append(appendTwo(buf, d), ' '), monthNames[m-1]...)
		} else {
			buf = appendTwo(append(append(buf, monthNames[m-1]...), ' '), d)
		}
		buf = appendTime(append(buf, ' '), clock)
		buf = appendYear(append(buf, ' '), y)
	} else {
		buf = appendTime(append(appendCalendar(buf, y, m, d, f), ' '), clock)
	}
	if loc != nil {
		buf = appendZone(buf, offset, abbrev, f.DateStyle)
	}
	return appendEra(buf, y)
}

// zoneAbbrevMax is MAXTZLEN.
const zoneAbbrevMax = 10

// appendZone writes the offset for ISO, else the abbreviation.
func appendZone(buf []byte, offset int, abbrev, style string) []byte {
	switch style {
	case "SQL", "German", "Postgres":
		return append(append(buf, ' '), abbrev[:min(len(abbrev), zoneAbbrevMax)]...)
	}
	return appendOffset(buf, offset)
}

// splitInstant gives a date or timestamp as days and microseconds of the day,
// infinities as the first and the last day.
func splitInstant(v Value) (days, micros int64) {
	if v.OID == Date {
		return v.I, 0
	}
	switch v.I {
	case TimestampInfinity:
		return DateInfinity, 0
	case TimestampNegativeInfinity:
		return DateNegativeInfinity, 0
	}
	return SplitDay(v.I)
}

// compareInstants orders dates and timestamps; those without a zone count as
// UTC.
func compareInstants(a, b Value) int {
	if a.OID == b.OID {
		return cmp.Compare(a.I, b.I)
	}
	ad, am := splitInstant(a)
	bd, bm := splitInstant(b)
	return cmp.Or(cmp.Compare(ad, bd), cmp.Compare(am, bm))
}

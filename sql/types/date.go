package types

import (
	"encoding/binary"
	"strconv"
)

func parseDate(s string, f *Format) (Value, error) {
	if m, ok := readISO(s); ok {
		return NewInt(Date, m.days), nil
	}
	d, err := decodeDatetimeText(Date, s, f)
	if err != nil {
		return Null, err
	}
	switch d.moment {
	case momentEpoch:
		return NewInt(Date, unixEpochDays), nil
	case momentLate:
		return NewInt(Date, DateInfinity), nil
	case momentEarly:
		return NewInt(Date, DateNegativeInfinity), nil
	}
	if !validJulian(d.tm.year, d.tm.month) {
		return Null, datetimeRange("date out of range: \"%s\"", s)
	}
	days := DaysFromCivil(d.tm.year, d.tm.month, d.tm.day)
	if days < dateMin || days >= dateEnd {
		return Null, datetimeRange("date out of range: \"%s\"", s)
	}
	return NewInt(Date, days), nil
}

func appendInfinity(buf []byte, negative bool) []byte {
	if negative {
		buf = append(buf, '-')
	}
	return append(buf, "infinity"...)
}

func appendDate(buf []byte, days int64, f *Format) []byte {
	if days == DateInfinity || days == DateNegativeInfinity {
		return appendInfinity(buf, days < 0)
	}
	y, m, d := CivilFromDays(days)
	buf = appendCalendar(buf, y, m, d, f)
	return appendEra(buf, y)
}

// appendCalendar writes a day in the order and with the delimiters of the
// datestyle (EncodeDateOnly).
func appendCalendar(buf []byte, y, m, d int, f *Format) []byte {
	delim := byte('-')
	switch f.DateStyle {
	case "SQL":
		delim = '/'
	case "German":
		delim = '.'
		buf = append(appendTwo(buf, d), delim)
		return appendYear(append(appendTwo(buf, m), delim), y)
	case "Postgres":
	default:
		buf = append(appendYear(buf, y), delim)
		return appendTwo(append(appendTwo(buf, m), delim), d)
	}
	if f.DateOrder == "DMY" {
		m, d = d, m
	}
	buf = append(appendTwo(buf, m), delim)
	return appendYear(append(appendTwo(buf, d), delim), y)
}

// appendTwo writes n with two digits, or more if it needs them.
func appendTwo(buf []byte, n int) []byte {
	if n < 100 {
		return append(buf, byte('0'+n/10), byte('0'+n%10))
	}
	return strconv.AppendInt(buf, int64(n), 10)
}

// appendYear writes a year with four digits or more; years before Christ
// count from 1 BC.
func appendYear(buf []byte, y int) []byte {
	if y <= 0 {
		y = 1 - y
	}
	if y < 1000 {
		return append(buf, '0', byte('0'+y/100), byte('0'+y/10%10), byte('0'+y%10))
	}
	return strconv.AppendInt(buf, int64(y), 10)
}

func appendEra(buf []byte, y int) []byte {
	if y <= 0 {
		return append(buf, " BC"...)
	}
	return buf
}

// decodeDatetime reads the binary form of date, time and timestamps.
func decodeDatetime(oid OID, b []byte) (Value, error) {
	if oid == Date {
		if len(b) != 4 {
			return Null, badLength(len(b), 4)
		}
		v := NewInt(Date, int64(int32(binary.BigEndian.Uint32(b))))
		if !v.IsInfinite() && (v.I < dateMin || v.I >= dateEnd) {
			return Null, datetimeRange("date out of range")
		}
		return v, nil
	}
	if len(b) != 8 {
		return Null, badLength(len(b), 8)
	}
	v := NewInt(oid, int64(binary.BigEndian.Uint64(b)))
	switch {
	case oid == Time:
		if v.I < 0 || v.I > MicrosPerDay {
			return Null, datetimeRange("time out of range")
		}
	case !v.IsInfinite() && !validTimestamp(v.I):
		return Null, datetimeRange("timestamp out of range")
	}
	return v, nil
}

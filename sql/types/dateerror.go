package types

import (
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// dateProblem is what is wrong with datetime text (PostgreSQL's DTERR codes).
type dateProblem uint8

const (
	dateOK dateProblem = iota
	badDateFormat
	dateOverflow      // a field out of range
	dateOrderOverflow // a month or day out of range: maybe another datestyle helps
	intervalOverflow  // a field of an interval out of range
	zoneOverflow      // a zone offset out of range
	badZone           // a zone that is not known
)

// dateInputError makes the error for a problem with text of a type
// (DateTimeParseError).
func dateInputError(p dateProblem, oid OID, text, zone string) error {
	switch p {
	case dateOverflow:
		return pgerr.New(pgerr.DatetimeFieldOverflow, "date/time field value out of range: \"%s\"", text)
	case dateOrderOverflow:
		return pgerr.New(pgerr.DatetimeFieldOverflow, "date/time field value out of range: \"%s\"", text).
			WithHint("Perhaps you need a different \"datestyle\" setting.")
	case intervalOverflow:
		return pgerr.New(pgerr.IntervalFieldOverflow, "interval field value out of range: \"%s\"", text)
	case zoneOverflow:
		return pgerr.New(pgerr.InvalidTimeZoneDisplacement, "time zone displacement out of range: \"%s\"", text)
	case badZone:
		return pgerr.New(pgerr.InvalidParameterValue, "time zone \"%s\" not recognized", zone)
	}
	name := TypeName(oid)
	switch oid {
	case Time, Timestamp:
		name = Lookup(oid).Name // what time_in and timestamp_in call them
	}
	return pgerr.New(pgerr.InvalidDatetimeFormat, "invalid input syntax for type %s: \"%s\"", name, text)
}

func datetimeRange(format string, args ...any) error {
	return pgerr.New(pgerr.DatetimeFieldOverflow, format, args...)
}

// cutInt takes an integer off the front of s as C's strtol does, within bits;
// inRange is false for one that does not fit. digits tells whether there was
// any.
func cutInt(s string, bits int) (n int64, rest string, digits, inRange bool) {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	from := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if i == from {
		return 0, s, false, true
	}
	n, err := strconv.ParseInt(s[:i], 10, bits)
	return n, s[i:], true, err == nil
}

// fractionMicros reads a fraction of a second, from its point on, rounded to
// microseconds, a tie to the even one; a point alone is zero.
func fractionMicros(s string) (micros int64, ok bool) {
	digits := s[1:]
	if digits != "" && !allDigits(digits) {
		return 0, false
	}
	kept := digits
	if len(digits) > 6 {
		kept = digits[:6]
	}
	for _, c := range []byte(kept) {
		micros = micros*10 + int64(c-'0')
	}
	for i := len(kept); i < 6; i++ {
		micros *= 10
	}
	if len(digits) <= 6 {
		return micros, true
	}
	rest := digits[6:]
	half := rest[0] == '5' && strings.Trim(rest[1:], "0") == ""
	if rest[0] > '5' || rest[0] == '5' && (!half || micros%2 == 1) {
		micros++
	}
	return micros, true
}

package types

import (
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// isoNumberMax is the largest number that ParseISO8601Number takes.
const isoNumberMax = 1e15

// isoNumber takes a number with sign, fraction and exponent off the front, as
// ParseISO8601Number does, and cuts it towards zero.
func isoNumber(s string) (n int64, f fraction, rest string, p dateProblem) {
	f.den = 1
	if s == "" || s[0] != '-' && s[0] != '.' && !isDigit(s[0]) {
		return 0, f, "", badDateFormat
	}
	end := floatPrefix(s)
	d, err := parseDecimal(s[:end])
	switch {
	case end == 0 || isHexFloat(s[:end]) || pastFloats(s[:end]):
		return 0, f, "", badDateFormat
	case err != nil || d.Form != apd.Finite || d.NumDigits()+int64(d.Exponent) > 16:
		return 0, f, "", dateOverflow
	}
	whole, digits, _ := strings.Cut(string(appendNumeric(nil, d)), ".")
	n, _ = strconv.ParseInt(whole, 10, 64)
	f, _ = parseFraction("." + digits)
	f.negative = s[0] == '-'
	if magnitude(n) > isoNumberMax || magnitude(n) == isoNumberMax && f.num != 0 {
		return 0, f, "", dateOverflow
	}
	return n, f, s[end:], dateOK
}

// pastFloats reports a number that C's strtod refuses as out of range.
func pastFloats(s string) bool {
	x, err := strconv.ParseFloat(s, 64)
	return err != nil || x == 0 && hasNonzeroDigit(s)
}

// isoUnits are the letters of ISO 8601 before and behind the T.
var isoUnits = map[bool]map[byte]dateUnit{
	true:  {'Y': unitYear, 'M': unitMonth, 'W': unitWeek, 'D': unitDay},
	false: {'H': unitHour, 'M': unitMinute, 'S': unitSecond},
}

// decodeISO reads the forms of ISO 8601: P1Y2M3DT4H5M6S, P0001-02-03T04:05:06
// and P00010203T040506 (DecodeISO8601Interval).
func (d *intervalDecoder) decodeISO(s string) dateProblem {
	if len(s) < 2 || s[0] != 'P' {
		return badDateFormat
	}
	s = s[1:]
	dates, seen := true, false
	for s != "" {
		if s[0] == 'T' {
			dates, seen, s = false, false, s[1:]
			continue
		}
		width := 0
		for _, c := range []byte(s) {
			if isDigit(c) {
				width++
			} else if width > 0 || c != '-' {
				break
			}
		}
		n, f, rest, p := isoNumber(s)
		if p != dateOK {
			return p
		}
		if rest != "" {
			if unit, ok := isoUnits[dates][rest[0]]; ok {
				if _, p := d.add(unit, n, f); p != dateOK {
					return p
				}
				s, seen = rest[1:], true
				continue
			}
		}
		if seen {
			return badDateFormat
		}
		if s, p = d.alternative(n, f, width, dates, rest); p != dateOK {
			return p
		}
		dates, seen = false, false
	}
	return dateOK
}

// alternative reads the forms without letters; the T behind a date is
// consumed.
func (d *intervalDecoder) alternative(n int64, f fraction, width int, dates bool, rest string) (string, dateProblem) {
	units, delim := [3]dateUnit{unitYear, unitMonth, unitDay}, byte('-')
	compact, base := 8, [2]int64{10000, 100}
	if !dates {
		units, delim, compact = [3]dateUnit{unitHour, unitMinute, unitSecond}, ':', 6
	}
	atEnd := rest == "" || dates && rest[0] == 'T'
	if atEnd && width == compact {
		parts := [3]int64{n / base[0], n / base[1] % 100, n % 100}
		for i, part := range parts {
			if _, p := d.add(units[i], part, fraction{den: 1}); p != dateOK {
				return "", p
			}
		}
		// PostgreSQL takes a fraction behind hhmmss for one of a microsecond.
		unit := unitMicrosecond
		if dates {
			unit = unitDay
		}
		if _, p := d.add(unit, 0, f); p != dateOK {
			return "", p
		}
		return cutT(rest), dateOK
	}
	if !atEnd && rest[0] != delim {
		return "", badDateFormat
	}
	for i, unit := range units {
		if i > 0 {
			var p dateProblem
			if n, f, rest, p = isoNumber(rest[1:]); p != dateOK {
				return "", p
			}
		}
		if _, p := d.add(unit, n, f); p != dateOK {
			return "", p
		}
		switch {
		case rest == "" || dates && rest[0] == 'T':
			return cutT(rest), dateOK
		case rest[0] != delim || i == 2:
			return "", badDateFormat
		}
	}
	return "", badDateFormat
}

func cutT(s string) string {
	if s != "" {
		return s[1:]
	}
	return s
}

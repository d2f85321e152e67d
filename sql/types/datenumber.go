package types

import (
	"strconv"
	"strings"
)

// bareNumber reads a number that no word labels.
func (d *dateDecoder) bareNumber(i int) (seen int, p dateProblem) {
	text := d.fields[i].text
	point := strings.IndexByte(text, '.')
	if d.timeOnly {
		last := len(d.fields) - 1
		switch {
		case point >= 0 && i == 0 && last >= 1 && d.fields[last].kind == fieldDate:
			return d.date(text)
		case point > 2 || point < 0 && len(text) > 4:
			return d.concatenated(text, d.mask|hasDate)
		case point >= 0:
			return 0, badDateFormat
		}
		return d.number(text, false, d.mask|hasDate)
	}
	switch {
	case point >= 0 && d.mask&hasDate == 0:
		return d.date(text)
	case point > 2, len(text) >= 6 && (d.mask&hasDate == 0 || d.mask&hasTime == 0):
		return d.concatenated(text, d.mask)
	}
	return d.number(text, d.textMonth, d.mask)
}

// labelled reads a number whose meaning a word in front of it gave.
func (d *dateDecoder) labelled(text string) (seen int, p dateProblem) {
	n, rest, _, ok := cutInt(text, 32)
	if !ok {
		return 0, dateOverflow
	}
	label := d.label
	d.label, d.moment = unitNone, momentDate
	if rest != "" && (rest[0] != '.' || label != unitJulian && label != unitTime && label != unitSecond) {
		return 0, badDateFormat
	}
	v := int(n)
	switch label {
	case unitYear:
		d.tm.year, seen = v, hasYear
	case unitMonth:
		if d.mask&hasMonth != 0 && d.mask&hasHour != 0 {
			d.tm.minute, seen = v, hasMinute
		} else {
			d.tm.month, seen = v, hasMonth
		}
	case unitDay:
		d.tm.day, seen = v, hasDay
	case unitHour:
		d.tm.hour, seen = v, hasHour
	case unitMinute:
		d.tm.minute, seen = v, hasMinute
	case unitSecond:
		d.tm.sec, seen = v, hasSecond
		if rest != "" {
			if d.tm.micros, ok = fractionMicros(rest); !ok {
				return 0, badDateFormat
			}
			seen = hasSeconds
		}
	case unitJulian:
		return d.julianDay(n, rest)
	case unitTime:
		if seen, p = d.concatenated(text, d.mask|hasDate); p == dateOK && seen != hasTime {
			p = badDateFormat
		}
		return seen, p
	default:
		return 0, badDateFormat
	}
	return seen, dateOK
}

// julianDay reads a Julian day number; its fraction is a time of day.
func (d *dateDecoder) julianDay(n int64, fraction string) (seen int, p dateProblem) {
	if n < 0 {
		return 0, dateOverflow
	}
	d.tm.setDays(n - epochJulianDay)
	d.julian = true
	if fraction == "" {
		return hasDate, dateOK
	}
	share, ok := parseFraction(fraction)
	if !ok {
		return 0, badDateFormat
	}
	d.tm.setTime(share.times(MicrosPerDay))
	return hasDate | hasTime, dateOK
}

// date reads a date written in one field (DecodeDate): words are months, and
// numbers follow by datestyle.
func (d *dateDecoder) date(text string) (seen int, p dateProblem) {
	parts := make([]string, 0, 4)
	for s := text; s != ""; {
		for s != "" && !isAlnum(s[0]) {
			s = s[1:]
		}
		if s == "" {
			return 0, badDateFormat
		}
		same := isDigit
		if isAlpha(s[0]) {
			same = isAlpha
		}
		n := 0
		for n < len(s) && same(s[n]) {
			n++
		}
		parts = append(parts, s[:n])
		if s = s[n:]; s != "" {
			s = s[1:]
		}
	}
	mask, textMonth := d.mask, false
	for i, part := range parts {
		if !isAlpha(part[0]) {
			continue
		}
		w := lookupDateWord(part)
		if w.kind == wordIgnore {
			continue
		}
		if w.kind != wordMonth || mask&hasMonth != 0 {
			return 0, badDateFormat
		}
		d.tm.month, textMonth = w.value, true
		mask |= hasMonth
		seen |= hasMonth
		parts[i] = ""
	}
	for _, part := range parts {
		if part == "" {
			continue
		}
		got, p := d.number(part, textMonth, mask)
		if p != dateOK {
			return 0, p
		}
		if mask&got != 0 {
			return 0, badDateFormat
		}
		mask |= got
		seen |= got
	}
	if mask&^(hasDayOfYear|hasZone) != hasDate {
		return 0, badDateFormat
	}
	return seen, dateOK
}

// number decides by what is known so far and by datestyle what a number is
// (DecodeNumber).
func (d *dateDecoder) number(text string, textMonth bool, mask int) (seen int, p dateProblem) {
	n, rest, digits, ok := cutInt(text, 32)
	switch {
	case !ok:
		return 0, dateOverflow
	case !digits:
		return 0, badDateFormat
	case rest != "" && rest[0] != '.':
		return 0, badDateFormat
	case rest != "" && len(text)-len(rest) > 2:
		return d.concatenated(text, mask|hasDate)
	case rest != "":
		if d.tm.micros, ok = fractionMicros(rest); !ok {
			return 0, badDateFormat
		}
	}
	v, width := int(n), len(text)
	if width == 3 && mask&hasDate == hasYear && v >= 1 && v <= 366 {
		d.tm.dayOfYear = v
		return hasDayOfYear | hasMonth | hasDay, dateOK
	}
	ymd, dmy := d.f.DateOrder == "YMD", d.f.DateOrder == "DMY"
	switch mask & hasDate {
	case 0:
		switch {
		case width >= 3 || ymd:
			seen = hasYear
		case dmy:
			seen = hasDay
		default:
			seen = hasMonth
		}
	case hasYear, hasDay:
		seen = hasMonth
	case hasMonth:
		seen = hasDay
		if textMonth && (width >= 3 || ymd) {
			seen = hasYear
		}
	case hasYear | hasMonth:
		seen = hasDay
		if textMonth && width >= 3 && d.twoDigits {
			// The first number was the day after all.
			d.tm.day, d.tm.year, d.twoDigits = d.tm.year, v, false
			return hasDay, dateOK
		}
	case hasMonth | hasDay:
		seen = hasYear
	case hasDate:
		return d.concatenated(text, mask)
	default:
		return 0, badDateFormat
	}
	switch seen {
	case hasYear:
		d.tm.year, d.twoDigits = v, width <= 2
	case hasMonth:
		d.tm.month = v
	case hasDay:
		d.tm.day = v
	}
	return seen, dateOK
}

// concatenated reads yymmdd, yyyymmdd, hhmmss or hhmm (DecodeNumberField).
func (d *dateDecoder) concatenated(text string, mask int) (seen int, p dateProblem) {
	whole, fraction, pointed := strings.Cut(text, ".")
	if pointed {
		micros, ok := fractionMicros("." + fraction)
		if !ok {
			return 0, badDateFormat
		}
		d.tm.micros = micros
	} else if n := len(whole); mask&hasDate != hasDate && n >= 6 {
		// As C's atoi, a year past 32 bits wraps around, past 64 stays at the end.
		year, _ := strconv.ParseInt(whole[:n-4], 10, 64)
		d.tm.year, d.tm.month, d.tm.day = int(int32(year)), twoDigits(whole[n-4:]), twoDigits(whole[n-2:])
		if n-4 == 2 {
			d.twoDigits = true
		}
		return hasDate, dateOK
	}
	if mask&hasTime == hasTime {
		return 0, badDateFormat
	}
	switch len(whole) {
	case 6:
		d.tm.sec = twoDigits(whole[4:])
	case 4:
		d.tm.sec = 0
	default:
		return 0, badDateFormat
	}
	d.tm.hour, d.tm.minute = twoDigits(whole), twoDigits(whole[2:])
	return hasTime, dateOK
}

func twoDigits(s string) int { return int(s[0]-'0')*10 + int(s[1]-'0') }

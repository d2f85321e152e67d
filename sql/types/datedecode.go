package types

import (
	"math"
	"strings"
	"time"
)

// Bits for the fields of a datetime that have been seen.
const (
	hasYear = 1 << iota
	hasMonth
	hasDay
	hasHour
	hasMinute
	hasSecond
	hasSubsecond
	hasZone
	hasDayOfYear
	hasWeekday
	hasMeridian
	hasEra
	hasDSTMod
	hasAbbrev // a zone abbreviation of summer time, or one that depends on the date
	hasReserved

	hasDate = hasYear | hasMonth | hasDay
	hasTime = hasHour | hasMinute | hasSeconds
	// hasSeconds: seconds with a fraction.
	hasSeconds = hasSecond | hasSubsecond
)

// dateDecoder gives the fields of datetime text their meaning (PostgreSQL's
// DecodeDateTime, and DecodeTimeOnly if timeOnly).
type dateDecoder struct {
	f        *Format
	fields   []dateField
	timeOnly bool

	tm        civil
	moment    dateUnit // momentDate, or a moment that needs no fields
	zone      int      // seconds west of Greenwich
	mask      int      // fields seen
	label     dateUnit // what a word said of the number to come
	textMonth bool
	julian    bool
	twoDigits bool // the year has one or two digits
	bc        bool
	meridian  int // 0 none, 1 am, 2 pm
	location  *time.Location
	abbrev    string // the abbreviation that led to location
	badZone   string
}

// decode reads all fields. For timeOnly the date may be missing.
func (d *dateDecoder) decode() dateProblem {
	d.moment = momentDate
	for i := range d.fields {
		seen, p := d.field(i)
		if p != dateOK {
			return p
		}
		if seen&d.mask != 0 {
			return badDateFormat
		}
		d.mask |= seen
	}
	if p := d.validate(); p != dateOK {
		return p
	}
	return d.finish()
}

func (d *dateDecoder) field(i int) (seen int, p dateProblem) {
	f := d.fields[i]
	switch f.kind {
	case fieldDate:
		return d.dateField(i)
	case fieldTime:
		if d.label != unitNone && !d.timeOnly {
			if d.label != unitTime {
				return 0, badDateFormat
			}
			d.label = unitNone
		}
		if p := d.clock(f.text); p != dateOK {
			return 0, p
		}
		if !d.timeOnly && d.timeOverflows() {
			return 0, dateOverflow
		}
		return hasTime, dateOK
	case fieldZone:
		d.zone, p = zoneOffset(f.text)
		return hasZone, p
	case fieldNumber:
		if d.label != unitNone {
			return d.labelled(f.text)
		}
		return d.bareNumber(i)
	}
	return d.word(i)
}

// dateField reads a field that looks like a date: it may be a zone's name, or
// a time with a zone run together.
func (d *dateDecoder) dateField(i int) (seen int, p dateProblem) {
	text := d.fields[i].text
	if d.timeOnly {
		last := len(d.fields) - 1
		if i == 0 && last >= 1 && (d.fields[last].kind == fieldDate || d.fields[1].kind == fieldTime) {
			return d.date(text)
		}
		if isDigit(text[0]) {
			return d.timeWithZone(text, hasDate)
		}
		return d.zoneName(text)
	}
	switch {
	case d.label == unitJulian:
		n, rest, _, ok := cutInt(text, 32)
		if !ok || n < 0 {
			return 0, dateOverflow
		}
		d.tm.setDays(n - epochJulianDay)
		d.julian = true
		d.zone, p = zoneOffset(rest)
		d.label = unitNone
		return hasDate | hasTime | hasZone, p
	case d.label != unitNone || d.mask&(hasMonth|hasDay) == hasMonth|hasDay:
		if d.label == unitNone && !isDigit(text[0]) {
			return d.zoneName(text)
		}
		if d.label != unitNone && d.label != unitTime {
			return 0, badDateFormat
		}
		d.label = unitNone
		return d.timeWithZone(text, 0)
	}
	return d.date(text)
}

// timeWithZone reads hhmmss-zz.
func (d *dateDecoder) timeWithZone(text string, assume int) (seen int, p dateProblem) {
	at := strings.IndexByte(text, '-')
	if at < 0 || d.mask&hasTime == hasTime {
		return 0, badDateFormat
	}
	if d.zone, p = zoneOffset(text[at:]); p != dateOK {
		return 0, p
	}
	seen, p = d.concatenated(text[:at], d.mask|assume)
	return seen | hasZone, p
}

func (d *dateDecoder) zoneName(text string) (seen int, p dateProblem) {
	loc, err := namedZone(text)
	if err != nil || loc == nil {
		d.badZone = text
		return 0, badZone
	}
	d.location = loc
	return hasZone, dateOK
}

// clock reads hh:mm[:ss[.ffffff]] or mm:ss.ffffff.
func (d *dateDecoder) clock(text string) dateProblem {
	c, p := parseClock(text, false)
	if p != dateOK {
		return p
	}
	if c.hours > math.MaxInt32 {
		return dateOverflow
	}
	d.tm.hour, d.tm.minute, d.tm.sec, d.tm.micros = int(c.hours), c.minute, c.sec, c.micros
	return dateOK
}

// clockTime is a time of day or the time part of an interval.
type clockTime struct {
	hours       int64
	minute, sec int
	micros      int64
}

// parseClock reads a time with colons (DecodeTimeCommon). minuteSecond makes
// two fields mean mm:ss.
func parseClock(text string, minuteSecond bool) (c clockTime, p dateProblem) {
	hours, rest, _, ok := cutInt(text, 64)
	if !ok {
		return c, dateOverflow
	}
	if rest == "" || rest[0] != ':' {
		return c, badDateFormat
	}
	minutes, rest, _, ok := cutInt(rest[1:], 32)
	if !ok {
		return c, dateOverflow
	}
	seconds, fraction := int64(0), ""
	switch {
	case rest == "" && !minuteSecond:
	case rest == "" || rest[0] == '.':
		hours, minutes, seconds, fraction = 0, hours, minutes, rest
	case rest[0] == ':':
		if seconds, fraction, _, ok = cutInt(rest[1:], 32); !ok {
			return c, dateOverflow
		}
	default:
		return c, badDateFormat
	}
	if fraction != "" {
		if fraction[0] != '.' {
			return c, badDateFormat
		}
		if c.micros, ok = fractionMicros(fraction); !ok {
			return c, badDateFormat
		}
	}
	if hours < 0 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 60 {
		return c, dateOverflow
	}
	c.hours, c.minute, c.sec = hours, int(minutes), int(seconds)
	return c, dateOK
}

// timeOverflows reports a time past 24:00:00.
func (d *dateDecoder) timeOverflows() bool {
	t := &d.tm
	return t.hour < 0 || t.hour > 24 || t.minute < 0 || t.minute > 59 || t.sec < 0 || t.sec > 60 ||
		t.micros < 0 || t.micros > MicrosPerSecond || t.timeOfDay() > MicrosPerDay
}

// zoneOffset reads [+-]hh[[:]mm[:ss]] as seconds west of Greenwich
// (DecodeTimezone).
func zoneOffset(text string) (west int, p dateProblem) {
	if text == "" || text[0] != '+' && text[0] != '-' {
		return 0, badDateFormat
	}
	hours, rest, _, ok := cutInt(text[1:], 32)
	if !ok {
		return 0, zoneOverflow
	}
	minutes, seconds := int64(0), int64(0)
	switch {
	case rest != "" && rest[0] == ':':
		if minutes, rest, _, ok = cutInt(rest[1:], 32); !ok {
			return 0, zoneOverflow
		}
		if rest != "" && rest[0] == ':' {
			if seconds, rest, _, ok = cutInt(rest[1:], 32); !ok {
				return 0, zoneOverflow
			}
		}
	case rest == "" && len(text) > 3:
		hours, minutes = hours/100, hours%100
	}
	if hours < 0 || hours > 15 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59 {
		return 0, zoneOverflow
	}
	if rest != "" {
		return 0, badDateFormat
	}
	west = int(hours*3600 + minutes*60 + seconds)
	if text[0] == '+' {
		west = -west
	}
	return west, dateOK
}

package types

import "math"

// intervalDecoder gathers the parts of interval text (PostgreSQL's
// DecodeInterval and struct pg_itm_in).
type intervalDecoder struct {
	mask  int32 // fields of the modifier
	style string

	years, months, days, micros int64
}

// addMul adds n*scale to a sum within limit; ok is false if it overflows.
func addMul(sum *int64, n, scale, limit int64) bool {
	if n != 0 && (n > math.MaxInt64/scale || n < math.MinInt64/scale) {
		return false
	}
	n *= scale
	s := *sum + n
	if (s > *sum) != (n > 0) && n != 0 || s > limit || s < -limit-1 {
		return false
	}
	*sum = s
	return true
}

func (d *intervalDecoder) addYears(n, scale int64, f fraction) bool {
	return addMul(&d.years, n, scale, math.MaxInt32) &&
		addMul(&d.months, f.rounded(12*scale, true), 1, math.MaxInt32)
}

func (d *intervalDecoder) addMonths(n int64, f fraction) bool {
	return addMul(&d.months, n, 1, math.MaxInt32) && d.addFractionDays(f, 30)
}

func (d *intervalDecoder) addDays(n, scale int64, f fraction) bool {
	if !addMul(&d.days, n, scale, math.MaxInt32) {
		return false
	}
	if scale == 1 {
		return addMul(&d.micros, f.rounded(MicrosPerDay, false), 1, math.MaxInt64)
	}
	return d.addFractionDays(f, scale)
}

func (d *intervalDecoder) addFractionDays(f fraction, scale int64) bool {
	whole, rest := f.split(scale)
	return addMul(&d.days, whole, 1, math.MaxInt32) &&
		addMul(&d.micros, rest.rounded(MicrosPerDay, false), 1, math.MaxInt64)
}

func (d *intervalDecoder) addMicros(n, scale int64, f fraction) bool {
	return addMul(&d.micros, n, scale, math.MaxInt64) &&
		addMul(&d.micros, f.rounded(scale, false), 1, math.MaxInt64)
}

// add adds a number of a unit; seen are the bits of the fields it sets.
func (d *intervalDecoder) add(unit dateUnit, n int64, f fraction) (seen int, p dateProblem) {
	ok := false
	switch unit {
	case unitMicrosecond:
		ok, seen = d.addMicros(n, 1, f), 1<<0
	case unitMillisecond:
		ok, seen = d.addMicros(n, 1000, f), 1<<1
	case unitSecond:
		ok, seen = d.addMicros(n, MicrosPerSecond, f), 1<<2
		if f.num != 0 {
			seen = seenSeconds
		}
	case unitMinute:
		ok, seen = d.addMicros(n, MicrosPerMinute, f), seenMinute
	case unitHour:
		ok, seen = d.addMicros(n, MicrosPerHour, f), seenHour
	case unitDay:
		ok, seen = d.addDays(n, 1, f), 1<<5
	case unitWeek:
		ok, seen = d.addDays(n, 7, f), 1<<6
	case unitMonth:
		ok, seen = d.addMonths(n, f), 1<<7
	case unitYear:
		ok, seen = d.addYears(n, 1, f), 1<<8
	case unitDecade:
		ok, seen = d.addYears(n, 10, f), 1<<9
	case unitCentury:
		ok, seen = d.addYears(n, 100, f), 1<<10
	case unitMillennium:
		ok, seen = d.addYears(n, 1000, f), 1<<11
	default:
		return 0, badDateFormat
	}
	if !ok {
		return 0, dateOverflow
	}
	return seen, dateOK
}

// Bits of the fields that a time with colons sets.
const (
	seenSeconds = 1<<0 | 1<<1 | 1<<2
	seenMinute  = 1 << 3
	seenHour    = 1 << 4
	seenTime    = seenSeconds | seenMinute | seenHour
)

// decode reads the fields from right to left, so that units come before their
// numbers.
func (d *intervalDecoder) decode(fields []dateField) dateProblem {
	// In SQL's style a sign in front counts for all that have none.
	allNegative := d.style == "sql_standard" && len(fields) > 0 && fields[0].text[0] == '-'
	for _, f := range fields[min(1, len(fields)):] {
		if f.text[0] == '-' || f.text[0] == '+' {
			allNegative = false
		}
	}
	unit, mask, ago := unitNone, 0, false
	for i := len(fields) - 1; i >= 0; i-- {
		f, seen, p := fields[i], 0, dateOK
		switch f.kind {
		case fieldString, fieldSpecial:
			w := lookupIntervalWord(f.text)
			switch w.kind {
			case wordUnit:
				unit = w.unit
			case wordAgo:
				ago = true
				unit = unitOther // a number must not stand right before it
			default:
				return badDateFormat
			}
		case fieldTime:
			seen, p = d.clock(f.text, allNegative)
			unit = unitDay
		default:
			if f.kind == fieldZone && d.signedClock(f.text, allNegative) {
				seen, unit = seenTime, unitDay
				break
			}
			if unit == unitNone {
				unit = d.lastUnit()
			}
			seen, p = d.number(f.text, &unit, allNegative)
		}
		if p != dateOK {
			return p
		}
		if seen&mask != 0 {
			return badDateFormat
		}
		mask |= seen
	}
	if mask == 0 {
		return badDateFormat
	}
	if ago {
		return d.negate()
	}
	return dateOK
}

func (d *intervalDecoder) negate() dateProblem {
	if d.micros == math.MinInt64 || d.days == math.MinInt32 || d.months == math.MinInt32 || d.years == math.MinInt32 {
		return dateOverflow
	}
	d.years, d.months, d.days, d.micros = -d.years, -d.months, -d.days, -d.micros
	return dateOK
}

// clock adds a time with colons.
func (d *intervalDecoder) clock(text string, negative bool) (seen int, p dateProblem) {
	c, p := parseClock(text, d.mask == intervalMinute|intervalSecond)
	if p != dateOK {
		return 0, p
	}
	micros := int64(c.minute)*MicrosPerMinute + int64(c.sec)*MicrosPerSecond + c.micros
	if !addMul(&micros, c.hours, MicrosPerHour, math.MaxInt64) {
		return 0, dateOverflow
	}
	if negative {
		micros = -micros
	}
	d.micros = micros
	return seenTime, dateOK
}

// signedClock adds a time behind a sign, if text is one.
func (d *intervalDecoder) signedClock(text string, negative bool) bool {
	for i := 1; i < len(text); i++ {
		if text[i] == ':' {
			_, p := d.clock(text[1:], negative || text[0] == '-')
			return p == dateOK
		}
	}
	return false
}

// lastUnit is what the rightmost number without unit means.
func (d *intervalDecoder) lastUnit() dateUnit {
	if d.mask == intervalFullRange {
		return unitSecond
	}
	for _, u := range []struct {
		bit  int32
		unit dateUnit
	}{
		{intervalSecond, unitSecond}, {intervalMinute, unitMinute}, {intervalHour, unitHour},
		{intervalDay, unitDay}, {intervalMonth, unitMonth}, {intervalYear, unitYear},
	} {
		if d.mask&u.bit != 0 {
			return u.unit
		}
	}
	return unitSecond
}

// number adds a number of the unit, or years-months.
func (d *intervalDecoder) number(text string, unit *dateUnit, negative bool) (seen int, p dateProblem) {
	n, rest, _, ok := cutInt(text, 64)
	if !ok {
		return 0, dateOverflow
	}
	f := fraction{den: 1}
	switch {
	case rest == "":
	case rest[0] == '-':
		months, tail, _, ok := cutInt(rest[1:], 32)
		if !ok || months < 0 || months >= 12 {
			return 0, dateOverflow
		}
		if tail != "" {
			return 0, badDateFormat
		}
		*unit = unitMonth
		if text[0] == '-' {
			months = -months
		}
		if !addMul(&months, n, 12, math.MaxInt64) {
			return 0, dateOverflow
		}
		n = months
	case rest[0] == '.':
		if f, ok = parseFraction(rest); !ok {
			return 0, badDateFormat
		}
		f.negative = text[0] == '-'
	default:
		return 0, badDateFormat
	}
	if negative {
		n, f.negative = min(n, -n), true
	}
	seen, p = d.add(*unit, n, f)
	if *unit == unitHour {
		*unit = unitDay // for the next number: 1 02:03
	}
	return seen, p
}

package types

import "strconv"

// intervalParts is an interval cut into fields, all with the sign of what
// they come from. The time is held as a magnitude, since the least int64 has
// no positive counterpart.
type intervalParts struct {
	years, months, days int64
	negativeTime        bool
	hours, minutes      uint64
	micros              int64 // of the minute
}

func splitInterval(iv IntervalValue) intervalParts {
	t := uint64(iv.Micros)
	if iv.Micros < 0 {
		t = -t
	}
	return intervalParts{
		years: int64(iv.Months) / 12, months: int64(iv.Months) % 12, days: int64(iv.Days),
		negativeTime: iv.Micros < 0,
		hours:        t / uint64(MicrosPerHour), minutes: t / uint64(MicrosPerMinute) % 60,
		micros: int64(t % uint64(MicrosPerMinute)),
	}
}

func (p *intervalParts) hasTime() bool { return p.hours != 0 || p.minutes != 0 || p.micros != 0 }

// appendInterval writes an interval in one of the four styles
// (EncodeInterval).
func appendInterval(buf []byte, iv IntervalValue, style string) []byte {
	p := splitInterval(iv)
	switch style {
	case "sql_standard":
		return p.appendStandard(buf)
	case "iso_8601":
		return p.appendISO(buf)
	case "postgres_verbose":
		return p.appendVerbose(buf)
	}
	return p.appendPostgres(buf)
}

func (p *intervalParts) appendClock(buf []byte, fillHours bool) []byte {
	if fillHours && p.hours < 10 {
		buf = append(buf, '0')
	}
	buf = append(strconv.AppendUint(buf, p.hours, 10), ':')
	buf = append(appendTwo(buf, int(p.minutes)), ':')
	return appendSeconds(buf, p.micros, true)
}

func (p *intervalParts) appendPostgres(buf []byte) []byte {
	start, before := len(buf), false
	for _, part := range [...]struct {
		n    int64
		unit string
	}{{p.years, "year"}, {p.months, "mon"}, {p.days, "day"}} {
		if part.n == 0 {
			continue
		}
		if len(buf) > start {
			buf = append(buf, ' ')
		}
		if before && part.n > 0 {
			buf = append(buf, '+')
		}
		before = part.n < 0
		buf = appendCounted(buf, part.n, part.unit, part.n != 1)
	}
	if len(buf) > start && !p.hasTime() {
		return buf
	}
	if len(buf) > start {
		buf = append(buf, ' ')
	}
	if p.negativeTime {
		buf = append(buf, '-')
	} else if before {
		buf = append(buf, '+')
	}
	return p.appendClock(buf, true)
}

func appendCounted(buf []byte, n int64, unit string, plural bool) []byte {
	buf = append(append(strconv.AppendInt(buf, n, 10), ' '), unit...)
	if plural {
		buf = append(buf, 's')
	}
	return buf
}

func (p *intervalParts) appendVerbose(buf []byte) []byte {
	buf = append(buf, '@')
	zero, before := true, false
	sign := int64(1)
	if p.negativeTime {
		sign = -1
	}
	for _, part := range [...]struct {
		n    int64
		unit string
	}{
		{p.years, "year"}, {p.months, "mon"}, {p.days, "day"},
		{sign * int64(p.hours), "hour"}, {sign * int64(p.minutes), "min"},
	} {
		n := part.n
		if n == 0 {
			continue
		}
		if zero {
			before = n < 0
		}
		if before {
			n = -n
		}
		zero = false
		buf = appendCounted(append(buf, ' '), n, part.unit, n != 1)
	}
	if p.micros != 0 {
		buf = append(buf, ' ')
		if zero {
			before = p.negativeTime
		}
		if p.negativeTime != before {
			buf = append(buf, '-')
		}
		buf = append(appendSeconds(buf, p.micros, false), " sec"...)
		if p.micros != MicrosPerSecond {
			buf = append(buf, 's')
		}
		zero = false
	}
	if zero {
		buf = append(buf, " 0"...)
	}
	if before {
		buf = append(buf, " ago"...)
	}
	return buf
}

func (p *intervalParts) appendISO(buf []byte) []byte {
	if p.years == 0 && p.months == 0 && p.days == 0 && !p.hasTime() {
		return append(buf, "PT0S"...)
	}
	buf = append(buf, 'P')
	part := func(n int64, unit byte) {
		if n != 0 {
			buf = append(strconv.AppendInt(buf, n, 10), unit)
		}
	}
	part(p.years, 'Y')
	part(p.months, 'M')
	part(p.days, 'D')
	if !p.hasTime() {
		return buf
	}
	buf = append(buf, 'T')
	sign := int64(1)
	if p.negativeTime {
		sign = -1
	}
	part(sign*int64(p.hours), 'H')
	part(sign*int64(p.minutes), 'M')
	if p.micros != 0 {
		if p.negativeTime {
			buf = append(buf, '-')
		}
		buf = append(appendSeconds(buf, p.micros, false), 'S')
	}
	return buf
}

// appendStandard writes SQL's form, and with signs on every part what that
// form cannot say: mixed signs, or months beside days.
func (p *intervalParts) appendStandard(buf []byte) []byte {
	negative := p.years < 0 || p.months < 0 || p.days < 0 || p.negativeTime
	positive := p.years > 0 || p.months > 0 || p.days > 0 || p.hasTime() && !p.negativeTime
	yearMonth := p.years != 0 || p.months != 0
	dayTime := p.days != 0 || p.hasTime()
	switch {
	case !negative && !positive:
		return append(buf, '0')
	case negative && positive || yearMonth && dayTime:
		buf = append(buf, signOf(p.years < 0 || p.months < 0))
		buf = append(strconv.AppendInt(buf, magnitude(p.years), 10), '-')
		buf = strconv.AppendInt(buf, magnitude(p.months), 10)
		buf = append(buf, ' ', signOf(p.days < 0))
		buf = strconv.AppendInt(buf, magnitude(p.days), 10)
		return p.appendClock(append(buf, ' ', signOf(p.negativeTime)), false)
	case negative:
		buf = append(buf, '-')
	}
	if yearMonth {
		buf = append(strconv.AppendInt(buf, magnitude(p.years), 10), '-')
		return strconv.AppendInt(buf, magnitude(p.months), 10)
	}
	if p.days != 0 {
		buf = append(strconv.AppendInt(buf, magnitude(p.days), 10), ' ')
	}
	return p.appendClock(buf, false)
}

func signOf(negative bool) byte {
	if negative {
		return '-'
	}
	return '+'
}

func magnitude(n int64) int64 { return max(n, -n) }

package types

import (
	"strings"
	"time"
)

// word reads a field of letters: a zone's abbreviation or name, a month, a
// moment of its own ...
func (d *dateDecoder) word(i int) (seen int, p dateProblem) {
	text := d.fields[i].text
	if a, ok := zoneAbbrevs[cutWord(text)]; ok {
		if a.zone != "" {
			d.abbrev = strings.ToUpper(text)
			seen, p = d.zoneName(a.zone)
			return seen | hasAbbrev, p
		}
		d.zone = -a.offset
		if a.dst {
			return hasZone | hasAbbrev, dateOK
		}
		return hasZone, dateOK
	}
	w := lookupDateWord(text)
	switch w.kind {
	case wordIgnore:
		return 0, dateOK
	case wordReserved:
		return d.reserved(w.unit)
	case wordMonth:
		if d.timeOnly {
			return 0, badDateFormat
		}
		seen = hasMonth
		if d.mask&hasMonth != 0 && !d.textMonth && d.mask&hasDay == 0 && d.tm.month >= 1 && d.tm.month <= 31 {
			// The number taken for a month was the day.
			d.tm.day, seen = d.tm.month, hasDay
		}
		d.textMonth = true
		d.tm.month = w.value
		return seen, dateOK
	case wordDSTMod:
		d.zone -= 3600
		return hasDSTMod, dateOK
	case wordMeridian:
		d.meridian = 1 + w.value
		return hasMeridian, dateOK
	case wordEra:
		d.bc = w.value == 1
		return hasEra, dateOK
	case wordWeekday:
		if d.timeOnly {
			return 0, badDateFormat
		}
		return hasWeekday, dateOK
	case wordUnit:
		d.label = w.unit
		return 0, dateOK
	case wordISOTime:
		if !d.timeOnly && d.mask&hasDate != hasDate || i+1 >= len(d.fields) {
			return 0, badDateFormat
		}
		switch d.fields[i+1].kind {
		case fieldNumber, fieldTime, fieldDate:
			d.label = unitTime
			return 0, dateOK
		}
		return 0, badDateFormat
	}
	if seen, p = d.zoneName(text); p != dateOK {
		p = badDateFormat
	}
	return seen, p
}

// reserved reads now, today, infinity and the like.
func (d *dateDecoder) reserved(unit dateUnit) (seen int, p dateProblem) {
	now := d.now()
	if d.timeOnly {
		switch unit {
		case momentNow:
			d.tm.setTime(now.timeOfDay())
			return hasTime, dateOK
		case momentZulu:
			return hasTime | hasZone, dateOK
		}
		return 0, badDateFormat
	}
	days := DaysFromCivil(now.year, now.month, now.day)
	switch unit {
	case momentNow:
		d.tm, d.moment = now, momentDate
		d.zone = -LocalOffset(locationOf(d.f), civilMicros(&now))
		return hasDate | hasTime | hasZone, dateOK
	case momentYesterday:
		days--
	case momentTomorrow:
		days++
	case momentZulu:
		d.tm.setTime(0)
		d.zone, d.moment = 0, momentDate
		return hasTime | hasZone, dateOK
	case momentToday:
	default:
		d.moment = unit
		return hasReserved, dateOK
	}
	d.moment = momentDate
	d.tm.setDays(days)
	return hasDate, dateOK
}

// now is the transaction's start on the clocks of the session's zone.
func (d *dateDecoder) now() civil {
	t := d.f.Now
	if t.IsZero() {
		t = time.Now()
	}
	micros := (t.Unix()-epochSeconds)*MicrosPerSecond + int64(t.Nanosecond()/1000)
	offset, _ := ZoneAt(locationOf(d.f), micros)
	return splitCivil(micros + int64(offset)*MicrosPerSecond)
}

// civilMicros is a moment as microseconds since 2000-01-01 on its own clock.
func civilMicros(c *civil) int64 {
	return DaysFromCivil(c.year, c.month, c.day)*MicrosPerDay + c.timeOfDay()
}

// validate completes the year and checks month and day (ValidateDate).
func (d *dateDecoder) validate() dateProblem {
	t := &d.tm
	if d.mask&hasYear != 0 && !d.julian {
		switch {
		case d.bc:
			if t.year <= 0 {
				return dateOverflow
			}
			t.year = -(t.year - 1)
		case d.twoDigits:
			switch {
			case t.year < 0:
				return dateOverflow
			case t.year < 70:
				t.year += 2000
			case t.year < 100:
				t.year += 1900
			}
		case t.year <= 0:
			return dateOverflow
		}
	}
	if d.mask&hasDayOfYear != 0 {
		t.setDays(DaysFromCivil(t.year, 1, 1) + int64(t.dayOfYear) - 1)
	}
	if d.mask&hasMonth != 0 && (t.month < 1 || t.month > 12) ||
		d.mask&hasDay != 0 && (t.day < 1 || t.day > 31) {
		return dateOrderOverflow
	}
	if d.mask&hasDate == hasDate && t.day > DaysInMonth(t.year, t.month) {
		return dateOverflow
	}
	return dateOK
}

// finish applies am and pm, checks that nothing is missing and finds the
// offset of the zone.
func (d *dateDecoder) finish() dateProblem {
	t := &d.tm
	if d.meridian != 0 && t.hour > 12 {
		return dateOverflow
	}
	if d.meridian == 1 && t.hour == 12 {
		t.hour = 0
	} else if d.meridian == 2 && t.hour != 12 {
		t.hour += 12
	}
	if d.moment != momentDate {
		return dateOK
	}
	if d.timeOnly {
		if d.timeOverflows() {
			return dateOverflow
		}
		if d.mask&hasTime != hasTime {
			return badDateFormat
		}
	} else if d.mask&hasDate != hasDate {
		return badDateFormat
	}
	if d.mask&hasDSTMod != 0 && (d.location != nil || d.mask&hasZone == 0) {
		return badDateFormat
	}
	switch {
	case d.location != nil:
		if d.timeOnly && d.abbrev == "" && d.mask&hasDate != hasDate && !isFixedZone(d.location) {
			return badDateFormat
		}
	case d.mask&hasZone != 0:
		return dateOK
	default:
		d.location = locationOf(d.f)
	}
	local := *t
	if d.mask&hasDate != hasDate {
		if d.timeOnly && d.mask&hasDate != 0 {
			return badDateFormat
		}
		now := d.now()
		local.year, local.month, local.day = now.year, now.month, now.day
	}
	switch {
	case !validJulian(local.year, local.month):
	case d.abbrev != "":
		d.zone = -abbrevOffset(d.location, d.abbrev, clampLocal(&local))
	default:
		d.zone = -LocalOffset(d.location, clampLocal(&local))
	}
	return dateOK
}

// clampLocal is civilMicros for a date that may lie past all timestamps.
func clampLocal(c *civil) int64 {
	days := DaysFromCivil(c.year, c.month, c.day)
	return min(days, TimestampEnd/MicrosPerDay)*MicrosPerDay + c.timeOfDay()
}

// isFixedZone reports whether a zone has one offset for ever.
func isFixedZone(loc *time.Location) bool {
	start, end := time.Unix(0, 0).In(loc).ZoneBounds()
	return start.IsZero() && end.IsZero()
}

// decodeDatetimeText runs a decoder over text of a type.
func decodeDatetimeText(oid OID, text string, f *Format) (*dateDecoder, error) {
	d := &dateDecoder{f: f, timeOnly: oid == Time || oid == TimeTZ}
	buffer := dateBuffer
	if oid == Timestamp || oid == TimestampTZ {
		buffer = timestampBuffer
	}
	var ok bool
	d.fields, ok = splitDateFields(text, buffer)
	p := badDateFormat
	if ok && len(d.fields) > 0 {
		p = d.decode()
	}
	if p != dateOK {
		return nil, dateInputError(p, oid, text, strings.ToLower(d.badZone))
	}
	return d, nil
}

package fn

import (
	"math"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// part is a field of a date or time as an exact fraction: value / 10^scale,
// shown by extract with that scale.
type part struct {
	value int64
	scale int32
	exact *apd.Decimal // used instead if not nil
}

func init() {
	for _, t := range []string{"date", "time", "timetz", "timestamp", "timestamptz", "interval"} {
		part := scalar("date_part(text, "+t+") float8", "extract field from a date or time", datePart(false))
		extract := scalar("extract(text, "+t+") numeric", "extract field from a date or time", datePart(true))
		if t == "date" {
			part.Fn = dayPart
		}
		if t == "timestamptz" {
			part.stable()
			extract.stable()
		}
		register(part, extract)
	}
}

// dayPart is date_part of a date, which PostgreSQL defines as that of the
// timestamp at which it begins.
func dayPart(c *Context, a []datum.Datum) (datum.Datum, error) {
	ts, err := midnight(a[1])
	if err != nil {
		return datum.Null, err
	}
	return datePart(false)(c, []datum.Datum{a[0], types.NewInt(types.Timestamp, ts)})
}

func datePart(numeric bool) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		unit, v := timeUnit(a[0].S), a[1]
		if (v.OID == types.Date || v.OID == types.Timestamp || v.OID == types.TimestampTZ) && infinite(v) {
			return infinitePart(a[0].S, unit, v, numeric)
		}
		p, ok, err := partOf(c, unit, v, numeric)
		if err != nil {
			return datum.Null, err
		}
		if !ok {
			return datum.Null, badUnit(a[0].S, v.OID)
		}
		if numeric {
			if p.exact != nil {
				return newDecimal(p.exact, nil)
			}
			return newDecimal(apd.New(p.value, -p.scale), nil)
		}
		if p.exact != nil {
			f, err := p.exact.Float64()
			return types.NewFloat8(f), err
		}
		return types.NewFloat8(float64(p.value) / math.Pow10(int(p.scale))), nil
	}
}

// infinitePart: fields that go round are NULL, those that grow are infinite.
func infinitePart(name, unit string, v datum.Datum, numeric bool) (datum.Datum, error) {
	negative := v.I < 0
	switch unit {
	case "microseconds", "milliseconds", "second", "minute", "hour", "timezone", "timezone_hour", "timezone_minute":
		if v.OID == types.Date && numeric {
			return datum.Null, unitUnsupported(name, v.OID)
		}
		return datum.Null, nil
	case "day", "month", "quarter", "week", "dow", "isodow", "doy":
		return datum.Null, nil
	case "year", "decade", "century", "millennium", "julian", "isoyear", "epoch":
		if numeric {
			return types.NewNumeric(infinity(negative)), nil
		}
		return types.NewFloat8(math.Inf(map[bool]int{true: -1, false: 1}[negative])), nil
	}
	return datum.Null, badUnit(name, v.OID)
}

// partOf finds the field; ok is false if the type has no such field.
func partOf(c *Context, unit string, v datum.Datum, numeric bool) (part, bool, error) {
	switch v.OID {
	case types.Interval:
		p, ok := intervalPart(unit, v.Interval())
		return p, ok, nil
	case types.Time:
		p, ok := timePart(unit, v.I)
		return p, ok, nil
	case types.TimeTZ:
		us, zone := timeTZParts(v)
		if p, ok := zonePart(unit, zone); ok {
			return p, true, nil
		}
		p, ok := timePart(unit, us)
		if unit == "epoch" {
			p.value -= zone * usecPerSec
		}
		return p, ok, nil
	case types.Date:
		if p, ok := calendarPart(unit, civilOf(v.I*usecPerDay)); ok {
			return p, true, nil
		}
		if unit == "epoch" && numeric {
			return part{value: v.I*86400 + unixToEpoch}, true, nil
		}
		if numeric {
			return part{value: v.I + epochJulian}, unit == "julian", nil
		}
		p, ok := timestampPart(unit, v.I*usecPerDay, v.I*usecPerDay)
		return p, ok, nil
	case types.Timestamp:
		p, ok := timestampPart(unit, v.I, v.I)
		return p, ok, nil
	}
	local, err := toLocal(c, v)
	if err != nil {
		return part{}, false, err
	}
	if p, ok := zonePart(unit, (local-v.I)/usecPerSec); ok {
		return p, true, nil
	}
	p, ok := timestampPart(unit, local, v.I)
	return p, ok, nil
}

// zonePart is a field of an offset east of Greenwich, in seconds.
func zonePart(unit string, seconds int64) (part, bool) {
	switch unit {
	case "timezone":
		return part{value: seconds}, true
	case "timezone_hour":
		return part{value: seconds / 3600}, true
	case "timezone_minute":
		return part{value: seconds / 60 % 60}, true
	}
	return part{}, false
}

// timestampPart takes local time, and the instant that epoch counts to.
func timestampPart(unit string, local, instant int64) (part, bool) {
	c := civilOf(local)
	switch unit {
	case "epoch":
		if instant > math.MaxInt64-unixToEpoch*usecPerSec {
			// The last 30 years don't fit.
			sum, err := addDecimal(apd.New(instant, -6), decimalOf(unixToEpoch))
			return part{exact: sum}, err == nil
		}
		return part{value: instant + unixToEpoch*usecPerSec, scale: 6}, true
	case "julian":
		day := quotient(decimalOf(c.timeOfDay()), decimalOf(usecPerDay), divScale(decimalOf(c.timeOfDay()), decimalOf(usecPerDay)), true)
		sum, err := addDecimal(decimalOf(c.julian()), day)
		return part{exact: sum}, err == nil
	}
	if p, ok := calendarPart(unit, c); ok {
		return p, true
	}
	return timePart(unit, c.timeOfDay())
}

func timePart(unit string, us int64) (part, bool) {
	switch unit {
	case "microseconds":
		return part{value: us % usecPerMin}, true
	case "milliseconds":
		return part{value: us % usecPerMin, scale: 3}, true
	case "second":
		return part{value: us % usecPerMin, scale: 6}, true
	case "minute":
		return part{value: us / usecPerMin % 60}, true
	case "hour":
		return part{value: us / usecPerHour}, true
	case "epoch":
		return part{value: us, scale: 6}, true
	}
	return part{}, false
}

func calendarPart(unit string, c civil) (part, bool) {
	n := 0
	switch unit {
	case "day":
		n = c.day
	case "month":
		n = c.month
	case "quarter":
		n = (c.month-1)/3 + 1
	case "week":
		_, n = isoWeek(c.julian())
	case "year":
		n = shownYear(c.year)
	case "isoyear":
		if n, _ = isoWeek(c.julian()); n <= 0 {
			n--
		}
	case "decade":
		n = decadeOf(c.year)
	case "century":
		n = centuryOf(c.year)
	case "millennium":
		n = millenniumOf(c.year)
	case "dow":
		n = int((c.julian() + 1) % 7)
	case "isodow":
		n = int(c.julian()%7) + 1
	case "doy":
		n = int(c.julian()-julianOf(c.year, 1, 1)) + 1
	default:
		return part{}, false
	}
	return part{value: int64(n)}, true
}

func intervalPart(unit string, iv types.IntervalValue) (part, bool) {
	years, months := int64(iv.Months/12), int64(iv.Months%12)
	n := int64(0)
	switch unit {
	case "day":
		n = int64(iv.Days)
	case "month":
		n = months
	case "quarter":
		n = months/3 + 1
	case "year":
		n = years
	case "decade":
		n = years / 10
	case "century":
		n = years / 100
	case "millennium":
		n = years / 1000
	case "epoch":
		// A year counts 365.25 days, a month 30: in quarters of a day.
		quarters := years*1461 + months*120 + int64(iv.Days)*4
		secs := apd.New(quarters*21600, 0)
		sum, err := addDecimal(secs, apd.New(iv.Micros, -6))
		return part{exact: sum}, err == nil
	default:
		return timePart(unit, iv.Micros)
	}
	return part{value: n}, true
}

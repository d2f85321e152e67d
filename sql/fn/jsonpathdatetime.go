package fn

import (
	"errors"
	"math"
	"time"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// isoTemplates are what .datetime() tries without a template, in this order.
var isoTemplates = func() (list []string) {
	list = append(list, "yyyy-mm-dd")
	for _, date := range []string{"", "yyyy-mm-dd ", "yyyy-mm-dd\"T\""} {
		for _, zone := range []string{"TZH:TZM", "TZH", ""} {
			for _, fraction := range []string{".US", ""} {
				list = append(list, date+"HH24:MI:SS"+fraction+zone)
			}
		}
	}
	return list
}()

// datetime executes .datetime(): it reads a text by a template, or by the
// first of the ISO ones that fits.
func (r *pathRun) datetime(p *types.PathItem, in jsonItem, found *pathItems) (pathResult, error) {
	if !in.is(types.JSONString) {
		return r.fail(pgerr.InvalidArgumentForJSONDatetime, "jsonpath item method .datetime() can only be applied to a string")
	}
	var out jsonItem
	var err error
	if p.Left != nil {
		if out, err = readDateTime(in.n.Text, p.Left.Text); err != nil {
			if !r.throw {
				err = nil
			}
			return pathFailed, err
		}
		return r.takeDateTime(p, out, found)
	}
	for _, t := range isoTemplates {
		if out, err = readDateTime(in.n.Text, t); err == nil {
			return r.takeDateTime(p, out, found)
		}
	}
	if !r.throw {
		return pathFailed, nil
	}
	return pathFailed, pgerr.New(pgerr.InvalidArgumentForJSONDatetime, "datetime format is not recognized: \"%s\"", in.n.Text).
		WithHint("Use a datetime template argument to specify the input data format.")
}

func (r *pathRun) takeDateTime(p *types.PathItem, v jsonItem, found *pathItems) (pathResult, error) {
	if p.Next == nil && found == nil {
		return pathFound, nil
	}
	return r.next(p, v, found)
}

// readDateTime reads s by a template of the SQL standard, which also tells the
// type (parse_datetime). Errors are 22007, 22008 and 0A000.
func readDateTime(s, template string) (jsonItem, error) {
	p, err := parseStandard(s, template)
	if err != nil {
		return jsonItem{}, err
	}
	bad := func(what string) (jsonItem, error) {
		return jsonItem{}, pgerr.New(pgerr.InvalidDatetimeFormat, "%s", what)
	}
	missing := func(t string) (jsonItem, error) {
		return bad("missing time zone in input string for type " + t)
	}
	switch {
	case !p.dated && !p.timed:
		return bad("datetime format is not dated and not timed")
	case p.dated && !p.timed && p.zoned:
		return bad("datetime format is zoned but not timed")
	}
	var days, us int64
	if p.dated {
		if days, err = p.day(); err != nil {
			return jsonItem{}, err
		}
		days -= epochJulian
	}
	if p.timed {
		if us, err = p.timeOfDay(); err != nil {
			return jsonItem{}, err
		}
	}
	var v datum.Datum
	switch {
	case !p.timed:
		v, err = newDate(days)
	case !p.dated && p.zoned && !p.hasZone:
		return missing("timetz")
	case !p.dated && p.zoned:
		v = types.NewTimeTZ(us, int(p.zone()))
	case !p.dated:
		v = types.NewInt(types.Time, us)
	case p.zoned && !p.hasZone:
		return missing("timestamptz")
	case p.zoned:
		local, e := checkTimestamp(days*usecPerDay + us)
		v, err = newTimestamp(types.TimestampTZ, local-p.zone()*usecPerSec, e)
	default:
		ts, e := checkTimestamp(days*usecPerDay + us)
		v, err = newTimestamp(types.Timestamp, ts, e)
	}
	return jsonItem{when: v, zone: p.zone()}, err
}

// zonedDateTime shows a timestamptz in the zone in which it was written.
func zonedDateTime(v datum.Datum, east int64) string {
	f := *types.DefaultFormat
	f.TimeZone = time.FixedZone("", int(east))
	return isoDateTime(&Context{Format: &f}, v)
}

// compareTimes compares dates and times; ok is false where the types cannot
// be compared (compareDatetime).
func (r *pathRun) compareTimes(a, b datum.Datum) (c int, ok bool, err error) {
	if a.OID == b.OID {
		return types.Compare(a, b), true, nil
	}
	clock := func(v datum.Datum) bool { return v.OID == types.Time || v.OID == types.TimeTZ }
	if clock(a) != clock(b) {
		return 0, false, nil
	}
	to := types.Timestamp
	switch {
	case clock(a):
		to = types.TimeTZ
	case a.OID == types.TimestampTZ || b.OID == types.TimestampTZ:
		to = types.TimestampTZ
	}
	for _, v := range []*datum.Datum{&a, &b} {
		if v.OID == to {
			continue
		}
		if to != types.Timestamp && !r.zoned {
			return 0, false, pgerr.New(pgerr.FeatureNotSupported, "cannot convert value from %s to %s without time zone usage", shortTimeName(v.OID), shortTimeName(to)).
				WithHint("Use *_tz() function for time zone support.")
		}
		if *v, err = types.Cast(*v, types.Of(to), types.Explicit, r.c.Format); err != nil {
			var e *pgerr.Error
			if v.OID == types.Date && errors.As(err, &e) && e.Code == pgerr.DatetimeFieldOverflow {
				// A date that no timestamp reaches is after, or before, all of them.
				return 0, false, nil
			}
			return 0, false, err
		}
	}
	return types.Compare(a, b), true, nil
}

func shortTimeName(t types.OID) string { return types.Lookup(t).Name }

// standardFields are the fields of a template as parseStandard has read them.
type standardFields struct {
	input                string
	s                    string
	f                    map[string]int64
	dated, timed, zoned  bool // what the template holds
	hasZone              bool
	pm                   int
	sign, hours, minutes int64 // of the zone
	bc, twelve           bool
}

func (p *standardFields) zone() int64 { return p.sign * (p.hours*3600 + p.minutes*60) }

func invalidStandard(format string, args ...any) *pgerr.Error {
	return pgerr.New(pgerr.InvalidDatetimeFormat, format, args...)
}

func (p *standardFields) outOfRange() error {
	return pgerr.New(pgerr.DatetimeFieldOverflow, "date/time field value out of range: \"%s\"", p.input)
}

func (p *standardFields) day() (int64, error) {
	year := p.f["Y"]
	if p.bc {
		year = 1 - year
	}
	month, day := max(p.f["MM"], 1), max(p.f["DD"], 1)
	if d, ok := p.f["DDD"]; ok {
		if d < 1 || d > 366 {
			return 0, p.outOfRange()
		}
		return julianOf(int(year), 1, 1) + d - 1, nil
	}
	if month > 12 || day > int64(daysIn(int(year), int(month))) || year > 5874897 {
		return 0, p.outOfRange()
	}
	return julianOf(int(year), int(month), int(day)), nil
}

func (p *standardFields) timeOfDay() (int64, error) {
	if s, ok := p.f["SSSSS"]; ok {
		if s >= 86400 {
			return 0, p.outOfRange()
		}
		return s * usecPerSec, nil
	}
	h := p.f["HH"]
	if p.twelve {
		if h < 1 || h > 12 {
			return 0, invalidStandard("hour \"%d\" is invalid for the 12-hour clock", h).
				WithHint("Use the 24-hour clock, or give an hour between 1 and 12.")
		}
		if p.pm == 2 && h < 12 {
			h += 12
		} else if p.pm == 1 && h == 12 {
			h = 0
		}
	}
	if h > 23 || p.f["MI"] > 59 || p.f["SS"] > 59 || p.f["US"] > 999_999 || p.f["US"] < 0 || p.hours > 15 || p.minutes > 59 {
		return 0, p.outOfRange()
	}
	return h*usecPerHour + p.f["MI"]*usecPerMin + p.f["SS"]*usecPerSec + p.f["US"], nil
}

func clampInt32(n int64) int64 { return min(max(n, math.MinInt32), math.MaxInt32) }

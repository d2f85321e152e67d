package fn

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		scalar("make_date(year int4, month int4, day int4) date", "construct date", makeDate),
		scalar("make_time(hour int4, min int4, sec float8) time", "construct time", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			us, err := timeFields(a)
			if err != nil {
				return datum.Null, err
			}
			return types.NewInt(types.Time, us), nil
		}),
		scalar("make_timestamp(year int4, month int4, mday int4, hour int4, min int4, sec float8) timestamp", "construct timestamp", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			ts, err := makeTimestamp(a)
			return newTimestamp(types.Timestamp, ts, err)
		}),
		scalar("make_timestamptz(year int4, month int4, mday int4, hour int4, min int4, sec float8) timestamptz", "construct timestamp with time zone", makeInstant).stable(),
		scalar("make_timestamptz(year int4, month int4, mday int4, hour int4, min int4, sec float8, timezone text) timestamptz", "construct timestamp with time zone", makeInstant).stable(),
		scalar("to_timestamp(float8) timestamptz", "convert UNIX epoch to timestamptz", epochToInstant),
	)
	for _, t := range []struct {
		name string
		add  Impl
	}{{"timestamp", timestampInterval(1)}, {"timestamptz", instantInterval(1)}, {"time", timeInterval(1)}} {
		for _, end1 := range []string{t.name, "interval"} {
			for _, end2 := range []string{t.name, "interval"} {
				o := scalar("overlaps("+t.name+", "+end1+", "+t.name+", "+end2+") bool", "do the two time spans overlap?", overlaps(t.add)).withNulls()
				if t.name == "timestamptz" {
					o.stable()
				}
				register(o)
			}
		}
	}
	for _, zone := range []string{"text", "interval"} {
		register(
			scalar("timezone("+zone+", timestamp) timestamptz", "read a local time in a time zone", atTimeZone),
			scalar("timezone("+zone+", timestamptz) timestamp", "show an instant in a time zone", atTimeZone),
		)
	}
}

func makeDate(_ *Context, a []datum.Datum) (datum.Datum, error) {
	y, m, d := int(a[0].I), int(a[1].I), int(a[2].I)
	invalid := pgerr.New(pgerr.DatetimeFieldOverflow, "date field value out of range: %d-%02d-%02d", y, m, d)
	if y == 0 {
		return datum.Null, invalid
	}
	if y < 0 {
		// Errors show the year as it is counted with a year 0.
		y++
		invalid = pgerr.New(pgerr.DatetimeFieldOverflow, "date field value out of range: %d-%02d-%02d", y, m, d)
	}
	if m < 1 || m > 12 || d < 1 || d > daysIn(y, m) {
		return datum.Null, invalid
	}
	if y < -4713 || y > 5874898 {
		return datum.Null, pgerr.New(pgerr.DatetimeFieldOverflow, "date out of range: %d-%02d-%02d", y, m, d)
	}
	return newDate(julianOf(y, m, d) - epochJulian)
}

// timeFields reads hour, minute and second; 24:00:00 and a second of 60 are allowed.
func timeFields(a []datum.Datum) (int64, error) {
	h, m, s := a[0].I, a[1].I, a[2].Float()
	us := math.RoundToEven(s * 1e6)
	if math.IsNaN(s) || h < 0 || m < 0 || m > 59 || s < 0 || us > 60e6 || h > 24 || h == 24 && (m > 0 || us > 0) {
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "time field value out of range: %d:%02d:%02s", h, m, shortFloat(s))
	}
	return h*usecPerHour + m*usecPerMin + int64(us), nil
}

func makeTimestamp(a []datum.Datum) (int64, error) {
	d, err := makeDate(nil, a[:3])
	if y := a[0].I; err != nil && y <= 0 {
		// Unlike make_date this shows the year as it was given.
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "date field value out of range: %d-%02d-%02d", y, a[1].I, a[2].I)
	}
	if err != nil {
		return 0, err
	}
	us, err := timeFields(a[3:6])
	if err != nil {
		return 0, err
	}
	if d.I > endTimestamp/usecPerDay {
		return 0, timestampRange()
	}
	return checkTimestamp(d.I*usecPerDay + us)
}

func makeInstant(c *Context, a []datum.Datum) (datum.Datum, error) {
	local, err := makeTimestamp(a)
	if err != nil {
		return datum.Null, err
	}
	if len(a) > 6 {
		loc, err := zoneNamed(a[6].S)
		if err != nil {
			return datum.Null, err
		}
		c = inZone(c, loc)
	}
	ts, err := toInstant(c, local)
	return newTimestamp(types.TimestampTZ, ts, err)
}

func epochToInstant(_ *Context, a []datum.Datum) (datum.Datum, error) {
	s := a[0].Float()
	switch {
	case math.IsNaN(s):
		return datum.Null, pgerr.New(pgerr.DatetimeFieldOverflow, "timestamp cannot be NaN")
	case math.IsInf(s, 1):
		return types.NewInt(types.TimestampTZ, math.MaxInt64), nil
	case math.IsInf(s, -1):
		return types.NewInt(types.TimestampTZ, math.MinInt64), nil
	}
	us := math.RoundToEven((s - unixToEpoch) * 1e6)
	if us < float64(minTimestamp) || us >= float64(endTimestamp) {
		return datum.Null, pgerr.New(pgerr.DatetimeFieldOverflow, "timestamp out of range: \"%s\"", shortFloat(s))
	}
	return types.NewInt(types.TimestampTZ, int64(us)), nil
}

// atTimeZone is AT TIME ZONE; the zone is a name, or an interval east of Greenwich.
func atTimeZone(c *Context, a []datum.Datum) (datum.Datum, error) {
	if infinite(a[1]) {
		return types.NewInt(map[types.OID]types.OID{types.Timestamp: types.TimestampTZ, types.TimestampTZ: types.Timestamp}[a[1].OID], a[1].I), nil
	}
	if a[0].OID == types.Interval {
		iv := a[0].Interval()
		if iv.Months != 0 || iv.Days != 0 {
			return datum.Null, zoneWithDays(a[0], c.Format)
		}
		if a[1].OID == types.Timestamp {
			ts, err := checkTimestamp(a[1].I - iv.Micros)
			return newTimestamp(types.TimestampTZ, ts, err)
		}
		ts, err := checkTimestamp(a[1].I + iv.Micros)
		return newTimestamp(types.Timestamp, ts, err)
	}
	loc, err := zoneNamed(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	z := inZone(c, loc)
	if a[1].OID == types.Timestamp {
		ts, err := toInstant(z, a[1].I)
		return newTimestamp(types.TimestampTZ, ts, err)
	}
	ts, err := toLocal(z, a[1])
	return newTimestamp(types.Timestamp, ts, err)
}

func zoneWithDays(zone datum.Datum, f *types.Format) error {
	return pgerr.New(pgerr.InvalidParameterValue, "interval time zone \"%s\" must not include months or days", types.TextOf(zone, f))
}

// overlaps is SQL's OVERLAPS; add turns ends that are intervals into times. A NULL end leaves its span at its other end.
func overlaps(add Impl) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		s1, e1, s2, e2 := a[0], a[1], a[2], a[3]
		for _, p := range []struct{ start, end *datum.Datum }{{&s1, &e1}, {&s2, &e2}} {
			if p.end.OID != types.Interval {
				continue
			}
			if p.start.IsNull() {
				*p.end = datum.Null
				continue
			}
			v, err := add(c, []datum.Datum{*p.start, *p.end})
			if err != nil {
				return datum.Null, err
			}
			*p.end = v
		}
		return overlapping(s1, e1, s2, e2)
	}
}

// overlapping follows overlaps_timestamp, NULLs included.
func overlapping(s1, e1, s2, e2 datum.Datum) (datum.Datum, error) {
	order := func(s, e datum.Datum) (datum.Datum, datum.Datum) {
		if s.IsNull() || !e.IsNull() && e.I < s.I {
			return e, s
		}
		return s, e
	}
	s1, e1 = order(s1, e1)
	s2, e2 = order(s2, e2)
	if s1.IsNull() || s2.IsNull() {
		return datum.Null, nil
	}
	switch {
	case s1.I == s2.I:
		if e1.IsNull() || e2.IsNull() {
			return datum.Null, nil
		}
		return newBool(true)
	case s1.I > s2.I:
		s1, e1, s2, e2 = s2, e2, s1, e1
	}
	// s1 < s2: they overlap if s2 < e1.
	if e1.IsNull() {
		return datum.Null, nil
	}
	if s2.I < e1.I {
		return newBool(true)
	}
	if e2.IsNull() {
		return datum.Null, nil
	}
	return newBool(false)
}

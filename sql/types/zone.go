package types

import (
	"math"
	"strings"
	"sync"
	"time"

	_ "embed"
	_ "time/tzdata" // zones are known on machines without a database of them

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

//go:embed zones.txt
var zoneList string

// zoneNames maps the lower-case name of each zone to its own spelling.
var zoneNames = sync.OnceValue(func() map[string]string {
	names := strings.Fields(zoneList)
	m := make(map[string]string, len(names))
	for _, n := range names {
		m[strings.ToLower(n)] = n
	}
	return m
})

// ZoneNames returns the names of all time zones, sorted.
func ZoneNames() []string { return strings.Fields(zoneList) }

// zoneHoursMax bounds a zone's offset (pg_tzset_offset).
const zoneHoursMax = 168

func badZoneSetting(s string) *pgerr.Error {
	return pgerr.New(pgerr.InvalidParameterValue, "invalid value for parameter \"TimeZone\": \"%s\"", s)
}

// ParseTimeZone reads a value of the setting TimeZone and returns the zone
// and the name that SHOW gives: a name in any letter case, a number of hours
// east of Greenwich, INTERVAL '...', or a POSIX zone such as <-07>+07 or
// EST5EDT,M3.2.0,M11.1.0, whose offset counts west of Greenwich. An unknown
// one is 22023.
func ParseTimeZone(s string) (*time.Location, string, error) {
	if len(s) > 8 && strings.EqualFold(s[:8], "interval") {
		return intervalZone(s)
	}
	if seconds, ok := zoneHours(s); ok {
		if seconds <= -zoneHoursMax*3600 || seconds >= zoneHoursMax*3600 {
			return nil, "", badZoneSetting(s).WithDetail("UTC timezone offset is out of range.")
		}
		loc := offsetZone(seconds)
		return loc, loc.String(), nil
	}
	loc, err := namedZone(s)
	if err != nil {
		return nil, "", err
	}
	if loc == nil {
		return nil, "", badZoneSetting(s)
	}
	return loc, loc.String(), nil
}

// zoneHours reads a decimal number of hours as seconds, cut towards zero.
func zoneHours(s string) (seconds int, ok bool) {
	d, err := parseDecimal(s)
	if err != nil || d.Form != 0 || s != trimSpace(s) {
		return 0, false
	}
	d = RoundDecimal(d, 12)
	hours, err := d.Float64()
	if err != nil || math.Abs(hours) > 1e6 {
		return math.MaxInt32, true
	}
	return int(hours * 3600), true
}

// intervalZone reads INTERVAL '-08:00'.
func intervalZone(s string) (*time.Location, string, error) {
	text := trimSpace(s[8:])
	if len(text) < 2 || text[0] != '\'' || text[len(text)-1] != '\'' {
		return nil, "", badZoneSetting(s)
	}
	v, err := parseInterval(text[1:len(text)-1], -1, DefaultFormat)
	if err != nil {
		return nil, "", err
	}
	iv := v.Interval()
	switch {
	case iv.Months != 0:
		return nil, "", badZoneSetting(s).WithDetail("Cannot specify months in time zone interval.")
	case iv.Days != 0:
		return nil, "", badZoneSetting(s).WithDetail("Cannot specify days in time zone interval.")
	}
	seconds := iv.Micros / MicrosPerSecond
	if seconds <= -zoneHoursMax*3600 || seconds >= zoneHoursMax*3600 {
		return nil, "", badZoneSetting(s).WithDetail("UTC timezone offset is out of range.")
	}
	loc := offsetZone(int(seconds))
	return loc, loc.String(), nil
}

// offsetZone makes the zone of a fixed offset, named as pg_tzset_offset does.
func offsetZone(seconds int) *time.Location {
	a := max(seconds, -seconds)
	text := appendTwo(nil, a/3600)
	if a%3600 != 0 {
		text = appendTwo(append(text, ':'), a/60%60)
	}
	if a%60 != 0 {
		text = appendTwo(append(text, ':'), a%60)
	}
	abbrev, posix := "-"+string(text), "+"+string(text)
	if seconds > 0 {
		abbrev, posix = posix, abbrev
	}
	loc := fixedZone(abbrev, seconds)
	return renameZone(loc, "<"+abbrev+">"+posix)
}

// namedZone finds a zone by name or POSIX text; nil if there is none.
func namedZone(name string) (*time.Location, error) {
	lower := strings.ToLower(name)
	if lower == "utc" {
		return time.UTC, nil
	}
	cached, ok := zoneCache.Load(lower)
	if ok {
		return cached.(*time.Location), nil
	}
	canonical, ok := zoneNames()[lower]
	if !ok {
		return posixZone(name), nil
	}
	loc, err := time.LoadLocation(canonical)
	if err != nil {
		return nil, pgerr.Wrap(err, pgerr.SystemError, "could not load time zone \"%s\"", canonical)
	}
	zoneCache.Store(lower, loc)
	return loc, nil
}

// zoneCache keeps the loaded zones of zones.txt, by name in lower case.
var zoneCache sync.Map

// LookupTimeZone finds the zone that AT TIME ZONE or datetime input names: an
// abbreviation such as PST (fixed or, for some, by date), a zone's name, or a
// POSIX zone. An unknown one is 22023.
func LookupTimeZone(name string) (*time.Location, error) {
	if a, ok := zoneAbbrevs[strings.ToLower(name)]; ok {
		if a.zone == "" {
			return fixedZone(strings.ToUpper(name), a.offset), nil
		}
		name = a.zone
	}
	loc, err := namedZone(name)
	if err == nil && loc == nil {
		err = pgerr.New(pgerr.InvalidParameterValue, "time zone \"%s\" not recognized", name)
	}
	return loc, err
}

func locationOf(f *Format) *time.Location {
	if f.TimeZone == nil {
		return time.UTC
	}
	return f.TimeZone
}

// ZoneAt tells a zone's offset, in seconds east of Greenwich, and its
// abbreviation at a timestamptz.
func ZoneAt(loc *time.Location, micros int64) (offset int, abbrev string) {
	if loc == time.UTC {
		return 0, "UTC"
	}
	abbrev, offset = time.Unix(floorDiv(micros, MicrosPerSecond)+epochSeconds, 0).In(loc).Zone()
	return offset, abbrev
}

// LocalOffset is the offset that holds in loc when clocks there show local
// (microseconds since 2000-01-01 on that clock). A time that a change skips or
// repeats is taken by PostgreSQL's rule: the offset before the change if
// clocks were set forward, the one after it if back
// (DetermineTimeZoneOffset).
func LocalOffset(loc *time.Location, local int64) int {
	if loc == time.UTC {
		return 0
	}
	sec := floorDiv(local, MicrosPerSecond) + epochSeconds
	dayBefore := time.Unix(sec-secondsPerDay, 0).In(loc)
	_, before := dayBefore.Zone()
	_, change := dayBefore.ZoneBounds()
	if change.IsZero() {
		return before
	}
	_, after := change.Zone()
	boundary := change.Unix()
	beforeTime, afterTime := sec-int64(before), sec-int64(after)
	switch {
	case beforeTime < boundary && afterTime < boundary:
		return before
	case beforeTime > boundary && afterTime >= boundary:
		return after
	case beforeTime > afterTime:
		return before
	}
	return after
}

// abbrevChangesMax bounds the search for an abbreviation in a zone's history.
const abbrevChangesMax = 200

// abbrevOffset is the offset that an abbreviation stands for in a zone at a
// local time: that of its last use before, else of its first one after
// (pg_interpret_timezone_abbrev).
func abbrevOffset(loc *time.Location, abbrev string, local int64) int {
	fallback := LocalOffset(loc, local)
	t := time.Unix(floorDiv(local, MicrosPerSecond)+epochSeconds-int64(fallback), 0).In(loc)
	for at, i := t, 0; i < abbrevChangesMax; i++ {
		if name, offset := at.Zone(); name == abbrev {
			return offset
		}
		start, _ := at.ZoneBounds()
		if start.IsZero() {
			break
		}
		at = start.Add(-time.Second)
	}
	for at, i := t, 0; i < abbrevChangesMax; i++ {
		_, end := at.ZoneBounds()
		if end.IsZero() {
			break
		}
		if name, offset := end.Zone(); name == abbrev {
			return offset
		}
		at = end
	}
	return fallback
}

package fn

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// timeUnits maps the spellings of PostgreSQL's deltatktbl and datetktbl to
// the name of the unit.
var timeUnits = func() map[string]string {
	m := map[string]string{}
	for _, line := range []string{
		"microseconds microsecond microsecon us usec usecs usecond useconds",
		"milliseconds millisecond millisecon ms msec msecs msecond mseconds",
		"second s sec secs seconds",
		"minute m min mins minutes",
		"hour h hr hrs hours",
		"day d days",
		"week w weeks",
		"month mon mons months",
		"quarter qtr",
		"year y yr yrs years",
		"decade dec decs decades",
		"century c cent centuries",
		"millennium mil mils millennia",
		"epoch", "dow", "doy", "isodow", "isoyear", "julian jd j",
		"timezone", "timezone_hour timezone_h", "timezone_minute timezone_m",
	} {
		names := strings.Fields(line)
		for _, n := range names {
			m[n] = names[0]
		}
	}
	return m
}()

// timeUnit finds the unit that name means; "" if there is none.
func timeUnit(name string) string { return timeUnits[lower(name)] }

func unitUnknown(name string, t types.OID) error {
	return pgerr.New(pgerr.InvalidParameterValue, "unit \"%s\" not recognized for type %s", lower(name), types.TypeName(t))
}

func unitUnsupported(name string, t types.OID) error {
	return pgerr.New(pgerr.FeatureNotSupported, "unit \"%s\" not supported for type %s", lower(name), types.TypeName(t))
}

func badUnit(name string, t types.OID) error {
	if timeUnit(name) == "" {
		return unitUnknown(name, t)
	}
	return unitUnsupported(name, t)
}

// isoWeek gives the ISO 8601 year and week of a Julian day.
func isoWeek(jd int64) (year, week int) {
	// The week belongs to the year of its Thursday.
	thursday := jd - jd%7 + 3
	year, _, _ = dateFromJulian(thursday)
	return year, int((thursday-julianOf(year, 1, 1))/7) + 1
}

// isoWeekStart is the Monday that begins week 1 of an ISO year.
func isoWeekStart(year int) int64 {
	jan4 := julianOf(year, 1, 4)
	return jan4 - jan4%7
}

func centuryOf(y int) int {
	if y > 0 {
		return (y + 99) / 100
	}
	return -((99 - (y - 1)) / 100)
}

func millenniumOf(y int) int {
	if y > 0 {
		return (y + 999) / 1000
	}
	return -((999 - (y - 1)) / 1000)
}

func decadeOf(y int) int {
	if y >= 0 {
		return y / 10
	}
	return -((8 - (y - 1)) / 10)
}

// shownYear is the year as people count it: 1 BC is -1, not 0.
func shownYear(y int) int {
	if y > 0 {
		return y
	}
	return y - 1
}

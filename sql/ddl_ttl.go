package sql

import (
	"math"
	"strconv"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// The bounds of a ttl. The table model has the same upper one (an int32 of
// seconds); its lower one, a day, is a service's, not a need of the design.
const (
	ttlMin = time.Second
	ttlMax = math.MaxInt32 * time.Second
)

// setTTL checks a time to live: seconds, or an interval, which is as long as
// extract(epoch from …) says: a month is 30 days, twelve are 365.25. 0 and the
// model's -1 are forever.
func setTTL(_ *ddl, o *catalog.TableOptions, text string) error {
	if text == "0" || text == "-1" {
		o.TTL = 0
		return nil
	}
	ttl, ok := parseTTL(text)
	if !ok {
		return pgerr.New(pgerr.InvalidParameterValue, "invalid value for option \"ttl\": %s", text).
			WithHint("It is a number of seconds or an interval, as '30 days'; 0 is forever.")
	}
	if ttl < ttlMin || ttl > ttlMax {
		return pgerr.New(pgerr.InvalidParameterValue, "value %s out of bounds for option \"ttl\"", text).
			WithDetail("Valid values are between 1 second and %d seconds, about 68 years.", int64(ttlMax/time.Second)).
			WithHint("0 keeps cells forever, as RESET (ttl) does.")
	}
	o.TTL = ttl
	return nil
}

// parseTTL reads a length of time; what no Duration can hold is the longest or
// the shortest one.
func parseTTL(text string) (ttl time.Duration, ok bool) {
	var seconds float64
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		seconds = float64(n)
	} else if v, err := types.ParseText(types.Interval, text, -1, types.DefaultFormat); err == nil {
		iv := v.Interval()
		days := float64(iv.Months/12)*365.25 + float64(iv.Months%12)*30 + float64(iv.Days)
		seconds = days*24*3600 + float64(iv.Micros)/1e6
	} else {
		return 0, false
	}
	switch d := seconds * float64(time.Second); {
	case d >= math.MaxInt64:
		return math.MaxInt64, true
	case d <= math.MinInt64:
		return math.MinInt64, true
	default:
		return time.Duration(math.Round(d/1e6)) * time.Millisecond, true
	}
}

package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
)

// timeTZParts gives the time of day and the seconds east of Greenwich.
func timeTZParts(v datum.Datum) (us, zone int64) {
	return v.I, -int64(v.X.(int32))
}

package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(rows("pg_timezone_names() record", "the time zones with their current offset", timeZoneNames,
		ResultColumn{"name", types.Of(types.Text)}, ResultColumn{"abbrev", types.Of(types.Text)},
		ResultColumn{"utc_offset", types.Of(types.Interval)}, ResultColumn{"is_dst", types.Of(types.Bool)}).stable())
}

func timeZoneNames(c *Context, _ []datum.Datum, emit func(datum.Row) error) error {
	for _, name := range types.ZoneNames() {
		loc, err := types.LookupTimeZone(name)
		if err != nil {
			continue // not in the time zone database of this machine
		}
		offset, abbrev := types.ZoneAt(loc, microsOf(c.TxnTime))
		err = emit(datum.Row{
			types.NewText(name), types.NewText(abbrev),
			types.NewInterval(types.IntervalValue{Micros: int64(offset) * usecPerSec}),
			types.NewBool(c.TxnTime.In(loc).IsDST()),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	today := func(c *Context) (int64, error) {
		local, err := toLocal(c, types.NewInt(types.TimestampTZ, microsOf(c.TxnTime)))
		days, _ := floorDiv(local, usecPerDay)
		return days * usecPerDay, err
	}
	register(
		scalar("age(timestamp, timestamp) interval", "difference in years, months, days and time", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return ageBetween(a[0], a[1], a[0].I, a[1].I)
		}),
		scalar("age(timestamptz, timestamptz) interval", "difference in years, months, days and time", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			l, err := toLocal(c, a[0])
			if err != nil {
				return datum.Null, err
			}
			r, err := toLocal(c, a[1])
			if err != nil {
				return datum.Null, err
			}
			return ageBetween(a[0], a[1], l, r)
		}).stable(),
		scalar("age(timestamp) interval", "age at the midnight that began today", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			now, err := today(c)
			if err != nil {
				return datum.Null, err
			}
			return ageBetween(types.NewInt(types.Timestamp, now), a[0], now, a[0].I)
		}).stable(),
		scalar("age(timestamptz) interval", "age at the midnight that began today", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			now, err := today(c)
			if err != nil {
				return datum.Null, err
			}
			l, err := toLocal(c, a[0])
			if err != nil {
				return datum.Null, err
			}
			return ageBetween(types.NewInt(types.Timestamp, now), a[0], now, l)
		}).stable(),
		scalar("age(xid) int4", "age of a transaction ID: they never wrap around here, so 0", func(*Context, []datum.Datum) (datum.Datum, error) {
			return newInt4(0)
		}).stable(),
		scalar("isfinite(date) bool", "finite date?", isFinite),
		scalar("isfinite(timestamp) bool", "finite timestamp?", isFinite),
		scalar("isfinite(timestamptz) bool", "finite timestamp?", isFinite),
		scalar("isfinite(interval) bool", "finite interval?", func(*Context, []datum.Datum) (datum.Datum, error) { return newBool(true) }),
	)
}

func isFinite(_ *Context, a []datum.Datum) (datum.Datum, error) { return newBool(!infinite(a[0])) }

// ageBetween counts as people do: whole months first, borrowing the days of
// the earlier date's month (timestamp_age). x and y are local times.
func ageBetween(v, w datum.Datum, x, y int64) (datum.Datum, error) {
	if infinite(v) || infinite(w) {
		return datum.Null, timestampRange()
	}
	later, earlier := civilOf(x), civilOf(y)
	negative := x < y
	if negative {
		later, earlier = earlier, later
	}
	us := later.timeOfDay() - earlier.timeOfDay()
	days := later.day - earlier.day
	months := (later.year-earlier.year)*12 + later.month - earlier.month
	if us < 0 {
		us += usecPerDay
		days--
	}
	for days < 0 {
		days += daysIn(earlier.year, earlier.month)
		months--
	}
	iv := types.IntervalValue{Months: int32(months), Days: int32(days), Micros: us}
	if negative {
		iv = signed(iv, -1)
	}
	return types.NewInterval(iv), nil
}

package fn

import (
	"time"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	txn := func(c *Context) time.Time { return c.TxnTime }
	now := instantOf(txn)
	local := func(t types.OID) Impl {
		return func(c *Context, a []datum.Datum) (datum.Datum, error) {
			v, err := now(c, nil)
			if err == nil {
				v, err = types.Cast(v, types.Of(t), types.Explicit, c.Format)
			}
			if err == nil && len(a) > 0 && a[0].I < 6 {
				v, err = types.ApplyTypmod(v, int32(max(a[0].I, 0)), true)
			}
			return v, err
		}
	}
	register(
		scalar("now() timestamptz", "current transaction time", now).stable(),
		scalar("transaction_timestamp() timestamptz", "current transaction time", now).stable(),
		scalar("statement_timestamp() timestamptz", "current statement time", instantOf(func(c *Context) time.Time { return c.StmtTime })).stable(),
		scalar("clock_timestamp() timestamptz", "current clock time", instantOf(func(*Context) time.Time { return time.Now() })).volatile(),
		scalar("timeofday() text", "current date and time as text", func(c *Context, _ []datum.Datum) (datum.Datum, error) {
			return newText(time.Now().In(c.Format.TimeZone).Format("Mon Jan 02 15:04:05.000000 2006 MST"))
		}).volatile(),
	)
	// What the grammar's keywords without parentheses mean, with an optional precision.
	for _, k := range []struct {
		name, result string
		t            types.OID
	}{
		{"current_timestamp", "timestamptz", types.TimestampTZ}, {"localtimestamp", "timestamp", types.Timestamp},
		{"current_time", "timetz", types.TimeTZ}, {"localtime", "time", types.Time},
	} {
		register(
			scalar(k.name+"() "+k.result, "current transaction time", local(k.t)).stable(),
			scalar(k.name+"(int4) "+k.result, "current transaction time, rounded", local(k.t)).stable(),
		)
	}
	register(scalar("current_date() date", "current date", local(types.Date)).stable())
}

// microsOf is an instant in microseconds since 2000.
func microsOf(t time.Time) int64 { return t.UnixMicro() - unixToEpoch*usecPerSec }

// timeOf is the instant of a timestamptz.
func timeOf(us int64) time.Time { return time.UnixMicro(us + unixToEpoch*usecPerSec) }

func instantOf(f func(c *Context) time.Time) Impl {
	return func(c *Context, _ []datum.Datum) (datum.Datum, error) {
		return types.NewInt(types.TimestampTZ, microsOf(f(c))), nil
	}
}

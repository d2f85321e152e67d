package fn

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Functions about parts of PostgreSQL that Sparrow has not: they answer as
// those of a server where nothing of the kind goes on.
func init() {
	answer := func(v datum.Datum) Impl {
		return func(*Context, []datum.Datum) (datum.Datum, error) { return v, nil }
	}
	noPIDs := newArray(types.Int4, nil)
	text, boolean := types.Of(types.Text), types.Of(types.Bool)
	register(
		scalar("pg_safe_snapshot_blocking_pids(int4) int4[]", "sessions that a safe snapshot waits for: none", answer(noPIDs)).volatile(),
		scalar("pg_notification_queue_usage() float8", "fraction of the notification queue in use", answer(types.NewFloat8(0))).volatile(),
		scalar("pg_current_logfile() text", "file that the server logs to: it logs to its standard error", answer(datum.Null)).volatile(),
		scalar("pg_current_logfile(text) text", "file that the server logs to: it logs to its standard error", answer(datum.Null)).volatile(),
		scalar("txid_status(int8) text", "state of a transaction: not kept", answer(datum.Null)).volatile(),
		scalar("pg_xact_status(xid8) text", "state of a transaction: not kept", answer(datum.Null)).volatile(),
		scalar("pg_stat_reset() void", "there are no statistics to reset", answer(types.NewString(types.Void, ""))).volatile(),
		scalar("pg_rotate_logfile() bool", "there is no log file to rotate", answer(types.NewBool(false))).volatile(),
		scalar("pg_is_wal_replay_paused() bool", "there is no standby", answer(types.NewBool(false))).volatile(),
		scalar("pg_last_xact_replay_timestamp() timestamptz", "there is no standby", answer(datum.Null)).volatile(),
		rows("pg_available_extensions() record", "extensions that can be made: none", noRows,
			ResultColumn{"name", types.Of(types.Name)}, ResultColumn{"default_version", text}, ResultColumn{"comment", text}).stable(),
		rows("pg_available_extension_versions() record", "versions of extensions that can be made: none", noRows,
			ResultColumn{"name", types.Of(types.Name)}, ResultColumn{"version", text}, ResultColumn{"superuser", boolean}, ResultColumn{"trusted", boolean},
			ResultColumn{"relocatable", boolean}, ResultColumn{"schema", types.Of(types.Name)}, ResultColumn{"requires", types.Of(types.ArrayOf(types.Name))}, ResultColumn{"comment", text}).stable(),
		rows("pg_prepared_xact() record", "prepared transactions: there are none", noRows,
			ResultColumn{"transaction", types.Of(types.Xid)}, ResultColumn{"gid", text}, ResultColumn{"prepared", types.Of(types.TimestampTZ)},
			ResultColumn{"ownerid", types.Of(types.Oid)}, ResultColumn{"dbid", types.Of(types.Oid)}).volatile(),
		scalar("oidvectortypes(oidvector) text", "names of the types of an oidvector", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			var names []string
			for _, e := range arrayOf(a[0]).Elems {
				names = append(names, types.TypeName(types.OID(e.I)))
			}
			return newText(strings.Join(names, ", "))
		}).stable(),
	)
}

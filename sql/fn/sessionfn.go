package fn

import (
	"time"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// ServerVersion is the version of PostgreSQL whose behaviour clients see:
// server_version.
const ServerVersion = "15.18"

// versionText is what version() answers: it starts as PostgreSQL's does,
// because clients parse it.
const versionText = "PostgreSQL " + ServerVersion + " on x86_64-pc-linux-gnu (Sparrow, a sparse-table server), compiled by Go, 64-bit"

// startTime is when the process started: pg_postmaster_start_time().
var startTime = time.Now()

// AdvisoryLocks is what a Session implements for the advisory lock functions.
// Without it they are 0A000.
type AdvisoryLocks interface {
	// AdvisoryLock takes a lock; with try it answers false instead of waiting.
	// With xact the lock ends with the transaction.
	AdvisoryLock(c *Context, key AdvisoryKey, shared, xact, try bool) (bool, error)
	AdvisoryUnlock(key AdvisoryKey, shared bool) bool
	AdvisoryUnlockAll()
}

// AdvisoryKey is the key of an advisory lock. Keys of two int4 are apart from
// those of one int8.
type AdvisoryKey struct {
	Key  int64
	Pair bool
}

// CurrentQuery is what a Session implements for current_query().
type CurrentQuery interface {
	// QueryText is the text of the running statement.
	QueryText() string
}

// LockWaits is what a Session implements for pg_blocking_pids.
type LockWaits interface {
	// BlockingPIDs are the sessions that a session waits for, in order.
	BlockingPIDs(pid int32) []int32
}

// BackendSignals is what a Session implements for pg_cancel_backend and
// pg_terminate_backend.
type BackendSignals interface {
	SignalBackend(pid int32, terminate bool) (bool, error)
}

// nameOf makes functions without arguments that read a name from the session.
func nameOf(f func(s Session) string) Impl {
	return func(c *Context, _ []datum.Datum) (datum.Datum, error) {
		if c.Session == nil {
			return datum.Null, nil
		}
		return types.NewString(types.Name, f(c.Session)), nil
	}
}

func init() {
	user := nameOf(Session.User)
	database := nameOf(Session.Database)
	void := types.Value{OID: types.Void}
	register(
		scalar("version() text", "PostgreSQL version string", func(*Context, []datum.Datum) (datum.Datum, error) {
			return newText(versionText)
		}).stable(),
		scalar("current_user() name", "current user name", user).stable(),
		scalar("user() name", "current user name", user).stable(),
		scalar("current_role() name", "current user name", user).stable(),
		scalar("session_user() name", "session user name", nameOf(Session.SessionUser)).stable(),
		scalar("getpgusername() name", "current user name", user).stable(),
		scalar("current_database() name", "name of the current database", database).stable(),
		scalar("current_catalog() name", "name of the current database", database).stable(),
		scalar("current_schema() name", "current schema name", currentSchema).stable(),
		scalar("current_schemas(bool) name[]", "current schema search list", currentSchemas).stable(),
		scalar("pg_backend_pid() int4", "server process ID of the session", func(c *Context, _ []datum.Datum) (datum.Datum, error) {
			if c.Session == nil {
				return newInt4(0)
			}
			return types.NewInt4(c.Session.PID()), nil
		}).stable(),
		scalar("current_setting(text) text", "value of a setting", currentSetting).stable(),
		scalar("current_setting(text, bool) text", "value of a setting, NULL if there is none", currentSetting).stable(),
		scalar("set_config(text, text, bool) text", "change a setting", setConfig).withNulls().volatile(),
		scalar("current_query() text", "text of the current query", func(c *Context, _ []datum.Datum) (datum.Datum, error) {
			if q, ok := c.Session.(CurrentQuery); ok {
				return types.NewText(q.QueryText()), nil
			}
			return datum.Null, nil
		}).withNulls().volatile(),
		scalar("inet_server_addr() inet", "address of the server", addressOf(Session.ServerAddr, false)).withNulls().stable(),
		scalar("inet_client_addr() inet", "address of the client", addressOf(Session.ClientAddr, false)).withNulls().stable(),
		scalar("inet_server_port() int4", "port of the server", addressOf(Session.ServerAddr, true)).withNulls().stable(),
		scalar("inet_client_port() int4", "port of the client", addressOf(Session.ClientAddr, true)).withNulls().stable(),
		scalar("pg_sleep(float8) void", "sleep for the given number of seconds", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			return sleep(c, time.Duration(a[0].Float()*float64(time.Second)))
		}).volatile(),
		scalar("pg_sleep_for(interval) void", "sleep for the given time", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			iv := a[0].Interval()
			return sleep(c, time.Duration(iv.Micros+int64(iv.Days)*usecPerDay)*time.Microsecond)
		}).volatile(),
		scalar("pg_postmaster_start_time() timestamptz", "when the server started", instantOf(func(*Context) time.Time { return startTime })).stable(),
		scalar("pg_conf_load_time() timestamptz", "when the configuration was last read", instantOf(func(*Context) time.Time { return startTime })).stable(),
		scalar("pg_is_in_recovery() bool", "whether the server is in recovery", func(*Context, []datum.Datum) (datum.Datum, error) {
			return newBool(false)
		}).volatile(),
		scalar("pg_my_temp_schema() oid", "OID of the session's temporary schema, 0 if none", func(*Context, []datum.Datum) (datum.Datum, error) {
			return types.NewOid(0), nil
		}).stable(),
		scalar("pg_is_other_temp_schema(oid) bool", "whether it is another session's temporary schema", func(*Context, []datum.Datum) (datum.Datum, error) {
			return newBool(false)
		}).stable(),
		scalar("pg_notify(text, text) void", "send a notification", func(*Context, []datum.Datum) (datum.Datum, error) {
			return datum.Null, pgerr.Unsupported("NOTIFY")
		}).withNulls().volatile(),
		scalar("pg_reload_conf() bool", "accepted: settings take effect at once", func(*Context, []datum.Datum) (datum.Datum, error) {
			return newBool(true)
		}).volatile(),
		scalar("pg_cancel_backend(int4) bool", "cancel the current query of a session", signal(false)).volatile(),
		scalar("pg_terminate_backend(int4, int8 =0) bool", "terminate a session", signal(true)).volatile(),
		scalar("pg_advisory_unlock_all() void", "release all advisory locks of the session", func(c *Context, _ []datum.Datum) (datum.Datum, error) {
			if l, ok := c.Session.(AdvisoryLocks); ok {
				l.AdvisoryUnlockAll()
			}
			return void, nil
		}).volatile(),
	)
	for _, args := range []string{"int8", "int4, int4"} {
		for _, shared := range []bool{false, true} {
			suffix := map[bool]string{true: "_shared"}[shared]
			for _, xact := range []bool{false, true} {
				scope := map[bool]string{true: "_xact"}[xact]
				register(
					scalar("pg_advisory"+scope+"_lock"+suffix+"("+args+") void", "obtain advisory lock", advisoryLock(shared, xact, false)).volatile(),
					scalar("pg_try_advisory"+scope+"_lock"+suffix+"("+args+") bool", "obtain advisory lock if available", advisoryLock(shared, xact, true)).volatile(),
				)
			}
			register(scalar("pg_advisory_unlock"+suffix+"("+args+") bool", "release advisory lock", advisoryUnlock(shared)).volatile())
		}
	}
}

func currentSchema(c *Context, _ []datum.Datum) (datum.Datum, error) {
	if c.Session != nil {
		if path := c.Session.SearchPath(); len(path) > 0 {
			return types.NewString(types.Name, path[0]), nil
		}
	}
	return datum.Null, nil
}

func currentSchemas(c *Context, a []datum.Datum) (datum.Datum, error) {
	var out []datum.Datum
	if c.Session == nil {
		return newArray(types.Name, out), nil
	}
	path := c.Session.SearchPath()
	implicit := a[0].Bool()
	for _, s := range path {
		implicit = implicit && s != "pg_catalog"
	}
	if implicit {
		path = append([]string{"pg_catalog"}, path...)
	}
	for _, s := range path {
		out = append(out, types.NewString(types.Name, s))
	}
	return newArray(types.Name, out), nil
}

func currentSetting(c *Context, a []datum.Datum) (datum.Datum, error) {
	if c.Session != nil {
		if v, ok := c.Session.Setting(a[0].S); ok {
			return newText(v)
		}
	}
	if len(a) > 1 && a[1].Bool() {
		return datum.Null, nil
	}
	return datum.Null, pgerr.New(pgerr.UndefinedObject, "unrecognized configuration parameter \"%s\"", a[0].S)
}

func setConfig(c *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() {
		return datum.Null, pgerr.New(pgerr.NullValueNotAllowed, "SET requires parameter name")
	}
	if c.Session == nil {
		return datum.Null, pgerr.New(pgerr.ObjectNotInPrerequisiteState, "there is no session to set \"%s\" in", a[0].S)
	}
	v, err := c.Session.SetConfig(a[0].S, a[1].S, !a[2].IsNull() && a[2].Bool())
	if err != nil {
		return datum.Null, err
	}
	return newText(v)
}

func sleep(c *Context, d time.Duration) (datum.Datum, error) {
	if d > 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		var done <-chan struct{}
		if c.Context != nil {
			done = c.Done()
		}
		select {
		case <-t.C:
		case <-done:
			return datum.Null, c.Err()
		}
	}
	return types.Value{OID: types.Void}, nil
}

func signal(terminate bool) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		s, ok := c.Session.(BackendSignals)
		if !ok {
			return datum.Null, pgerr.Unsupported("signalling another session")
		}
		sent, err := s.SignalBackend(int32(a[0].I), terminate)
		if err != nil {
			return datum.Null, err
		}
		return newBool(sent)
	}
}

// blockingPIDs is pg_blocking_pids.
func blockingPIDs(c *Context, a []datum.Datum) (datum.Datum, error) {
	s, ok := c.Session.(LockWaits)
	if !ok {
		return datum.Null, pgerr.Unsupported("looking at the locks of sessions")
	}
	var list []datum.Datum
	for _, pid := range s.BlockingPIDs(int32(a[0].I)) {
		list = append(list, types.NewInt4(pid))
	}
	return newArray(types.Int4, list), nil
}

// advisoryKey is one 64-bit key, or two of 32 bits in one.
func advisoryKey(a []datum.Datum) AdvisoryKey {
	if len(a) == 2 {
		return AdvisoryKey{Key: a[0].I<<32 | int64(uint32(a[1].I)), Pair: true}
	}
	return AdvisoryKey{Key: a[0].I}
}

func advisoryLock(shared, xact, try bool) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		l, ok := c.Session.(AdvisoryLocks)
		if !ok {
			return datum.Null, pgerr.Unsupported("an advisory lock outside a session")
		}
		got, err := l.AdvisoryLock(c, advisoryKey(a), shared, xact, try)
		if err != nil {
			return datum.Null, err
		}
		if try {
			return newBool(got)
		}
		return types.Value{OID: types.Void}, nil
	}
}

func advisoryUnlock(shared bool) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		l, ok := c.Session.(AdvisoryLocks)
		if !ok {
			return datum.Null, pgerr.Unsupported("an advisory lock outside a session")
		}
		return newBool(l.AdvisoryUnlock(advisoryKey(a), shared))
	}
}

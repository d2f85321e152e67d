package fn

import (
	"time"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// The functions that catalog browsers call and whose answer is the same for
// every object of ours.
func init() {
	always := func(v datum.Datum) Impl {
		return func(*Context, []datum.Datum) (datum.Datum, error) { return v, nil }
	}
	no, null := always(types.NewBool(false)), always(datum.Null)
	const (
		updateEvent = 1 << 2 // CmdType bits of pg_relation_is_updatable
		insertEvent = 1 << 3
		deleteEvent = 1 << 4
	)
	register(
		scalar("pg_relation_is_updatable(regclass, bool) int4", "which writes a relation takes, as bits", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			if isSystemObject(a[0].I) {
				return newInt4(0)
			}
			return newInt4(updateEvent | insertEvent | deleteEvent)
		}).stable(),
		scalar("pg_column_is_updatable(regclass, int2, bool) bool", "whether a column can be written", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newBool(!isSystemObject(a[0].I) && a[1].I > 0)
		}).stable(),
		scalar("pg_collation_for(any) text", "collation of the argument", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			info := types.Lookup(a[0].OID)
			if info == nil {
				return datum.Null, nil
			}
			if info.Collation == 0 {
				return datum.Null, pgerr.New(pgerr.DatatypeMismatch, "collations are not supported by type %s", types.TypeName(a[0].OID))
			}
			return newText(`"default"`)
		}).stable(),
		scalar("pg_blocking_pids(int4) int4[]", "sessions that a session waits for", blockingPIDs).volatile(),
		scalar("pg_index_column_has_property(regclass, int4, text) bool", "test property of an index column", indexColumnProperty).stable(),
		scalar("pg_index_has_property(regclass, text) bool", "test property of an index", indexProperty).stable(),
		scalar("pg_indexam_has_property(oid, text) bool", "test property of an index access method", methodProperty).stable(),
		scalar("pg_relation_filenode(regclass) oid", "there are no files of single relations", null).stable(),
		scalar("pg_relation_filepath(regclass) text", "there are no files of single relations", null).stable(),
		scalar("pg_get_replica_identity_index(regclass) regclass", "there is no logical replication", null).stable(),
		scalar("pg_partition_root(regclass) regclass", "there is no declarative partitioning", null).stable(),
		scalar("pg_trigger_depth() int4", "there are no triggers", always(types.NewInt4(0))).stable(),
		scalar("pg_jit_available() bool", "there is no JIT compiler", no).stable(),
		rows("pg_listening_channels() text", "channels that the session listens to: none", noRows).stable(),
		rows("pg_tablespace_databases(oid) oid", "databases with objects in a tablespace: none", noRows).stable(),
		scalar("pg_sleep_until(timestamptz) void", "sleep until a time", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			return sleep(c, time.Until(timeOf(a[0].I)))
		}).volatile(),
		scalar("num_nulls(VARIADIC any) int4", "count the NULL arguments", countNulls(true)).withNulls(),
		scalar("num_nonnulls(VARIADIC any) int4", "count the arguments that are not NULL", countNulls(false)).withNulls(),
	)
}

// isSystemObject reports whether an OID is below PostgreSQL's first normal
// one: system views, which nobody writes.
func isSystemObject(oid int64) bool { return oid < 16384 }

func countNulls(nulls bool) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		n := 0
		for _, v := range a {
			if v.IsNull() == nulls {
				n++
			}
		}
		return newInt4(n)
	}
}

// The only index is the primary key: in ascending order, NULLs (there are
// none) last, searchable for lists of keys.
func indexColumnProperty(_ *Context, a []datum.Datum) (datum.Datum, error) {
	switch lower(a[2].S) {
	case "asc", "nulls_last", "orderable", "returnable", "search_array":
		return newBool(true)
	case "desc", "nulls_first", "distance_orderable", "search_nulls":
		return newBool(false)
	}
	return datum.Null, nil
}

func indexProperty(_ *Context, a []datum.Datum) (datum.Datum, error) {
	switch lower(a[1].S) {
	case "clusterable", "index_scan", "backward_scan":
		return newBool(true)
	case "bitmap_scan":
		return newBool(false)
	}
	return datum.Null, nil
}

func methodProperty(_ *Context, a []datum.Datum) (datum.Datum, error) {
	switch lower(a[1].S) {
	case "can_order", "can_unique", "can_multi_col":
		return newBool(true)
	case "can_exclude", "can_include":
		return newBool(false)
	}
	return datum.Null, nil
}

package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgStatDatabase = &catalog.View{
	ID: 12266, Schema: "pg_catalog", Name: "pg_stat_database", Kind: 'v',
	Columns: columns("datid:oid datname:name numbackends:int4 xact_commit:int8 xact_rollback:int8 blks_read:int8 " +
		"blks_hit:int8 tup_returned:int8 tup_fetched:int8 tup_inserted:int8 tup_updated:int8 tup_deleted:int8 " +
		"conflicts:int8 temp_files:int8 temp_bytes:int8 deadlocks:int8 checksum_failures:int8 " +
		"checksum_last_failure:timestamptz blk_read_time:float8 blk_write_time:float8 session_time:float8 " +
		"active_time:float8 idle_in_transaction_time:float8 sessions:int8 sessions_abandoned:int8 " +
		"sessions_fatal:int8 sessions_killed:int8 stats_reset:timestamptz"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		backends := map[types.OID]int{}
		for _, s := range src.Sessions() {
			backends[s.InstanceID]++
		}
		z, f := zero8, types.NewFloat8(0)
		for _, in := range src.Catalog().Instances() {
			err := emit(datum.Row{
				oid(in.ID), name(in.Name), int4(backends[in.ID]), z, z, z, z, z, z, z, z, z, z, z, z, z,
				null, null, f, f, f, f, f, z, z, z, z, null,
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgStatUserTables = &catalog.View{
	ID: 12161, Schema: "pg_catalog", Name: "pg_stat_user_tables", Kind: 'v',
	Columns: columns("relid:oid schemaname:name relname:name seq_scan:int8 seq_tup_read:int8 idx_scan:int8 " +
		"idx_tup_fetch:int8 n_tup_ins:int8 n_tup_upd:int8 n_tup_del:int8 n_tup_hot_upd:int8 n_live_tup:int8 " +
		"n_dead_tup:int8 n_mod_since_analyze:int8 n_ins_since_vacuum:int8 last_vacuum:timestamptz " +
		"last_autovacuum:timestamptz last_analyze:timestamptz last_autoanalyze:timestamptz vacuum_count:int8 " +
		"autovacuum_count:int8 analyze_count:int8 autoanalyze_count:int8"),
	Rows: rows(statTableRows),
}

var pgStatAllTables = &catalog.View{
	ID: 12142, Schema: "pg_catalog", Name: "pg_stat_all_tables", Kind: 'v',
	Columns: columns("relid:oid schemaname:name relname:name seq_scan:int8 seq_tup_read:int8 idx_scan:int8 " +
		"idx_tup_fetch:int8 n_tup_ins:int8 n_tup_upd:int8 n_tup_del:int8 n_tup_hot_upd:int8 n_live_tup:int8 " +
		"n_dead_tup:int8 n_mod_since_analyze:int8 n_ins_since_vacuum:int8 last_vacuum:timestamptz " +
		"last_autovacuum:timestamptz last_analyze:timestamptz last_autoanalyze:timestamptz vacuum_count:int8 " +
		"autovacuum_count:int8 analyze_count:int8 autoanalyze_count:int8"),
	Rows: rows(statTableRows),
}

// statTableRows gives the live rows of each table. Scans and writes of rows
// aren't counted one by one here: sparrow.throughput has the capacity units.
func statTableRows(ctx context.Context, src Sources, emit emitFunc) error {
	sizeOf, err := sizes(ctx, src)
	if err != nil {
		return err
	}
	for _, t := range tables(src) {
		s, err := src.Statistics(ctx, t)
		if err != nil {
			return err
		}
		byHand, auto := null, null
		if s != nil && s.Auto {
			auto = types.NewTimestampTZ(s.Analyzed)
		} else if s != nil {
			byHand = types.NewTimestampTZ(s.Analyzed)
		}
		err = emit(datum.Row{
			oid(t.ID), name(t.Schema), name(t.Name), zero8, zero8, zero8, zero8, zero8, zero8, zero8, zero8,
			knownInt8(sizeOf(t).rows), zero8, zero8, zero8, null, null, byHand, auto, zero8, zero8, zero8, zero8,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

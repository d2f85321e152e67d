package sql

import (
	"context"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/sysview"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner/exec"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// When a table is analyzed again by the server itself: its rows have become more or
// less by this share and number since the last time.
const (
	analyzeShare = 0.2
	analyzeRows  = 500
)

// AutoAnalyze analyzes, once a period, the tables whose number of rows has changed
// much. It returns when ctx ends. ALTER SYSTEM SET autovacuum = off stops it.
func (e *Engine) AutoAnalyze(ctx context.Context, period time.Duration) {
	tick := time.NewTicker(period)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := e.analyzeChanged(ctx); err != nil && ctx.Err() == nil {
				e.log.Warn("tables were not analyzed; they will be at the next time", "error", err)
			}
		}
	}
}

// analyzeChanged analyzes all tables that need it.
func (e *Engine) analyzeChanged(ctx context.Context) error {
	snap, err := e.catalog.Snapshot(ctx)
	if err != nil {
		return err
	}
	if v, ok := snap.Setting("autovacuum"); ok && v == "off" {
		return nil
	}
	for _, in := range snap.Instances() {
		for _, t := range snap.Tables(in.ID) {
			rows, err := e.tableRows(ctx, t)
			if err != nil {
				return err
			}
			known, err := e.catalog.Dictionary().Statistics(ctx, t.ID)
			if err != nil {
				return err
			}
			if t.Temporary || !changedMuch(known, rows) {
				continue
			}
			if err := e.analyzeTable(ctx, t, rows); err != nil {
				return err
			}
		}
	}
	return nil
}

func changedMuch(known *catalog.TableStatistics, rows float64) bool {
	before := 0.0
	if known != nil {
		before = known.Rows
	}
	change := rows - before
	if change < 0 {
		change = -change
	}
	return change > analyzeShare*before+analyzeRows
}

// tableRows estimates the rows of a table.
func (e *Engine) tableRows(ctx context.Context, t *catalog.Table) (float64, error) {
	parts, err := e.store.Partitions(ctx, catalog.TableSpan(t))
	rows := 0.0
	for _, p := range parts {
		rows += float64(max(p.Rows, 0))
	}
	return rows, err
}

// analyzeTable analyzes one table outside of any session.
func (e *Engine) analyzeTable(ctx context.Context, t *catalog.Table, rows float64) (err error) {
	job := e.jobs.start(sysview.Job{Kind: "analyze", Object: t.Name, State: "sampling"})
	defer func() { e.jobs.finish(job, err) }()
	dict := e.catalog.Dictionary()
	cols, err := analyzedColumns(ctx, dict, t, nil)
	if err != nil {
		return err
	}
	snap, err := e.store.Snapshot(ctx, 0)
	if err != nil {
		return err
	}
	defer snap.Close()
	now := e.now()
	rt := &exec.Runtime{
		Ctx:    &expr.Context{Context: fn.Context{Context: ctx, Format: types.DefaultFormat, TxnTime: now, StmtTime: now}},
		Reader: snap, Store: e.store, Limits: e.limits,
		Memory: limits.NewLimitAccount("statement", e.memory, limits.StatementMemoryBytes, e.limits),
	}
	defer rt.Memory.Close()
	stats, err := sampleTable(ctx, e, rt, t, cols, rows)
	if err != nil {
		return err
	}
	stats.Auto = true
	return dict.SetStatistics(ctx, t.ID, stats, false)
}

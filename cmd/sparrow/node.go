package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv/local"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql"
)

// node is an open data folder with all that serves it.
type node struct {
	store   *partition.Store
	catalog *catalog.Catalog
	limits  *limits.Set
	engine  *sql.Engine
	// stop ends the background work of engine, and done says when it has.
	stop context.CancelFunc
	done sync.WaitGroup
}

// analyzePeriod is how often tables are looked at that may need to be analyzed: PostgreSQL's
// autovacuum_naptime.
const analyzePeriod = time.Minute

// openNode opens the layers from the bottom up. opts are those of the engine that
// the command line knows of.
func openNode(ctx context.Context, opts local.Options, password string, rules sql.AccessRules, memory memoryShares, log *slog.Logger) (*node, error) {
	verifier := ""
	if password != "" {
		v, err := catalog.NewVerifier(password)
		if err != nil {
			return nil, err
		}
		verifier = v.String()
	}
	trimmer := rowenc.NewTrimmer(time.Now)
	opts.Codec = &rowenc.ColumnCodec{TrimRow: trimmer.Trim}
	engine, err := local.Open(opts)
	if err != nil {
		return nil, err
	}
	n := &node{limits: limits.NewSet()}
	if n.store, err = partition.New(ctx, engine, partition.Options{}); err != nil {
		engine.Close()
		return nil, err
	}
	if n.catalog, err = catalog.Open(ctx, n.store, catalog.Options{Logger: log, Limits: n.limits, SuperuserVerifier: verifier}); err != nil {
		n.store.Close()
		return nil, err
	}
	n.store.SetPolicy(rowenc.SplitPolicy{TableSplitBytes: n.catalog.TableSplitBytes})
	space, err := spill.Open(filepath.Join(opts.Dir, "temp"))
	if err != nil {
		return nil, errors.Join(err, n.close())
	}
	n.engine = sql.NewEngine(sql.EngineOptions{
		Store: n.store, Catalog: n.catalog, Limits: n.limits, Logger: log, Access: rules, Memory: memory.account(n.limits), Spill: space,
	})
	trimmer.Attach(n.catalog.StorageTable, n.engine.OldestRead)
	var background context.Context
	background, n.stop = context.WithCancel(context.Background())
	n.done.Go(func() { n.engine.AutoAnalyze(background, analyzePeriod) })
	return n, nil
}

// trusting reports whether the superuser has no password, so that loopback
// connections need none.
func (n *node) trusting(ctx context.Context) bool {
	snap, err := n.catalog.Snapshot(ctx)
	if err != nil {
		return false
	}
	r, ok := snap.RoleByName("sparrow")
	return ok && r.Verifier == ""
}

// close closes the layers from the top down.
func (n *node) close() error {
	n.stop()
	n.done.Wait()
	if err := n.catalog.Close(context.Background()); err != nil {
		n.store.Close()
		return fmt.Errorf("write the attribute counts: %w", err)
	}
	return n.store.Close()
}

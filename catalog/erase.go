package catalog

import (
	"context"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/partition"
)

// eraseForever erases the storage of dropped and truncated tables, each when
// Options.EraseDelay has passed, until ctx ends.
func (c *Catalog) eraseForever(ctx context.Context) {
	for {
		wait, err := c.erase(ctx, time.Now())
		if err != nil && ctx.Err() == nil {
			c.opts.Logger.Warn("storage of dropped tables was not erased; it is tried again", "error", err)
			wait = c.opts.EraseDelay
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-c.eraseCh:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// erase erases what is due at now and returns how long the next may wait.
func (c *Catalog) erase(ctx context.Context, now time.Time) (next time.Duration, err error) {
	snap, err := c.Snapshot(ctx)
	if err != nil {
		return 0, err
	}
	next = time.Hour
	for _, e := range snap.erasures.Values() {
		if due := e.At.Add(c.opts.EraseDelay); due.After(now) {
			next = min(next, due.Sub(now))
			continue
		}
		if err := c.eraseRows(ctx, storageSpan(rowPrefix, e.Storage)); err != nil {
			return 0, err
		}
		if e.Dictionary {
			if err := c.store.DeleteRange(ctx, storageSpan(dictionaryPrefix, e.Table)); err != nil {
				return 0, err
			}
		}
		key := catalogKey(keyErase, e.Storage)
		if err := atomically(ctx, c.store, func(txn kv.Txn) error { return txn.Delete(ctx, key) }); err != nil {
			return 0, err
		}
	}
	return next, nil
}

// eraseRows erases a table's rows and, where partitions are ours, those too.
func (c *Catalog) eraseRows(ctx context.Context, rows kv.Span) error {
	if p, ok := c.store.(*partition.Store); ok {
		return p.DropTableRange(ctx, rows)
	}
	return c.store.DeleteRange(ctx, rows)
}

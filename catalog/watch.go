package catalog

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// follow starts to watch the catalog and the dictionary, and returns when both
// watches are known to be in place: it commits probes until it sees them.
func (c *Catalog) follow(ctx, background context.Context) error {
	seen := make(chan struct{}, 2)
	probe := catalogKey(keyOpened)
	ended := make(chan error, 2)
	c.run(func() {
		ended <- c.store.Watch(background, Span(), func(ts kv.TS, keys [][]byte) {
			if len(keys) == 1 && bytes.Equal(keys[0], probe) {
				notify(seen)
				return
			}
			c.noteChange(ts, keys)
		})
	})
	dictSeen := make(chan struct{}, 1)
	dictProbe := dictKey(0, dictNextID)
	c.run(func() {
		ended <- c.store.Watch(background, DictionarySpan(), func(_ kv.TS, keys [][]byte) {
			if len(keys) == 1 && bytes.Equal(keys[0], dictProbe) {
				notify(dictSeen)
				return
			}
			c.dict.noteChange(keys)
		})
	})
	if err := c.probe(ctx, probe, seen, ended); err != nil {
		return err
	}
	return c.probe(ctx, dictProbe, dictSeen, ended)
}

// probe counts up key until its watch has told of it.
func (c *Catalog) probe(ctx context.Context, key []byte, seen <-chan struct{}, ended <-chan error) error {
	for wait := time.Millisecond; ; wait = min(2*wait, time.Second) {
		if err := atomically(ctx, c.store, func(txn kv.Txn) error { return countUp(ctx, txn, key) }); err != nil {
			return err
		}
		select {
		case <-seen:
			return nil
		case err := <-ended:
			if err != nil {
				return fmt.Errorf("catalog: watching the store: %w", err)
			}
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

func countUp(ctx context.Context, txn kv.Txn, key []byte) error {
	var n uint64
	switch v, err := txn.Get(ctx, key); {
	case err == nil && len(v) == 8:
		n = binary.BigEndian.Uint64(v)
	case err != nil && !errors.Is(err, kv.ErrNotFound):
		return err
	}
	return txn.Put(ctx, key, binary.BigEndian.AppendUint64(nil, n+1))
}

func notify(ch chan<- struct{}) {
	select {
	case ch <- struct{}{}:
	default:
	}
}

// noteChange is called by the watch in commit order, before the commit
// returns to its caller.
func (c *Catalog) noteChange(ts kv.TS, keys [][]byte) {
	ch := change{ts: ts, keys: make([][]byte, len(keys))}
	for i, k := range keys {
		ch.keys[i] = bytes.Clone(k)
	}
	c.pendingMu.Lock()
	defer c.pendingMu.Unlock()
	if newest := c.newest.Load(); newest != nil && ts <= newest.ts {
		return // it was loaded with all others
	}
	c.pending = append(c.pending, ch)
	c.stale.Store(true)
}

package catalog

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/limits"
)

// Options shape Open. The zero value is usable.
type Options struct {
	// Logger gets what background work has to say; nil is slog.Default.
	Logger *slog.Logger
	// FlushInterval is how often attribute counts are written; 0 is 3 s.
	FlushInterval time.Duration
	// EraseDelay is how long the rows of a dropped or truncated table stay
	// for snapshots that may still read them; 0 is 1 min.
	EraseDelay time.Duration
	// CachedAttributes bounds the dictionary's cache; 0 is 65,536.
	CachedAttributes int
	// Limits are the server's limits, which the catalog brings to what ALTER
	// SYSTEM SET stored; nil is a set of its own.
	Limits *limits.Set
	// SuperuserVerifier is the password of the superuser of a fresh store, as
	// a SCRAM verifier; "" is none.
	SuperuserVerifier string
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.FlushInterval == 0 {
		o.FlushInterval = 3 * time.Second
	}
	if o.EraseDelay == 0 {
		o.EraseDelay = time.Minute
	}
	if o.CachedAttributes == 0 {
		o.CachedAttributes = 1 << 16
	}
	if o.Limits == nil {
		o.Limits = limits.NewSet()
	}
	return o
}

// Catalog is the catalog of one server. It is safe for concurrent use.
type Catalog struct {
	store kv.Store
	opts  Options
	dict  *Dictionary
	oids  oidAllocator

	newest atomic.Pointer[Snapshot]
	stale  atomic.Bool // some pending change is not in newest yet
	// pendingMu guards pending, which the watch fills in commit order.
	pendingMu sync.Mutex
	pending   []change
	refreshMu sync.Mutex // held while a reader loads pending changes

	sequences *SequenceValues

	stop    context.CancelFunc
	stopped sync.WaitGroup
	eraseCh chan struct{} // wakes the eraser
}

// change is the keys of one commit.
type change struct {
	ts   kv.TS
	keys [][]byte
}

// Open opens the catalog of store, which it bootstraps if it is fresh. Close
// must be called before the store's.
func Open(ctx context.Context, store kv.Store, opts Options) (*Catalog, error) {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	c := &Catalog{store: store, opts: opts.withDefaults(), stop: stop, eraseCh: make(chan struct{}, 1)}
	c.dict = newDictionary(store, c.opts)
	c.oids.store, c.sequences = store, newSequenceValues(store)
	if err := c.start(ctx, background); err != nil {
		stop()
		c.stopped.Wait()
		return nil, err
	}
	return c, nil
}

func (c *Catalog) start(ctx, background context.Context) error {
	if err := c.bootstrap(ctx); err != nil {
		return fmt.Errorf("catalog: bootstrapping: %w", err)
	}
	if err := c.follow(ctx, background); err != nil {
		return err
	}
	if err := c.load(ctx); err != nil {
		return err
	}
	if err := c.dropTemporary(ctx); err != nil {
		return fmt.Errorf("catalog: dropping temporary tables: %w", err)
	}
	c.run(func() { c.dict.flushEvery(background) })
	c.run(func() { c.eraseForever(background) })
	return nil
}

func (c *Catalog) run(f func()) {
	c.stopped.Add(1)
	go func() {
		defer c.stopped.Done()
		f()
	}()
}

// Close writes the attribute counts, gives back values of sequences and ends background work.
func (c *Catalog) Close(ctx context.Context) error {
	err := errors.Join(c.dict.Flush(ctx), c.sequences.giveBack(ctx))
	c.stop()
	c.stopped.Wait()
	return err
}

// Dictionary is the attribute dictionary of all tables.
func (c *Catalog) Dictionary() *Dictionary { return c.dict }

// Limits are the limits in force.
func (c *Catalog) Limits() *limits.Set { return c.opts.Limits }

// Store is the store that the catalog lives in.
func (c *Catalog) Store() kv.Store { return c.store }

// Snapshot returns a state that shows every commit acknowledged before the
// call. It reads the store only after a DDL commit.
func (c *Catalog) Snapshot(ctx context.Context) (*Snapshot, error) {
	if !c.stale.Load() {
		return c.newest.Load(), nil
	}
	if err := c.refresh(ctx); err != nil {
		return nil, err
	}
	return c.newest.Load(), nil
}

// refresh loads the pending changes, at the timestamp of the last of them, so
// that no commit shows in part. Where others have committed since, that moment may
// be gone; then it loads the whole catalog as it is now.
func (c *Catalog) refresh(ctx context.Context) error {
	c.refreshMu.Lock()
	defer c.refreshMu.Unlock()
	now, err := c.store.Now(ctx)
	if err != nil {
		return err
	}
	changes := c.takePending(now)
	if len(changes) == 0 {
		// Either another reader loaded them, or their commits have not returned.
		return nil
	}
	next := c.newest.Load().clone()
	next.ts = changes[len(changes)-1].ts
	err = c.loadChanges(ctx, next, changes)
	if errors.Is(err, kv.ErrSnapshotTooOld) {
		next, err = c.loadAll(ctx)
	}
	if err != nil {
		c.returnPending(changes)
		return err
	}
	next.version = c.newest.Load().version + 1
	c.publish(next)
	return nil
}

// publish makes s the newest snapshot, and forgets pending changes that it has:
// the watch may tell of them late. Only then may readers take the short way past
// refresh again.
func (c *Catalog) publish(s *Snapshot) {
	c.pendingMu.Lock()
	defer c.pendingMu.Unlock()
	for len(c.pending) > 0 && c.pending[0].ts <= s.ts {
		c.pending = c.pending[1:]
	}
	c.applyLimits(s)
	c.newest.Store(s)
	c.stale.Store(len(c.pending) > 0)
}

// takePending takes the changes up to ts and leaves younger ones, whose
// commits have not returned yet.
func (c *Catalog) takePending(ts kv.TS) []change {
	c.pendingMu.Lock()
	defer c.pendingMu.Unlock()
	n := 0
	for n < len(c.pending) && c.pending[n].ts <= ts {
		n++
	}
	taken := c.pending[:n:n]
	c.pending = c.pending[n:]
	return taken
}

func (c *Catalog) returnPending(changes []change) {
	c.pendingMu.Lock()
	defer c.pendingMu.Unlock()
	c.pending = append(changes, c.pending...)
}

func (c *Catalog) loadChanges(ctx context.Context, s *Snapshot, changes []change) error {
	snap, err := c.store.Snapshot(ctx, s.ts)
	if err != nil {
		return err
	}
	defer snap.Close()
	var keys [][]byte
	for _, ch := range changes {
		keys = append(keys, ch.keys...)
	}
	values, err := snap.BatchGet(ctx, keys)
	if err != nil {
		return err
	}
	for i, key := range keys {
		if err := s.apply(key, values[i]); err != nil {
			return err
		}
		s.registerType(key)
	}
	return nil
}

// load makes all descriptors the first snapshot.
func (c *Catalog) load(ctx context.Context) error {
	s, err := c.loadAll(ctx)
	if err != nil {
		return err
	}
	s.version = 1
	c.publish(s)
	return nil
}

// loadAll reads all descriptors.
func (c *Catalog) loadAll(ctx context.Context) (*Snapshot, error) {
	snap, err := c.store.Snapshot(ctx, 0)
	if err != nil {
		return nil, err
	}
	defer snap.Close()
	s := &Snapshot{ts: snap.ReadTS()}
	it := snap.Scan(ctx, Span(), kv.ScanOptions{})
	defer it.Close()
	for it.Next() {
		if err := s.apply(it.Key(), it.Value()); err != nil {
			return nil, err
		}
		s.registerType(it.Key())
	}
	return s, it.Err()
}

// atomically runs fn in a small transaction of its own, again after conflicts.
func atomically(ctx context.Context, store kv.Store, fn func(kv.Txn) error) error {
	for {
		err := func() error {
			txn, err := store.Begin(ctx, kv.TxnOptions{})
			if err != nil {
				return err
			}
			defer txn.Rollback()
			if err := fn(txn); err != nil {
				return err
			}
			_, err = txn.Commit(ctx)
			return err
		}()
		if !errors.Is(err, kv.ErrConflict) && !errors.Is(err, kv.ErrDeadlock) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

package local

import (
	"context"
	"errors"
	"io"
	"path"
	"sync"
	"sync/atomic"

	"github.com/sparrowdb/sparrow/kv"
)

// Store is the embedded engine. It implements kv.Store.
//
// Lock order: maintMu, mapMu, commitMu, then the mutexes of the lock table, the pins,
// the deltas, the log and the cache, none of which is held while another is
// taken.
type Store struct {
	opts     Options
	fileLock io.Closer
	pins     pins
	locks    *lockTable
	cache    *blockCache
	wal      *wal
	watchers watcherList
	budget   deltaBudget
	txns     txnBudget
	closed   atomic.Bool

	// parts is replaced under commitMu.
	parts atomic.Pointer[partitionMap]

	// maintMu serialises what changes files: checkpoints.
	maintMu  sync.Mutex
	blocksTS kv.TS // commits up to here are in the blocks that the manifest names
	nextFile uint64
	files    map[uint64]*blockFile // those that the manifest names
	filePins filePins
	manifest manifestLog
	doubtful []*blockFile // of checkpoints of which it isn't known whether the manifest names them
	onDisk   diskState    // what the manifest says
	space    spaceCounters
	// reclaimMax bounds what one checkpoint moves to free space, in bytes.
	reclaimMax int64

	// mapMu serialises what rearranges partitions: splits, merges, range
	// deletions, from their being made to their being durable or undone. A
	// checkpoint takes it while it freezes and while it publishes; while it writes,
	// partitions may change.
	mapMu         sync.Mutex
	nextPartition atomic.Uint64

	// commitMu orders commits; see txn.Commit. It also guards what follows.
	commitMu sync.Mutex
	lastTS   kv.TS
	dirty    []*partition    // work for the next checkpoint; some may have been replaced
	retired  map[*delta]bool // in layers
	erased   []kv.Span       // since the newest checkpoint began, or the one that failed before

	checkpoints checkpointer
	mender      mender
}

var _ kv.Store = (*Store)(nil)

// check is the common beginning of all methods.
func (s *Store) check(ctx context.Context) error {
	if s.closed.Load() {
		return kv.ErrClosed
	}
	return ctx.Err()
}

// refusal is the error for writes that can't be taken now, or nil.
func (s *Store) refusal() error {
	if s.closed.Load() {
		return kv.ErrClosed
	}
	return s.wal.refusal()
}

// Now returns a timestamp at which every commit that has returned is visible.
func (s *Store) Now(ctx context.Context) (kv.TS, error) {
	return s.pins.now(), s.check(ctx)
}

// Partitions lists the partitions that overlap span.
func (s *Store) Partitions(ctx context.Context, span kv.Span) ([]kv.PartitionInfo, error) {
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	now := s.pins.now()
	m := s.parts.Load()
	from, to := m.overlap(span)
	infos := make([]kv.PartitionInfo, 0, to-from)
	for _, p := range m.list[from:to] {
		infos = append(infos, p.state.Load().info(p.id, p.span, now))
	}
	return infos, nil
}

// Watch registers fn for the commits to span until ctx is done.
func (s *Store) Watch(ctx context.Context, span kv.Span, fn func(ts kv.TS, keys [][]byte)) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	s.watchers.add(ctx, span.Clone(), fn)
	return nil
}

// durable publishes a group of commits that is on disk.
func (s *Store) durable(g *commitGroup) {
	if g.maxTS > s.pins.now() {
		s.pins.visible.Store(uint64(g.maxTS))
	}
	for i := range g.events {
		g.events[i].deliver()
	}
}

// Close ends the store. What was committed is on disk already (SyncCommit); if
// it is not much, a last checkpoint spares the next Open its replay.
func (s *Store) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	s.locks.close()
	s.budget.fail(kv.ErrClosed, 0, true)
	s.checkpoints.halt()
	s.maintMu.Lock()
	defer s.maintMu.Unlock()
	s.commitMu.Lock()
	s.commitMu.Unlock() //nolint:staticcheck // waits for commits that had begun
	s.wal.drain()
	s.watchers.clear()
	var err error
	if s.wal.refusal() == nil && s.wal.bytes.Load() <= s.opts.CheckpointBytes {
		err = s.checkpoint()
	}
	s.wal.dropRecycled()
	err = errors.Join(err, s.wal.closeSegment())
	s.manifest.close()
	for _, f := range s.files {
		err = errors.Join(err, f.file.Close())
	}
	for _, f := range s.doubtful {
		err = errors.Join(err, f.file.Close())
	}
	return errors.Join(err, s.fileLock.Close())
}

func (s *Store) path(name string) string { return path.Join(s.opts.Dir, name) }

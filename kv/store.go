package kv

import "context"

// Store is a storage engine. All methods but Close are safe for concurrent use;
// after Close every method returns ErrClosed.
type Store interface {
	// Now returns a timestamp at which every commit that has returned is visible.
	Now(ctx context.Context) (TS, error)

	// Begin starts a transaction. The caller ends it with Commit or Rollback.
	// Errors: ErrUnsupported for an isolation level that the engine lacks,
	// ErrSnapshotTooOld when ReadTS lies before the garbage collection horizon.
	Begin(ctx context.Context, opts TxnOptions) (Txn, error)

	// Snapshot opens a read-only view at ts; 0 is now. A ts in the future is
	// ErrInvalid, one before the garbage collection horizon ErrSnapshotTooOld.
	Snapshot(ctx context.Context, ts TS) (Snapshot, error)

	// Partitions lists, in key order, the partitions that overlap span. The
	// first and the last are given whole, not cut to span.
	Partitions(ctx context.Context, span Span) ([]PartitionInfo, error)

	// Split makes each of keys the first key of a partition and returns the
	// partitions that now begin there, in key order. A key that already is a
	// boundary stays one: calling again is harmless. The piece on the left keeps
	// the id, the others get new ones. Running scans and transactions notice
	// nothing. All keys are split, or none.
	Split(ctx context.Context, keys [][]byte) ([]PartitionInfo, error)

	// Merge joins two neighbouring partitions; the left one's id survives.
	// Errors: ErrNotFound for an unknown id, ErrInvalid when they aren't
	// neighbours in this order, ErrUnsupported when the engine merges by itself.
	Merge(ctx context.Context, leftID, rightID uint64) error

	// DeleteRange erases every version of every key of span, outside any
	// transaction and for old snapshots too. It is for key ranges that nothing
	// can reach any more (dropped tables). When it returns, it is durable.
	DeleteRange(ctx context.Context, span Span) error

	// Checkpoint bounds recovery time: what was committed before the call no
	// longer needs the log. It never stops readers or writers. Engines without
	// a log of their own return nil.
	Checkpoint(ctx context.Context) error

	// Backup writes to dir a consistent copy of everything committed at one
	// timestamp, which is not before the last commit that returned before the
	// call. Readers and writers go on. A dir that holds an earlier backup of the
	// store gets only what is new. Whatever happens before the new backup is
	// complete, the earlier ones stay whole, and the next call goes on where this
	// one ended. Errors: BackupError, ErrBackupMismatch, ErrBackupInUse, ErrInvalid
	// for a dir that holds anything else or lies in the store's own,
	// ErrCorrupt for damage in the store, ErrUnsupported.
	Backup(ctx context.Context, dir string, opts BackupOptions) (BackupInfo, error)

	// Watch registers fn and returns. Until ctx is done or the store closes, fn
	// is called with the keys in span that each later commit wrote, in commit
	// order, one call at a time. fn must be short, must not call the Store, and
	// keeps nothing it was given. kv/local calls it after the commit has become
	// visible and before the writer's Commit returns. A distributed engine may
	// lag: a reader that must not be stale compares a version key that it reads
	// in its own transaction. DeleteRange is not reported.
	Watch(ctx context.Context, span Span, fn func(ts TS, keys [][]byte)) error

	// Close ends the store. Running transactions fail with ErrClosed, what was
	// committed is kept. A second Close returns nil.
	Close() error
}

// Pinner is implemented by a Store that can tell what its readers keep it from
// dropping.
type Pinner interface {
	// PinnedBytes estimates the bytes of versions that have been replaced since a
	// reader at ts (a transaction, snapshot or view) came, and so are kept for it.
	// Readers that were there together count the same bytes. 0 if nobody
	// reads at ts.
	PinnedBytes(ts TS) int64
}

package kv

import (
	"context"
	"time"
)

// Txn is a transaction: a Reader at its read timestamp with its own writes laid
// over it, which Commit makes visible and durable in one step.
//
// Writes are buffered. A write of an unlocked key conflicts when the key's
// newest committed version is younger than the read timestamp (first committer
// wins); the engine reports ErrConflict at Commit or earlier. A write of a key
// locked by Lock in a mode that writes conflicts with nothing that was committed before
// the lock was granted, and nobody else can commit to the key after.
//
// After an error from a write, lock or read the transaction stays usable: the
// caller decides to go on, to RollbackTo, or to Rollback. After Commit
// (whatever it returned) or Rollback every method but Rollback returns
// ErrTxnDone.
type Txn interface {
	Reader

	// Put sets key to value.
	Put(ctx context.Context, key, value []byte) error

	// Delete removes key; an absent key is no error.
	Delete(ctx context.Context, key []byte) error

	// PutIfAbsent sets key to value when no row lives there, seen through the
	// transaction's own writes and the newest commit, else ErrExists. The key is
	// locked exclusively (waiting for its holder) until the transaction ends, so
	// of two transactions that insert one key the second waits for the first and
	// then gets ErrExists, or goes ahead if the first rolled back. It does not
	// wait for who only locked a row that lives there. Under
	// snapshot isolation and stricter a row deleted after the read timestamp is
	// ErrConflict. A call that fails leaves no lock behind.
	PutIfAbsent(ctx context.Context, key, value []byte) error

	// PutUnchecked sets key to value blindly: exempt from conflict detection,
	// takes and respects no lock, the last committed wins. For idempotent facts
	// that concurrent transactions may all bring.
	PutUnchecked(ctx context.Context, key, value []byte) error

	// Lock takes row locks, held until the transaction ends or rolls back to a
	// savepoint made before. Keys need not exist. The results are by position.
	// Waiters are served in order of arrival: a request waits also for an earlier
	// one that it conflicts with. Errors: ErrLocked (NoWait, or the
	// timeout passed), ErrDeadlock, ErrTooLarge, the context's; locks that this call had
	// taken before its error are kept. Before it writes, a READ COMMITTED caller
	// re-reads rows reported Changed with GetLatest.
	Lock(ctx context.Context, keys [][]byte, opts LockOptions) ([]LockResult, error)

	// SetLockTimeout bounds each later wait for a lock, also those of PutIfAbsent
	// and Commit: ErrLocked when it has passed. 0, as at first, is no bound.
	SetLockTimeout(d time.Duration)

	// GetLatest returns the newest committed value of key, under the
	// transaction's own write if there is one; else ErrNotFound.
	GetLatest(ctx context.Context, key []byte) ([]byte, error)

	// View fixes what the transaction reads now, at its read timestamp and with
	// its writes: what it writes later, Refresh and RollbackTo don't show in the
	// view. A statement that reads while it writes reads through one, and so does
	// a cursor that other statements come between. Like the transaction's own
	// reads, a view's count for Serializable. The caller closes it before it ends
	// the transaction.
	View() (Snapshot, error)

	// Refresh moves the read timestamp to now: the snapshot of the next READ
	// COMMITTED statement. Other levels get ErrUnsupported. Open iterators, but
	// those of views, must be closed before. Writes buffered earlier keep the conflict rule of the
	// timestamp they were written under.
	Refresh(ctx context.Context) error

	// Savepoint marks the buffered writes and the locks held; it is an index for
	// RollbackTo that stays good until rolled back past it.
	Savepoint() int

	// RollbackTo undoes the writes and releases the locks made since savepoint
	// sp; sp itself stays usable. Open iterators of the transaction must be
	// closed before.
	RollbackTo(sp int) error

	// Commit makes the writes visible and durable and returns their timestamp;
	// without writes it returns the read timestamp. Errors: ErrConflict (retry
	// the transaction), ErrTooLarge, ErrUnavailable, ErrDiskFull, ErrClosed,
	// ErrOutcomeUnknown (may have happened; never retry blindly). In every case
	// the transaction is over and its locks are released.
	Commit(ctx context.Context) (TS, error)

	// Rollback drops the writes and releases the locks. After the end of the
	// transaction it does nothing, so it can always be deferred.
	Rollback()

	// Size is the memory that buffered writes and locks take, in bytes. A write
	// or lock that would make it more than its bound is ErrTooLarge (a
	// TooLargeError).
	Size() int
}

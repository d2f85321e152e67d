package kv

import "errors"

// What a read or write may say.
var (
	// ErrNotFound: no live version of the key, or no such partition.
	ErrNotFound = errors.New("kv: not found")
	// ErrExists: PutIfAbsent found a live row.
	ErrExists = errors.New("kv: key exists")
	// ErrInvalid: a key, value, span, timestamp or option that no engine takes.
	ErrInvalid = errors.New("kv: invalid argument")
	// ErrReadOnly: a write or lock in a read-only transaction.
	ErrReadOnly = errors.New("kv: transaction is read-only")
	// ErrTxnDone: the transaction has been committed or rolled back.
	ErrTxnDone = errors.New("kv: transaction is over")
	// ErrTooLarge: the transaction's writes exceed what the engine commits at
	// once.
	ErrTooLarge = errors.New("kv: transaction too large")
	// ErrSnapshotTooOld: versions at this timestamp have been garbage collected.
	ErrSnapshotTooOld = errors.New("kv: snapshot too old")
	// ErrUnsupported: the engine lacks this; asking again won't help.
	ErrUnsupported = errors.New("kv: not supported by this engine")
)

// What concurrency may say. The transaction had no effect; running it again
// from the beginning may succeed.
var (
	// ErrConflict: another transaction committed to a key first.
	ErrConflict = errors.New("kv: write conflict")
	// ErrLocked: a lock is held by another transaction, and waiting was not
	// wanted or took too long.
	ErrLocked = errors.New("kv: locked by another transaction")
	// ErrDeadlock: waiting would have closed a circle; this transaction was
	// chosen to give way.
	ErrDeadlock = errors.New("kv: deadlock")
)

// What the machine may say.
var (
	// ErrClosed: the store is closed.
	ErrClosed = errors.New("kv: store is closed")
	// ErrNoMemory: the writes of all running transactions take as much memory as
	// they may. When others are over, there is room again.
	ErrNoMemory = errors.New("kv: no memory for the writes of more transactions")
	// ErrUnavailable: the engine can't be reached, or refuses writes since an
	// I/O error. Reads may still work.
	ErrUnavailable = errors.New("kv: unavailable")
	// ErrDiskFull: no room for the write. Reads still work.
	ErrDiskFull = errors.New("kv: disk full")
	// ErrOutcomeUnknown: the commit was sent to the disk or the network, and
	// whether it will last can't be told.
	ErrOutcomeUnknown = errors.New("kv: outcome of commit unknown")
	// ErrCorrupt marks damaged data; see CorruptError for the place.
	ErrCorrupt = errors.New("kv: corrupt data")
)

// What opening a store may say.
var (
	// ErrStoreInUse: another process has the store open.
	ErrStoreInUse = errors.New("kv: store is in use by another process")
	// ErrVersion: the data was written by another format version.
	ErrVersion = errors.New("kv: unsupported format version")
)

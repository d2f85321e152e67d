package kv

// Isolation says what a transaction may see and when it conflicts.
type Isolation uint8

const (
	// Snapshot isolation: all reads at one timestamp, first committer wins.
	SnapshotIsolation Isolation = iota
	// ReadCommitted: the caller moves the read timestamp before each statement
	// with Txn.Refresh, and locks the rows that it changes. A write conflicts
	// only with commits after the newest Refresh or Lock.
	ReadCommitted
	// Serializable: as Snapshot, and Commit fails with ErrConflict unless every
	// key and span that the transaction read is unchanged.
	Serializable
)

// String returns the level in PostgreSQL's words.
func (i Isolation) String() string {
	switch i {
	case ReadCommitted:
		return "read committed"
	case Serializable:
		return "serializable"
	default:
		return "repeatable read"
	}
}

// TxnOptions shape Store.Begin. The zero value is a read-write transaction of
// snapshot isolation that reads at now.
type TxnOptions struct {
	// ReadOnly refuses writes and locks with ErrReadOnly.
	ReadOnly bool
	// Isolation is the level.
	Isolation Isolation
	// ReadTS is the timestamp to read at; 0 is now.
	ReadTS TS
	// Owner names who runs the transaction, for LockInfo; 0 is nobody.
	Owner uint64
	// BytesMax bounds Txn.Size; 0, or more than the engine allows, is the
	// engine's own bound.
	BytesMax int
}

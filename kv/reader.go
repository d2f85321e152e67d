package kv

import "context"

// Reader reads one consistent state: a Snapshot's, or a Txn's read timestamp
// overlaid with the transaction's own writes.
type Reader interface {
	// ReadTS is the timestamp whose state is read.
	ReadTS() TS

	// Get returns the value of key, or ErrNotFound. The value is read-only and
	// stays valid.
	Get(ctx context.Context, key []byte) ([]byte, error)

	// BatchGet returns the values of keys by position; nil is absent. It is one
	// round trip per partition on a distributed engine. Keys may repeat and come
	// in any order; key order is fastest.
	BatchGet(ctx context.Context, keys [][]byte) ([][]byte, error)

	// Scan returns an iterator over span. It never fails: an error shows at the
	// iterator's Err. The caller closes the iterator before it ends the reader.
	// A Txn's iterator sees the transaction's writes as of the Scan call; what
	// is written while it is open does not show in it.
	Scan(ctx context.Context, span Span, opts ScanOptions) Iterator
}

// ScanOptions shape a Scan. The zero value reads all, forwards.
type ScanOptions struct {
	// Reverse gives the keys in descending order.
	Reverse bool
	// Limit ends the scan after so many keys; 0 is no limit.
	Limit int
	// KeysOnly lets the engine leave values out: Value then is nil or not
	// meaningful.
	KeysOnly bool
	// BatchBytes hints how many bytes a distributed engine fetches at once; 0
	// lets it choose.
	BatchBytes int
}

// Snapshot is a read-only view of one timestamp. It pins old versions against
// garbage collection until it is closed.
type Snapshot interface {
	Reader
	// Close releases the snapshot; its iterators must be closed before. A second
	// Close does nothing.
	Close()
}

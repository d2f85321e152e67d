package kv

// Iterator walks key-value pairs:
//
//	it := r.Scan(ctx, span, kv.ScanOptions{})
//	defer it.Close()
//	for it.Next() {
//		use(it.Key(), it.Value())
//	}
//	return it.Err()
//
// Invariants: it starts before the first pair; once Next has returned false it
// returns false for good; Key and Value may be called only after a Next that
// returned true and are read-only and valid until the next Next or Close; Err
// is nil at a regular end and sticks otherwise.
type Iterator interface {
	// Next moves to the next pair and reports whether there is one.
	Next() bool
	// Key is the current key.
	Key() []byte
	// Value is the current value.
	Value() []byte
	// Err is the error that ended the iteration: the context's, ErrClosed,
	// ErrCorrupt, ErrUnavailable, or nil.
	Err() error
	// Close releases the iterator. A second Close does nothing.
	Close()
}

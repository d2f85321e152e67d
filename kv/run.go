package kv

import "context"

// RunReader is a Reader of an engine with blocks: it can hand out stretches of
// blocks instead of single rows. A Reader that is none is read with Scan.
type RunReader interface {
	Reader

	// ScanRuns is Scan in runs. A serializable transaction has read what the runs
	// that it was given hold.
	ScanRuns(ctx context.Context, span Span, opts RunOptions) RunIterator

	// GetRun makes run the row of key, a single one or a stretch of one, or
	// returns ErrNotFound. Where it is a stretch, the caller decodes just the
	// columns that it wants, which Get can't know. Keys is not set.
	GetRun(ctx context.Context, key []byte, run *Run) error
}

// RunOptions shape ScanRuns. The zero value reads all, forwards.
type RunOptions struct {
	// Reverse gives runs, and the rows in each, in descending order.
	Reverse bool
	// CountOnly says that only the number of rows and the bytes of their keys are
	// asked for: the engine may then answer from what it keeps in memory.
	CountOnly bool
	// WithoutKeys says that KeyAt will not be called for stretches.
	WithoutKeys bool
}

// RunIterator walks runs as an Iterator walks rows. The Run it points to is
// valid until the next Next or Close; Columns and single rows' bytes stay valid.
type RunIterator interface {
	// Next moves to the next run and reports whether there is one.
	Next() bool
	// Run is the current run. The caller must not change it.
	Run() *Run
	// Err is the error that ended the iteration, or nil.
	Err() error
	// Close releases the iterator. A second Close does nothing.
	Close()
}

// Run is some consecutive rows of one partition that a scan sees: a stretch of
// a block that nothing younger interrupts, or a single row.
type Run struct {
	// Rows is how many rows it has, at least 1.
	Rows int
	// KeyBytes is the sum of the lengths of their keys.
	KeyBytes int64
	// At is a key in the run's partition, no row's necessarily.
	At []byte

	// Key and Value are a single row's. Key is nil for a stretch, and only then;
	// Value may be nil with CountOnly.
	Key, Value []byte

	// Columns holds the values of a stretch: row i of the run, from 0, is value
	// ValueAt(i). It is nil for a single row and may be nil with CountOnly.
	Columns Columns
	// Keys gives the keys of a stretch; see KeyAt. It may be nil with WithoutKeys.
	Keys interface{ Key(i int) []byte }
	// First is the value of the first row; the rows that follow are the values
	// that follow, or with Reverse those before.
	First   int
	Reverse bool
	// Sel, if not nil, lists the values instead, in the order of the rows.
	Sel []int32
	// RowAt, if not nil, maps rows of the run to keys where Sel is in use.
	RowAt []int32
}

// ValueAt is the place in Columns of row i of the run.
func (r *Run) ValueAt(i int) int {
	switch {
	case r.Sel != nil:
		return int(r.Sel[i])
	case r.Reverse:
		return r.First - i
	default:
		return r.First + i
	}
}

// KeyAt is the key of row i of the run.
func (r *Run) KeyAt(i int) []byte {
	switch {
	case r.Columns == nil:
		return r.Key
	case r.RowAt != nil:
		return r.Keys.Key(int(r.RowAt[i]))
	default:
		return r.Keys.Key(r.ValueAt(i))
	}
}

// Whole reports whether the run is all values of its block, in any order.
func (r *Run) Whole() bool {
	return r.Columns != nil && r.Sel == nil && r.Rows == r.Columns.Len()
}

package spill

import (
	"fmt"
	"sync/atomic"
)

// Quota bounds the temporary files of one statement. A nil *Quota counts
// nothing. Its methods are safe for concurrent use.
type Quota struct {
	limit int64
	used  atomic.Int64
}

// NewQuota allows limit bytes; a negative limit is none.
func NewQuota(limit int64) *Quota { return &Quota{limit: limit} }

// QuotaError is a refused write; errors.Is(err, ErrSpaceFull) holds for it.
type QuotaError struct {
	Limit int64 // bytes
}

// Error names the bound.
func (e *QuotaError) Error() string {
	return fmt.Sprintf("%v: more than %d bytes", ErrSpaceFull, e.Limit)
}

// Unwrap makes the error match ErrSpaceFull.
func (e *QuotaError) Unwrap() error { return ErrSpaceFull }

func (q *Quota) grow(n int64) error {
	if q == nil {
		return nil
	}
	if used := q.used.Add(n); q.limit >= 0 && used > q.limit {
		q.used.Add(-n)
		return &QuotaError{Limit: q.limit}
	}
	return nil
}

func (q *Quota) shrink(n int64) {
	if q != nil {
		q.used.Add(-n)
	}
}

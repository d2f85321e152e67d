package limits

import (
	"errors"
	"fmt"
	"sync/atomic"
)

// ErrMemory marks a request for memory that an account refused.
var ErrMemory = errors.New("limits: out of memory")

// MemoryError is a refused request; errors.Is(err, ErrMemory) holds for it.
type MemoryError struct {
	// Account names the account that was full.
	Account string
	// Limit, Used and Asked are bytes: the account's bound, what was taken when
	// the request came, and the request.
	Limit, Used, Asked int64
}

// Error names the account and the request.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("%v: %s: %d bytes asked for, %d of %d in use", ErrMemory, e.Account, e.Asked, e.Used, e.Limit)
}

// Unwrap makes the error match ErrMemory.
func (e *MemoryError) Unwrap() error { return ErrMemory }

// Account counts memory against a bound and against the bounds of its parents:
// server, session, statement, operator. It hands out no memory itself; whoever
// allocates says so before with Grow. All methods are safe for concurrent use.
// A nil *Account refuses nothing and counts nothing.
type Account struct {
	name   string
	parent *Account
	limit  func() int64
	used   atomic.Int64
	peak   atomic.Int64
}

// NewAccount makes an account below parent, which may be nil. Limit gives its
// bound in bytes and is asked at every Grow, so that a changed limit counts at
// once; nil is no bound of its own.
func NewAccount(name string, parent *Account, limit func() int64) *Account {
	return &Account{name: name, parent: parent, limit: limit}
}

// NewLimitAccount makes an account below parent that l bounds by its value in s.
func NewLimitAccount(name string, parent *Account, l *Limit, s *Set) *Account {
	return NewAccount(name, parent, func() int64 { return l.Value(s) })
}

// Grow takes n bytes, of this account and of all above it, or none and returns
// a *MemoryError. An n below one takes nothing.
func (a *Account) Grow(n int64) error {
	if a == nil || n <= 0 {
		return nil
	}
	used := a.used.Add(n)
	if a.limit != nil {
		if limit := a.limit(); used > limit {
			a.used.Add(-n)
			return &MemoryError{Account: a.name, Limit: limit, Used: used - n, Asked: n}
		}
	}
	if err := a.parent.Grow(n); err != nil {
		a.used.Add(-n)
		return err
	}
	for peak := a.peak.Load(); used > peak && !a.peak.CompareAndSwap(peak, used); {
		peak = a.peak.Load()
	}
	return nil
}

// Shrink gives n bytes back; more than is in use gives back what is.
func (a *Account) Shrink(n int64) {
	if a == nil || n <= 0 {
		return
	}
	for {
		used := a.used.Load()
		n = min(n, used)
		if a.used.CompareAndSwap(used, used-n) {
			break
		}
	}
	a.parent.Shrink(n)
}

// Close gives back all that is in use. The account may be used again.
func (a *Account) Close() {
	if a != nil {
		a.Shrink(a.used.Load())
	}
}

// Used is the bytes in use now.
func (a *Account) Used() int64 {
	if a == nil {
		return 0
	}
	return a.used.Load()
}

// Peak is the most that was ever in use, in bytes.
func (a *Account) Peak() int64 {
	if a == nil {
		return 0
	}
	return a.peak.Load()
}

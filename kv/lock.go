package kv

import "time"

// LockMode is the strength of a row lock, from strong to weak: a mode covers
// every later one. They conflict as PostgreSQL's do:
//
//	               update  no key update  share  key share
//	update           x           x          x        x
//	no key update    x           x          x
//	share            x           x
//	key share        x
type LockMode uint8

const (
	// LockExclusive is compatible with nothing (FOR UPDATE): the row may be
	// deleted or move.
	LockExclusive LockMode = iota
	// LockNoKeyExclusive is for who changes a row and leaves it where it is (FOR
	// NO KEY UPDATE). It covers a write of the key as LockExclusive does.
	LockNoKeyExclusive
	// LockShared keeps others from changing the row (FOR SHARE).
	LockShared
	// LockKeyShared keeps others from deleting or moving it (FOR KEY SHARE).
	LockKeyShared
)

// Conflicts reports whether two transactions can't hold a key in these modes at
// once.
func (m LockMode) Conflicts(o LockMode) bool { return m+o <= LockKeyShared }

// Covers reports whether who holds m needs not ask for o.
func (m LockMode) Covers(o LockMode) bool { return m <= o }

// Writes reports whether a holder of m is the only one who may write the key.
func (m LockMode) Writes() bool { return m <= LockNoKeyExclusive }

// WaitPolicy says what Lock does about a key that somebody else holds.
type WaitPolicy uint8

const (
	// Wait queues, first come first served, up to LockOptions.Timeout.
	Wait WaitPolicy = iota
	// NoWait gives ErrLocked at once.
	NoWait
	// Skip leaves the key out; its LockResult says so (SKIP LOCKED).
	Skip
)

// LockOptions shape Txn.Lock. The zero value waits for exclusive locks.
type LockOptions struct {
	// Mode is the strength. A holder that asks for a stronger mode is upgraded
	// when no other holder conflicts with it.
	Mode LockMode
	// Policy is what to do about held keys.
	Policy WaitPolicy
	// Timeout bounds the wait for each key; 0 is the transaction's
	// (Txn.SetLockTimeout).
	Timeout time.Duration
}

// LockResult is what happened to one key of Txn.Lock.
type LockResult struct {
	// Locked is false only for keys passed over by Skip.
	Locked bool
	// Changed is true when the key's newest commit is younger than the read
	// timestamp: what the transaction read before is outdated.
	Changed bool
}

// LockInfo is one transaction's part in a lock that somebody waits for.
type LockInfo struct {
	Key []byte
	// Owner is TxnOptions.Owner of the transaction.
	Owner uint64
	Mode  LockMode
	// Granted is false for who waits; Since is when that began.
	Granted bool
	Since   time.Time
	// Blockers are the owners that it waits for: holders, and who is ahead of
	// it. One may come twice.
	Blockers []uint64
}

// LockLister is implemented by a Store that can show its lock table.
type LockLister interface {
	// ContendedLocks lists the holders of the locks that somebody waits for, and
	// who waits, lock by lock. Locks without waiters are left out: a large
	// transaction holds millions.
	ContendedLocks() []LockInfo
}

package kv

import "time"

// LockMode is the strength of a row lock.
type LockMode uint8

const (
	// LockExclusive is compatible with nothing (FOR UPDATE).
	LockExclusive LockMode = iota
	// LockShared is compatible with LockShared (FOR SHARE). A holder that asks
	// for LockExclusive is upgraded when it is the only one left.
	LockShared
)

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
	// Mode is the strength.
	Mode LockMode
	// Policy is what to do about held keys.
	Policy WaitPolicy
	// Timeout bounds the wait for each key; 0 is none.
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

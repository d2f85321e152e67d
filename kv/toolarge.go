package kv

import "fmt"

// TooLargeError says which bound a transaction broke. errors.Is(err,
// ErrTooLarge) holds for it.
type TooLargeError struct {
	// Limit is the bound on one transaction's writes, and Size what they would
	// take with the write that was refused; both in bytes.
	Limit, Size int64
}

// Error gives size and limit.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%v: its writes take %d bytes, the limit is %d bytes", ErrTooLarge, e.Size, e.Limit)
}

// Unwrap makes the error match ErrTooLarge.
func (e *TooLargeError) Unwrap() error { return ErrTooLarge }

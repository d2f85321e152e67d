package kv

import "fmt"

// TooLargeError is ErrTooLarge with its numbers.
type TooLargeError struct {
	// Bytes is what the transaction would have taken, Limit its bound.
	Bytes, Limit int
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s: %d bytes, the limit is %d", ErrTooLarge.Error(), e.Bytes, e.Limit)
}

func (e *TooLargeError) Unwrap() error { return ErrTooLarge }

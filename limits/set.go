package limits

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// What changing a limit may say.
var (
	// ErrUnknown: no limit has this name.
	ErrUnknown = errors.New("limits: unknown limit")
	// ErrOutOfRange: the new value lies outside the limit's Min and Max.
	ErrOutOfRange = errors.New("limits: value out of range")
	// ErrNotAdjustable: the new value is above the default of a limit that the
	// model fixes.
	ErrNotAdjustable = errors.New("limits: limit can't be raised")
)

// Set holds the values in force for one server. Reading is one atomic load and
// a change is seen by the next check, so a Set is shared by all sessions. Make
// one with NewSet.
type Set struct {
	values []atomic.Int64
}

// NewSet returns a Set that holds the defaults.
func NewSet() *Set {
	s := &Set{values: make([]atomic.Int64, len(declared))}
	for i, l := range declared {
		s.values[i].Store(l.Default)
	}
	return s
}

// Get returns the value in force of the limit called name; ErrUnknown.
func (s *Set) Get(name string) (int64, error) {
	l := Lookup(name)
	if l == nil {
		return 0, fmt.Errorf("%w: %q", ErrUnknown, name)
	}
	return l.Value(s), nil
}

// Put makes value the value in force of the limit called name and returns the
// one before. Errors: ErrUnknown, ErrNotAdjustable, ErrOutOfRange; the message
// of the latter two gives the range.
func (s *Set) Put(name string, value int64) (old int64, err error) {
	l := Lookup(name)
	if l == nil {
		return 0, fmt.Errorf("%w: %q", ErrUnknown, name)
	}
	if !l.Adjustable && value > l.Max {
		return 0, fmt.Errorf("%w: %q is at most %d", ErrNotAdjustable, name, l.Max)
	}
	if value < l.Min || value > l.Max {
		return 0, fmt.Errorf("%w: %q must be between %d and %d", ErrOutOfRange, name, l.Min, l.Max)
	}
	return s.values[l.index].Swap(value), nil
}

// Reset puts the limit called name back to its default and returns the value
// before; ErrUnknown.
func (s *Set) Reset(name string) (old int64, err error) {
	l := Lookup(name)
	if l == nil {
		return 0, fmt.Errorf("%w: %q", ErrUnknown, name)
	}
	return s.values[l.index].Swap(l.Default), nil
}

// Change is one row of sparrow.limit_changes.
type Change struct {
	At       time.Time
	Name     string
	Old, New int64
	By       string // the role that asked for it
}

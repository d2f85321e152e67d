package partition

import (
	"errors"
	"fmt"
)

// What a split or merge may say. In every case nothing was changed.
var (
	// ErrPartitionChanged: another split or merge changed the partition first.
	// Asking again, after a look at the partitions, may succeed.
	ErrPartitionChanged = errors.New("partition: changed by another split or merge")
	// ErrBoundaryExists: the key already is the first key of a partition.
	ErrBoundaryExists = errors.New("partition: already a boundary")
	// ErrNotBoundary: the key lies outside the table, or cuts through the rows
	// of one partition-key value.
	ErrNotBoundary = errors.New("partition: not a possible boundary")
	// ErrUnknownPartition: the table has no partition of this id.
	ErrUnknownPartition = errors.New("partition: no such partition")
	// ErrNotNeighbours: the partitions don't lie side by side.
	ErrNotNeighbours = errors.New("partition: not neighbours")
)

// KeyError says which of the keys given to a split was refused. It wraps
// ErrBoundaryExists, ErrNotBoundary or ErrPartitionChanged.
type KeyError struct {
	Index int // position among the keys given
	Key   []byte
	Err   error
}

// Error gives the position and the reason.
func (e *KeyError) Error() string { return fmt.Sprintf("key %d: %v", e.Index+1, e.Err) }

// Unwrap is the reason.
func (e *KeyError) Unwrap() error { return e.Err }

// IDError says which partition id a merge refused. It wraps ErrUnknownPartition
// or ErrNotNeighbours.
type IDError struct {
	ID  uint64
	Err error
}

// Error gives the id and the reason.
func (e *IDError) Error() string { return fmt.Sprintf("partition %d: %v", e.ID, e.Err) }

// Unwrap is the reason.
func (e *IDError) Unwrap() error { return e.Err }

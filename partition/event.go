package partition

import (
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// EventKind is what happened to a partition.
type EventKind string

// The kinds of events.
const (
	EventSplit        EventKind = "split"
	EventMerge        EventKind = "merge"
	EventUnsplittable EventKind = "unsplittable"
)

// Reason is why it happened.
type Reason string

// The reasons of events.
const (
	ReasonSize     Reason = "size"
	ReasonManual   Reason = "manual"
	ReasonPresplit Reason = "presplit"
)

// Event is one row of sparrow.partition_events. It is immutable.
type Event struct {
	At     time.Time
	Kind   EventKind
	Reason Reason
	// PartitionID and Span are the partition before: of a merge, the left one.
	PartitionID uint64
	Span        kv.Span
	// NewIDs are the partitions after, in key order.
	NewIDs []uint64
	// Boundary is the key between two partitions that was made (the first of
	// several) or went; nil for an unsplittable partition.
	Boundary []byte
	// RawBytesBefore is of PartitionID, RawBytesAfter by NewIDs; -1 is unknown.
	RawBytesBefore int64
	RawBytesAfter  []int64
	// ReadRate and WriteRate are capacity units per second before.
	ReadRate, WriteRate float64
}

// eventsKept is how many events the ring holds.
const eventsKept = 1_000

// eventRing keeps the newest events.
type eventRing struct {
	mu     sync.Mutex
	events []Event
	next   int // where the next goes once the ring is full
}

func (r *eventRing) add(e Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.events) < eventsKept {
		r.events = append(r.events, e)
		return
	}
	r.events[r.next] = e
	r.next = (r.next + 1) % eventsKept
}

// list returns the events kept, oldest first.
func (r *eventRing) list() []Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]Event, 0, len(r.events))
	out = append(out, r.events[r.next:]...)
	return append(out, r.events[:r.next]...)
}

// Events returns the newest events, oldest first; up to 1,000 since the server
// started.
func (s *Store) Events() []Event { return s.events.list() }

package kv

import "bytes"

// Bounds of single keys and values, in bytes. They are the engine's own; the
// smaller limits that users meet are in package limits.
const (
	KeyBytesMax   = 16 << 10
	ValueBytesMax = 8 << 20
)

// Key is an opaque ordered key.
type Key = []byte

// Span is the half-open key range [Start, End). A nil Start is the beginning of
// the key space and a nil End is unbounded, so the zero Span holds every key.
type Span struct {
	Start, End []byte
}

// PointSpan returns the span that holds key and nothing else.
func PointSpan(key []byte) Span {
	end := make([]byte, len(key)+1)
	copy(end, key)
	return Span{Start: end[:len(key):len(key)], End: end}
}

// Contains reports whether key lies in s.
func (s Span) Contains(key []byte) bool {
	return bytes.Compare(s.Start, key) <= 0 && (s.End == nil || bytes.Compare(key, s.End) < 0)
}

// Empty reports whether no key can lie in s.
func (s Span) Empty() bool {
	return s.End != nil && bytes.Compare(s.Start, s.End) >= 0
}

// Overlaps reports whether some key may lie in both s and o.
func (s Span) Overlaps(o Span) bool {
	return !s.Intersect(o).Empty()
}

// Intersect returns the keys that lie in both s and o; the result shares their
// memory and may be Empty.
func (s Span) Intersect(o Span) Span {
	if bytes.Compare(o.Start, s.Start) > 0 {
		s.Start = o.Start
	}
	if s.End == nil || (o.End != nil && bytes.Compare(o.End, s.End) < 0) {
		s.End = o.End
	}
	return s
}

// Clone returns a copy of s that shares no memory with it.
func (s Span) Clone() Span {
	return Span{Start: bytes.Clone(s.Start), End: bytes.Clone(s.End)}
}

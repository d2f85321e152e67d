package partition

import "github.com/sparrowdb/sparrow/kv"

// Policy is what the catalog knows about keys. Its methods are called from any
// goroutine and must not call the Store.
type Policy interface {
	// PrefixLen returns the length of the part of key that a boundary may not
	// cut: the table's prefix and the partition key's value. It is 0 for keys
	// that belong to no table. For a key that ends there it is len(key).
	PrefixLen(key []byte) int
	// SplitBytes returns the raw bytes past which the partition of span is
	// split; 0 is never.
	SplitBytes(span kv.Span) int64
}

// SetPolicy tells the Store what the catalog knows; until then nothing splits
// by size, and boundaries aren't checked.
func (s *Store) SetPolicy(p Policy) { s.policy.Store(&p) }

// Policy in force, or nil.
func (s *Store) currentPolicy() Policy {
	if p := s.policy.Load(); p != nil {
		return *p
	}
	return nil
}

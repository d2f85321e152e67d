package local

import (
	"sync/atomic"

	"github.com/sparrowdb/sparrow/kv"
)

// version is one committed value of a key, or its absence. All but older is
// immutable once it is in a chain.
type version struct {
	ts      kv.TS
	value   []byte
	deleted bool
	live    int8 // change in the number of live rows
	// older is the version before; garbage collection cuts the chain here.
	older atomic.Pointer[version]
}

// memory is what the version takes, in bytes: its value shares a piece of memory
// with a copy of the key.
func (v *version) memory(key []byte) int64 { return versionBytes + int64(len(key)+len(v.value)) }

// chain is the versions of one key in one delta, newest first. Commits push
// under the store's commit lock; anyone may read at any time.
type chain struct {
	head atomic.Pointer[version]
	// live is the change in the number of live rows that all versions ever pushed
	// have made.
	live atomic.Int32
}

// at returns the newest version that a reader at ts sees, or nil.
func (c *chain) at(ts kv.TS) *version {
	for v := c.head.Load(); v != nil; v = v.older.Load() {
		if v.ts <= ts {
			return v
		}
	}
	return nil
}

// push puts v on top, drops the versions that no reader at or after oldest can
// see, and returns the memory that they took, in bytes.
func (c *chain) push(v *version, oldest kv.TS, key []byte) (dropped int64) {
	c.live.Add(int32(v.live))
	v.older.Store(c.head.Load())
	c.head.Store(v)
	for ; v != nil; v = v.older.Load() {
		if v.ts <= oldest {
			for w := v.older.Swap(nil); w != nil; w = w.older.Load() {
				dropped += w.memory(key)
			}
			break
		}
	}
	return dropped
}

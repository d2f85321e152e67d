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

// chain is the versions of one key in one delta, newest first. Commits push
// under the store's commit lock; anyone may read at any time.
type chain struct {
	head atomic.Pointer[version]
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

// push puts v on top and drops the versions that no reader at or after oldest
// can see.
func (c *chain) push(v *version, oldest kv.TS) {
	v.older.Store(c.head.Load())
	c.head.Store(v)
	for ; v != nil; v = v.older.Load() {
		if v.ts <= oldest {
			v.older.Store(nil)
			return
		}
	}
}

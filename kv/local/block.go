package local

import (
	"sync/atomic"

	"github.com/sparrowdb/sparrow/kv"
)

// block is an immutable compressed run of rows in a block file, and, while it
// is in the cache, its decoded form.
type block struct {
	file     *blockFile
	offset   int64
	length   int32 // bytes on disk, header included
	rawBytes int32 // bytes of keys and values
	rows     int32 // distinct keys
	dead     int32 // keys among them whose newest version is a deletion
	versions int32 // of all rows
	keyBytes int32 // sum of the lengths of the keys
	maxTS    kv.TS // of its versions
	lastKey  []byte
	// columns: the values are laid out by the codec, not opaque.
	columns bool

	refs int // in the manifest; under maintMu

	decoded atomic.Pointer[decodedBlock]
	// used is set by every read after the first and cleared by the cache's clock
	// hand.
	used atomic.Bool
	// The cache's, under its mutex: the bytes it charges, whether the block is in
	// its long queue, and the count of evictions when it last left as a newcomer.
	charged int64
	kept    bool
	leftAt  uint64
}

// live is the number of rows whose newest version is not a deletion.
func (b *block) live() int64 { return int64(b.rows - b.dead) }

// allVisible reports that a reader at ts sees exactly one value of every row.
func (b *block) allVisible(ts kv.TS) bool {
	return b.dead == 0 && b.versions == b.rows && b.maxTS <= ts
}

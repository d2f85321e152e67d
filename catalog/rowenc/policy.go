package rowenc

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/keyenc"
	"github.com/sparrowdb/sparrow/sql/types"
)

// SplitPolicy says where partitions may be split: what package partition calls
// a Policy. It is safe for concurrent use.
type SplitPolicy struct {
	// TableSplitBytes returns what the partitions of the table that has this
	// storage id may hold, in raw bytes; 0 is any size.
	TableSplitBytes func(storage types.OID) int64
}

// PrefixLen is the length of a row key up to the end of its partition key's
// value; 0 if key is no row's.
func (p SplitPolicy) PrefixLen(key []byte) int {
	if _, ok := catalog.StorageOf(key); !ok {
		return 0
	}
	rest, err := keyenc.Skip(key[catalog.TablePrefixBytes:])
	if err != nil {
		return 0
	}
	return len(key) - len(rest)
}

// SplitBytes is the size past which the partition of span is split.
func (p SplitPolicy) SplitBytes(span kv.Span) int64 {
	storage, ok := catalog.StorageOf(span.Start)
	if !ok {
		return 0
	}
	return p.TableSplitBytes(storage)
}

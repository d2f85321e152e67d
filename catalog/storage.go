package catalog

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/types"
)

// Settings of the cluster that tables may override, and their defaults.
const (
	// SettingPartitionSplitBytes is the raw size past which a partition is split.
	SettingPartitionSplitBytes = "partition_split_bytes"
	// DefaultPartitionSplitBytes is 256 MiB.
	DefaultPartitionSplitBytes = 256 << 20
)

// TableByStorage finds the table whose rows have a storage id in their keys.
func (s *Snapshot) TableByStorage(storage types.OID) (*Table, bool) {
	if t, ok := s.tables.Get(storage); ok && t.Storage() == storage {
		return t, true
	}
	var found *Table
	s.tables.Scan(func(_ types.OID, t *Table) bool {
		if t.Storage() == storage {
			found = t
		}
		return found == nil
	})
	return found, found != nil
}

// TableSplitBytes returns what the partitions of a table may hold, in raw
// bytes; of storage that no table has it is 0. It does not call the store and
// may lag behind a commit, so that package partition's policy can use it.
func (c *Catalog) TableSplitBytes(storage types.OID) int64 {
	s := c.newest.Load()
	t, ok := s.TableByStorage(storage)
	if !ok {
		return 0
	}
	if t.Options.PartitionSplitBytes > 0 {
		return t.Options.PartitionSplitBytes
	}
	if text, ok := s.Setting(SettingPartitionSplitBytes); ok {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > 0 {
			return n
		}
	}
	return DefaultPartitionSplitBytes
}

// StorageTable finds the table whose rows have a storage id in their keys, as
// TableSplitBytes does: it may lag behind a commit.
func (c *Catalog) StorageTable(storage types.OID) (*Table, bool) {
	return c.newest.Load().TableByStorage(storage)
}

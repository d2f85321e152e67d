// Package partition is the layer between SQL and the storage engine: a kv.Store
// that wraps an engine's and adds what a range-partitioned, metered table needs.
//
//	store.go     the wrapper; the partition map and routing
//	table.go     a key range per table: create, drop
//	split.go     splits at given keys
//	merge.go     merges of given partitions
//	policy.go    what the catalog tells: where splits may fall, and when
//	size.go      splits by size, in the background
//	stats.go     figures per partition
//	load.go      capacity units per partition, and their rate
//	cu.go        the rules that turn bytes into capacity units
//	meter.go     capacity units per statement and session
//	rangeread.go capacity units of a range read
//	event.go     what happened to partitions
//
// # Rules
//
//  1. A partition belongs to one table: CreateTableRange puts boundaries at both
//     ends of a table's key range. After a drop the neighbour to the left takes
//     the empty range over.
//  2. Boundaries inside a table fall between two partition-key values, never
//     within one, whoever asks for the split.
//  3. Readers of the map see one state of it: no overlap, no gap, at any moment.
//  4. Of two changes that race for one partition, one wins and the other gets
//     ErrPartitionChanged with nothing done.
//  5. Capacity units are counted on the logical size of rows (names and values),
//     which package exec knows, so the executor reports them to a Meter; the
//     Meter charges the partition. A key-value pair moved is never counted here
//     by itself.
package partition

// Package local is the embedded storage engine: kv.Store on one machine's disk.
//
// # Layers
//
//	txn, snapshot, scan   what callers hold (txn.go, commit.go, scan.go)
//	lockTable             row locks, deadlocks
//	partition             a key range: active delta over layers over base
//	delta                 B-tree of recent versions, in memory
//	baseIndex, block      B-tree of compressed immutable blocks, on disk
//	wal                   what makes a commit durable
//	mend, undo            what makes a log that failed writable again
//	checkpoint, flush     what moves deltas into blocks
//	backup, restore       copies of the blocks at one timestamp (BACKUP.md)
//	vfs                   all I/O
//
// # Life of a write
//
// A transaction buffers its writes. Commit validates them under the commit
// lock, pushes them into the deltas as versions with the next timestamp and
// joins a group of the log; the group's leader writes and syncs it and then
// moves the visible timestamp forward, from which moment readers see it. A
// checkpoint later freezes the deltas, merges them into the blocks they touch,
// replaces the manifest and drops the log.
//
// # Life of a read
//
// A reader has a timestamp. It loads the partition map and a partition's content
// (both immutable values behind atomic pointers) and looks for the newest
// version at or before its timestamp, in the active delta, in the layers, in the
// block that the base index points to. It never waits for a writer.
//
// FORMAT.md draws the files. To debug a data directory, look at what Check finds
// and what Open logs: every damage is a kv.CorruptError with file and offset.
package local

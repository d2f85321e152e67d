package kv

// PartitionInfo describes one partition: a key range that is stored, moved and
// split as a whole. The partitions of a store cover the whole key space without
// gaps or overlaps.
type PartitionInfo struct {
	// ID names the partition; ids are never used again.
	ID uint64
	// Span is its key range. The first partition has a nil Start, the last a nil
	// End.
	Span Span
	// Rows approximates the number of live keys; -1 is unknown.
	Rows int64
	// RawBytes approximates the bytes of live keys and values; -1 is unknown.
	RawBytes int64
	// CompressedBytes approximates the bytes on disk; -1 is unknown.
	CompressedBytes int64
	// AsOf is the timestamp that the figures describe; they may lag.
	AsOf TS
}

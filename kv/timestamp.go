package kv

// TS is a point in the engine's commit order. Timestamps are engine-made,
// strictly increasing over commits, survive a restart, and mean nothing as
// wall-clock time. Zero is before every commit; as an argument it means "now".
type TS uint64

// MaxTS is later than every commit: a read at MaxTS sees the newest versions.
const MaxTS = TS(1<<64 - 1)

package local

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// SyncMode says what an acknowledged commit has survived.
type SyncMode uint8

const (
	// SyncCommit: it is on disk (fdatasync) before Commit returns.
	SyncCommit SyncMode = iota
	// SyncNever: it is with the operating system; a crash of the process loses
	// nothing, one of the machine the last seconds.
	SyncNever
)

// BlockBytesMax is the largest Options.BlockBytes.
const BlockBytesMax = 1 << 20

// Options shape Open. The zero value of every field but Dir is a default.
type Options struct {
	// Dir is the data directory; it is created when absent.
	Dir string
	// FS is the file system; vfs.OS by default.
	FS vfs.FS
	// Sync is the durability of commits; SyncCommit by default.
	Sync SyncMode
	// CheckpointBytes of log start a checkpoint; 64 MiB by default.
	CheckpointBytes int64
	// CheckpointInterval is how long a commit waits for a checkpoint at most; 5
	// minutes by default, negative is for ever.
	CheckpointInterval time.Duration
	// RecoveryTime is how long the replay of the log after a crash should take at
	// most; 10 seconds by default, negative is no matter how long. It lowers
	// CheckpointBytes to what a replay at the rate of the last one gets through
	// in half of it.
	RecoveryTime time.Duration
	// CacheBytes bounds the decoded blocks in memory; 128 MiB by default.
	CacheBytes int64
	// BlockBytes is the target size of a block before compression, BlockBytesMax at
	// most; by default 64 KiB, and 8 KiB without a Codec, since opaque values are
	// decoded all at once.
	BlockBytes int
	// SegmentBytes is the size of a log file; 32 MiB by default.
	SegmentBytes int64
	// DeltaBytes bounds the memory of what is committed and in no block yet; 1 GiB
	// by default. Half of it starts a checkpoint, all of it holds commits back.
	DeltaBytes int64
	// TxnBytesMax bounds one transaction's writes; 512 MiB by default, at most half
	// of DeltaBytes.
	TxnBytesMax int
	// TxnBytesTotal bounds the writes of all running transactions together; twice
	// TxnBytesMax by default.
	TxnBytesTotal int64
	// Codec lays values out by column; nil keeps all of them opaque.
	Codec kv.Codec
	// Progress, if not nil, hears now and then how much of the work of Open, Check
	// or Repair is done, in bytes; one call at a time.
	Progress func(done, total int64)
	// Logger hears about recovery, checkpoints and I/O errors; slog.Default by
	// default.
	Logger *slog.Logger
	// replayWorkers is how many goroutines replay the log; 0 is as many as fit.
	replayWorkers int
	// mendPause is the least time between two attempts to mend the log; tests
	// make it negative, and then only writes and Checkpoint attempt it.
	mendPause time.Duration
}

// withDefaults returns o with its zero fields filled, or an error that names the
// field that can't be.
func (o Options) withDefaults() (Options, error) {
	if o.Dir == "" {
		return o, errors.New("kv/local: Options.Dir is empty")
	}
	if o.BlockBytes < 0 || o.BlockBytes > BlockBytesMax || o.CheckpointBytes < 0 || o.CacheBytes < 0 ||
		o.SegmentBytes < 0 || o.DeltaBytes < 0 || o.TxnBytesMax < 0 || o.TxnBytesMax > 1<<30 || o.TxnBytesTotal < 0 {
		return o, fmt.Errorf("kv/local: Options out of range: %w", kv.ErrInvalid)
	}
	if o.FS == nil {
		o.FS = vfs.OS
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	setDefault(&o.CheckpointBytes, 64<<20)
	setDefault(&o.CheckpointInterval, 5*time.Minute)
	setDefault(&o.RecoveryTime, 10*time.Second)
	setDefault(&o.mendPause, mendPause)
	setDefault(&o.CacheBytes, 128<<20)
	if o.Codec == nil {
		setDefault(&o.BlockBytes, 8<<10)
	}
	setDefault(&o.BlockBytes, 64<<10)
	setDefault(&o.SegmentBytes, 32<<20)
	setDefault(&o.DeltaBytes, 1<<30)
	setDefault(&o.TxnBytesMax, 512<<20)
	o.TxnBytesMax = int(max(1, min(int64(o.TxnBytesMax), o.DeltaBytes/2)))
	setDefault(&o.TxnBytesTotal, 2*int64(o.TxnBytesMax))
	return o, nil
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

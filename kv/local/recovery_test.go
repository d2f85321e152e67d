package local

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestRecoveryWorkers: however many goroutines replay a log of commits, splits,
// merges and range deletions, the result is the same.
func TestRecoveryWorkers(t *testing.T) {
	ctx := context.Background()
	for seed := range int64(10) {
		rng := rand.New(rand.NewSource(seed))
		disk := vfs.NewMem()
		opts := Options{Dir: "d", FS: disk, Logger: quiet(), SegmentBytes: 1 << 16, CheckpointInterval: -1}
		s, err := Open(opts)
		require.NoError(t, err)
		for range 60 {
			writes := map[string]string{}
			for range rng.Intn(200) {
				writes[fmt.Sprintf("k%04d", rng.Intn(2000))] = fmt.Sprintf("value %d", rng.Intn(1e6))
			}
			require.NoError(t, putAll(s, writes))
			at := fmt.Appendf(nil, "k%04d", rng.Intn(2000))
			switch rng.Intn(6) {
			case 0:
				_, err = s.Split(ctx, [][]byte{at})
			case 1:
				var parts []kv.PartitionInfo
				if parts, err = s.Partitions(ctx, kv.Span{}); err == nil && len(parts) > 1 {
					n := rng.Intn(len(parts) - 1)
					err = s.Merge(ctx, parts[n].ID, parts[n+1].ID)
				}
			case 2:
				err = s.DeleteRange(ctx, kv.Span{Start: at, End: append(at, '5')})
			}
			require.NoError(t, err)
		}
		want := dumpMap(t, s)
		var figures []kv.PartitionInfo
		// Once: a checkpoint may run in the background, to join what merges pile up.
		crashed := disk.CrashClone(nil)
		for _, workers := range []int{1, 2, 5} {
			opts.FS, opts.replayWorkers = crashed.CrashClone(nil), workers
			c, err := Open(opts)
			require.NoError(t, err)
			require.Equal(t, want, dumpMap(t, c), "seed %d, %d workers", seed, workers)
			parts, err := c.Partitions(ctx, kv.Span{})
			require.NoError(t, err)
			if figures == nil {
				figures = parts
			}
			require.Equal(t, figures, parts)
			require.NoError(t, c.Close())
		}
		require.NoError(t, s.Close())
	}
}

// TestRecoveryProgress: a recovery that takes long tells once a second how far
// it is, a short one nothing.
func TestRecoveryProgress(t *testing.T) {
	var out bytes.Buffer
	var told []int64
	now := time.Now()
	opts := Options{Logger: slog.New(slog.NewTextHandler(&out, nil)), Progress: func(done, total int64) { told = append(told, done, total) }}
	p := newRecoveryProgress(opts, 4000, func() time.Time { return now })
	p.at(10)
	p.finish(10)
	require.Empty(t, out.String())
	for done := int64(1); done <= 25; done++ {
		now = now.Add(100 * time.Millisecond)
		p.at(100 * done)
	}
	require.Equal(t, []int64{1000, 4000, 2000, 4000}, told)
	require.Equal(t, 2500*time.Millisecond, p.finish(2500))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 3)
	require.Contains(t, lines[0], "done_bytes=1000 total_bytes=4000 percent=25 elapsed=1s")
	require.Contains(t, lines[2], "recovered")
}

// TestBoundRecovery: the log that starts a checkpoint follows from the rate of
// the last replay and the time a recovery may take, up to the option.
func TestBoundRecovery(t *testing.T) {
	for _, c := range []struct {
		limit, wanted time.Duration // of a replay: allowed, measured
		bytes         int64
		want          int64
	}{
		{10 * time.Second, 0, 0, 64 << 20},                      // nothing measured
		{2 * time.Second, 0, 0, 16 << 20},                       // half of 2 s at the assumed rate
		{10 * time.Second, 4 * time.Second, 32 << 20, 40 << 20}, // 8 MiB/s
		{10 * time.Second, time.Second, 100 << 20, 64 << 20},    // fast: the option bounds it
		{time.Millisecond, time.Second, 8 << 20, 1 << 20},
		{-1, time.Hour, 8 << 20, 64 << 20},
	} {
		s := &Store{opts: Options{CheckpointBytes: 64 << 20, RecoveryTime: c.limit}}
		s.boundRecovery(c.wanted, c.bytes)
		require.Equal(t, c.want, s.opts.CheckpointBytes, "%+v", c)
	}
}

// sparseValue is a row of 20 attributes of some 300, as catalog/rowenc lays it
// out: numbers of attributes, then values.
func sparseValue(rng *rand.Rand, out []byte) []byte {
	out = append(out, 1, 20)
	for range 20 {
		out = append(out, byte(rng.Intn(15)+1), 2, 8)
	}
	for i := range 20 {
		switch i % 3 {
		case 0:
			out = fmt.Appendf(out, "%08d", rng.Intn(1e8))
		case 1:
			out = append(out, [...]string{"open", "closed", "pending", "unknown"}[rng.Intn(4)]...)
		default:
			out = fmt.Appendf(out, "reading of sensor %d", rng.Intn(1000))
		}
	}
	return out
}

// sparseLog is a disk with a log of n sparse rows in commits of 500, not
// checkpointed; raw is what they take without compression.
func sparseLog(tb testing.TB, n, partitions int) (disk *vfs.Mem, raw, logged int64) {
	ctx := context.Background()
	disk = vfs.NewMem()
	s, err := Open(Options{Dir: "d", FS: disk, Logger: quiet(), Sync: SyncNever, CheckpointBytes: 1 << 40, CheckpointInterval: -1, RecoveryTime: -1})
	require.NoError(tb, err)
	rng := rand.New(rand.NewSource(1))
	var keys [][]byte
	for i := 1; i < partitions; i++ {
		keys = append(keys, benchKey(i*100000000/partitions))
	}
	_, err = s.Split(ctx, keys)
	require.NoError(tb, err)
	for i := 0; i < n; {
		tx, err := s.Begin(ctx, kv.TxnOptions{})
		require.NoError(tb, err)
		for end := min(n, i+500); i < end; i++ {
			key, value := benchKey(rng.Intn(100000000)), sparseValue(rng, nil)
			raw += int64(len(key) + len(value))
			require.NoError(tb, tx.Put(ctx, key, value))
		}
		_, err = tx.Commit(ctx)
		require.NoError(tb, err)
	}
	logged = s.wal.bytes.Load()
	require.NoError(tb, s.wal.seg.Sync())
	disk = disk.CrashClone(nil)
	s.wal.bytes.Store(1 << 41) // no checkpoint on closing
	require.NoError(tb, s.Close())
	return disk, raw, logged
}

// BenchmarkRecovery replays a log of sparse rows.
func BenchmarkRecovery(b *testing.B) {
	for _, partitions := range []int{1, 16} {
		disk, raw, logged := sparseLog(b, 200000, partitions)
		for _, workers := range []int{1, 2, 4} {
			b.Run(fmt.Sprintf("partitions=%d/workers=%d", partitions, workers), func(b *testing.B) {
				b.SetBytes(raw)
				for b.Loop() {
					b.StopTimer()
					opts := Options{Dir: "d", FS: disk.CrashClone(nil), Logger: quiet(), CheckpointInterval: -1, CheckpointBytes: 1, replayWorkers: workers}
					b.StartTimer()
					s, err := Open(opts)
					require.NoError(b, err)
					b.StopTimer()
					require.NoError(b, s.Close())
					b.StartTimer()
				}
				b.ReportMetric(float64(logged)/float64(raw), "log/raw")
			})
		}
	}
}

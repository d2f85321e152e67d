package local

import (
	"context"
	"fmt"
	"math"
	"math/rand"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/sparrowdb/sparrow/kv"
)

// cpuTime is the processor time that the process has used: on a machine that
// others use too, only that is comparable.
func cpuTime(b *testing.B) time.Duration {
	var u unix.Rusage
	require.NoError(b, unix.Getrusage(unix.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// partitionedReader holds the rows of benchStore in n partitions, with an update
// of every tenth row in the deltas if fresh.
func partitionedReader(b *testing.B, rows, n int, fresh bool) kv.Snapshot {
	ctx := context.Background()
	s := benchStore(b, rows, Options{Sync: SyncNever, CheckpointInterval: -1, CacheBytes: 1 << 30})
	var keys [][]byte
	for i := 1; i < n; i++ {
		keys = append(keys, benchKey(i*rows/n))
	}
	_, err := s.Split(ctx, keys)
	require.NoError(b, err)
	require.NoError(b, s.Checkpoint(ctx))
	if fresh {
		tx, err := s.Begin(ctx, kv.TxnOptions{})
		require.NoError(b, err)
		for i := 0; i < rows; i += 10 {
			require.NoError(b, tx.Put(ctx, benchKey(i), make([]byte, 100)))
		}
		_, err = tx.Commit(ctx)
		require.NoError(b, err)
	}
	r, err := s.Snapshot(ctx, 0)
	require.NoError(b, err)
	b.Cleanup(r.Close)
	return r
}

// BenchmarkPartitions reads the same rows in 1 and in 1,000 partitions in turns:
// cached gets, scans of everything and of 1,000 rows. It reports the processor
// time per row of the fastest turn of each, and their ratio.
func BenchmarkPartitions(b *testing.B) {
	const rows, turns = 200000, 9
	ctx := context.Background()
	keys := make([][]byte, rows)
	for i := range keys {
		keys[i] = benchKey(i)
	}
	order := rand.New(rand.NewSource(2)).Perm(rows - 1000)
	scan := func(r kv.Reader, span kv.Span, limit int) {
		it := r.Scan(ctx, span, kv.ScanOptions{Limit: limit})
		for it.Next() {
		}
		require.NoError(b, it.Err())
		it.Close()
	}
	work := map[string]func(kv.Reader){
		"get": func(r kv.Reader) {
			for _, n := range order {
				if _, err := r.Get(ctx, keys[n]); err != nil {
					b.Fatal(err)
				}
			}
		},
		"scan": func(r kv.Reader) { scan(r, kv.Span{}, 0) },
		"scan1000": func(r kv.Reader) {
			for _, n := range order[:rows/1000] {
				scan(r, kv.Span{Start: keys[n]}, 1000)
			}
		},
	}
	for _, fresh := range []bool{false, true} {
		readers := []kv.Reader{partitionedReader(b, rows, 1, fresh), partitionedReader(b, rows, 1000, fresh)}
		for _, name := range []string{"get", "scan", "scan1000"} {
			b.Run(fmt.Sprintf("%s/deltas=%v", name, fresh), func(b *testing.B) {
				best := []time.Duration{math.MaxInt64, math.MaxInt64}
				for b.Loop() {
					for range turns {
						for i, r := range readers {
							began := cpuTime(b)
							work[name](r)
							best[i] = min(best[i], cpuTime(b)-began)
						}
					}
				}
				b.ReportMetric(float64(best[0].Nanoseconds())/rows, "cpu-ns/row@1")
				b.ReportMetric(float64(best[1].Nanoseconds())/rows, "cpu-ns/row@1000")
				b.ReportMetric(float64(best[1])/float64(best[0]), "ratio")
			})
		}
	}
}

// BenchmarkSplit splits and merges in the middle of a store with 1e6 keys in its
// delta and 1e5 blocks, and reports how long the slowest took and for how long
// the slowest commit beside them was held up.
func BenchmarkSplit(b *testing.B) {
	ctx := context.Background()
	s := benchStore(b, 400000, Options{Sync: SyncNever, CheckpointInterval: -1, BlockBytes: 400, CheckpointBytes: 1 << 40, DeltaBytes: 4 << 30})
	for i := 0; i < 1000000; {
		tx, err := s.Begin(ctx, kv.TxnOptions{})
		require.NoError(b, err)
		for end := i + 10000; i < end; i++ {
			require.NoError(b, tx.Put(ctx, benchKey(i), []byte("value")))
		}
		_, err = tx.Commit(ctx)
		require.NoError(b, err)
	}
	blocks := 0
	s.parts.Load().list[0].state.Load().base.each(func(blockRef) bool { blocks++; return true })
	rng := rand.New(rand.NewSource(1))
	var split, merge time.Duration
	locked := func(m *sync.Mutex) { m.Lock(); m.Unlock() } //nolint:staticcheck // waits for checkpoints
	for b.Loop() {
		locked(&s.maintMu)
		began := time.Now()
		_, err := s.Split(ctx, [][]byte{benchKey(rng.Intn(1000000))})
		require.NoError(b, err)
		split = max(split, time.Since(began))
		parts, err := s.Partitions(ctx, kv.Span{})
		require.NoError(b, err)
		began = time.Now()
		require.NoError(b, s.Merge(ctx, parts[0].ID, parts[1].ID))
		merge = max(merge, time.Since(began))
	}
	b.ReportMetric(float64(blocks), "blocks")
	b.ReportMetric(float64(split.Microseconds()), "max-split-µs")
	b.ReportMetric(float64(merge.Microseconds()), "max-merge-µs")
}

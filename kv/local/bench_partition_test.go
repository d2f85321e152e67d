package local

import (
	"context"
	"fmt"
	"math/rand"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
)

// BenchmarkPartitions reads the same rows in 1 and in 1,000 partitions: cached
// gets, and scans of everything and of 1,000 rows, after a checkpoint and with an
// update of every tenth row in the deltas.
func BenchmarkPartitions(b *testing.B) {
	const rows = 200000
	ctx := context.Background()
	for _, fresh := range []bool{false, true} {
		for _, n := range []int{1, 1000} {
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
			name := fmt.Sprintf("deltas=%v/partitions=%d/", fresh, n)
			b.Run(name+"get", func(b *testing.B) {
				order := rand.New(rand.NewSource(2)).Perm(rows)
				for i := range b.N {
					if _, err := r.Get(ctx, benchKey(order[i%rows])); err != nil {
						b.Fatal(err)
					}
				}
			})
			scan := func(b *testing.B, span func(i int) kv.Span, limit int) {
				for n, i := 0, 0; n < b.N; i++ {
					it := r.Scan(ctx, span(i), kv.ScanOptions{Limit: limit})
					for it.Next() && n < b.N {
						n++
					}
					it.Close()
				}
			}
			b.Run(name+"scan", func(b *testing.B) { scan(b, func(int) kv.Span { return kv.Span{} }, 0) })
			b.Run(name+"scan1000", func(b *testing.B) {
				order := rand.New(rand.NewSource(3)).Perm(rows - 1000)
				scan(b, func(i int) kv.Span { return kv.Span{Start: benchKey(order[i%len(order)])} }, 1000)
			})
			r.Close()
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
	b.ResetTimer()
	for b.Loop() {
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

package local

import (
	"context"
	"fmt"
	"math/rand"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
)

func benchKey(i int) []byte { return fmt.Appendf(nil, "table/row%08d", i) }

// benchStore holds n rows of 100 bytes, checkpointed.
func benchStore(b *testing.B, n int, opts Options) *Store {
	ctx := context.Background()
	opts.Dir, opts.Logger = b.TempDir(), quiet()
	s, err := Open(opts)
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, s.Close()) })
	rng := rand.New(rand.NewSource(1))
	for i := 0; i < n; {
		tx, err := s.Begin(ctx, kv.TxnOptions{})
		require.NoError(b, err)
		for end := min(n, i+10000); i < end; i++ {
			v := fmt.Appendf(nil, "name-%d some text that repeats, as rows do %x %x", i, rng.Uint64(), rng.Uint64())
			require.NoError(b, tx.Put(ctx, benchKey(i), v))
		}
		_, err = tx.Commit(ctx)
		require.NoError(b, err)
	}
	require.NoError(b, s.Checkpoint(ctx))
	return s
}

func BenchmarkGet(b *testing.B) {
	const rows = 200000
	ctx := context.Background()
	s := benchStore(b, rows, Options{Sync: SyncNever})
	keys := make([][]byte, 1<<14)
	rng := rand.New(rand.NewSource(2))
	for i := range keys {
		keys[i] = benchKey(rng.Intn(rows))
	}
	r, err := s.Snapshot(ctx, 0)
	require.NoError(b, err)
	defer r.Close()
	_, err = r.BatchGet(ctx, keys) // fills the cache
	require.NoError(b, err)
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		if _, err := r.Get(ctx, keys[i&(len(keys)-1)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkScan(b *testing.B) {
	const rows = 200000
	ctx := context.Background()
	s := benchStore(b, rows, Options{Sync: SyncNever})
	r, err := s.Snapshot(ctx, 0)
	require.NoError(b, err)
	defer r.Close()
	b.ReportAllocs()
	b.ResetTimer()
	for n := 0; n < b.N; {
		it := r.Scan(ctx, kv.Span{}, kv.ScanOptions{})
		for it.Next() && n < b.N {
			n++
		}
		it.Close()
	}
}

func BenchmarkCommit(b *testing.B) {
	for _, writers := range []int{1, 8, 64} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			ctx := context.Background()
			s := benchStore(b, 1000, Options{})
			b.ReportAllocs()
			b.ResetTimer()
			var wg sync.WaitGroup
			for w := range writers {
				wg.Go(func() {
					for i := w; i < b.N; i += writers {
						tx, err := s.Begin(ctx, kv.TxnOptions{})
						if err == nil {
							err = tx.Put(ctx, fmt.Appendf(nil, "w%d/%d", w, i), make([]byte, 100))
						}
						if err == nil {
							_, err = tx.Commit(ctx)
						}
						if err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
		})
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		benchStore(b, 100000, Options{Sync: SyncNever})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100000, "ns/row")
}

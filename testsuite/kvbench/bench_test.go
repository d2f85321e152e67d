package kvbench

import (
	"fmt"
	"math/rand"
	"sync"
	"testing"
)

// randomKeys are keys of the data set in random order.
func randomKeys(n int) [][]byte {
	rng := rand.New(rand.NewSource(2))
	keys := make([][]byte, n)
	for i := range keys {
		keys[i] = rowKey(rng.Intn(*rowsFlag))
	}
	return keys
}

func benchGet(b *testing.B, cacheBytes int64) {
	loadedEngines(b, cacheBytes, func(b *testing.B, e engine) {
		keys := randomKeys(1 << 17)
		for _, k := range keys {
			if err := e.get(k); err != nil {
				b.Fatal(err)
			}
		}
		b.ResetTimer()
		for i := range b.N {
			if err := e.get(keys[i%len(keys)]); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkGetCached reads rows whose blocks the engine keeps.
func BenchmarkGetCached(b *testing.B) { benchGet(b, 4<<30) }

// BenchmarkGetCold reads rows whose blocks it nearly never has.
func BenchmarkGetCold(b *testing.B) { benchGet(b, 1<<20) }

// BenchmarkScan reads ten thousand rows in order; ns/op is per row.
func BenchmarkScan(b *testing.B) {
	const n = 10_000
	loadedEngines(b, 1<<30, func(b *testing.B, e engine) {
		if _, err := e.scan(rowKey(0), *rowsFlag); err != nil {
			b.Fatal(err)
		}
		rng := rand.New(rand.NewSource(3))
		b.ResetTimer()
		for done := 0; done < b.N; done += n {
			if _, err := e.scan(rowKey(rng.Intn(*rowsFlag-n)), min(n, b.N-done)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkPutSynced commits single rows durably from many writers; ns/op is per
// commit over all of them.
func BenchmarkPutSynced(b *testing.B) {
	for _, writers := range []int{1, 8, 64} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			engines(b, 128<<20, func(b *testing.B, e engine) {
				var wg sync.WaitGroup
				b.ResetTimer()
				for w := range writers {
					wg.Add(1)
					go func() {
						defer wg.Done()
						rng := rand.New(rand.NewSource(int64(w)))
						for i := w; i < b.N; i += writers {
							if err := e.put(rowKey(i), rowValue(rng, i)); err != nil {
								b.Error(err)
								return
							}
						}
					}()
				}
				wg.Wait()
			})
		})
	}
}

package local

import (
	"context"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestCacheOutlivesScan reads a hot set that fills half of the cache, scans a
// table of ten times the cache, and expects most of the hot set still there and
// the cache never over its limit.
func TestCacheOutlivesScan(t *testing.T) {
	const rows, hot, limit = 20000, 600, 256 << 10
	ctx := context.Background()
	s, err := Open(Options{Dir: "d", FS: vfs.NewMem(), Logger: quiet(), BlockBytes: 4096, CacheBytes: limit})
	require.NoError(t, err)
	rng := rand.New(rand.NewSource(1))
	for i := 0; i < rows; i += 1000 {
		tx, err := s.Begin(ctx, kv.TxnOptions{})
		require.NoError(t, err)
		for j := range 1000 {
			value := make([]byte, 100)
			rng.Read(value)
			require.NoError(t, tx.Put(ctx, benchKey(i+j), value))
		}
		_, err = tx.Commit(ctx)
		require.NoError(t, err)
	}
	require.NoError(t, s.Checkpoint(ctx))
	snap, err := s.Snapshot(ctx, 0)
	require.NoError(t, err)
	warm := func() (cached int) {
		for i := range hot {
			p := s.parts.Load().find(benchKey(i)).state.Load()
			ref, ok := p.base.floor(benchKey(i))
			require.True(t, ok)
			if ref.block.decoded.Load() != nil {
				cached++
			}
		}
		return cached
	}
	scan := func() {
		it := snap.Scan(ctx, kv.Span{}, kv.ScanOptions{})
		n := 0
		for it.Next() {
			n++
			require.LessOrEqual(t, s.cache.used(), int64(limit))
		}
		require.NoError(t, it.Err())
		require.Equal(t, rows, n)
		it.Close()
	}
	for range 3 {
		for i := range hot {
			_, err := snap.Get(ctx, benchKey(i))
			require.NoError(t, err)
		}
	}
	require.Equal(t, hot, warm())
	scan()
	require.Greater(t, warm(), hot*3/4)
	for range 2 {
		for i := range hot {
			_, err := snap.Get(ctx, benchKey(i))
			require.NoError(t, err)
		}
	}
	scan()
	require.Greater(t, warm(), hot*3/4)
	snap.Close()
	require.NoError(t, s.Close())
}

// TestCacheCharges grows a cached block and expects the cache to charge for it,
// and to make room when that is too much.
func TestCacheCharges(t *testing.T) {
	c := &blockCache{limit: 10000}
	put := func(size int) *block {
		b := &block{}
		d := &decodedBlock{opaque: make([]byte, size)}
		b.charged = d.memory()
		b.decoded.Store(d)
		c.newcomers.push(b)
		return b
	}
	small, big := put(1000), put(2000)
	one := c.used()
	big.decoded.Load().opaque = make([]byte, 4000)
	c.resize(big)
	require.Equal(t, one+2000, c.used())
	big.decoded.Load().opaque = make([]byte, 9500)
	c.resize(big)
	require.Nil(t, small.decoded.Load())
	require.LessOrEqual(t, c.used(), c.limit)
	big.decoded.Store(nil)
	c.resize(big)
	c.forget(func(*block) bool { return true })
	require.Zero(t, c.used())
}

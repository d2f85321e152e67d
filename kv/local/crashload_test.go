package local

import (
	"context"
	"fmt"
	"math/rand"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestCrashUnderLoad cuts the power while many writers commit and checkpoints
// run. Each writer counts up two keys in one transaction: after the restart both
// are equal, not below what was acknowledged, and not above what was begun.
func TestCrashUnderLoad(t *testing.T) {
	const writers = 16
	ctx := context.Background()
	disk := vfs.NewMem()
	opts := Options{Dir: "d", FS: disk, Logger: quiet(), BlockBytes: 256, SegmentBytes: 4096, CheckpointBytes: 8192}
	s, err := Open(opts)
	require.NoError(t, err)
	var acked, begun [writers]atomic.Int64
	var stop atomic.Bool
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for n := int64(1); !stop.Load(); n++ {
				begun[w].Store(n)
				tx, err := s.Begin(ctx, kv.TxnOptions{})
				for _, half := range []string{"a", "z"} {
					if err == nil {
						err = tx.Put(ctx, fmt.Appendf(nil, "%s%02d", half, w), strconv.AppendInt(nil, n, 10))
					}
				}
				if err == nil {
					_, err = tx.Commit(ctx)
				}
				if err != nil {
					t.Error(err)
					return
				}
				acked[w].Store(n)
			}
		})
	}
	rng := rand.New(rand.NewSource(1))
	for range 40 {
		time.Sleep(time.Duration(rng.Intn(15)) * time.Millisecond)
		var low, high [writers]int64
		for w := range writers {
			low[w] = acked[w].Load()
		}
		crashed := opts
		crashed.FS = disk.CrashClone(rng)
		for w := range writers {
			high[w] = begun[w].Load()
		}
		c, err := Open(crashed)
		require.NoError(t, err)
		found := dumpMap(t, c)
		for w := range writers {
			a, _ := strconv.ParseInt(found[fmt.Sprintf("a%02d", w)], 10, 64)
			require.Equal(t, found[fmt.Sprintf("a%02d", w)], found[fmt.Sprintf("z%02d", w)])
			require.GreaterOrEqual(t, a, low[w])
			require.LessOrEqual(t, a, high[w])
		}
		require.NoError(t, c.Close())
	}
	stop.Store(true)
	wg.Wait()
	require.NoError(t, s.Close())
}

package local

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestFaultsUnderLoad lets the log fail again and again while writers commit,
// partitions split and checkpoints run. Each writer counts up two keys in one
// transaction and goes on from what it reads: both are equal always, never below
// what was acknowledged, and exactly that after a failure that is certain.
func TestFaultsUnderLoad(t *testing.T) {
	const writers, rounds = 8, 150
	ctx := context.Background()
	disk := vfs.NewMem()
	var ops atomic.Int64
	rng := rand.New(rand.NewSource(1))
	var mu sync.Mutex
	opts := crashOptions(&vfs.Faulty{FS: disk, Inject: func(op vfs.Op) error {
		if !op.Mutates() || !strings.Contains(op.Name, "wal-") || ops.Add(1) < 20 {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		if rng.Intn(15) == 0 {
			return []error{syscall.EIO, syscall.ENOSPC, vfs.Late(syscall.EIO)}[rng.Intn(3)]
		}
		return nil
	}})
	opts.CheckpointBytes = 8192
	s, err := Open(opts)
	require.NoError(t, err)
	read := func(w int) (a, z int) {
		r, err := s.Snapshot(ctx, 0)
		require.NoError(t, err)
		defer r.Close()
		for i, half := range []string{"a", "z"} {
			v, err := r.Get(ctx, fmt.Appendf(nil, "%s%d", half, w))
			if !errors.Is(err, kv.ErrNotFound) {
				require.NoError(t, err)
			}
			n, _ := strconv.Atoi(string(v))
			*[]*int{&a, &z}[i] = n
		}
		return a, z
	}
	var failures atomic.Int64
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			acked := 0
			for round := range rounds {
				n := strconv.Itoa(round + 1)
				err := putAll(s, map[string]string{fmt.Sprintf("a%d", w): n, fmt.Sprintf("z%d", w): n})
				a, z := read(w)
				switch {
				case a != z || a < acked:
					t.Errorf("writer %d: read %d and %d after %d", w, a, z, acked)
				case err == nil:
					acked = round + 1
				case !errors.Is(err, kv.ErrDiskFull) && !errors.Is(err, kv.ErrUnavailable) && !errors.Is(err, kv.ErrOutcomeUnknown):
					t.Errorf("writer %d: %v", w, err)
				default:
					failures.Add(1)
				}
				if err != nil && a != acked || err == nil && a != acked {
					t.Errorf("writer %d: read %d, acknowledged %d, error %v", w, a, acked, err)
				}
			}
		})
	}
	wg.Go(func() {
		for i := range 60 {
			_, _ = s.Split(ctx, [][]byte{fmt.Appendf(nil, "%c%d", "az"[i%2], i%writers)})
			if parts, err := s.Partitions(ctx, kv.Span{}); err == nil && i%3 == 0 && len(parts) > 2 {
				_ = s.Merge(ctx, parts[0].ID, parts[1].ID)
			}
		}
	})
	wg.Wait()
	require.NotZero(t, failures.Load())
	ops.Store(-1 << 40)                 // all is well
	require.Eventually(t, func() bool { // refused while a checkpoint still runs
		return putAll(s, map[string]string{"end": "1"}) == nil
	}, 10*time.Second, time.Millisecond)
	checkAccount(t, s)
	want := dumpMap(t, s)
	crashed := crashOptions(disk.CrashClone(nil))
	verifyCheck(t, "crashed", disk.CrashClone(nil))
	c, err := Open(crashed)
	require.NoError(t, err)
	require.Equal(t, want, dumpMap(t, c))
	require.NoError(t, c.Close())
	require.NoError(t, s.Close())
}

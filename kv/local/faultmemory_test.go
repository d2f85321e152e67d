package local

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestFaultsWhileWaiting fills the deltas on a disk that has room for the log, but
// not for blocks, or that ceases to work with the first of them. Commits that wait
// for memory are refused as the checkpoint fails, none of them for good: when the
// disk works they go on.
func TestFaultsWhileWaiting(t *testing.T) {
	t.Run("full", func(t *testing.T) {
		faultsWhileWaiting(t, func(op vfs.Op, _ int64) error {
			if strings.Contains(op.Name, "blocks-") {
				return syscall.ENOSPC
			}
			return nil
		}, kv.ErrDiskFull)
	})
	t.Run("broken", func(t *testing.T) {
		faultsWhileWaiting(t, func(op vfs.Op, failed int64) error {
			if failed > 0 || strings.Contains(op.Name, "blocks-") {
				return syscall.EIO
			}
			return nil
		}, kv.ErrUnavailable)
	})
}

func faultsWhileWaiting(t *testing.T, fault func(op vfs.Op, failed int64) error, refusal error) {
	const writers, each = 4, 200
	ctx := context.Background()
	disk := vfs.NewMem()
	var healed atomic.Bool
	var failed, refused atomic.Int64
	opts := Options{Dir: "d", CheckpointInterval: -1, mendPause: -1, DeltaBytes: 64 << 10, TxnBytesMax: 8 << 10, Logger: quiet()}
	opts.FS = &vfs.Faulty{FS: disk, Inject: func(op vfs.Op) error {
		if healed.Load() || !op.Mutates() || strings.HasPrefix(op.Name, "backup") {
			return nil
		}
		err := fault(op, failed.Load())
		if err != nil {
			failed.Add(1)
		}
		return err
	}}
	s, err := Open(opts)
	require.NoError(t, err)
	want := map[string]string{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				k, v := fmt.Sprintf("%d/%d", w, i), strings.Repeat("x", 1000)
				for err := putAll(s, map[string]string{k: v}); err != nil; err = putAll(s, map[string]string{k: v}) {
					if !errors.Is(err, refusal) && !errors.Is(err, kv.ErrOutcomeUnknown) {
						t.Error(err)
						return
					}
					if refused.Add(1) == 20 {
						if _, err := s.Backup(ctx, "backup", kv.BackupOptions{}); !errors.Is(err, refusal) {
							t.Errorf("backup: %v", err)
						}
						healed.Store(true)
					}
				}
				mu.Lock()
				want[k] = v
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	require.GreaterOrEqual(t, refused.Load(), int64(20))
	require.LessOrEqual(t, s.Memory().DeltasPeak, opts.DeltaBytes)
	require.Equal(t, want, dumpMap(t, s))
	require.NoError(t, s.Checkpoint(ctx))
	checkAccount(t, s)
	info, err := s.Backup(ctx, "backup", kv.BackupOptions{Verify: true})
	require.NoError(t, err)
	require.NotZero(t, info.TS)
	require.NoError(t, s.Close())
	verifyCheck(t, "closed", disk)
	s, err = Open(opts)
	require.NoError(t, err)
	require.Equal(t, want, dumpMap(t, s))
	require.NoError(t, s.Close())
}

// TestFailedRearrangement lets splits, merges and range deletions of a store with
// large deltas fail between others that succeed, with and without a checkpoint
// between: what is there, what the store takes to be in memory, and what a restart
// finds stay right.
func TestFailedRearrangement(t *testing.T) {
	ctx := context.Background()
	disk := vfs.NewMem()
	var failure atomic.Pointer[error]
	opts := Options{Dir: "d", CheckpointInterval: -1, mendPause: -1, Logger: quiet()}
	opts.FS = &vfs.Faulty{FS: disk, Inject: func(op vfs.Op) error {
		if f := failure.Load(); f != nil && op.Mutates() {
			return *f
		}
		return nil
	}}
	s, err := Open(opts)
	require.NoError(t, err)
	key := func(i int) string { return fmt.Sprintf("%05d", i) }
	want := map[string]string{}
	put := func(from, to int, value string) {
		writes := map[string]string{}
		for i := from; i < to; i++ {
			writes[key(i)] = value
			want[key(i)] = value
		}
		require.NoError(t, putAll(s, writes))
	}
	put(0, 4*smallDelta, "old")
	require.NoError(t, s.Checkpoint(ctx))
	put(0, 4*smallDelta, "new")
	_, err = s.Split(ctx, [][]byte{[]byte(key(2 * smallDelta))})
	require.NoError(t, err)
	for round, err := range []error{syscall.EIO, syscall.ENOSPC, syscall.EIO} {
		parts, pErr := s.Partitions(ctx, kv.Span{})
		require.NoError(t, pErr)
		changes := []func() error{
			func() error { return s.Merge(ctx, parts[0].ID, parts[1].ID) },
			func() error {
				return s.DeleteRange(ctx, kv.Span{Start: []byte(key(10)), End: []byte(key(4*smallDelta - 10))})
			},
			func() error {
				_, err := s.Split(ctx, [][]byte{[]byte(key(77)), []byte(key(3 * smallDelta))})
				return err
			},
		}
		for i, change := range changes {
			what := fmt.Sprintf("round %d, change %d", round, i)
			// So that the log has no segment that it could go on with.
			require.NoError(t, s.Checkpoint(ctx), what)
			put(i, 3*smallDelta+i, what)
			if i == round {
				require.NoError(t, s.wal.closeSegment())
			}
			failure.Store(&err)
			require.Error(t, change(), what)
			checkAccount(t, s)
			require.Error(t, putAll(s, map[string]string{key(5): "lost"}), what)
			require.Equal(t, want, dumpMap(t, s), what)
			if i%2 == 0 {
				require.Error(t, s.Checkpoint(ctx), what)
				checkAccount(t, s)
			}
			failure.Store(nil)
			put(20*i, 20*i+10, "mended")
			checkAccount(t, s)
			now, pErr := s.Partitions(ctx, kv.Span{})
			require.NoError(t, pErr)
			require.Equal(t, len(parts), len(now), what)
			require.NoError(t, s.Checkpoint(ctx), what)
			checkAccount(t, s)
			require.Zero(t, s.budget.used.Load(), what)
			crashed := disk.CrashClone(nil)
			verifyCheck(t, what, crashed)
			c, oErr := Open(Options{Dir: "d", FS: crashed, Logger: quiet()})
			require.NoError(t, oErr, what)
			require.Equal(t, want, dumpMap(t, c), what)
			require.NoError(t, c.Close())
		}
	}
	require.NoError(t, s.Close())
}

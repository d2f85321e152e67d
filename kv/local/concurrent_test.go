package local

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestTransfers moves amounts between accounts while checkpoints, splits and
// merges run: every snapshot must find the same total, whichever way it scans.
func TestTransfers(t *testing.T) {
	const accounts, total = 60, 60 * 100
	ctx := context.Background()
	s, err := Open(Options{Dir: "d", FS: vfs.NewMem(), Logger: quiet(), BlockBytes: 128, SegmentBytes: 4096, CacheBytes: 2000, CheckpointBytes: 3000})
	require.NoError(t, err)
	name := func(i int) []byte { return fmt.Appendf(nil, "acc%03d", i) }
	amount := func(n int64) []byte { return binary.AppendVarint(nil, n) }
	tx, err := s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	for i := range accounts {
		require.NoError(t, tx.Put(ctx, name(i), amount(total/accounts)))
	}
	_, err = tx.Commit(ctx)
	require.NoError(t, err)
	stop := time.Now().Add(1500 * time.Millisecond)
	var wg sync.WaitGroup
	worker := func(seed int64, work func(*rand.Rand) error) {
		wg.Go(func() {
			rng := rand.New(rand.NewSource(seed))
			for time.Now().Before(stop) {
				if err := work(rng); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	var commits atomic.Int64
	transfer := func(rng *rand.Rand) error {
		tx, err := s.Begin(ctx, kv.TxnOptions{})
		if err != nil {
			return err
		}
		defer tx.Rollback()
		from, to := rng.Intn(accounts), rng.Intn(accounts)
		if from == to {
			return nil
		}
		values, err := tx.BatchGet(ctx, [][]byte{name(from), name(to)})
		if err != nil {
			return err
		}
		a, _ := binary.Varint(values[0])
		b, _ := binary.Varint(values[1])
		n := rng.Int63n(20)
		if err := errors.Join(tx.Put(ctx, name(from), amount(a-n)), tx.Put(ctx, name(to), amount(b+n))); err != nil {
			return err
		}
		if _, err = tx.Commit(ctx); err == nil {
			commits.Add(1)
		}
		if errors.Is(err, kv.ErrConflict) {
			return nil
		}
		return err
	}
	worker(1, transfer)
	worker(2, transfer)
	worker(3, func(rng *rand.Rand) error {
		snap, err := s.Snapshot(ctx, 0)
		if err != nil {
			return err
		}
		defer snap.Close()
		for _, reverse := range []bool{false, true} {
			it := snap.Scan(ctx, kv.Span{}, kv.ScanOptions{Reverse: reverse})
			sum, n := int64(0), 0
			for it.Next() {
				v, _ := binary.Varint(it.Value())
				sum, n = sum+v, n+1
			}
			it.Close()
			if it.Err() != nil || sum != total || n != accounts {
				return fmt.Errorf("found %d in %d accounts (%v)", sum, n, it.Err())
			}
		}
		return nil
	})
	worker(4, func(rng *rand.Rand) error {
		if _, err := s.Split(ctx, [][]byte{name(rng.Intn(accounts))}); err != nil {
			return err
		}
		parts, err := s.Partitions(ctx, kv.Span{})
		if err != nil || len(parts) < 4 {
			return err
		}
		i := rng.Intn(len(parts) - 1)
		return errors.Join(s.Merge(ctx, parts[i].ID, parts[i+1].ID), s.Checkpoint(ctx))
	})
	wg.Wait()
	require.Positive(t, commits.Load())
	require.NoError(t, s.Close())
}

// TestGroupCommit slows syncs down and expects commits to share them.
func TestGroupCommit(t *testing.T) {
	const writers, each = 32, 5
	ctx := context.Background()
	var syncs atomic.Int64
	fs := &vfs.Faulty{FS: vfs.NewMem(), Inject: func(op vfs.Op) error {
		if op.Kind == "sync" && strings.HasPrefix(op.Name, "d/wal-") {
			syncs.Add(1)
			time.Sleep(3 * time.Millisecond)
		}
		return nil
	}}
	s, err := Open(Options{Dir: "d", FS: fs, Logger: quiet()})
	require.NoError(t, err)
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				tx, err := s.Begin(ctx, kv.TxnOptions{})
				if err == nil {
					err = tx.Put(ctx, fmt.Appendf(nil, "%d/%d", w, i), []byte("x"))
				}
				if err == nil {
					_, err = tx.Commit(ctx)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	require.Less(t, syncs.Load(), int64(writers*each/4))
	require.Len(t, dumpMap(t, s), writers*each)
	require.NoError(t, s.Close())
}

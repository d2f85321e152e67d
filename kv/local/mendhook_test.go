package local

import (
	"context"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// hookedStore is a store whose next write to a file whose name begins with name
// runs a hook and fails with what that returns.
type hookedStore struct {
	*Store
	disk *vfs.Mem
	name string
	hook func() error
}

func openHooked(t *testing.T) *hookedStore {
	h := &hookedStore{disk: vfs.NewMem()}
	fs := &vfs.Faulty{FS: h.disk, Inject: func(op vfs.Op) error {
		if op.Kind == "write" && h.hook != nil && strings.HasPrefix(op.Name, "d/"+h.name) {
			hook := h.hook
			h.hook = nil
			return hook()
		}
		return nil
	}}
	s, err := Open(Options{Dir: "d", FS: fs, Logger: quiet(), CheckpointInterval: -1, mendPause: -1})
	require.NoError(t, err)
	s.checkpoints.halt()
	h.Store = s
	return h
}

// end expects want in the store, in its account, and on its disk.
func (h *hookedStore) end(t *testing.T, want map[string]string) {
	require.Equal(t, want, dumpMap(t, h.Store))
	checkAccount(t, h.Store)
	crashed := h.disk.CrashClone(nil)
	verifyCheck(t, "crashed", crashed)
	c, err := Open(Options{Dir: "d", FS: crashed, Logger: quiet()})
	require.NoError(t, err)
	require.Equal(t, want, dumpMap(t, c))
	require.NoError(t, c.Close())
}

// TestFailedCommitFrozen: a commit fails after a checkpoint has frozen the delta
// that it was applied to.
func TestFailedCommitFrozen(t *testing.T) {
	ctx := context.Background()
	h := openHooked(t)
	require.NoError(t, putAll(h.Store, map[string]string{"a": "1", "b": "1"}))
	done := make(chan error)
	h.name, h.hook = "wal-", func() error {
		go func() { done <- h.Checkpoint(ctx) }()
		for frozen := false; !frozen; runtime.Gosched() {
			h.commitMu.Lock()
			frozen = len(h.retired) > 0
			h.commitMu.Unlock()
		}
		return syscall.EIO
	}
	require.ErrorIs(t, putAll(h.Store, map[string]string{"a": "22", "c": "2"}), kv.ErrUnavailable)
	require.ErrorIs(t, <-done, kv.ErrUnavailable)
	checkAccount(t, h.Store)
	h.commitMu.Lock()
	h.undo(h.pins.now())
	h.commitMu.Unlock()
	checkAccount(t, h.Store)
	require.Len(t, h.parts.Load().list[0].state.Load().layers, 1)
	require.NoError(t, putAll(h.Store, map[string]string{"d": "3"}))
	h.end(t, map[string]string{"a": "1", "b": "1", "d": "3"})
	require.NoError(t, h.Checkpoint(ctx))
	require.Zero(t, h.budget.used.Load())
	h.end(t, map[string]string{"a": "1", "b": "1", "d": "3"})
}

// TestFailedSplitBesideCheckpoint: a checkpoint that comes while a split is being
// logged waits for what becomes of it.
func TestFailedSplitBesideCheckpoint(t *testing.T) {
	ctx := context.Background()
	h := openHooked(t)
	want := map[string]string{"a": "1", "b": "1", "c": "1"}
	require.NoError(t, putAll(h.Store, want))
	done := make(chan error)
	h.name, h.hook = "wal-", func() error {
		go func() { done <- h.Checkpoint(ctx) }()
		for h.maintMu.TryLock() {
			h.maintMu.Unlock()
			runtime.Gosched()
		}
		return syscall.EIO
	}
	_, err := h.Split(ctx, [][]byte{[]byte("b")})
	require.ErrorIs(t, err, kv.ErrUnavailable)
	<-done // it may have come before the failure or have mended it
	parts, err := h.Partitions(ctx, kv.Span{})
	require.NoError(t, err)
	require.Len(t, parts, 1)
	require.NoError(t, h.Checkpoint(ctx))
	h.end(t, want)
	_, err = h.Split(ctx, [][]byte{[]byte("b")})
	require.NoError(t, err)
	h.end(t, want)
}

// TestFailedDeleteRangeDuringCheckpoint: while a checkpoint writes, a split is
// made and a range deletion fails. Nothing is deleted in the new partitions.
func TestFailedDeleteRangeDuringCheckpoint(t *testing.T) {
	ctx := context.Background()
	h := openHooked(t)
	want := map[string]string{"a": "1", "b": "1", "c": "1"}
	require.NoError(t, putAll(h.Store, want))
	h.name, h.hook = "blocks-", func() error {
		_, err := h.Split(ctx, [][]byte{[]byte("b")})
		require.NoError(t, err)
		h.name, h.hook = "wal-", func() error { return syscall.ENOSPC }
		require.ErrorIs(t, h.DeleteRange(ctx, kv.Span{Start: []byte("b")}), kv.ErrDiskFull)
		return nil
	}
	require.NoError(t, h.Checkpoint(ctx))
	require.Equal(t, want, dumpMap(t, h.Store))
	require.NoError(t, putAll(h.Store, map[string]string{"d": "2"}))
	want["d"] = "2"
	h.end(t, want)
	require.NoError(t, h.Checkpoint(ctx))
	h.end(t, want)
}

// TestFailedCommitFigures: what a commit that failed has changed in the figures of
// a partition, and in what snapshots are said to keep, goes with it.
func TestFailedCommitFigures(t *testing.T) {
	ctx := context.Background()
	h := openHooked(t)
	insert := func(key string) {
		tx, err := h.Begin(ctx, kv.TxnOptions{})
		require.NoError(t, err)
		require.NoError(t, tx.PutIfAbsent(ctx, []byte(key), []byte("1")))
		_, err = tx.Commit(ctx)
		require.NoError(t, err)
	}
	insert("a")
	insert("b")
	snap, err := h.Snapshot(ctx, 0)
	require.NoError(t, err)
	defer snap.Close()
	figures := func() []kv.PartitionInfo {
		parts, err := h.Partitions(ctx, kv.Span{Start: []byte("a"), End: []byte("c")})
		require.NoError(t, err)
		for i := range parts {
			parts[i].AsOf = 0
		}
		return parts
	}
	before := figures()
	require.EqualValues(t, 2, before[0].Rows)
	h.name, h.hook = "wal-", func() error { return syscall.ENOSPC }
	tx, err := h.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	require.NoError(t, tx.Delete(ctx, []byte("a")))
	require.NoError(t, tx.Put(ctx, []byte("b"), []byte("longer")))
	_, err = tx.Commit(ctx)
	require.ErrorIs(t, err, kv.ErrDiskFull)
	h.tryMend()
	require.NoError(t, h.refusal())
	require.Equal(t, before, figures())
	require.Zero(t, h.PinnedBytes(snap.ReadTS()))
	_, err = h.Split(ctx, [][]byte{[]byte("b")}) // counts anew
	require.NoError(t, err)
	parts := figures()
	require.EqualValues(t, 1, parts[0].Rows)
	require.EqualValues(t, 1, parts[1].Rows)
}

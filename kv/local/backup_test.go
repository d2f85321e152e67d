package local

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"path"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// backupBench is a store in "d" that is backed up to "b" on the same disk.
type backupBench struct {
	*testing.T
	disk  *vfs.Mem
	store *Store
}

func newBackupBench(t *testing.T, fsys vfs.FS, disk *vfs.Mem) *backupBench {
	s, err := Open(Options{Dir: "d", FS: fsys, Logger: quiet(), BlockBytes: 256, SegmentBytes: 4096, CheckpointInterval: -1})
	require.NoError(t, err)
	return &backupBench{t, disk, s}
}

// put commits keys with one value.
func (b *backupBench) put(value string, keys ...int) {
	tx, err := b.store.Begin(context.Background(), kv.TxnOptions{})
	require.NoError(b, err)
	for _, k := range keys {
		require.NoError(b, tx.Put(context.Background(), key(k), []byte(value)))
	}
	_, err = tx.Commit(context.Background())
	require.NoError(b, err)
}

func (b *backupBench) backup(opts kv.BackupOptions) kv.BackupInfo {
	info, err := b.store.Backup(context.Background(), "b", opts)
	require.NoError(b, err)
	return info
}

// restored opens what a backup (0: the newest) restores to, checks that it takes
// commits, and returns what was in it.
func restored(t *testing.T, disk vfs.FS, number uint64) map[string]string {
	to := vfs.NewMem()
	info, err := Restore(context.Background(), RestoreOptions{Backup: "b", BackupFS: disk, Number: number, Dir: "r", FS: to})
	require.NoError(t, err)
	s, err := Open(Options{Dir: "r", FS: to.CrashClone(nil), Logger: quiet(), BlockBytes: 256, SegmentBytes: 4096})
	require.NoError(t, err)
	defer s.Close()
	require.Equal(t, info.TS, s.pins.now())
	got := dumpMap(t, s)
	tx, err := s.Begin(context.Background(), kv.TxnOptions{})
	require.NoError(t, err)
	require.NoError(t, tx.Put(context.Background(), []byte("after"), []byte("x")))
	ts, err := tx.Commit(context.Background())
	require.NoError(t, err)
	require.Greater(t, ts, info.TS)
	return got
}

func verifyMem(disk vfs.FS) (kv.BackupInfo, error) {
	return VerifyBackup(context.Background(), disk, "b", func(kv.BackupProgress) {})
}

func span(from, to int) []int {
	var list []int
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

// TestBackupIncrement makes backups after changes: each copies little, and those
// that are kept restore to what was there then.
func TestBackupIncrement(t *testing.T) {
	disk := vfs.NewMem()
	b := newBackupBench(t, disk, disk)
	b.put("one", span(0, 1000)...)
	first := b.backup(kv.BackupOptions{Verify: true})
	require.Equal(t, kv.BackupInfo{Number: 1, TS: first.TS, Files: 1, Bytes: first.Bytes, CopiedBytes: first.Bytes}, first)
	one := dumpMap(t, b.store)
	b.put("two", 7)
	second := b.backup(kv.BackupOptions{Verify: true, Keep: 2})
	require.EqualValues(t, 2, second.Number)
	require.Greater(t, second.TS, first.TS)
	require.Equal(t, first.Bytes, second.ReusedBytes)
	require.Equal(t, second.Bytes, second.ReusedBytes+second.CopiedBytes)
	require.Less(t, second.CopiedBytes, first.Bytes/10)
	two := dumpMap(t, b.store)
	require.NotEqual(t, one, two)
	require.Equal(t, one, restored(t, disk, 1))
	require.Equal(t, two, restored(t, disk, 2))
	_, err := Restore(context.Background(), RestoreOptions{Backup: "b", BackupFS: disk, Number: 3, Dir: "r", FS: vfs.NewMem()})
	require.ErrorIs(t, err, kv.ErrNoBackup)

	// Nothing new: nothing is copied. Everything new: what nobody needs goes.
	third := b.backup(kv.BackupOptions{})
	require.Zero(t, third.CopiedBytes)
	require.Equal(t, two, restored(t, disk, 2)) // two are kept as last time
	require.Equal(t, second.TS, third.TS)
	b.put("three", span(0, 1000)...)
	fourth := b.backup(kv.BackupOptions{Verify: true, Keep: 1})
	require.Zero(t, fourth.ReusedBytes)
	names, err := disk.List("b")
	require.NoError(t, err)
	require.Equal(t, []string{"BACKUP", blockFileName(3), "manifest-00000004"}, names)
	info, err := verifyMem(disk)
	require.NoError(t, err)
	require.Equal(t, fourth.TS, info.TS)
	require.Equal(t, dumpMap(t, b.store), restored(t, disk, 0))
	require.NoError(t, b.store.Close())
}

// TestBackupUnderLoad backs up while writers, checkpoints, splits, merges and
// range deletions run. What is restored is what the commits up to the timestamp
// make, and every dropped range is there as a whole or not at all.
func TestBackupUnderLoad(t *testing.T) {
	ctx := context.Background()
	disk := vfs.NewMem()
	s, err := Open(Options{Dir: "d", FS: disk, Logger: quiet(), BlockBytes: 128, SegmentBytes: 4096, CacheBytes: 2000, CheckpointBytes: 3000})
	require.NoError(t, err)
	b := &backupBench{t, disk, s}
	const ranges, perRange = 20, 10
	dropped := func(i int) []byte { return fmt.Appendf(nil, "x%03d", i) }
	tx, err := s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	for i := range ranges * perRange {
		require.NoError(t, tx.Put(ctx, dropped(i), []byte("x")))
	}
	_, err = tx.Commit(ctx)
	require.NoError(t, err)

	var mu sync.Mutex
	history := map[kv.TS]map[string]string{} // writes by commit
	done := make(chan struct{})
	var wg sync.WaitGroup
	worker := func(seed int64, work func(rng *rand.Rand) error) {
		wg.Go(func() {
			rng := rand.New(rand.NewSource(seed))
			for {
				select {
				case <-done:
					return
				default:
				}
				if err := work(rng); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for seed := range int64(2) {
		worker(seed, func(rng *rand.Rand) error {
			tx, err := s.Begin(ctx, kv.TxnOptions{})
			if err != nil {
				return err
			}
			writes := map[string]string{}
			for range 5 {
				k, v := string(key(rng.Intn(90))), fmt.Sprintf("%d-%d", seed, rng.Int63())
				if err := tx.Put(ctx, []byte(k), []byte(v)); err != nil {
					return err
				}
				writes[k] = v
			}
			ts, err := tx.Commit(ctx)
			if errors.Is(err, kv.ErrConflict) {
				return nil
			}
			mu.Lock()
			history[ts] = writes
			mu.Unlock()
			return err
		})
	}
	worker(10, func(rng *rand.Rand) error { return s.Checkpoint(ctx) })
	worker(11, func(rng *rand.Rand) error {
		if _, err := s.Split(ctx, [][]byte{key(rng.Intn(90))}); err != nil {
			return err
		}
		parts, err := s.Partitions(ctx, kv.Span{})
		if err != nil || len(parts) < 5 {
			return err
		}
		return s.Merge(ctx, parts[0].ID, parts[1].ID)
	})
	next := 0
	worker(12, func(*rand.Rand) error {
		if next == ranges {
			return nil
		}
		next++
		return s.DeleteRange(ctx, kv.Span{Start: dropped((next - 1) * perRange), End: dropped(next * perRange)})
	})
	const backups = 12
	for range backups {
		before, err := s.Now(ctx)
		require.NoError(t, err)
		require.GreaterOrEqual(t, b.backup(kv.BackupOptions{Verify: true, Keep: backups}).TS, before)
	}
	close(done)
	wg.Wait()
	c, err := readBackupCatalog(disk, "b")
	require.NoError(t, err)
	require.Len(t, c.backups, backups)
	for _, entry := range c.backups {
		want := map[string]string{}
		for ts := kv.TS(1); ts <= entry.TS; ts++ {
			maps.Copy(want, history[ts])
		}
		got := restored(t, disk, entry.Number)
		for i := range ranges {
			n := 0
			for j := range perRange {
				k := string(dropped(i*perRange + j))
				if _, ok := got[k]; ok {
					n++
				}
				delete(got, k)
			}
			require.Contains(t, []int{0, perRange}, n, "rows of range %d", i)
		}
		require.Equal(t, want, got)
	}
	_, err = verifyMem(disk)
	require.NoError(t, err)
	require.NoError(t, s.Close())
}

// TestBackupRefused names what can't be backed up to or restored from.
func TestBackupRefused(t *testing.T) {
	ctx := context.Background()
	disk := vfs.NewMem()
	b := newBackupBench(t, disk, disk)
	b.put("one", span(0, 100)...)
	refuse := func(is error, dir string) {
		_, err := b.store.Backup(ctx, dir, kv.BackupOptions{})
		require.ErrorIs(t, err, is)
	}
	refuse(kv.ErrInvalid, "d")
	refuse(kv.ErrInvalid, "d/inside")
	f, err := disk.Create("full/file")
	require.NoError(t, err)
	require.NoError(t, f.Close())
	refuse(kv.ErrInvalid, "full")
	lock, err := disk.Lock("b/" + lockFile)
	require.NoError(t, err)
	refuse(kv.ErrBackupInUse, "b")
	require.NoError(t, lock.Close())

	_, err = verifyMem(disk)
	require.ErrorIs(t, err, kv.ErrNoBackup)
	b.backup(kv.BackupOptions{})
	old := disk.CrashClone(nil)
	b.put("two", 1)
	b.backup(kv.BackupOptions{})
	require.NoError(t, b.store.Close())

	// Another store, and an earlier state of this one that has gone its own way.
	for _, dir := range []string{"d", "other"} {
		for _, name := range []string{"BACKUP", "manifest-00000002", blockFileName(1), blockFileName(2)} {
			content, err := readFile(disk, "b/"+name)
			require.NoError(t, err)
			f, err := old.Create("b/" + name)
			require.NoError(t, err)
			_, err = f.WriteAt(content, 0)
			require.NoError(t, errors.Join(err, f.Close()))
		}
		s, err := Open(Options{Dir: dir, FS: old, Logger: quiet(), BlockBytes: 256})
		require.NoError(t, err)
		b := &backupBench{t, old, s}
		_, err = s.Backup(ctx, "b", kv.BackupOptions{})
		require.ErrorIs(t, err, kv.ErrBackupMismatch)
		b.put("other", 1)
		_, err = s.Backup(ctx, "b", kv.BackupOptions{})
		require.ErrorIs(t, err, kv.ErrBackupMismatch)
		info, err := verifyMem(old)
		require.NoError(t, err)
		require.EqualValues(t, 2, info.Number)
		_, err = Restore(ctx, RestoreOptions{Backup: "b", BackupFS: disk, Dir: dir, FS: old})
		require.ErrorIs(t, err, kv.ErrStoreInUse)
		require.NoError(t, s.Close())
		_, err = Restore(ctx, RestoreOptions{Backup: "b", BackupFS: disk, Dir: dir, FS: old})
		require.ErrorIs(t, err, kv.ErrInvalid)
	}
	_, err = b.store.Backup(ctx, "b", kv.BackupOptions{})
	require.ErrorIs(t, err, kv.ErrClosed)
}

// TestBackupCancelled ends a backup in the middle: the earlier one stays, nothing
// half is left, and the next run copies only the rest.
func TestBackupCancelled(t *testing.T) {
	disk := vfs.NewMem()
	b := newBackupBench(t, disk, disk)
	b.put("one", span(0, 10)...)
	b.backup(kv.BackupOptions{})
	one := dumpMap(t, b.store)
	for i := range 5 {
		b.put(fmt.Sprint(i), span(1000*i, 1000*i+1000)...)
		require.NoError(t, b.store.Checkpoint(context.Background()))
	}
	ctx, cancel := context.WithCancel(context.Background())
	copied := int64(0)
	_, err := b.store.Backup(ctx, "b", kv.BackupOptions{Verify: true, Progress: func(p kv.BackupProgress) {
		if p.Phase == kv.BackupCopies && copied == 0 {
			copied = p.Done
		} else if p.Phase == kv.BackupCopies {
			cancel()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
	names, err := disk.List("b")
	require.NoError(t, err)
	require.Equal(t, []string{"BACKUP", "PROGRESS", blockFileName(1), blockFileName(2), "manifest-00000001"}, names)
	require.Equal(t, one, restored(t, disk, 0))
	require.NotZero(t, copied)
	info := b.backup(kv.BackupOptions{Verify: true})
	require.Equal(t, copied, info.ReusedBytes)
	require.Equal(t, dumpMap(t, b.store), restored(t, disk, 0))
	require.NoError(t, b.store.Close())
}

// TestBackupDamage damages every file of a backup: verification and restore name
// file and place, and the next backup mends what the store still has.
func TestBackupDamage(t *testing.T) {
	disk := vfs.NewMem()
	b := newBackupBench(t, disk, disk)
	b.put("one", span(0, 300)...)
	b.backup(kv.BackupOptions{})
	want := dumpMap(t, b.store)
	second := b.store.parts.Load().list[0].state.Load().base
	ref, ok := second.after(nil)
	require.True(t, ok)
	ref, ok = second.after(ref.lo)
	require.True(t, ok)
	script := crashScript{disk: disk}
	for _, c := range []struct {
		damage []string
		file   string
		at     int64
	}{
		{[]string{"flip", blockFileName(1), fmt.Sprint(ref.block.offset + 20)}, blockFileName(1), ref.block.offset},
		{[]string{"cut", blockFileName(1), "100"}, blockFileName(1), 100},
		{[]string{"remove", blockFileName(1)}, blockFileName(1), 0},
		{[]string{"flip", "manifest-00000001", "40"}, "manifest-00000001", 0},
		{[]string{"remove", "manifest-00000001"}, "manifest-00000001", 0},
		{[]string{"flip", "BACKUP", "30"}, "BACKUP", 0},
		{[]string{"cut", "BACKUP", "100"}, "BACKUP", 0},
	} {
		clean := disk.CrashClone(nil)
		script.disk = clean
		if c.damage[0] == "remove" {
			require.NoError(t, clean.Remove("b/"+c.damage[1]))
		} else {
			require.NoError(t, script.damage(c.damage[0], "b/"+c.damage[1], c.damage[2:]))
		}
		_, err := verifyMem(clean)
		var corrupt *kv.CorruptError
		require.ErrorAs(t, err, &corrupt, c.damage)
		require.Equal(t, "b/"+c.file, corrupt.File)
		require.Equal(t, c.at, corrupt.Offset, c.damage)
		to := vfs.NewMem()
		_, err = Restore(context.Background(), RestoreOptions{Backup: "b", BackupFS: clean, Dir: "r", FS: to})
		require.ErrorIs(t, err, kv.ErrCorrupt)
		names, err := to.List("r")
		require.NoError(t, err)
		require.Empty(t, names)

		s, err := Open(Options{Dir: "d", FS: clean, Logger: quiet(), BlockBytes: 256})
		require.NoError(t, err)
		_, err = s.Backup(context.Background(), "b", kv.BackupOptions{Verify: true})
		if path.Base(c.file) == "BACKUP" {
			require.ErrorIs(t, err, kv.ErrCorrupt)
		} else {
			require.NoError(t, err, c.damage)
			require.Equal(t, want, restored(t, clean, 0))
		}
		require.NoError(t, s.Close())
	}
	// Damage in the store itself does not get into a backup unnoticed.
	require.NoError(t, script.damage("flip", "d/"+blockFileName(1), []string{fmt.Sprint(ref.block.offset + 20)}))
	broken := script.disk
	s, err := Open(Options{Dir: "d", FS: broken, Logger: quiet(), BlockBytes: 256})
	require.NoError(t, err)
	_, err = s.Backup(context.Background(), "new", kv.BackupOptions{})
	var corrupt *kv.CorruptError
	require.ErrorAs(t, err, &corrupt)
	require.Equal(t, "d/"+blockFileName(1), corrupt.File)
	require.Equal(t, ref.block.offset, corrupt.Offset)
	require.NoError(t, s.Close())
	require.NoError(t, b.store.Close())
}

// TestBackupFaults makes every operation on the folder fail in turn: the error is
// the folder's, the store goes on, the earlier backup stays whole, and the next
// run is complete.
func TestBackupFaults(t *testing.T) {
	disk := vfs.NewMem()
	var failAt, ops int
	fsys := &vfs.Faulty{FS: disk, Inject: func(op vfs.Op) error {
		if path.Dir(op.Name) != "b" && op.Name != "b" || op.Kind == "read" {
			return nil
		}
		if ops++; ops == failAt {
			return syscall.ENOSPC
		}
		return nil
	}}
	b := newBackupBench(t, fsys, disk)
	b.put("zero", span(0, 100)...)
	b.backup(kv.BackupOptions{})
	failures := 0
	for n := 1; ; n++ {
		before := dumpMap(t, b.store)
		b.put(fmt.Sprint(n), span(n, n+50)...)
		failAt, ops = n, 0
		_, err := b.store.Backup(context.Background(), "b", kv.BackupOptions{Verify: true})
		reached := ops >= n
		failAt = 0
		if err != nil {
			failures++
			var failed *kv.BackupError
			require.ErrorAs(t, err, &failed)
			require.ErrorIs(t, err, syscall.ENOSPC)
			// Only the sync after the catalogue's rename fails too late.
			require.Contains(t, []map[string]string{before, dumpMap(t, b.store)}, restored(t, disk, 0))
			b.put("again", 3)
			b.backup(kv.BackupOptions{Verify: true})
		}
		_, err = verifyMem(disk)
		require.NoError(t, err)
		require.Equal(t, dumpMap(t, b.store), restored(t, disk, 0))
		if !reached {
			break
		}
	}
	require.Greater(t, failures, 15)
	require.NoError(t, b.store.Close())
}

package local

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestBackupCrash cuts the power before every operation of a second backup: what
// is left holds the first or the second as a whole, and the next run completes.
func TestBackupCrash(t *testing.T) {
	for seed := range int64(4) {
		disk := vfs.NewMem()
		rng := rand.New(rand.NewSource(seed))
		type point struct {
			op   vfs.Op
			disk *vfs.Mem
		}
		var points []point
		armed := false
		b := newBackupBench(t, &vfs.Faulty{FS: disk, Inject: func(op vfs.Op) error {
			if armed && op.Mutates() {
				cut := rng
				if rng.Intn(3) == 0 {
					cut = nil
				}
				points = append(points, point{op, disk.CrashClone(cut)})
			}
			return nil
		}}, disk)
		b.put("one", span(0, 100)...)
		b.backup(kv.BackupOptions{})
		one := dumpMap(t, b.store)
		b.put("two", span(50, 150)...)
		require.NoError(t, b.store.Checkpoint(context.Background()))
		b.put("three", span(140, 300)...)
		two := dumpMap(t, b.store)
		armed = true
		b.backup(kv.BackupOptions{Verify: true, Keep: int(seed%2) + 1})
		points = append(points, point{vfs.Op{Kind: "end"}, disk.CrashClone(nil)})
		armed = false
		require.NoError(t, b.store.Close())
		require.Greater(t, len(points), 20)
		complete := 0
		for i, p := range points {
			what := fmt.Sprintf("seed %d, point %d before %s %s", seed, i, p.op.Kind, p.op.Name)
			info, err := verifyMem(p.disk)
			require.NoError(t, err, what)
			want := one
			if info.Number == 2 {
				want = two
				complete++
			}
			require.Equal(t, want, restored(t, p.disk, 0), what)
			s, err := Open(Options{Dir: "d", FS: p.disk, Logger: quiet(), BlockBytes: 256, CheckpointInterval: -1})
			require.NoError(t, err, what)
			again, err := s.Backup(context.Background(), "b", kv.BackupOptions{Verify: true})
			require.NoError(t, err, what)
			require.Equal(t, info.Number+1, again.Number)
			require.Equal(t, dumpMap(t, s), restored(t, p.disk, 0), what)
			require.NoError(t, s.Close())
		}
		require.NotZero(t, complete)
		require.Less(t, complete, len(points))
	}
}

// TestRestoreCrash cuts the power before every operation of a restore: what is
// left is no data directory, or the whole.
func TestRestoreCrash(t *testing.T) {
	disk := vfs.NewMem()
	b := newBackupBench(t, disk, disk)
	b.put("one", span(0, 100)...)
	b.backup(kv.BackupOptions{})
	want := dumpMap(t, b.store)
	require.NoError(t, b.store.Close())
	to := vfs.NewMem()
	rng := rand.New(rand.NewSource(1))
	var points []*vfs.Mem
	_, err := Restore(context.Background(), RestoreOptions{Backup: "b", BackupFS: disk, Dir: "r", FS: &vfs.Faulty{FS: to, Inject: func(op vfs.Op) error {
		if op.Mutates() {
			points = append(points, to.CrashClone(rng), to.CrashClone(nil))
		}
		return nil
	}}})
	require.NoError(t, err)
	points = append(points, to.CrashClone(nil))
	for _, p := range points {
		names, err := p.List("r")
		require.NoError(t, err)
		s, err := Open(Options{Dir: "r", FS: p, Logger: quiet()})
		switch {
		case err != nil:
			require.NotEmpty(t, names)
			continue
		case len(names) == 0:
			require.Empty(t, dumpMap(t, s))
		default:
			require.Equal(t, want, dumpMap(t, s), "%v", names)
		}
		require.NoError(t, s.Close())
	}
}

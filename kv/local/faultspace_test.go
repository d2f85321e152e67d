package local

import (
	"context"
	"fmt"
	"math/rand"
	"path"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// logOnDisk is what the segments in d take.
func logOnDisk(t *testing.T, disk *vfs.Mem) (bytes int64) {
	numbers, err := listSegments(disk, "d")
	require.NoError(t, err)
	for _, n := range numbers {
		size, err := fileSize(disk, path.Join("d", segmentName(n)))
		require.NoError(t, err)
		bytes += size
	}
	return bytes
}

// spaceStore overwrites a few rows, with a log that is much larger than they are.
// 15 MiB are in segments of 1, 2, 4 and 8 MiB; the next one would have 16.
func spaceStore(t *testing.T, disk *vfs.Mem) (*Store, map[string]string) {
	s, err := Open(Options{Dir: "d", FS: disk, CheckpointInterval: -1, mendPause: -1, Logger: quiet()})
	require.NoError(t, err)
	want := map[string]string{}
	for i := 0; logOnDisk(t, disk) < 15<<20; i++ {
		writeSpace(t, s, want, i)
	}
	return s, want
}

func writeSpace(t *testing.T, s *Store, want map[string]string, i int) {
	require.NoError(t, tryWriteSpace(s, want, i), "write %d", i)
}

// insistOnSpace writes too, if need be after a checkpoint, to which the last of the
// room is left.
func insistOnSpace(t *testing.T, s *Store, want map[string]string, i int) {
	err := tryWriteSpace(s, want, i)
	if err != nil {
		require.ErrorIs(t, err, kv.ErrDiskFull)
		if s.Checkpoint(context.Background()) != nil { // but it has made room
			require.NoError(t, s.Checkpoint(context.Background()))
		}
		err = tryWriteSpace(s, want, i)
	}
	require.NoError(t, err, "write %d", i)
}

// tryWriteSpace puts 90 KiB into one of ten rows.
func tryWriteSpace(s *Store, want map[string]string, i int) error {
	value := make([]byte, 90<<10)
	rand.New(rand.NewSource(int64(i))).Read(value) // it can't be compressed
	k := fmt.Sprint(i % 10)
	err := putAll(s, map[string]string{k: string(value)})
	if err == nil {
		want[k] = string(value)
	}
	return err
}

// TestSegmentsOfATightDisk gives the log less room than a segment of the usual
// size takes: it goes on in small ones, until checkpoints make it superfluous.
// 100 MiB of commits find room on a disk with 4 MiB.
func TestSegmentsOfATightDisk(t *testing.T) {
	disk := vfs.NewMem()
	s, want := spaceStore(t, disk)
	disk.SetCapacity(disk.Used() + 4<<20)
	for i := range 1000 {
		if i < 95 { // the segment in use, and a small one
			writeSpace(t, s, want, i)
		} else {
			insistOnSpace(t, s, want, i)
		}
	}
	require.Equal(t, want, dumpMap(t, s))
	disk.SetCapacity(0)
	require.NoError(t, s.Close())
	verifyCheck(t, "closed", disk)
}

// TestLogFillsDisk fills the disk with the log of a store whose rows take little:
// as soon as there is room for their blocks, the log goes and writes go on, with a
// restart before and without.
func TestLogFillsDisk(t *testing.T) {
	for _, restart := range []bool{false, true} {
		disk := vfs.NewMem()
		s, want := spaceStore(t, disk)
		disk.SetCapacity(disk.Used())
		refused := false
		for i := 0; i < 200 && !refused; i++ {
			err := tryWriteSpace(s, want, i)
			if refused = err != nil; refused {
				require.ErrorIs(t, err, kv.ErrDiskFull)
			}
		}
		require.True(t, refused)
		require.ErrorIs(t, s.Checkpoint(context.Background()), kv.ErrDiskFull)
		require.Equal(t, want, dumpMap(t, s))
		room := int64(1<<20 - 1) // for blocks, but not for a segment
		if restart {
			room += 1 << 20 // a segment comes first
			after := disk.CrashClone(nil)
			require.NoError(t, s.Close())
			disk = after
			var err error
			s, err = Open(Options{Dir: "d", FS: disk, CheckpointInterval: -1, mendPause: -1, Logger: quiet()})
			require.NoError(t, err)
			require.Equal(t, want, dumpMap(t, s))
		}
		disk.SetCapacity(disk.Used() + room)
		insistOnSpace(t, s, want, 1)
		disk.SetCapacity(disk.Used() + 8<<20)
		for i := range 20 {
			insistOnSpace(t, s, want, i)
		}
		require.Equal(t, want, dumpMap(t, s))
		disk.SetCapacity(0)
		require.NoError(t, s.Close())
		verifyCheck(t, "closed", disk)
	}
}

// TestFailedCheckpointsOfAFullDisk lets checkpoints find no room again and again.
// Each has ended a segment of the log and had the next commit begin a larger one;
// what they take besides their frames is given back, also after a restart.
func TestFailedCheckpointsOfAFullDisk(t *testing.T) {
	disk := vfs.NewMem()
	open := func() *Store {
		faulty := &vfs.Faulty{FS: disk, Inject: func(op vfs.Op) error {
			if strings.Contains(op.Name, "blocks-") {
				return syscall.ENOSPC
			}
			return nil
		}}
		s, err := Open(Options{Dir: "d", FS: faulty, CheckpointInterval: -1, mendPause: -1, Logger: quiet()})
		require.NoError(t, err)
		return s
	}
	s, want := open(), map[string]string{}
	for i := range 8 {
		writeSpace(t, s, want, i)
		require.ErrorIs(t, s.Checkpoint(context.Background()), kv.ErrDiskFull)
		require.Less(t, logOnDisk(t, disk), int64((i+1)*91<<10))
	}
	writeSpace(t, s, want, 8)
	require.Greater(t, logOnDisk(t, disk), int64(32<<20), "the last segment")
	after := disk.CrashClone(nil)
	require.Error(t, s.Close())
	disk = after
	s = open()
	require.ErrorIs(t, s.Checkpoint(context.Background()), kv.ErrDiskFull)
	require.Less(t, logOnDisk(t, disk), int64(9*91<<10))
	require.Equal(t, want, dumpMap(t, s))
	after = disk.CrashClone(nil)
	require.Error(t, s.Close())
	disk = after
	verifyCheck(t, "crashed", disk)
	s, err := Open(crashOptions(disk))
	require.NoError(t, err)
	require.Equal(t, want, dumpMap(t, s))
	require.NoError(t, s.Close())
}

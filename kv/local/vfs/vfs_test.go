package vfs

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math/rand"
	"path"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFileSystems holds Mem against the operating system's behaviour.
func TestFileSystems(t *testing.T) {
	for name, c := range map[string]struct {
		fs  FS
		dir string
	}{"os": {OS, t.TempDir()}, "mem": {NewMem(), "d"}} {
		t.Run(name, func(t *testing.T) {
			dir := path.Join(c.dir, "sub")
			require.NoError(t, c.fs.MkdirAll(dir))
			_, err := c.fs.Open(path.Join(dir, "a"))
			require.ErrorIs(t, err, fs.ErrNotExist)
			f, err := c.fs.Create(path.Join(dir, "a"))
			require.NoError(t, err)
			require.NoError(t, f.Preallocate(100))
			n, err := f.WriteAt([]byte("hello"), 10)
			require.NoError(t, err)
			require.Equal(t, 5, n)
			size, err := f.Size()
			require.NoError(t, err)
			require.EqualValues(t, 100, size)
			buf := make([]byte, 8)
			n, err = f.ReadAt(buf, 9)
			require.NoError(t, err)
			require.Equal(t, "\x00hello\x00\x00", string(buf[:n]))
			require.NoError(t, f.Truncate(12))
			n, err = f.ReadAt(buf, 10)
			require.ErrorIs(t, err, io.EOF)
			require.Equal(t, "he", string(buf[:n]))
			require.NoError(t, f.Sync())
			require.NoError(t, c.fs.Rename(path.Join(dir, "a"), path.Join(dir, "b")))
			require.NoError(t, c.fs.SyncDir(dir))
			names, err := c.fs.List(dir)
			require.NoError(t, err)
			require.Equal(t, []string{"b"}, names)
			require.NoError(t, c.fs.Remove(path.Join(dir, "b")))
			n, _ = f.ReadAt(buf[:2], 10)
			require.Equal(t, "he", string(buf[:n]), "an open handle outlives the name")
			require.NoError(t, f.Close())
			_, err = f.ReadAt(buf, 0)
			require.ErrorIs(t, err, fs.ErrClosed)
			require.ErrorIs(t, c.fs.Remove(path.Join(dir, "b")), fs.ErrNotExist)

			l, err := c.fs.Lock(path.Join(dir, "LOCK"))
			require.NoError(t, err)
			_, err = c.fs.Lock(path.Join(dir, "LOCK"))
			require.ErrorIs(t, err, ErrLocked)
			require.NoError(t, l.Close())
			l, err = c.fs.Lock(path.Join(dir, "LOCK"))
			require.NoError(t, err)
			require.NoError(t, l.Close())
		})
	}
}

func content(t *testing.T, m *Mem, name string) string {
	f, err := m.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "absent"
	}
	require.NoError(t, err)
	size, err := f.Size()
	require.NoError(t, err)
	buf := make([]byte, size)
	n, _ := f.ReadAt(buf, 0)
	return string(buf[:n])
}

// TestCrashClone: only what was synced is certain; the rest is a beginning.
func TestCrashClone(t *testing.T) {
	m := NewMem()
	f, err := m.Create("d/a")
	require.NoError(t, err)
	_, err = f.WriteAt([]byte("synced"), 0)
	require.NoError(t, err)
	require.NoError(t, f.Sync())
	require.Equal(t, "absent", content(t, m.CrashClone(nil), "d/a"), "the name was not synced")
	require.NoError(t, m.SyncDir("d"))
	require.Equal(t, "synced", content(t, m.CrashClone(nil), "d/a"))
	_, err = f.WriteAt([]byte("SYNCED"), 0)
	require.NoError(t, err)
	require.NoError(t, m.Rename("d/a", "d/b"))
	require.Equal(t, "synced", content(t, m.CrashClone(nil), "d/a"))
	require.Equal(t, "absent", content(t, m.CrashClone(nil), "d/b"))
	seen := map[string]bool{}
	for seed := range int64(300) {
		c := m.CrashClone(rand.New(rand.NewSource(seed)))
		got := content(t, c, "d/a")
		if got == "absent" {
			got = content(t, c, "d/b")
		}
		seen[got] = true
	}
	require.Equal(t, map[string]bool{
		"synced": true, "Synced": true, "SYnced": true, "SYNced": true, "SYNCed": true, "SYNCEd": true, "SYNCED": true,
	}, seen)
	require.Equal(t, "SYNCED", content(t, m, "d/b"))
}

// TestCrashSectors: of what was not synced, any selection of sectors may survive.
func TestCrashSectors(t *testing.T) {
	m := NewMem()
	f, err := m.Create("d/a")
	require.NoError(t, err)
	require.NoError(t, m.SyncDir("d"))
	_, err = f.WriteAt(bytes.Repeat([]byte("x"), 2*sectorBytes), 0)
	require.NoError(t, err)
	require.NoError(t, f.Sync())
	for _, c := range []string{"y", "z"} {
		_, err = f.WriteAt(bytes.Repeat([]byte(c), 2*sectorBytes), 0)
		require.NoError(t, err)
	}
	seen := map[string]bool{}
	for seed := range int64(200) {
		got := content(t, m.Crash(Sectors, rand.New(rand.NewSource(seed))), "d/a")
		require.Len(t, got, 2*sectorBytes)
		for _, half := range []string{got[:sectorBytes], got[sectorBytes:]} {
			require.Equal(t, strings.Repeat(half[:1], sectorBytes), half)
		}
		seen[got[:1]+got[sectorBytes:sectorBytes+1]] = true
	}
	require.Len(t, seen, 9, "x, y or z in each of both sectors")
}

// TestCapacity: what does not fit fails, and fits again when there is room.
func TestCapacity(t *testing.T) {
	m := NewMem()
	m.SetCapacity(10)
	a, err := m.Create("d/a")
	require.NoError(t, err)
	b, err := m.Create("d/b")
	require.NoError(t, err)
	require.NoError(t, a.Preallocate(6))
	require.ErrorIs(t, b.Preallocate(5), syscall.ENOSPC)
	n, err := b.WriteAt([]byte("12345"), 0)
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.Equal(t, 4, n)
	_, err = a.WriteAt([]byte("abcdef"), 0)
	require.NoError(t, err, "room that was reserved is there")
	require.EqualValues(t, 10, m.Used())
	require.NoError(t, m.Remove("d/a"))
	_, err = b.WriteAt([]byte("12345"), 0)
	require.NoError(t, err)
}

// TestFailedSync: what a sync has failed to write is read on, and lost with the
// power.
func TestFailedSync(t *testing.T) {
	m := NewMem()
	var failure error
	faulty := &Faulty{FS: m, Inject: func(Op) error { return failure }}
	f, err := faulty.Create("d/a")
	require.NoError(t, err)
	require.NoError(t, m.SyncDir("d"))
	_, err = f.WriteAt([]byte("ab"), 0)
	require.NoError(t, err)
	failure = syscall.EIO
	require.ErrorIs(t, f.Sync(), syscall.EIO)
	failure = nil
	require.NoError(t, f.Sync())
	require.Equal(t, "ab", content(t, m, "d/a"))
	require.Equal(t, "", content(t, m.CrashClone(nil), "d/a"))
	_, err = f.WriteAt([]byte("AB"), 0)
	require.NoError(t, err)
	failure = Late(syscall.EIO)
	require.ErrorIs(t, f.Sync(), syscall.EIO)
	require.Equal(t, "AB", content(t, m.CrashClone(nil), "d/a"), "done, and yet reported as failed")
}

// TestFaulty: a write that fails has written its first half.
func TestFaulty(t *testing.T) {
	mem := NewMem()
	var ops []Op
	var failure error
	f := &Faulty{FS: mem, Inject: func(op Op) error {
		ops = append(ops, op)
		return failure
	}}
	file, err := f.Create("d/a")
	require.NoError(t, err)
	failure = syscall.EIO
	n, err := file.WriteAt([]byte("abcd"), 0)
	require.ErrorIs(t, err, syscall.EIO)
	require.Equal(t, 2, n)
	require.ErrorIs(t, file.Sync(), syscall.EIO)
	_, err = f.Open("d/a")
	require.ErrorIs(t, err, syscall.EIO)
	require.Equal(t, "ab", content(t, mem, "d/a"))
	require.Equal(t, []Op{{"create", "d/a"}, {"write", "d/a"}, {"sync", "d/a"}, {"open", "d/a"}}, ops)
	require.True(t, ops[0].Mutates())
	require.False(t, ops[3].Mutates())
}

package vfs

import (
	"bytes"
	"io"
	"io/fs"
	"syscall"
)

// memFile is a handle on a memNode.
type memFile struct {
	fs     *Mem
	node   *memNode
	name   string
	closed bool
}

// enter locks the file system and checks that the handle is open.
func (f *memFile) enter(op string) error {
	f.fs.mu.Lock()
	if f.closed {
		f.fs.mu.Unlock()
		return &fs.PathError{Op: op, Path: f.name, Err: fs.ErrClosed}
	}
	return nil
}

func (f *memFile) ReadAt(p []byte, off int64) (int, error) {
	if err := f.enter("read"); err != nil {
		return 0, err
	}
	defer f.fs.mu.Unlock()
	if off >= int64(len(f.node.data)) {
		return 0, io.EOF
	}
	n := copy(p, f.node.data[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (f *memFile) WriteAt(p []byte, off int64) (int, error) {
	if err := f.enter("write"); err != nil {
		return 0, err
	}
	defer f.fs.mu.Unlock()
	n := len(p)
	grow := off + int64(n) - int64(len(f.node.data))
	if room := f.fs.room(); grow > room {
		n = max(n-int(grow-room), 0)
	}
	if n > 0 {
		f.change(contentChange{off: off, data: bytes.Clone(p[:n])})
	}
	if n < len(p) {
		return n, f.full("write")
	}
	return n, nil
}

func (f *memFile) full(op string) error {
	return &fs.PathError{Op: op, Path: f.name, Err: syscall.ENOSPC}
}

func (f *memFile) change(c contentChange) {
	f.node.data = c.apply(f.node.data)
	f.node.pending = append(f.node.pending, c)
}

func (f *memFile) Truncate(size int64) error {
	if err := f.enter("truncate"); err != nil {
		return err
	}
	defer f.fs.mu.Unlock()
	f.change(contentChange{off: size})
	return nil
}

func (f *memFile) Preallocate(size int64) error {
	if err := f.enter("preallocate"); err != nil {
		return err
	}
	defer f.fs.mu.Unlock()
	grow := size - int64(len(f.node.data))
	if grow > f.fs.room() {
		return f.full("fallocate")
	}
	if grow > 0 {
		f.change(contentChange{off: size})
	}
	return nil
}

// failSync is a Sync that fails as the Linux page cache does: what it should
// have written can be read on, but counts as written, so that no later Sync
// brings it to the disk.
func (f *memFile) failSync() {
	f.fs.mu.Lock()
	defer f.fs.mu.Unlock()
	f.node.pending = nil
}

func (f *memFile) Sync() error {
	if err := f.enter("sync"); err != nil {
		return err
	}
	defer f.fs.mu.Unlock()
	for _, c := range f.node.pending {
		f.node.synced = c.apply(f.node.synced)
	}
	f.node.pending = nil
	return nil
}

func (f *memFile) Size() (int64, error) {
	if err := f.enter("size"); err != nil {
		return 0, err
	}
	defer f.fs.mu.Unlock()
	return int64(len(f.node.data)), nil
}

func (f *memFile) Close() error {
	if err := f.enter("close"); err != nil {
		return err
	}
	defer f.fs.mu.Unlock()
	f.closed = true
	return nil
}

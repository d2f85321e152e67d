package vfs

import (
	"bytes"
	"io"
	"io/fs"
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
	if len(p) > 0 {
		f.change(contentChange{off: off, data: bytes.Clone(p)})
	}
	return len(p), nil
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
	if size > int64(len(f.node.data)) {
		f.change(contentChange{off: size})
	}
	return nil
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

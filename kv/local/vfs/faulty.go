package vfs

import (
	"errors"
	"io"
)

// Op is one operation on its way to the file system.
type Op struct {
	// Kind is create, open, remove, rename, list, mkdir, syncdir, lock, read,
	// write, sync, truncate or preallocate.
	Kind string
	// Name is the path; of a rename, the new one.
	Name string
}

// Mutates reports whether the operation changes what is on disk.
func (o Op) Mutates() bool {
	switch o.Kind {
	case "open", "list", "lock", "read":
		return false
	default:
		return true
	}
}

// Faulty passes operations on to FS after asking Inject, which may sleep, look
// around, or return an error that the operation then fails with. A write that
// fails has written its first half, as a real one may have; a sync of a file of
// a Mem that fails has lost what it should have made durable.
type Faulty struct {
	FS     FS
	Inject func(Op) error
}

var _ FS = (*Faulty)(nil)

// Late is a failure that is reported although the operation has been carried
// out: of a sync, a write, a rename or a syncdir.
func Late(err error) error { return &lateError{err} }

type lateError struct{ error }

func (e *lateError) Unwrap() error { return e.error }

// late carries out op if err is of Late, and returns err as the caller sees it.
func late(err error, op func() error) error {
	var l *lateError
	if errors.As(err, &l) {
		return errors.Join(l.error, op())
	}
	return err
}

func (f *Faulty) ask(kind, name string) error { return f.Inject(Op{Kind: kind, Name: name}) }

// Create asks and passes on.
func (f *Faulty) Create(name string) (File, error) {
	if err := f.ask("create", name); err != nil {
		return nil, err
	}
	return f.wrap(name, f.FS.Create)
}

// Open asks and passes on.
func (f *Faulty) Open(name string) (File, error) {
	if err := f.ask("open", name); err != nil {
		return nil, err
	}
	return f.wrap(name, f.FS.Open)
}

func (f *Faulty) wrap(name string, open func(string) (File, error)) (File, error) {
	file, err := open(name)
	if err != nil {
		return nil, err
	}
	return &faultyFile{File: file, fs: f, name: name}, nil
}

// Remove asks and passes on.
func (f *Faulty) Remove(name string) error {
	if err := f.ask("remove", name); err != nil {
		return err
	}
	return f.FS.Remove(name)
}

// Rename asks and passes on.
func (f *Faulty) Rename(from, to string) error {
	if err := f.ask("rename", to); err != nil {
		return late(err, func() error { return f.FS.Rename(from, to) })
	}
	return f.FS.Rename(from, to)
}

// List asks and passes on.
func (f *Faulty) List(dir string) ([]string, error) {
	if err := f.ask("list", dir); err != nil {
		return nil, err
	}
	return f.FS.List(dir)
}

// MkdirAll asks and passes on.
func (f *Faulty) MkdirAll(dir string) error {
	if err := f.ask("mkdir", dir); err != nil {
		return err
	}
	return f.FS.MkdirAll(dir)
}

// SyncDir asks and passes on.
func (f *Faulty) SyncDir(dir string) error {
	if err := f.ask("syncdir", dir); err != nil {
		return late(err, func() error { return f.FS.SyncDir(dir) })
	}
	return f.FS.SyncDir(dir)
}

// Lock asks and passes on.
func (f *Faulty) Lock(name string) (io.Closer, error) {
	if err := f.ask("lock", name); err != nil {
		return nil, err
	}
	return f.FS.Lock(name)
}

type faultyFile struct {
	File
	fs   *Faulty
	name string
}

func (f *faultyFile) ReadAt(p []byte, off int64) (int, error) {
	if err := f.fs.ask("read", f.name); err != nil {
		return 0, err
	}
	return f.File.ReadAt(p, off)
}

func (f *faultyFile) WriteAt(p []byte, off int64) (int, error) {
	if err := f.fs.ask("write", f.name); err != nil {
		n := len(p) / 2
		err = late(err, func() error {
			n = len(p)
			return nil
		})
		n, _ = f.File.WriteAt(p[:n], off)
		return n, err
	}
	return f.File.WriteAt(p, off)
}

func (f *faultyFile) Sync() error {
	if err := f.fs.ask("sync", f.name); err != nil {
		err = late(err, f.File.Sync)
		if mem, ok := f.File.(*memFile); ok {
			mem.failSync()
		}
		return err
	}
	return f.File.Sync()
}

func (f *faultyFile) Truncate(size int64) error {
	if err := f.fs.ask("truncate", f.name); err != nil {
		return err
	}
	return f.File.Truncate(size)
}

func (f *faultyFile) Preallocate(size int64) error {
	if err := f.fs.ask("preallocate", f.name); err != nil {
		return err
	}
	return f.File.Preallocate(size)
}

package vfs

import (
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ReadOnly is the operating system's file system for those who only read, also
// from a medium that can't be written. Everything that would change something
// fails with fs.ErrPermission.
var ReadOnly FS = readOnlyFS{}

type readOnlyFS struct{}

func refuseWrite(op, name string) error {
	return &fs.PathError{Op: op, Path: name, Err: fmt.Errorf("opened for reading: %w", fs.ErrPermission)}
}

func (readOnlyFS) Open(name string) (File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}

func (readOnlyFS) List(dir string) ([]string, error)   { return OS.List(dir) }
func (readOnlyFS) Create(name string) (File, error)    { return nil, refuseWrite("create", name) }
func (readOnlyFS) Remove(name string) error            { return refuseWrite("remove", name) }
func (readOnlyFS) Rename(_, to string) error           { return refuseWrite("rename", to) }
func (readOnlyFS) MkdirAll(dir string) error           { return refuseWrite("mkdir", dir) }
func (readOnlyFS) SyncDir(dir string) error            { return refuseWrite("sync", dir) }
func (readOnlyFS) Lock(name string) (io.Closer, error) { return nil, refuseWrite("lock", name) }

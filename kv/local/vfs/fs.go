// Package vfs is the file-system interface that kv/local does all its I/O
// through: OS is the real one, Mem an in-memory one that can be cloned as after
// a power cut, and Faulty a wrapper that makes chosen operations fail.
package vfs

import "io"

// FS is a file system. Names are slash-separated paths. Errors match
// fs.ErrNotExist, fs.ErrExist, fs.ErrPermission and syscall.ENOSPC as the
// operating system's do.
type FS interface {
	// Create makes an empty file for reading and writing, truncating an old one.
	Create(name string) (File, error)
	// Open opens a file for reading and writing.
	Open(name string) (File, error)
	// Remove deletes a file. Handles that are open go on working.
	Remove(name string) error
	// Rename moves a file over another one, atomically.
	Rename(from, to string) error
	// List returns the names (without the folder) of the files in dir, sorted.
	List(dir string) ([]string, error)
	// MkdirAll makes a folder and its parents.
	MkdirAll(dir string) error
	// SyncDir makes the names in dir durable: creations, renames, removals.
	SyncDir(dir string) error
	// Lock takes an exclusive advisory lock on the file name, creating it; the
	// lock ends with Close or the process. ErrLocked when somebody has it.
	Lock(name string) (io.Closer, error)
}

// File is an open file.
type File interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	// Sync makes the content durable (fdatasync: data and size).
	Sync() error
	// Truncate sets the size.
	Truncate(size int64) error
	// Preallocate reserves room for size bytes, so that later writes below it
	// neither change the size nor run out of space. It reads as zeros.
	Preallocate(size int64) error
	// Size returns the size in bytes.
	Size() (int64, error)
}

//go:build !linux

package vfs

// Sync makes data and metadata durable.
func (f osFile) Sync() error { return f.File.Sync() }

// Preallocate sets the size only: fallocate is Linux's.
func (f osFile) Preallocate(size int64) error { return f.Truncate(size) }

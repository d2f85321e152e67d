// Package spill keeps what operators cannot hold in memory in temporary files.
//
// A Space is the server's: a directory, and a count of the bytes in it. A File is a
// sequence of batches, written once and read as often as needed. A file is
// unlinked as soon as it is open, so that nothing is left of it when the process
// dies, however it dies; what a crash within that moment leaves, Open removes.
package spill

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
)

// ErrSpaceFull marks a write that the space's bound, or the disk, has no room
// for. Sessions report it as 53400 (the bound) or 53100 (the disk).
var ErrSpaceFull = errors.New("spill: temporary files are too large")

// filePattern names temporary files for the moment that they have a name.
const filePattern = "spill-*.tmp"

// Space is where temporary files are. Its methods are safe for concurrent use.
// A nil *Space is the system's directory for temporary files, without a bound.
type Space struct {
	dir  string
	used atomic.Int64
}

// Open makes the space in dir, which it creates, and removes what an earlier
// process left there. One process at a time may use a directory.
func Open(dir string) (*Space, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("directory for temporary files: %w", err)
	}
	left, err := filepath.Glob(filepath.Join(dir, filePattern))
	if err != nil {
		return nil, fmt.Errorf("directory for temporary files: %w", err)
	}
	for _, name := range left {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("remove a temporary file: %w", err)
		}
	}
	return &Space{dir: dir}, nil
}

// Used is the bytes in temporary files now.
func (s *Space) Used() int64 {
	if s == nil {
		return 0
	}
	return s.used.Load()
}

// open makes a file that has no name any more.
func (s *Space) open() (*os.File, error) {
	dir := ""
	if s != nil {
		dir = s.dir
	}
	f, err := os.CreateTemp(dir, filePattern)
	if err != nil {
		return nil, fmt.Errorf("create a temporary file: %w", err)
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(fmt.Errorf("unlink a temporary file: %w", err), f.Close())
	}
	return f, nil
}

func (s *Space) add(n int64) {
	if s != nil {
		s.used.Add(n)
	}
}

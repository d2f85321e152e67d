package local

import (
	"errors"
	"io/fs"
	"sync"
)

// filePins keeps block files on disk that somebody copies. A file that the
// manifest ceases to name meanwhile is removed with its last pin.
type filePins struct {
	mu    sync.Mutex
	count map[uint64]int
	gone  map[uint64]*blockFile // superseded while pinned
}

// pinFiles pins the block files that the newest manifest names and returns them,
// in no order. The caller holds maintMu while it calls, so that they belong to
// the manifest it has read or made, and ends with unpinFiles.
func (s *Store) pinFiles() []*blockFile {
	files := make([]*blockFile, 0, len(s.files))
	p := &s.filePins
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.count == nil {
		p.count, p.gone = map[uint64]int{}, map[uint64]*blockFile{}
	}
	for _, f := range s.files {
		p.count[f.id]++
		files = append(files, f)
	}
	return files
}

// unpinFiles ends what pinFiles began, each file once for each time it was
// pinned. It needs no lock and may be called at any time, also after Close: a
// superseded file then stays until the next Open.
func (s *Store) unpinFiles(files []*blockFile) {
	for _, f := range files {
		if s.filePins.release(f) && !s.closed.Load() {
			s.removeFile(f.path)
		}
	}
}

// release takes one pin off f and reports whether f is to be removed now.
func (p *filePins) release(f *blockFile) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.count[f.id] > 1 {
		p.count[f.id]--
		return false
	}
	delete(p.count, f.id)
	if p.gone[f.id] == nil {
		return false
	}
	delete(p.gone, f.id)
	return true
}

// supersede is told that the manifest no longer names f and reports whether
// somebody has it pinned, who will then remove it.
func (p *filePins) supersede(f *blockFile) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.count[f.id] == 0 {
		return false
	}
	p.gone[f.id] = f
	return true
}

// pinnedBytes is the size of the superseded files that pins keep on disk.
func (p *filePins) pinnedBytes() (n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.gone {
		n += f.size
	}
	return n
}

// removeFile removes a file that nothing names any more.
func (s *Store) removeFile(name string) {
	if err := s.opts.FS.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.opts.Logger.Warn("superfluous file stays until the next start", "file", name, "error", err)
	}
}

package local

import (
	"errors"
	"path"

	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// manifestLog is the manifest file of an open store, for writing. maintMu guards
// it.
type manifestLog struct {
	file     vfs.File // nil: the next change writes a snapshot
	number   uint64   // of the next edit
	end      int64
	snapshot int64 // its size
}

// editsFree is how many bytes of edits a manifest may have however small its
// snapshot is; past that and the snapshot's own size a new one is written.
const editsFree = 64 << 10

// open goes on behind what m was read from, and cuts off what is behind that.
func (l *manifestLog) open(s *Store, m *manifest) error {
	name := path.Join(s.opts.Dir, manifestFile)
	f, err := s.opts.FS.Open(name)
	if err != nil {
		return err
	}
	size, err := f.Size()
	if err == nil && size > m.end {
		s.opts.Logger.Warn("cutting an unfinished write off the manifest", "file", name, "offset", m.end)
		err = errors.Join(f.Truncate(m.end), f.Sync())
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	*l = manifestLog{file: f, number: m.nextEdit, end: m.end, snapshot: m.snapshotEnd}
	return nil
}

// append makes the change durable: as an edit, or as a snapshot of next when the
// edits have outgrown the last one.
func (l *manifestLog) append(s *Store, e *manifestEdit, next diskState) error {
	if l.file != nil {
		b := e.encode(l.number)
		if l.end+int64(len(b))+editHeaderBytes <= 2*l.snapshot+editsFree {
			s.space.manifest.Add(int64(len(b)) + editHeaderBytes)
			err := l.put(b)
			if err == nil {
				// The edit is on disk; what is behind it proves that.
				err = l.put(sealEdit(make([]byte, editHeaderBytes), l.number))
			}
			if err != nil {
				l.close()
			}
			return err
		}
	}
	return l.writeSnapshot(s, next.manifest(e).encode())
}

// put writes the next edit.
func (l *manifestLog) put(b []byte) error {
	if _, err := l.file.WriteAt(b, l.end); err != nil {
		return err
	}
	if err := l.file.Sync(); err != nil {
		return err
	}
	l.end += int64(len(b))
	l.number++
	return nil
}

func (l *manifestLog) writeSnapshot(s *Store, b []byte) error {
	l.close()
	s.space.manifest.Add(int64(len(b)))
	if err := replaceFile(s.opts.FS, s.opts.Dir, manifestFile, b); err != nil {
		return err
	}
	f, err := s.opts.FS.Open(path.Join(s.opts.Dir, manifestFile))
	if err != nil {
		s.opts.Logger.Warn("manifest can't be opened for edits; the next checkpoint writes it anew", "error", err)
		return nil
	}
	*l = manifestLog{file: f, number: 1, end: int64(len(b)), snapshot: int64(len(b))}
	return nil
}

// close makes the next change write a snapshot.
func (l *manifestLog) close() {
	if l.file != nil {
		l.file.Close()
		l.file = nil
	}
}

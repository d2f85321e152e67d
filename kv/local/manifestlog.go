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

// open goes on behind what m was read from, and cuts off what is behind that. It
// makes sure that m is on disk, before anything is done because of it: what was
// read may be with the operating system only, written by a process whose sync
// failed, after which no sync would write it any more. So the last edit is written
// again, with an edit without payload behind it if it is none itself.
func (l *manifestLog) open(s *Store, m *manifest) error {
	name := path.Join(s.opts.Dir, manifestFile)
	if err := s.opts.FS.SyncDir(s.opts.Dir); err != nil {
		return err
	}
	f, err := s.opts.FS.Open(name)
	if err != nil {
		return err
	}
	size, err := f.Size()
	if err == nil && size > m.end {
		s.opts.Logger.Warn("cutting an unfinished write off the manifest", "file", name, "offset", m.end)
		err = errors.Join(f.Truncate(m.end), f.Sync())
	}
	*l = manifestLog{file: f, number: m.nextEdit, end: m.end, snapshot: m.snapshotEnd}
	if last := m.lastEdit; err == nil && len(last) > 0 {
		if _, err = f.WriteAt(last, m.end-int64(len(last))); err == nil {
			err = f.Sync()
		}
		if err == nil && len(last) > editHeaderBytes {
			err = l.seal()
		}
	}
	if err != nil {
		l.close()
	}
	return err
}

// append makes the change durable: as an edit, or as a snapshot of next when the
// edits have outgrown the last one. When it fails, doubtful reports whether the
// change may be on disk nevertheless.
func (l *manifestLog) append(s *Store, e *manifestEdit, next diskState) (doubtful bool, err error) {
	if l.file == nil {
		return l.writeSnapshot(s, next.manifest(e).encode())
	}
	b := e.encode(l.number)
	if l.end+int64(len(b))+editHeaderBytes > 2*l.snapshot+editsFree {
		return l.writeSnapshot(s, next.manifest(e).encode())
	}
	s.space.manifest.Add(int64(len(b)) + editHeaderBytes)
	if _, err := l.file.WriteAt(b, l.end); err != nil {
		// Part of an edit is none, but only if nothing is left of it may the next
		// one be written in its place.
		if errors.Join(l.file.Truncate(l.end), l.file.Sync()) == nil {
			return false, err
		}
		l.close()
		return true, err
	}
	err = l.file.Sync()
	if err == nil {
		l.wrote(b)
		err = l.seal()
	}
	if err != nil {
		l.close()
		return true, err
	}
	return false, nil
}

// seal writes the edit without payload behind one that is on disk.
func (l *manifestLog) seal() error {
	b := sealEdit(make([]byte, editHeaderBytes), l.number)
	if _, err := l.file.WriteAt(b, l.end); err != nil {
		return err
	}
	if err := l.file.Sync(); err != nil {
		return err
	}
	l.wrote(b)
	return nil
}

func (l *manifestLog) wrote(b []byte) {
	l.end += int64(len(b))
	l.number++
}

func (l *manifestLog) writeSnapshot(s *Store, b []byte) (doubtful bool, err error) {
	l.close()
	s.space.manifest.Add(int64(len(b)))
	if err := writeTemporary(s.opts.FS, s.opts.Dir, manifestFile, b); err != nil {
		return false, err
	}
	if err := adoptTemporary(s.opts.FS, s.opts.Dir, manifestFile); err != nil {
		return true, err
	}
	f, err := s.opts.FS.Open(path.Join(s.opts.Dir, manifestFile))
	if err != nil {
		s.opts.Logger.Warn("manifest can't be opened for edits; the next checkpoint writes it anew", "error", err)
		return false, nil
	}
	*l = manifestLog{file: f, number: 1, end: int64(len(b)), snapshot: int64(len(b))}
	return false, nil
}

// close makes the next change write a snapshot.
func (l *manifestLog) close() {
	if l.file != nil {
		l.file.Close()
		l.file = nil
	}
}

package local

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// Checkpoint writes what is in the deltas into blocks, and drops the part of the
// log that held it. Readers and writers go on meanwhile.
//
//  1. Under the commit lock every delta becomes a layer under a new one, and the
//     log is cut at the same place.
//  2. The layers are merged into new blocks, in new files.
//  3. Files and names are synced, then a new manifest replaces the old one.
//  4. The new bases are published, superfluous files are removed.
//
// A crash before 3 is complete leaves the old manifest with the whole log, after
// it the new one with the rest of the log.
func (s *Store) Checkpoint(ctx context.Context) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	s.maintMu.Lock()
	defer s.maintMu.Unlock()
	s.mend()
	if err := s.refusal(); err != nil {
		return err
	}
	return s.checkpoint()
}

// checkpoint does the work; the caller holds maintMu.
func (s *Store) checkpoint() error {
	if s.wal.bytes.Load() == 0 && !s.anyDirty() {
		return nil
	}
	s.commitMu.Lock()
	ts := s.freeze()
	g, leader := s.wal.cutAfter()
	s.commitMu.Unlock()
	if err := s.wal.wait(g, leader); err != nil {
		return err
	}
	if g.cutErr != nil {
		return g.cutErr
	}
	return s.writeCheckpoint(ts, g)
}

// writeCheckpoint moves the frozen layers, whose newest timestamp is ts, into
// blocks; the log goes on where the group g has cut it. On failure all stays as
// it was. The caller holds maintMu.
func (s *Store) writeCheckpoint(ts kv.TS, g *commitGroup) error {
	began := time.Now()
	out := &blockWriter{store: s}
	bases, err := s.flushAll(out)
	if err == nil {
		err = s.reclaim(out, bases)
	}
	if err == nil {
		err = out.sync()
	}
	if err != nil {
		out.discard()
		if isDiskFull(err) {
			s.dropRecycled()
		}
		return fmt.Errorf("writing blocks: %w", err)
	}
	m, files := s.describe(bases, ts, g)
	if err := replaceFile(s.opts.FS, s.opts.Dir, manifestFile, m.encode()); err != nil {
		// Either manifest may be the one on disk: nothing may be removed.
		return fmt.Errorf("writing manifest: %w", writeError(err))
	}
	s.publish(bases)
	s.removeOld(files, g.nextSeg)
	s.opts.Logger.Debug("checkpoint", "timestamp", ts, "new_files", len(out.files), "took", time.Since(began))
	return nil
}

func (s *Store) anyDirty() bool {
	for _, p := range s.parts.Load().list {
		if p.state.Load().dirty() {
			return true
		}
	}
	return false
}

// freeze turns all active deltas into layers and returns the newest timestamp in
// them. The caller holds the commit lock.
func (s *Store) freeze() kv.TS {
	for _, p := range s.parts.Load().list {
		c := p.state.Load()
		if c.active.keys.Load() == 0 {
			continue
		}
		l := layer{delta: c.active, span: p.span, keys: c.active.keys.Load(), bytes: c.active.bytes.Load(), live: c.active.live.Load()}
		p.state.Store(&content{active: newDelta(), layers: append([]layer{l}, c.layers...), base: c.base})
	}
	return s.lastTS
}

// flushAll merges all layers and returns the base of every partition by
// position.
func (s *Store) flushAll(out *blockWriter) ([]*baseIndex, error) {
	oldest := s.pins.oldest()
	list := s.parts.Load().list
	bases := make([]*baseIndex, len(list))
	for i, p := range list {
		c := p.state.Load()
		bases[i] = c.base
		if len(c.layers) == 0 {
			continue
		}
		base, err := flushPartition(out, c, p.span, s.opts.BlockBytes, oldest)
		if err != nil {
			return nil, err
		}
		bases[i] = base
	}
	return bases, nil
}

// describe makes the manifest for bases, and the files that it names.
func (s *Store) describe(bases []*baseIndex, ts kv.TS, g *commitGroup) (*manifest, map[uint64]*blockFile) {
	m := &manifest{ts: ts, segment: g.nextSeg, seq: g.nextSeq, nextPartition: s.nextPartition, nextFile: s.nextFile}
	files := map[uint64]*blockFile{}
	for i, p := range s.parts.Load().list {
		mp := manifestPartition{id: p.id, start: p.span.Start, maxTS: bases[i].maxTS}
		bases[i].tree.Scan(func(r blockRef) bool {
			b := r.block
			files[b.file.id] = b.file
			mp.refs = append(mp.refs, manifestRef{
				lo: r.lo, hi: r.hi, cut: r.cut, lastKey: b.lastKey, file: b.file.id, offset: b.offset,
				length: b.length, rawBytes: b.rawBytes, rows: b.rows, dead: b.dead, maxTS: b.maxTS,
			})
			return true
		})
		m.partitions = append(m.partitions, mp)
	}
	for _, f := range files {
		m.files = append(m.files, manifestFileEntry{id: f.id, size: f.size})
	}
	return m, files
}

// publish gives every partition its new base in place of the layers that are
// merged into it.
func (s *Store) publish(bases []*baseIndex) {
	s.commitMu.Lock()
	defer s.commitMu.Unlock()
	for i, p := range s.parts.Load().list {
		c := p.state.Load()
		if len(c.layers) > 0 || bases[i] != c.base {
			p.state.Store(&content{active: c.active, base: bases[i]})
		}
	}
}

// dropRecycled removes the files of superseded segments that were kept.
func (s *Store) dropRecycled() {
	for _, n := range s.wal.recycled.drop() {
		s.removeFile(s.path(segmentName(n)))
	}
}

func (s *Store) removeFile(name string) {
	if err := s.opts.FS.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.opts.Logger.Warn("superfluous file stays until the next start", "file", name, "error", err)
	}
}

// removeOld deletes the log before segment and the block files that the new
// manifest no longer names. Scans that still read them keep their handles, which
// the runtime closes when the last of them is gone.
func (s *Store) removeOld(files map[uint64]*blockFile, segment uint64) {
	old := s.files
	s.files = files
	s.cache.forget(func(b *block) bool { return files[b.file.id] != b.file })
	var names []string
	for id, f := range old {
		if files[id] == nil {
			names = append(names, f.path)
		}
	}
	if list, err := s.opts.FS.List(s.opts.Dir); err == nil {
		for _, name := range list {
			if n, ok := segmentNumber(name); ok && n < segment && !s.wal.recycled.keep(n) {
				names = append(names, s.path(name))
			}
		}
	}
	for _, name := range names {
		s.removeFile(name)
	}
}

package local

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// Open opens the store in opts.Dir, creating it when the directory is empty or
// absent, and replays the log. Errors: kv.ErrStoreInUse when another process has
// it, kv.ErrVersion, kv.ErrCorrupt with file and offset, kv.ErrInvalid for
// options, or the file system's own (a directory that can't be written).
func Open(opts Options) (*Store, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := opts.FS.MkdirAll(opts.Dir); err != nil {
		return nil, fmt.Errorf("data directory %s can't be created: %w", opts.Dir, err)
	}
	fileLock, err := opts.FS.Lock(path.Join(opts.Dir, lockFile))
	if errors.Is(err, vfs.ErrLocked) {
		return nil, fmt.Errorf("%w: %s", kv.ErrStoreInUse, opts.Dir)
	}
	if err != nil {
		return nil, fmt.Errorf("data directory %s can't be written: %w", opts.Dir, err)
	}
	s, err := recoverStore(opts)
	if err != nil {
		return nil, errors.Join(err, fileLock.Close())
	}
	s.fileLock = fileLock
	s.checkpoints.run(s)
	if s.budget.full() { // what the log held
		s.checkpoints.demand()
	}
	return s, nil
}

// recoverStore builds the store from the manifest and the log.
func recoverStore(opts Options) (*Store, error) {
	if err := checkFormat(opts.FS, opts.Dir); err != nil {
		return nil, err
	}
	s := &Store{opts: opts, locks: newLockTable(), files: map[uint64]*blockFile{}, retired: map[*delta]bool{}, reclaimMax: reclaimBytesMax}
	s.mender = mender{pause: opts.mendPause, began: time.Now()}
	s.checkpoints.init()
	s.cache = &blockCache{codec: opts.Codec, limit: opts.CacheBytes}
	s.budget.limit, s.budget.demand = opts.DeltaBytes, s.checkpoints.demand
	s.txns.limit = opts.TxnBytesTotal
	s.wal = &wal{
		fs: opts.FS, dir: opts.Dir, sync: opts.Sync == SyncCommit,
		segmentBytes: opts.SegmentBytes, logger: opts.Logger, durable: s.durable,
		failed:   s.logFailed,
		recycled: recycledSegments{full: opts.SegmentBytes, kept: recycledKept(opts)},
	}
	m, err := readManifest(opts.FS, opts.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		m, err = emptyManifest(), nil
	}
	if err != nil {
		return nil, err
	}
	if m.end > 0 {
		// Before anything is removed that the manifest does not name.
		if err := s.manifest.open(s, m); err != nil {
			return nil, err
		}
	}
	if err := s.install(m); err != nil {
		return nil, errors.Join(err, s.closeFiles())
	}
	if err := s.recoverLog(m.segment, m.seq); err != nil {
		return nil, errors.Join(err, s.closeFiles())
	}
	s.takeStock()
	s.pins.visible.Store(uint64(s.lastTS))
	s.pins.horizon = s.lastTS
	return s, nil
}

// emptyManifest is that of a store without checkpoint.
func emptyManifest() *manifest {
	return &manifest{segment: 1, seq: 1, nextPartition: 2, nextFile: 1, partitions: []manifestPartition{{id: 1}}}
}

// takeStock notes what replaying the log has left in the deltas.
func (s *Store) takeStock() {
	used := s.budget.frozen.Load()
	for _, p := range s.parts.Load().list {
		c := p.state.Load()
		used += c.active.memory.Load()
		if c.dirty() {
			s.markDirty(p)
		}
	}
	s.budget.used.Store(used)
}

func (s *Store) closeFiles() error {
	var err error
	s.manifest.close()
	for _, f := range s.files {
		err = errors.Join(err, f.file.Close())
	}
	return err
}

// install opens the manifest's files and builds its partitions.
func (s *Store) install(m *manifest) error {
	s.lastTS, s.blocksTS, s.nextFile = m.ts, m.ts, m.nextFile
	s.nextPartition.Store(m.nextPartition)
	for _, e := range m.files {
		name := s.path(blockFileName(e.id))
		f, err := s.opts.FS.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			return &kv.CorruptError{File: name, Offset: 0, Reason: "block file is missing"}
		}
		if err != nil {
			return err
		}
		s.files[e.id] = &blockFile{id: e.id, path: name, file: f, size: e.size}
		if size, err := f.Size(); err != nil || size < e.size {
			return errors.Join(err, &kv.CorruptError{File: name, Offset: size, Reason: fmt.Sprintf("block file ends before its %d bytes", e.size)})
		}
	}
	if err := s.removeOrphans(); err != nil {
		return err
	}
	blocks := map[blockID]*block{}
	parts := &partitionMap{}
	for i, p := range m.partitions {
		span := kv.Span{Start: p.start}
		if i == 0 {
			span.Start = nil
		}
		if i+1 < len(m.partitions) {
			span.End = m.partitions[i+1].start
		}
		base := newBaseIndex()
		for _, r := range p.refs {
			at := r.id()
			b := blocks[at]
			if b == nil {
				file := s.files[r.file]
				if file == nil || r.offset+int64(r.length) > file.size || r.length < blockHeaderBytes {
					return &kv.CorruptError{File: s.path(manifestFile), Offset: -1, Reason: "manifest names a block that is in no file"}
				}
				b = &block{
					file: file, offset: r.offset, length: r.length, rawBytes: r.rawBytes, rows: r.rows, dead: r.dead,
					versions: r.versions, keyBytes: r.keyBytes, maxTS: r.maxTS, lastKey: r.lastKey, columns: r.columns,
				}
				blocks[at] = b
			}
			base.add(blockRef{lo: r.lo, hi: r.hi, block: b, cut: r.cut, cutRows: r.cutRows})
			b.refer()
		}
		base.touched = nil
		s.onDisk.parts = append(s.onDisk.parts, diskPartition{id: p.id, start: p.start, base: base})
		parts.list = append(parts.list, newPartition(p.id, span, &content{active: newDelta(), base: base}))
	}
	s.parts.Store(parts)
	s.countSpace()
	return nil
}

// removeOrphans deletes what an unfinished checkpoint left behind.
func (s *Store) removeOrphans() error {
	names, err := s.opts.FS.List(s.opts.Dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		var id uint64
		_, err := fmt.Sscanf(name, "blocks-%d", &id)
		isBlocks := err == nil && name == blockFileName(id)
		if (isBlocks && s.files[id] == nil) || strings.HasSuffix(name, ".tmp") {
			if err := s.opts.FS.Remove(s.path(name)); err != nil {
				return fmt.Errorf("data directory %s can't be written: %w", s.opts.Dir, err)
			}
		}
		if isBlocks {
			s.nextFile = max(s.nextFile, id+1)
		}
	}
	return nil
}

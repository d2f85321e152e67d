package local

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// backup is one run of Store.Backup.
//
//  1. The folder is locked and its catalogue read; a new folder gets an empty
//     one, which makes it ours.
//  2. A checkpoint puts all commits up to a timestamp into blocks, whose files
//     are pinned.
//  3. Files that the folder lacks are copied under temporary names, synced and
//     renamed; the journal remembers them for the next run, should this one end.
//  4. The manifest of 2 is written; what was copied is read back.
//  5. The new catalogue replaces the old one: the backup exists.
//  6. What the catalogue no longer names is removed.
type backup struct {
	store *Store
	fs    vfs.FS
	dir   string
	opts  kv.BackupOptions

	old     *backupCatalog
	known   map[uint64]copiedFile // in the folder, by the catalogue or the journal
	journal *backupJournal

	manifest *manifest
	sources  map[uint64]*blockFile
	blocks   map[uint64][]blockPlace

	progress kv.BackupProgress
	buf      []byte
	info     kv.BackupInfo
}

// Backup writes a consistent copy of the store to dir. BACKUP.md draws what is
// there afterwards.
func (s *Store) Backup(ctx context.Context, dir string, opts kv.BackupOptions) (kv.BackupInfo, error) {
	if err := s.check(ctx); err != nil {
		return kv.BackupInfo{}, err
	}
	if err := s.outside(dir); err != nil {
		return kv.BackupInfo{}, err
	}
	b := &backup{store: s, fs: s.opts.FS, dir: path.Clean(dir), opts: opts, buf: make([]byte, passBytes)}
	began := time.Now()
	if err := b.run(ctx); err != nil {
		return kv.BackupInfo{}, err
	}
	s.opts.Logger.Info("backup", "folder", b.dir, "timestamp", b.info.TS, "files", b.info.Files, "bytes", b.info.Bytes,
		"copied_bytes", b.info.CopiedBytes, "took", time.Since(began))
	return b.info, nil
}

// outside refuses folders within the data directory.
func (s *Store) outside(dir string) error {
	inner, err := filepath.Abs(dir)
	if err != nil {
		return &kv.BackupError{Path: dir, Err: err}
	}
	data, err := filepath.Abs(s.opts.Dir)
	if err != nil {
		return &kv.BackupError{Path: dir, Err: err}
	}
	if inner == data || strings.HasPrefix(inner, data+string(filepath.Separator)) {
		return fmt.Errorf("%w: %s lies in the data directory", kv.ErrInvalid, dir)
	}
	return nil
}

func (b *backup) run(ctx context.Context) error {
	if err := b.fs.MkdirAll(b.dir); err != nil {
		return b.failed("", err)
	}
	lock, err := b.fs.Lock(path.Join(b.dir, lockFile))
	if errors.Is(err, vfs.ErrLocked) {
		return fmt.Errorf("%w: %s", kv.ErrBackupInUse, b.dir)
	}
	if err != nil {
		return b.failed(lockFile, err)
	}
	defer lock.Close()
	if err := b.openFolder(); err != nil {
		return err
	}
	b.step(kv.BackupCheckpoints, 0)
	if err := b.takeState(); err != nil {
		return err
	}
	defer b.store.unpinFiles(slices.Collect(maps.Values(b.sources)))
	if b.journal, err = startBackupJournal(b.fs, b.dir, b.known); err != nil {
		return err
	}
	err = b.copyFiles(ctx)
	err = errors.Join(err, b.journal.file.Close())
	if err != nil {
		return err
	}
	return b.complete(ctx)
}

// failed wraps what the file system says about a file of the backup.
func (b *backup) failed(name string, err error) error {
	if err == nil {
		return nil
	}
	return &kv.BackupError{Path: path.Join(b.dir, name), Err: err}
}

// takeState runs a checkpoint and pins what it left.
func (b *backup) takeState() error {
	s := b.store
	s.maintMu.Lock()
	defer s.maintMu.Unlock()
	s.mend()
	if err := s.refusal(); err != nil {
		return err
	}
	if err := s.checkpoint(); err != nil {
		return err
	}
	if n := len(b.old.backups); n > 0 && b.old.backups[n-1].TS > s.blocksTS {
		return fmt.Errorf("%w: %s has a backup at timestamp %d, the store is at %d", kv.ErrBackupMismatch, b.dir, b.old.backups[n-1].TS, s.blocksTS)
	}
	// A restored store begins a log of its own.
	b.manifest = s.onDisk.manifest(&manifestEdit{ts: s.blocksTS, segment: 1, seq: 1, nextPartition: s.nextPartition.Load(), nextFile: s.nextFile})
	b.sources = map[uint64]*blockFile{}
	for _, f := range s.pinFiles() {
		b.sources[f.id] = f
	}
	b.blocks = blockPlaces(b.manifest)
	slices.SortFunc(b.manifest.files, func(x, y manifestFileEntry) int { return int(x.id) - int(y.id) })
	b.info.TS = b.manifest.ts
	return nil
}

// openFolder reads the catalogue, or makes an empty one in a new folder.
func (b *backup) openFolder() error {
	store, err := b.store.identity()
	if err != nil {
		return err
	}
	old, err := readBackupCatalog(b.fs, b.dir)
	if errors.Is(err, fs.ErrNotExist) {
		names, err := b.fs.List(b.dir)
		if err != nil {
			return b.failed("", err)
		}
		for _, n := range names {
			if n != lockFile && n != backupCatalogFile+".tmp" && n != "lost+found" {
				return fmt.Errorf("%w: %s holds other files (%s) and no backup", kv.ErrInvalid, b.dir, n)
			}
		}
		old = &backupCatalog{store: store, format: FormatVersion, keep: 1}
		if err := replaceFile(b.fs, b.dir, backupCatalogFile, old.encode()); err != nil {
			return b.failed(backupCatalogFile, err)
		}
		// Not every parent may be read; then its name is as durable as it gets.
		if err := b.fs.SyncDir(path.Dir(b.dir)); err != nil && !errors.Is(err, fs.ErrPermission) {
			return b.failed("", err)
		}
	} else if err != nil {
		return err
	}
	if old.store != store {
		return fmt.Errorf("%w: %s is of the store %s, this one is %s", kv.ErrBackupMismatch, b.dir, old.store, store)
	}
	b.old = old
	b.known = readBackupJournal(b.fs, b.dir)
	maps.Copy(b.known, old.files)
	return nil
}

// step reports progress.
func (b *backup) step(phase kv.BackupPhase, bytes int64) {
	b.progress.Phase = phase
	b.progress.Done += bytes
	if b.opts.Progress != nil {
		b.opts.Progress(b.progress)
	}
}

// complete writes the manifest, verifies, and replaces the catalogue.
func (b *backup) complete(ctx context.Context) error {
	next := &backupCatalog{store: b.old.store, format: FormatVersion, keep: b.old.keep, files: b.known, backups: slices.Clone(b.old.backups)}
	if b.opts.Keep > 0 {
		next.keep = b.opts.Keep
	}
	entry := backupEntry{Number: 1, TS: b.manifest.ts, At: time.Now().UTC()}
	if n := len(next.backups); n > 0 {
		entry.Number = next.backups[n-1].Number + 1
	}
	raw := b.manifest.encode()
	entry.Manifest = backupManifestName(entry.Number)
	entry.ManifestBytes, entry.ManifestSum = int64(len(raw)), checksum(crc32.Checksum(raw, castagnoli))
	for _, f := range b.manifest.files {
		entry.Files = append(entry.Files, f.id)
		b.info.Bytes += f.size
	}
	if err := replaceFile(b.fs, b.dir, entry.Manifest, raw); err != nil {
		return b.failed(entry.Manifest, err)
	}
	if b.opts.Verify {
		if _, _, err := entry.manifest(b.fs, b.dir); err != nil {
			return err
		}
		if err := b.verify(ctx); err != nil {
			return err
		}
	}
	next.backups = append(next.backups, entry)
	next.dropOldest()
	// The names of the copies are synced with that of the catalogue's successor.
	if err := b.fs.SyncDir(b.dir); err != nil {
		return b.failed("", err)
	}
	if err := replaceFile(b.fs, b.dir, backupCatalogFile, next.encode()); err != nil {
		return b.failed(backupCatalogFile, err)
	}
	b.info.Number, b.info.Files = entry.Number, len(entry.Files)
	b.removeOld(next)
	return nil
}

func backupManifestName(n uint64) string { return fmt.Sprintf("manifest-%08d", n) }

// removeOld deletes what a backup has once written and next does not name.
func (b *backup) removeOld(next *backupCatalog) {
	names, err := b.fs.List(b.dir)
	if err != nil {
		b.store.opts.Logger.Warn("superfluous files of the backup stay until the next one", "folder", b.dir, "error", err)
		return
	}
	needed := map[string]bool{}
	for id := range next.files {
		needed[blockFileName(id)] = true
	}
	for _, e := range next.backups {
		needed[e.Manifest] = true
	}
	for _, name := range names {
		if needed[name] || !isBackupFile(name) {
			continue
		}
		if err := b.fs.Remove(path.Join(b.dir, name)); err != nil {
			b.store.opts.Logger.Warn("superfluous file of the backup stays until the next one", "file", path.Join(b.dir, name), "error", err)
		}
	}
}

// isBackupFile reports whether a backup may have written a file of this name that
// it can also remove.
func isBackupFile(name string) bool {
	name = strings.TrimSuffix(name, ".tmp")
	var n uint64
	if _, err := fmt.Sscanf(name, "blocks-%d", &n); err == nil && name == blockFileName(n) {
		return true
	}
	if _, err := fmt.Sscanf(name, "manifest-%d", &n); err == nil && name == backupManifestName(n) {
		return true
	}
	return name == backupJournalFile || name == backupCatalogFile+".tmp"
}

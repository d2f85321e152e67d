package local

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// RestoreOptions shape Restore.
type RestoreOptions struct {
	// Backup is the folder to restore from, BackupFS its file system; vfs.ReadOnly
	// by default.
	Backup   string
	BackupFS vfs.FS
	// Number is that of the backup, 0 the newest in the folder.
	Number uint64
	// Dir is the data directory to make: absent or empty. FS is its file system;
	// vfs.OS by default.
	Dir string
	FS  vfs.FS
	// Progress is told how far it is. nil is allowed.
	Progress func(kv.BackupProgress)
}

// restore is one run of Restore.
type restore struct {
	RestoreOptions
	catalog  *backupCatalog
	made     []string // files in Dir so far
	progress kv.BackupProgress
}

// Restore makes a data directory that holds exactly what the store held at the
// backup's timestamp. Every file and block is checked while it is copied. What an
// error leaves behind is removed; what a crash leaves behind lacks the file
// FORMAT and is refused by Open. Errors: kv.ErrNoBackup, kv.ErrCorrupt,
// kv.ErrVersion, kv.ErrStoreInUse, kv.ErrInvalid for a directory that isn't
// empty, or the file system's own.
func Restore(ctx context.Context, o RestoreOptions) (kv.BackupInfo, error) {
	if o.BackupFS == nil {
		o.BackupFS = vfs.ReadOnly
	}
	if o.FS == nil {
		o.FS = vfs.OS
	}
	r := &restore{RestoreOptions: o}
	var err error
	if r.catalog, err = openBackup(o.BackupFS, o.Backup); err != nil {
		return kv.BackupInfo{}, err
	}
	entry, err := r.choose()
	if err != nil {
		return kv.BackupInfo{}, err
	}
	m, raw, err := entry.manifest(o.BackupFS, o.Backup)
	if err != nil {
		return kv.BackupInfo{}, err
	}
	if err := o.FS.MkdirAll(o.Dir); err != nil {
		return kv.BackupInfo{}, fmt.Errorf("data directory %s can't be created: %w", o.Dir, err)
	}
	lock, err := o.FS.Lock(path.Join(o.Dir, lockFile))
	if errors.Is(err, vfs.ErrLocked) {
		return kv.BackupInfo{}, fmt.Errorf("%w: %s", kv.ErrStoreInUse, o.Dir)
	}
	if err != nil {
		return kv.BackupInfo{}, fmt.Errorf("data directory %s can't be written: %w", o.Dir, err)
	}
	defer lock.Close()
	if err := r.checkEmpty(); err != nil {
		return kv.BackupInfo{}, err
	}
	if err := r.build(ctx, m, raw); err != nil {
		return kv.BackupInfo{}, errors.Join(err, r.removeMade())
	}
	return entry.info(r.catalog), nil
}

// choose finds the backup that is wanted.
func (r *restore) choose() (backupEntry, error) {
	if r.Number == 0 {
		return r.catalog.newest(), nil
	}
	for _, b := range r.catalog.backups {
		if b.Number == r.Number {
			return b, nil
		}
	}
	return backupEntry{}, fmt.Errorf("%w: number %d; the newest is %d", kv.ErrNoBackup, r.Number, r.catalog.newest().Number)
}

func (r *restore) checkEmpty() error {
	names, err := r.FS.List(r.Dir)
	if err != nil {
		return err
	}
	for _, n := range names {
		if n != lockFile && n != "lost+found" {
			return fmt.Errorf("%w: %s is not empty (%s)", kv.ErrInvalid, r.Dir, n)
		}
	}
	return nil
}

// build copies the files; FORMAT, which makes them a data directory, comes last.
func (r *restore) build(ctx context.Context, m *manifest, raw []byte) error {
	r.progress.Phase = kv.BackupCopies
	for _, f := range m.files {
		r.progress.Total += f.size
	}
	blocks, buf := blockPlaces(m), make([]byte, passBytes)
	for _, f := range m.files {
		if err := r.copyFile(ctx, r.catalog.files[f.id], blocks[f.id], buf); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name    string
		content []byte
	}{{manifestFile, raw}, {formatFile, []byte(formatPrefix + strconv.Itoa(FormatVersion) + "\n")}} {
		name := path.Join(r.Dir, f.name)
		r.made = append(r.made, name+".tmp", name)
		if err := replaceFile(r.FS, r.Dir, f.name, f.content); err != nil {
			return writeError(err)
		}
	}
	return nil
}

// removeMade leaves the directory as empty as it was.
func (r *restore) removeMade() error {
	var err error
	for _, name := range r.made {
		if e := r.FS.Remove(name); !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}

func (r *restore) copyFile(ctx context.Context, f copiedFile, blocks []blockPlace, buf []byte) error {
	in, err := openCopy(r.BackupFS, r.Backup, f)
	if err != nil {
		return err
	}
	defer in.Close()
	name := path.Join(r.Dir, blockFileName(f.File))
	out, err := r.FS.Create(name)
	if err != nil {
		return writeError(err)
	}
	r.made = append(r.made, name)
	from := path.Join(r.Backup, blockFileName(f.File))
	pass := filePass{name: from, in: in, size: f.Bytes, blocks: blocks, out: out, buf: buf, step: func(n int64) error {
		r.progress.Done += n
		if r.Progress != nil {
			r.Progress(r.progress)
		}
		return nil
	}}
	sum, err := pass.run(ctx)
	if failed := new(kv.BackupError); errors.As(err, &failed) {
		err = writeError(failed.Err)
	}
	if err == nil && sum != f.Sum {
		err = &kv.CorruptError{File: from, Offset: -1, Reason: "checksum of file does not match the backup's catalogue"}
	}
	if err == nil {
		if err = out.Sync(); err != nil {
			err = writeError(err)
		}
	}
	return errors.Join(err, out.Close())
}

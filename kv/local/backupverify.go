package local

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// VerifyBackup reads the whole backup folder dir and checks every file against
// the catalogue, and every block against its own checksum. It returns the newest
// backup. The error joins a kv.CorruptError for each file that is damaged or
// missing; it is kv.ErrNoBackup when dir holds none, kv.ErrVersion when a newer
// program wrote it. Nothing is written.
func VerifyBackup(ctx context.Context, fsys vfs.FS, dir string, progress func(kv.BackupProgress)) (kv.BackupInfo, error) {
	c, err := openBackup(fsys, dir)
	if err != nil {
		return kv.BackupInfo{}, err
	}
	var damage []error
	var manifests []*manifest
	for _, b := range c.backups {
		m, _, err := b.manifest(fsys, dir)
		switch {
		case errors.Is(err, kv.ErrCorrupt):
			damage = append(damage, err)
			continue
		case err != nil:
			return kv.BackupInfo{}, err
		}
		manifests = append(manifests, m)
		for _, f := range m.files {
			if c.files[f.id].Bytes != f.size {
				damage = append(damage, &kv.CorruptError{File: path.Join(dir, b.Manifest), Offset: -1, Reason: fmt.Sprintf("manifest needs %s, which the catalogue lacks", blockFileName(f.id))})
			}
		}
	}
	blocks := blockPlaces(manifests...)
	now := kv.BackupProgress{Phase: kv.BackupVerifies}
	for _, f := range c.files {
		now.Total += f.Bytes
	}
	buf := make([]byte, passBytes)
	for _, id := range slices.Sorted(maps.Keys(c.files)) {
		at := now.Done
		err := verifyCopy(ctx, fsys, dir, c.files[id], blocks[id], buf, func(n int64) error {
			now.Done += n
			progress(now)
			return nil
		})
		switch {
		case errors.Is(err, kv.ErrCorrupt):
			damage = append(damage, err)
		case err != nil:
			return kv.BackupInfo{}, err
		}
		now.Done = at + c.files[id].Bytes
	}
	return c.newest().info(c), errors.Join(damage...)
}

// openBackup reads the catalogue of a folder that must hold a backup.
func openBackup(fsys vfs.FS, dir string) (*backupCatalog, error) {
	c, err := readBackupCatalog(fsys, dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %s", kv.ErrNoBackup, dir)
	case err != nil:
		return nil, err
	case len(c.backups) == 0:
		return nil, fmt.Errorf("%w: the first one in %s was not completed", kv.ErrNoBackup, dir)
	}
	return c, nil
}

func (c *backupCatalog) newest() backupEntry { return c.backups[len(c.backups)-1] }

// info describes a backup of c.
func (b backupEntry) info(c *backupCatalog) kv.BackupInfo {
	info := kv.BackupInfo{Number: b.Number, TS: b.TS, Files: len(b.Files)}
	for _, id := range b.Files {
		info.Bytes += c.files[id].Bytes
	}
	return info
}

// verifyCopy checks one file of a backup folder. Damage is a kv.CorruptError
// with the offset of the first block that is damaged; the offset is -1 when the
// damage lies where no block of a backup is.
func verifyCopy(ctx context.Context, fsys vfs.FS, dir string, f copiedFile, blocks []blockPlace, buf []byte, step func(int64) error) error {
	in, err := openCopy(fsys, dir, f)
	if err != nil {
		return err
	}
	defer in.Close()
	name := path.Join(dir, blockFileName(f.File))
	pass := filePass{name: name, in: in, size: f.Bytes, blocks: blocks, buf: buf, step: step}
	sum, err := pass.run(ctx)
	if err == nil && sum != f.Sum {
		err = &kv.CorruptError{File: name, Offset: -1, Reason: "checksum of file does not match the backup's catalogue"}
	}
	return err
}

// openCopy opens a file of a backup folder that must have its size.
func openCopy(fsys vfs.FS, dir string, f copiedFile) (vfs.File, error) {
	name := path.Join(dir, blockFileName(f.File))
	in, err := fsys.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &kv.CorruptError{File: name, Offset: 0, Reason: "file is missing"}
	}
	if err != nil {
		return nil, &kv.BackupError{Path: name, Err: err}
	}
	size, err := in.Size()
	switch {
	case err != nil:
		err = &kv.BackupError{Path: name, Err: err}
	case size != f.Bytes:
		err = &kv.CorruptError{File: name, Offset: min(size, f.Bytes), Reason: fmt.Sprintf("file has %d bytes instead of %d", size, f.Bytes)}
	default:
		return in, nil
	}
	return nil, errors.Join(err, in.Close())
}

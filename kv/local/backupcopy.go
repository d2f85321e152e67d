package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// copyFiles brings the files of the manifest into the folder.
func (b *backup) copyFiles(ctx context.Context) error {
	var missing []manifestFileEntry
	for _, f := range b.manifest.files {
		there, err := b.reusable(ctx, f)
		if err != nil {
			return err
		}
		if there {
			b.info.ReusedBytes += f.size
		} else {
			missing = append(missing, f)
			b.progress.Total += f.size
		}
		if b.opts.Verify {
			b.progress.Total += f.size
		}
	}
	for _, f := range missing {
		if err := b.copyFile(ctx, f, kv.BackupCopies); err != nil {
			return err
		}
	}
	return nil
}

// reusable reports whether the folder holds a copy of f. A copy that is damaged
// counts as none; one that is whole, but of another file of the same number,
// tells that the folder is not of this store's history.
func (b *backup) reusable(ctx context.Context, f manifestFileEntry) (bool, error) {
	known, ok := b.known[f.id]
	if !ok {
		return false, nil
	}
	there, err := b.fs.Open(path.Join(b.dir, blockFileName(f.id)))
	if err != nil {
		return false, nil
	}
	defer there.Close()
	size, err := there.Size()
	if err != nil || size != known.Bytes {
		return false, nil
	}
	if size == f.size && sameEnds(b.sources[f.id].file, there, size) {
		return true, nil
	}
	pass := filePass{in: there, size: size, buf: b.buf, step: func(int64) error { return nil }}
	sum, err := pass.run(ctx)
	if err == nil && sum == known.Sum {
		return false, fmt.Errorf("%w: %s is another file in %s", kv.ErrBackupMismatch, blockFileName(f.id), b.dir)
	}
	return false, ctx.Err()
}

// sameEnds compares the first and the last piece of two files of a size: it is
// cheap, and two histories of a store don't write the same there.
func sameEnds(a, b vfs.File, size int64) bool {
	const piece = 64 << 10
	x, y := make([]byte, min(piece, size)), make([]byte, min(piece, size))
	for _, at := range []int64{0, max(0, size-piece)} {
		n, _ := a.ReadAt(x, at)
		m, _ := b.ReadAt(y, at)
		if n < len(x) || m < len(y) || !bytes.Equal(x, y) {
			return false
		}
	}
	return true
}

// copyFile copies f, checking its blocks on the way, and enters it in the
// journal.
func (b *backup) copyFile(ctx context.Context, f manifestFileEntry, phase kv.BackupPhase) (err error) {
	source, name := b.sources[f.id], blockFileName(f.id)
	tmp := path.Join(b.dir, name+".tmp")
	out, err := b.fs.Create(tmp)
	if err != nil {
		return b.failed(name, err)
	}
	defer func() {
		if out != nil {
			err = errors.Join(err, out.Close(), b.fs.Remove(tmp))
		}
	}()
	pass := filePass{name: source.path, in: source.file, size: f.size, blocks: b.blocks[f.id], out: out, buf: b.buf}
	pass.step = func(n int64) error {
		b.step(phase, n)
		return b.store.check(ctx)
	}
	sum, err := pass.run(ctx)
	if failed := new(kv.BackupError); errors.As(err, &failed) {
		return b.failed(name, failed.Err)
	}
	if err != nil {
		return err
	}
	if err := out.Sync(); err != nil {
		return b.failed(name, err)
	}
	closing := out
	out = nil
	if err := errors.Join(closing.Close(), b.fs.Rename(tmp, path.Join(b.dir, name))); err != nil {
		return b.failed(name, err)
	}
	copied := copiedFile{File: f.id, Bytes: f.size, Sum: sum}
	b.known[f.id] = copied
	b.info.CopiedBytes += f.size
	return b.failed(backupJournalFile, b.journal.add(copied))
}

// verify reads the files of the backup back. One that an earlier run has copied
// and that has been damaged since is copied again, once.
func (b *backup) verify(ctx context.Context) error {
	for _, f := range b.manifest.files {
		err := b.verifyFile(ctx, f)
		if errors.Is(err, kv.ErrCorrupt) {
			b.store.opts.Logger.Warn("copying a file of the backup again that is damaged", "error", err)
			b.progress.Total += 2 * f.size
			if err = b.copyFile(ctx, f, kv.BackupVerifies); err == nil {
				err = b.verifyFile(ctx, f)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *backup) verifyFile(ctx context.Context, f manifestFileEntry) error {
	return verifyCopy(ctx, b.fs, b.dir, b.known[f.id], b.blocks[f.id], b.buf, func(n int64) error {
		b.step(kv.BackupVerifies, n)
		return b.store.check(ctx)
	})
}

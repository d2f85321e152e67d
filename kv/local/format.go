package local

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// FormatVersion is the version of the data directory that this code reads and
// writes (FORMAT.md).
const FormatVersion = 2

const (
	formatFile   = "FORMAT"
	formatPrefix = "sparrow kv/local format "
	lockFile     = "LOCK"
)

func versionError(found uint32) error {
	return fmt.Errorf("%w: the data has format version %d, this program reads version %d", kv.ErrVersion, found, FormatVersion)
}

// checkFormat verifies the format file of dir, creating it in a new directory.
func checkFormat(fsys vfs.FS, dir string) error {
	name := path.Join(dir, formatFile)
	content, err := readFile(fsys, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		names, err := fsys.List(dir)
		if err != nil {
			return err
		}
		for _, n := range names {
			if n == manifestFile || strings.HasPrefix(n, "wal-") {
				return &kv.CorruptError{File: name, Offset: 0, Reason: "file is missing beside data"}
			}
			// What a first start that was interrupted here has left is no obstacle.
			if n != lockFile && n != formatFile+".tmp" && n != "lost+found" {
				return fmt.Errorf("%w: %s holds other files (%s) and is no data directory", kv.ErrInvalid, dir, n)
			}
		}
		return replaceFile(fsys, dir, formatFile, formatContent())
	case err != nil:
		return err
	}
	return parseFormat(dir, name, content)
}

func formatContent() []byte { return []byte(formatPrefix + strconv.Itoa(FormatVersion) + "\n") }

// parseFormat verifies the content of the format file.
func parseFormat(dir, name string, content []byte) error {
	text, ok := strings.CutPrefix(strings.TrimSuffix(string(content), "\n"), formatPrefix)
	v, err := strconv.ParseUint(text, 10, 32)
	if !ok || err != nil {
		return &kv.CorruptError{File: name, Offset: 0, Reason: "not a format file"}
	}
	if v != FormatVersion {
		return fmt.Errorf("%w (%s)", versionError(uint32(v)), dir)
	}
	return nil
}

// readFile reads a whole small file.
func readFile(fsys vfs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return nil, err
	}
	b := make([]byte, size)
	if size == 0 {
		return b, nil
	}
	_, err = f.ReadAt(b, 0)
	return b, err
}

// fileSize returns the size of a file in bytes.
func fileSize(fsys vfs.FS, name string) (int64, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return 0, err
	}
	size, err := f.Size()
	return size, errors.Join(err, f.Close())
}

// replaceFile sets a file's content in one atomic, durable step: a temporary
// file is synced and renamed over it.
func replaceFile(fsys vfs.FS, dir, name string, content []byte) error {
	if err := writeTemporary(fsys, dir, name, content); err != nil {
		return err
	}
	return adoptTemporary(fsys, dir, name)
}

// writeTemporary is the first half of replaceFile: the file itself is not touched.
func writeTemporary(fsys vfs.FS, dir, name string, content []byte) error {
	f, err := fsys.Create(path.Join(dir, name+".tmp"))
	if err != nil {
		return err
	}
	_, err = f.WriteAt(content, 0)
	return errors.Join(err, f.Sync(), f.Close())
}

// adoptTemporary is the second half. When it fails, the file may have either
// content.
func adoptTemporary(fsys vfs.FS, dir, name string) error {
	if err := fsys.Rename(path.Join(dir, name+".tmp"), path.Join(dir, name)); err != nil {
		return err
	}
	return fsys.SyncDir(dir)
}

package local

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

const (
	// backupVersion is the version of a backup folder's catalogue (BACKUP.md).
	backupVersion     = 1
	backupCatalogFile = "BACKUP"
)

// checksum is a CRC-32C, written as eight hexadecimal digits.
type checksum uint32

// MarshalText writes the digits.
func (c checksum) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%08x", uint32(c)), nil }

// UnmarshalText reads the digits.
func (c *checksum) UnmarshalText(b []byte) error {
	v, err := strconv.ParseUint(string(b), 16, 32)
	*c = checksum(v)
	return err
}

// backupCatalog says what a backup folder holds. It is replaced by rename when a
// backup is complete, and so is the moment when that backup comes to exist.
type backupCatalog struct {
	store   string // id of the store whose backups these are
	format  int    // FormatVersion of the store's files
	keep    int    // backups to be kept
	files   map[uint64]copiedFile
	backups []backupEntry // oldest first
}

// copiedFile is the copy of a block file.
type copiedFile struct {
	File  uint64   `json:"file"`
	Bytes int64    `json:"bytes"`
	Sum   checksum `json:"crc32c"`
}

// backupEntry is one backup.
type backupEntry struct {
	Number        uint64    `json:"backup"`
	TS            kv.TS     `json:"timestamp"`
	At            time.Time `json:"at"`
	Manifest      string    `json:"manifest"`
	ManifestBytes int64     `json:"bytes"`
	ManifestSum   checksum  `json:"crc32c"`
	Files         []uint64  `json:"files"`
}

// The first and the last line of the catalogue.
type (
	backupHead struct {
		Version int    `json:"sparrow_backup"`
		Format  int    `json:"format"`
		Store   string `json:"store"`
		Keep    int    `json:"keep"`
	}
	backupEnd struct {
		End bool     `json:"end"`
		Sum checksum `json:"crc32c"` // of all lines before
	}
)

func (c *backupCatalog) encode() []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	lines := []any{backupHead{backupVersion, c.format, c.store, c.keep}}
	for _, id := range slices.Sorted(maps.Keys(c.files)) {
		lines = append(lines, c.files[id])
	}
	for _, b := range c.backups {
		lines = append(lines, b)
	}
	for _, line := range lines {
		if err := enc.Encode(line); err != nil {
			panic(err) // none of these can fail
		}
	}
	enc.Encode(backupEnd{true, checksum(crc32.Checksum(out.Bytes(), castagnoli))})
	return out.Bytes()
}

func decodeBackupCatalog(name string, text []byte) (*backupCatalog, error) {
	corrupt := func(at int, reason string) error {
		return &kv.CorruptError{File: name, Offset: int64(at), Reason: reason}
	}
	last := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n') + 1
	var head backupHead
	first, _, _ := bytes.Cut(text, []byte("\n"))
	if json.Unmarshal(first, &head) == nil && head.Version > backupVersion {
		return nil, fmt.Errorf("%w: the backup has version %d, this program reads version %d", kv.ErrVersion, head.Version, backupVersion)
	}
	var end backupEnd
	if json.Unmarshal(text[last:], &end) != nil || !end.End || checksum(crc32.Checksum(text[:last], castagnoli)) != end.Sum || head.Version != backupVersion {
		return nil, corrupt(0, "checksum of backup catalogue does not match")
	}
	c := &backupCatalog{store: head.Store, format: head.Format, keep: max(1, head.Keep), files: map[uint64]copiedFile{}}
	at := len(first) + 1
	for line := range bytes.Lines(text[at:last]) {
		var kind struct {
			Backup uint64 `json:"backup"`
		}
		err := json.Unmarshal(line, &kind)
		if err == nil && kind.Backup > 0 {
			var b backupEntry
			err = json.Unmarshal(line, &b)
			c.backups = append(c.backups, b)
		} else if err == nil {
			var f copiedFile
			err = json.Unmarshal(line, &f)
			c.files[f.File] = f
		}
		if err != nil {
			return nil, corrupt(at, "backup catalogue is malformed: "+err.Error())
		}
		at += len(line)
	}
	return c, nil
}

// readBackupCatalog reads the catalogue of dir; fs.ErrNotExist if there is none.
func readBackupCatalog(fsys vfs.FS, dir string) (*backupCatalog, error) {
	name := path.Join(dir, backupCatalogFile)
	text, err := readFile(fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err != nil {
		return nil, &kv.BackupError{Path: name, Err: err}
	}
	return decodeBackupCatalog(name, text)
}

// dropOldest drops the backups that are too many and the files that only those
// needed.
func (c *backupCatalog) dropOldest() {
	c.backups = c.backups[max(0, len(c.backups)-c.keep):]
	needed := map[uint64]bool{}
	for _, b := range c.backups {
		for _, id := range b.Files {
			needed[id] = true
		}
	}
	maps.DeleteFunc(c.files, func(id uint64, _ copiedFile) bool { return !needed[id] })
}

// manifest reads and checks the manifest of a backup.
func (b backupEntry) manifest(fsys vfs.FS, dir string) (*manifest, []byte, error) {
	name := path.Join(dir, b.Manifest)
	raw, err := readFile(fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, &kv.CorruptError{File: name, Offset: 0, Reason: "file is missing"}
	}
	if err != nil {
		return nil, nil, &kv.BackupError{Path: name, Err: err}
	}
	if int64(len(raw)) != b.ManifestBytes || checksum(crc32.Checksum(raw, castagnoli)) != b.ManifestSum {
		return nil, nil, &kv.CorruptError{File: name, Offset: 0, Reason: "checksum of file does not match the backup's catalogue"}
	}
	m, err := decodeManifest(name, raw)
	return m, raw, err
}

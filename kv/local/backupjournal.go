package local

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"path"
	"strconv"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// backupJournalFile lists the files that a backup which is not complete has
// copied, so that the next one need not copy them again. A line is the checksum
// of what follows in it, a space, and a copiedFile.
const backupJournalFile = "PROGRESS"

// backupJournal appends to the list.
type backupJournal struct {
	file vfs.File
	size int64
}

// readBackupJournal reads the list of dir as far as it is whole.
func readBackupJournal(fsys vfs.FS, dir string) map[uint64]copiedFile {
	files := map[uint64]copiedFile{}
	text, err := readFile(fsys, path.Join(dir, backupJournalFile))
	if err != nil {
		return files // then everything is copied again
	}
	for line := range bytes.Lines(text) {
		sum, entry, ok := bytes.Cut(line, []byte(" "))
		want, err := strconv.ParseUint(string(sum), 16, 32)
		var f copiedFile
		if !ok || err != nil || crc32.Checksum(entry, castagnoli) != uint32(want) || json.Unmarshal(entry, &f) != nil {
			break
		}
		files[f.File] = f
	}
	return files
}

// startBackupJournal begins a list with the files that are known already.
func startBackupJournal(fsys vfs.FS, dir string, known map[uint64]copiedFile) (*backupJournal, error) {
	var content []byte
	for _, f := range known {
		content = appendJournal(content, f)
	}
	name := path.Join(dir, backupJournalFile)
	if err := replaceFile(fsys, dir, backupJournalFile, content); err != nil {
		return nil, &kv.BackupError{Path: name, Err: err}
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, &kv.BackupError{Path: name, Err: err}
	}
	return &backupJournal{file: f, size: int64(len(content))}, nil
}

// add appends a file whose copy is on disk. It does not sync: a line that is
// lost costs a copy.
func (j *backupJournal) add(f copiedFile) error {
	line := appendJournal(nil, f)
	_, err := j.file.WriteAt(line, j.size)
	j.size += int64(len(line))
	return err
}

func appendJournal(out []byte, f copiedFile) []byte {
	entry, err := json.Marshal(f)
	if err != nil {
		panic(err) // it can't fail
	}
	entry = append(entry, '\n')
	out = fmt.Appendf(out, "%08x ", crc32.Checksum(entry, castagnoli))
	return append(out, entry...)
}

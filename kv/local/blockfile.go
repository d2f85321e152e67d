package local

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// castagnoli is the polynomial of every checksum in the store's files.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// blockFile is an append-only file of blocks. Only one checkpoint writes it,
// then it is immutable until it is removed. A handle that readers still use is
// closed by the runtime when they are gone: removing a file does not disturb
// scans that began before.
type blockFile struct {
	id   uint64
	path string
	file vfs.File
	size int64
	// How many blocks the manifest refers to, and their bytes; under maintMu.
	blocks int
	live   int64
}

func blockFileName(id uint64) string { return fmt.Sprintf("blocks-%08d", id) }

// encoded reads a block as it is on disk and checks it.
func (b *block) encoded() (encodedBlock, error) {
	buf := make([]byte, b.length)
	if _, err := b.file.file.ReadAt(buf, b.offset); err != nil {
		if errors.Is(err, fs.ErrClosed) {
			return encodedBlock{}, kv.ErrClosed
		}
		return encodedBlock{}, b.corrupt("can't be read: " + err.Error())
	}
	e, err := parseBlock(buf)
	if err != nil {
		return e, b.corrupt(err.Error())
	}
	return e, nil
}

// read reads the block and makes it readable.
func (b *block) read(codec kv.Codec) (*decodedBlock, error) {
	e, err := b.encoded()
	if err != nil {
		return nil, err
	}
	d, err := e.decode(codec)
	if err != nil {
		return nil, b.corrupt(err.Error())
	}
	return d, nil
}

func (b *block) corrupt(reason string) error {
	return &kv.CorruptError{File: b.file.path, Offset: b.offset, Reason: reason}
}

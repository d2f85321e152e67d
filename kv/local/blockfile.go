package local

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// castagnoli is the polynomial of every checksum in the store's files.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A block on disk: checksum of all that follows (4), codec (1), reserved (3),
// raw length (4), compressed payload.
const (
	blockHeaderBytes = 12
	// blockCodecZstd is opaque rows in zstd; other codecs get other numbers.
	blockCodecZstd = 1
	// blockRawBytesMax bounds a decoded block: one row may be as large as a
	// transaction, with all its versions.
	blockRawBytesMax = math.MaxInt32 - 1
)

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
func (b *block) encoded() ([]byte, error) {
	buf := make([]byte, b.length)
	if _, err := b.file.file.ReadAt(buf, b.offset); err != nil {
		if errors.Is(err, fs.ErrClosed) {
			return nil, kv.ErrClosed
		}
		return nil, b.corrupt("can't be read: " + err.Error())
	}
	if len(buf) < blockHeaderBytes || crc32.Checksum(buf[4:], castagnoli) != binary.LittleEndian.Uint32(buf) {
		return nil, b.corrupt("checksum of block does not match")
	}
	return buf, nil
}

// read reads and decodes the block.
func (b *block) read(codec *zstdCodec) (*decodedBlock, error) {
	buf, err := b.encoded()
	if err != nil {
		return nil, err
	}
	d, err := decodeBlock(codec, buf)
	if err != nil {
		return nil, b.corrupt(err.Error())
	}
	return d, nil
}

func (b *block) corrupt(reason string) error {
	return &kv.CorruptError{File: b.file.path, Offset: b.offset, Reason: reason}
}

// decodeBlock decodes a block whose checksum has been checked.
func decodeBlock(codec *zstdCodec, buf []byte) (*decodedBlock, error) {
	if len(buf) < blockHeaderBytes || buf[4] != blockCodecZstd {
		return nil, errors.New("block has an unknown codec")
	}
	rawLen := binary.LittleEndian.Uint32(buf[8:])
	if rawLen > blockRawBytesMax {
		return nil, errors.New("block has an impossible length")
	}
	raw, err := codec.dec.DecodeAll(buf[blockHeaderBytes:], make([]byte, 0, min(rawLen, 64<<20)))
	if err != nil {
		return nil, fmt.Errorf("block does not decompress: %w", err)
	}
	d, ok := decodeRows(raw)
	if !ok || len(raw) != int(rawLen) {
		return nil, errors.New("block has a malformed layout")
	}
	return d, nil
}

package local

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"path"

	"github.com/sparrowdb/sparrow/kv"
)

// blockFileBytes closes a block file to further blocks, in bytes.
const blockFileBytes = 512 << 20

// blockWriter writes one checkpoint's blocks into new files.
type blockWriter struct {
	store *Store
	files []*blockFile
	raw   []byte
	out   []byte
}

// file returns the file that takes the next block.
func (w *blockWriter) file() (*blockFile, error) {
	if n := len(w.files); n > 0 && w.files[n-1].size < blockFileBytes {
		return w.files[n-1], nil
	}
	id := w.store.nextFile
	w.store.nextFile++
	name := path.Join(w.store.opts.Dir, blockFileName(id))
	f, err := w.store.opts.FS.Create(name)
	if err != nil {
		return nil, writeError(err)
	}
	bf := &blockFile{id: id, path: name, file: f}
	w.files = append(w.files, bf)
	return bf, nil
}

// add compresses rows into a block.
func (w *blockWriter) add(rows []blockRow) (*block, error) {
	b, minTS := describe(rows)
	w.raw = appendRows(w.raw[:0], rows, minTS)
	if len(w.raw) > blockRawBytesMax {
		return nil, fmt.Errorf("%w: block of %d bytes", kv.ErrTooLarge, len(w.raw))
	}
	out := append(w.out[:0], make([]byte, blockHeaderBytes)...)
	out[4] = blockCodecZstd
	binary.LittleEndian.PutUint32(out[8:], uint32(len(w.raw)))
	w.out = w.store.cache.codec.enc.EncodeAll(w.raw, out)
	binary.LittleEndian.PutUint32(w.out, crc32.Checksum(w.out[4:], castagnoli))
	b.rawBytes = int32(len(w.raw))
	return b, w.place(b, w.out)
}

// move copies a block as it is and returns the copy.
func (w *blockWriter) move(old *block) (*block, error) {
	encoded, err := old.encoded()
	if err != nil {
		return nil, err
	}
	b := &block{rawBytes: old.rawBytes, rows: old.rows, dead: old.dead, maxTS: old.maxTS, lastKey: old.lastKey}
	return b, w.place(b, encoded)
}

// place writes an encoded block to the end of the current file.
func (w *blockWriter) place(b *block, encoded []byte) error {
	f, err := w.file()
	if err != nil {
		return err
	}
	if _, err := f.file.WriteAt(encoded, f.size); err != nil {
		return writeError(err)
	}
	b.file, b.offset, b.length = f, f.size, int32(len(encoded))
	f.size += int64(len(encoded))
	return nil
}

// sync makes all files and their names durable.
func (w *blockWriter) sync() error {
	for _, f := range w.files {
		if err := f.file.Sync(); err != nil {
			return writeError(err)
		}
	}
	if len(w.files) == 0 {
		return nil
	}
	if err := w.store.opts.FS.SyncDir(w.store.opts.Dir); err != nil {
		return writeError(err)
	}
	return nil
}

// discard removes the files of a checkpoint that failed.
func (w *blockWriter) discard() {
	for _, f := range w.files {
		if err := errors.Join(f.file.Close(), w.store.opts.FS.Remove(f.path)); err != nil {
			w.store.opts.Logger.Warn("block file of a failed checkpoint stays until the next start", "file", f.path, "error", err)
		}
	}
}

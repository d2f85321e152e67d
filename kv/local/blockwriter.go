package local

import (
	"errors"
	"path"
)

// blockFileBytes closes a block file to further blocks, in bytes. It is also the
// unit in which space is given back.
const blockFileBytes = 64 << 20

// blockWriter writes one checkpoint's blocks into new files.
type blockWriter struct {
	store *Store
	files []*blockFile
	// Scratch memory.
	values [][]byte
	keys   []byte
	out    []byte
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

// add lays rows out as a block and writes it.
func (w *blockWriter) add(rows []blockRow) (_ *block, err error) {
	b := describe(rows)
	w.values = appendValues(w.values[:0], rows)
	w.keys = appendKeySection(w.keys[:0], rows)
	if w.out, b.columns, err = encodeBlock(w.out[:0], w.store.opts.Codec, rows, w.values, w.keys); err != nil {
		return nil, err
	}
	return b, w.place(b, w.out)
}

// move copies a block as it is and returns the copy.
func (w *blockWriter) move(old *block) (*block, error) {
	encoded, err := old.encoded()
	if err != nil {
		return nil, err
	}
	b := &block{
		rawBytes: old.rawBytes, rows: old.rows, dead: old.dead, versions: old.versions, keyBytes: old.keyBytes,
		maxTS: old.maxTS, lastKey: old.lastKey, columns: old.columns,
	}
	return b, w.place(b, encoded.bytes)
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

// bytes is what was written so far.
func (w *blockWriter) bytes() (n int64) {
	for _, f := range w.files {
		n += f.size
	}
	return n
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

package local

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"slices"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// passBytes is how much of a file is read at once.
const passBytes = 1 << 20

// blockPlace is where a block lies in its file.
type blockPlace struct {
	offset int64
	length int32
}

// blockPlaces lists by file the blocks that manifests name, in the order in which
// they lie there.
func blockPlaces(manifests ...*manifest) map[uint64][]blockPlace {
	places := map[uint64][]blockPlace{}
	for _, m := range manifests {
		for _, p := range m.partitions {
			for _, r := range p.refs {
				places[r.file] = append(places[r.file], blockPlace{r.offset, r.length})
			}
		}
	}
	for id, list := range places {
		slices.SortFunc(list, func(a, b blockPlace) int { return int(a.offset - b.offset) })
		places[id] = slices.Compact(list)
	}
	return places
}

// filePass reads a block file once from beginning to end, checking the blocks in
// it, and perhaps copying it.
type filePass struct {
	name   string // for errors
	in     io.ReaderAt
	size   int64
	blocks []blockPlace
	out    vfs.File // nil: nothing is copied
	// step is told of every part that is done, and may end the pass.
	step func(bytes int64) error
	buf  []byte // passBytes
}

// run returns the checksum of the whole file. Damage is a CorruptError; what
// writing says is a *kv.BackupError without a path.
func (p *filePass) run(ctx context.Context) (checksum, error) {
	sum, block := uint32(0), blockSum{left: p.blocks}
	for pos := int64(0); pos < p.size; {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		chunk := p.buf[:min(passBytes, p.size-pos)]
		if n, err := p.in.ReadAt(chunk, pos); n < len(chunk) {
			return 0, p.unreadable(pos+int64(n), err)
		}
		sum = crc32.Update(sum, castagnoli, chunk)
		if bad, ok := block.add(pos, chunk); !ok {
			return 0, &kv.CorruptError{File: p.name, Offset: bad, Reason: "checksum of block does not match"}
		}
		if p.out != nil {
			if _, err := p.out.WriteAt(chunk, pos); err != nil {
				return 0, &kv.BackupError{Err: err}
			}
		}
		pos += int64(len(chunk))
		if err := p.step(int64(len(chunk))); err != nil {
			return 0, err
		}
	}
	if len(block.left) > 0 {
		return 0, &kv.CorruptError{File: p.name, Offset: p.size, Reason: fmt.Sprintf("block file ends before its block at %d", block.left[0].offset)}
	}
	return checksum(sum), nil
}

func (p *filePass) unreadable(at int64, err error) error {
	switch {
	case errors.Is(err, fs.ErrClosed):
		return kv.ErrClosed
	case err == nil || errors.Is(err, io.EOF):
		return &kv.CorruptError{File: p.name, Offset: at, Reason: fmt.Sprintf("block file ends before its %d bytes", p.size)}
	}
	return &kv.CorruptError{File: p.name, Offset: at, Reason: "can't be read: " + err.Error()}
}

// blockSum checks blocks whose bytes come piece by piece.
type blockSum struct {
	left []blockPlace
	head [4]byte // the checksum that the first of them begins with
	sum  uint32
}

// add takes the piece of the file at pos; ok is false when the block at offset
// bad does not fit its checksum.
func (s *blockSum) add(pos int64, piece []byte) (bad int64, ok bool) {
	for len(s.left) > 0 {
		b := s.left[0]
		end := b.offset + int64(b.length)
		from, to := max(b.offset, pos), min(end, pos+int64(len(piece)))
		if from < to {
			part := piece[from-pos : to-pos]
			if at := from - b.offset; at < int64(len(s.head)) {
				part = part[copy(s.head[at:], part):]
			}
			s.sum = crc32.Update(s.sum, castagnoli, part)
		}
		if end > pos+int64(len(piece)) {
			return 0, true
		}
		if s.sum != binary.LittleEndian.Uint32(s.head[:]) {
			return b.offset, false
		}
		s.left, s.sum = s.left[1:], 0
	}
	return 0, true
}

package spill

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/klauspost/compress/s2"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// File is a sequence of batches on disk. It belongs to one goroutine, but
// several Readers may be at work once nothing is written any more.
//
// On disk a batch is a frame: the length of what follows as a uvarint, then the
// encoded batch (codec.go), compressed by S2. There are no checksums: a file is
// read by the process that wrote it and by no other.
type File struct {
	space  *Space
	quota  *Quota
	ts     []types.T
	f      *os.File // nil before the first flush
	size   int64    // flushed, in bytes
	out    []byte   // frames not flushed yet
	raw    []byte   // the encoded batch, reused
	rows   int64
	frames []frameStart
}

// flushBytes is how much is written at once.
const flushBytes = 64 << 10

// Create makes an empty file for batches of columns of types ts. Nothing is on
// disk before about 64 KiB have been written.
func (s *Space) Create(ts []types.T, quota *Quota) *File {
	return &File{space: s, quota: quota, ts: ts}
}

// Rows is the number of rows written.
func (f *File) Rows() int64 { return f.rows }

// Bytes is the size of the file, buffered frames included.
func (f *File) Bytes() int64 { return f.size + int64(len(f.out)) }

// Write appends the live rows of b. Errors: ErrSpaceFull, and those of the
// operating system.
func (f *File) Write(b *datum.Batch) error {
	n := b.Rows()
	if n == 0 {
		return nil
	}
	f.raw = appendBatch(f.raw[:0], b)
	most := s2.MaxEncodedLen(len(f.raw))
	if most < 0 {
		return fmt.Errorf("spill: a batch of %d bytes is too large", len(f.raw))
	}
	packed := s2.Encode(nil, f.raw)
	f.frames = append(f.frames, frameStart{at: f.Bytes(), rows: f.rows})
	f.out = binary.AppendUvarint(f.out, uint64(len(packed)))
	f.out = append(f.out, packed...)
	f.rows += int64(n)
	if len(f.out) >= flushBytes {
		return f.flush()
	}
	return nil
}

func (f *File) flush() error {
	n := int64(len(f.out))
	if n == 0 {
		return nil
	}
	if f.f == nil {
		file, err := f.space.open()
		if err != nil {
			return diskError(err)
		}
		f.f = file
	}
	if err := f.quota.grow(n); err != nil {
		return err
	}
	f.space.add(n)
	f.size += n
	if _, err := f.f.WriteAt(f.out, f.size-n); err != nil {
		return diskError(fmt.Errorf("write a temporary file: %w", err))
	}
	f.out = f.out[:0]
	return nil
}

// diskError marks that the disk is full.
func diskError(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: %w", ErrSpaceFull, err)
	}
	return err
}

// Close gives the file's space back. A second call does nothing.
func (f *File) Close() {
	if f.f != nil {
		// Nothing of the file is wanted any more, so its error is of no use.
		_ = f.f.Close()
		f.f = nil
	}
	f.space.add(-f.size)
	f.quota.shrink(f.size)
	f.size, f.out, f.raw, f.frames = 0, nil, nil, nil
}

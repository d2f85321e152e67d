package spill

import (
	"encoding/binary"
	"fmt"
	"sort"

	"github.com/klauspost/compress/s2"

	"github.com/sparrowdb/sparrow/sql/datum"
)

// frameStart is where a frame begins, buffered ones included, and how many rows
// come before it.
type frameStart struct {
	at, rows int64
}

// Frames is the number of batches written.
func (f *File) Frames() int { return len(f.frames) }

// FrameOf is the batch that row number row, counted from 0, is in, and the number
// of rows in the batches before it.
func (f *File) FrameOf(row int64) (frame int, before int64) {
	frame = sort.Search(len(f.frames), func(i int) bool { return f.frames[i].rows > row }) - 1
	return frame, f.frames[frame].rows
}

// Frame appends the rows of batch i to into. Other than a Reader's, its rows may be
// asked for while the file is being written.
func (f *File) Frame(i int, into *datum.Batch) error {
	from, to := f.frames[i].at, f.Bytes()
	if i+1 < len(f.frames) {
		to = f.frames[i+1].at
	}
	var frame []byte
	if from >= f.size {
		frame = f.out[from-f.size : to-f.size]
	} else {
		frame = make([]byte, to-from)
		if _, err := f.f.ReadAt(frame, from); err != nil {
			return fmt.Errorf("read a temporary file: %w", err)
		}
	}
	_, n := binary.Uvarint(frame)
	if n <= 0 {
		return errFrame
	}
	return decodeFrame(frame[n:], into)
}

// decodeFrame appends a frame's rows to into. Strings point into memory made for
// the frame.
func decodeFrame(frame []byte, into *datum.Batch) error {
	size, err := s2.DecodedLen(frame)
	if err != nil {
		return fmt.Errorf("%w: %w", errFrame, err)
	}
	raw, err := s2.Decode(make([]byte, size), frame)
	if err != nil {
		return fmt.Errorf("%w: %w", errFrame, err)
	}
	return decodeBatch(raw, into)
}

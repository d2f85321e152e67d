package spill

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/sparrowdb/sparrow/sql/datum"
)

// Reader reads a file's batches in the order of their writing.
type Reader struct {
	file  *File
	at    int64  // of the file: what is to be read next
	buf   []byte // read ahead and not decoded yet
	tail  bool   // buf is the file's unflushed end
	batch *datum.Batch
}

// readBytes is how much is read at once.
const readBytes = 64 << 10

// errFrame reports a file that is not what was written.
var errFrame = errors.New("spill: a temporary file is damaged")

// Read starts a pass over the file. Nothing may be written while it lasts.
func (f *File) Read() *Reader {
	return &Reader{file: f, batch: datum.NewBatch(f.ts)}
}

// Next returns the next batch, valid until the following call, or nil at the
// end.
func (r *Reader) Next() (*datum.Batch, error) {
	n, err := r.length()
	if err != nil || n == 0 {
		return nil, err
	}
	if err := r.need(n); err != nil {
		return nil, err
	}
	frame := r.buf[:n]
	r.buf = r.buf[n:]
	r.batch.Reset()
	if err := decodeFrame(frame, r.batch); err != nil {
		return nil, err
	}
	return r.batch, nil
}

// length reads the length of the next frame; 0 is the end of the file.
func (r *Reader) length() (int, error) {
	for want := 1; ; want++ {
		if err := r.need(want); err != nil {
			if want == 1 && errors.Is(err, io.EOF) {
				return 0, nil
			}
			return 0, err
		}
		if n, size := binary.Uvarint(r.buf[:want]); size > 0 {
			r.buf = r.buf[size:]
			return int(n), nil
		}
		if want == binary.MaxVarintLen64 {
			return 0, errFrame
		}
	}
}

// need makes buf at least n bytes long; io.EOF if the file has no more.
func (r *Reader) need(n int) error {
	for len(r.buf) < n {
		if r.at >= r.file.size {
			if r.tail || len(r.file.out) == 0 {
				return io.EOF
			}
			r.tail = true
			r.buf = append(append([]byte(nil), r.buf...), r.file.out...)
			continue
		}
		more := min(int64(max(readBytes, n-len(r.buf))), r.file.size-r.at)
		buf := make([]byte, len(r.buf)+int(more))
		at := copy(buf, r.buf)
		if _, err := r.file.f.ReadAt(buf[at:], r.at); err != nil {
			return fmt.Errorf("read a temporary file: %w", err)
		}
		r.at += more
		r.buf = buf
	}
	return nil
}

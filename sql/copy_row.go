package sql

import (
	"bytes"
	"io"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// copyField is one field of a COPY row.
type copyField struct {
	text string
	raw  []byte // instead of text in the binary format
	null bool
}

// copySource remembers how reading from the client failed.
type copySource struct {
	pgwire.CopyReader
	failed error
}

// Next implements pgwire.CopyReader.
func (r *copySource) Next() ([]byte, error) {
	data, err := r.CopyReader.Next()
	if err != nil && err != io.EOF {
		r.failed = err
	}
	return data, err
}

// copyLines cuts the data of COPY FROM into lines. Messages need not end where
// lines do.
type copyLines struct {
	src  pgwire.CopyReader
	buf  []byte
	pos  int
	eof  bool
	line int // number of the line last returned, from 1
	max  int // longest row, in bytes
}

// fill gets more data behind what is not consumed yet; io.EOF at the end.
func (l *copyLines) fill() error {
	if l.eof {
		return io.EOF
	}
	if l.pos > 0 {
		l.buf = append(l.buf[:0], l.buf[l.pos:]...)
		l.pos = 0
	}
	if len(l.buf) > l.max {
		return pgerr.New(pgerr.ProgramLimitExceeded, "row of COPY data is too long").
			WithDetail("Line %d has more than %d bytes.", l.line+1, l.max)
	}
	data, err := l.src.Next()
	if err == io.EOF {
		l.eof = true
		return err
	}
	if err != nil {
		return err
	}
	l.buf = append(l.buf, data...)
	return nil
}

// next returns a line of text format without its end, valid until the
// following call; io.EOF at the end of data or at the end mark \. .
func (l *copyLines) next() ([]byte, error) {
	from := l.pos
	for {
		if i := bytes.IndexByte(l.buf[from:], '\n'); i >= 0 {
			line := l.buf[l.pos : from+i]
			l.pos = from + i + 1
			return l.finish(bytes.TrimSuffix(line, []byte{'\r'}))
		}
		have := len(l.buf) - l.pos
		if err := l.fill(); err == io.EOF {
			line := l.buf[l.pos:]
			l.pos = len(l.buf)
			if len(line) == 0 {
				return nil, io.EOF
			}
			return l.finish(bytes.TrimSuffix(line, []byte{'\r'}))
		} else if err != nil {
			return nil, err
		}
		from = l.pos + have
	}
}

func (l *copyLines) finish(line []byte) ([]byte, error) {
	if len(line) == 2 && line[0] == '\\' && line[1] == '.' {
		return nil, l.drain()
	}
	l.line++
	return line, nil
}

// drain drops what follows the end mark and gives io.EOF.
func (l *copyLines) drain() error {
	for {
		l.pos = len(l.buf)
		if err := l.fill(); err != nil {
			return err
		}
	}
}

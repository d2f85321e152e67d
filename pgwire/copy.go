package pgwire

import (
	"errors"
	"io"

	"github.com/jackc/pgproto3/v2"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// copyIn starts COPY FROM STDIN.
func (c *conn) copyIn(columns int, binary bool) (CopyReader, error) {
	overall, codes := copyFormats(columns, binary)
	c.out.send(&pgproto3.CopyInResponse{OverallFormat: overall, ColumnFormatCodes: codes})
	if err := c.out.flush(); err != nil {
		return nil, err
	}
	return &copyReader{c: c}, nil
}

// copyOut starts COPY TO STDOUT.
func (c *conn) copyOut(columns int, binary bool) (CopyWriter, error) {
	overall, codes := copyFormats(columns, binary)
	return copyWriter{c.out}, c.out.send(&pgproto3.CopyOutResponse{OverallFormat: overall, ColumnFormatCodes: codes})
}

func copyFormats(columns int, binary bool) (overall byte, codes []uint16) {
	codes = make([]uint16, columns)
	if !binary {
		return byte(textFormat), codes
	}
	for i := range codes {
		codes[i] = uint16(binaryFormat)
	}
	return byte(binaryFormat), codes
}

// copyReader reads the messages of COPY FROM STDIN. After its end, whichever,
// it goes on answering the same.
type copyReader struct {
	c   *conn
	end error
}

func (r *copyReader) Next() ([]byte, error) {
	if r.end != nil {
		return nil, r.end
	}
	data, err := r.read()
	r.end = err
	return data, err
}

// read returns the data of the next CopyData. Flush and Sync have no
// meaning here (PostgreSQL: CopyGetData).
func (r *copyReader) read() ([]byte, error) {
	for {
		typ, err := r.c.in.readType()
		if errors.Is(err, errDeadline) {
			return nil, adminShutdown()
		}
		if err != nil {
			return nil, errClosed
		}
		switch typ {
		case msgCopyData, msgCopyDone, msgCopyFail, msgFlush, msgSync:
		default:
			// As in PostgreSQL, the rest of the message is not read, and the
			// connection ends after this error.
			r.c.unsynchronized = true
			return nil, pgerr.New(pgerr.ProtocolViolation, "unexpected message type 0x%02X during COPY from stdin", typ)
		}
		limit, _ := r.c.lengthLimit(typ)
		body, err := r.c.in.readBody(limit)
		if err != nil {
			return nil, err
		}
		switch typ {
		case msgCopyData:
			return body, nil
		case msgCopyDone:
			return nil, io.EOF
		case msgCopyFail:
			reason, err := decodeQuery(body)
			if err != nil {
				return nil, err
			}
			return nil, pgerr.New(pgerr.QueryCanceled, "COPY from stdin failed: %s", reason)
		}
	}
}

// copyWriter writes CopyData.
type copyWriter struct{ out *messageWriter }

func (w copyWriter) Write(row []byte) error {
	start := w.out.begin(msgCopyData)
	w.out.buf = append(w.out.buf, row...)
	return w.out.end(start)
}

func (w copyWriter) Close() error { return w.out.send(&pgproto3.CopyDone{}) }

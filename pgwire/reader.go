package pgwire

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"os"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// The messages a client may send once its session has begun.
const (
	msgBind         = 'B'
	msgClose        = 'C'
	msgCopyData     = 'd'
	msgCopyDone     = 'c'
	msgCopyFail     = 'f'
	msgDescribe     = 'D'
	msgExecute      = 'E'
	msgFlush        = 'H'
	msgFunctionCall = 'F'
	msgParse        = 'P'
	msgPassword     = 'p' // during authentication
	msgQuery        = 'Q'
	msgSync         = 'S'
	msgTerminate    = 'X'
)

const (
	// smallMessageBytes bounds messages that carry only names (PostgreSQL:
	// PQ_SMALL_MESSAGE_LIMIT).
	smallMessageBytes = 10000
	// hugeMessageBytes is the length past which PostgreSQL takes a header for
	// garbage (PQ_LARGE_MESSAGE_LIMIT).
	hugeMessageBytes = 1<<30 - 2
	readBufferBytes  = 4 << 10
	// growBytes is how much memory a message is trusted with before its bytes
	// have arrived.
	growBytes = 256 << 10
)

// errDeadline means that another goroutine interrupted a read.
var errDeadline = errors.New("pgwire: read interrupted")

// lengthLimit returns how long the body of a message of a type may be; false
// if there is no such message.
func (c *conn) lengthLimit(typ byte) (int, bool) {
	switch typ {
	case msgClose, msgDescribe, msgExecute, msgFlush, msgSync, msgTerminate, msgCopyDone, msgCopyFail:
		return smallMessageBytes, true
	case msgQuery, msgParse, msgBind, msgFunctionCall, msgCopyData:
		return int(limits.MessageBytes.Value(c.srv.Limits)), true
	}
	return 0, false
}

// messageReader reads messages without believing what their headers claim.
type messageReader struct {
	r    *bufio.Reader
	body []byte // of messages that do not fit into r
	held int    // bytes of r that the last body occupies
}

func newMessageReader(r io.Reader) *messageReader {
	return &messageReader{r: bufio.NewReaderSize(r, readBufferBytes)}
}

// readType reads the first byte of the next message. The body of the last one
// is not valid any more.
func (m *messageReader) readType() (byte, error) {
	if m.held > 0 {
		m.r.Discard(m.held)
		m.held = 0
	}
	typ, err := m.r.ReadByte()
	return typ, readError(err)
}

// readBody reads the length and the body of a message, which is valid until
// the next readType. A body longer than limit is skipped, and the error is
// 54000; a length that no message has is errClosed, and nothing can be
// read any more.
func (m *messageReader) readBody(limit int) ([]byte, error) {
	head, err := m.r.Peek(4)
	if err != nil {
		return nil, errClosed
	}
	n := int(int32(binary.BigEndian.Uint32(head))) - 4
	m.r.Discard(4)
	if n < 0 || n > hugeMessageBytes || (limit <= smallMessageBytes && n > limit) {
		return nil, errClosed
	}
	if n > limit {
		if _, err := io.CopyN(io.Discard, m.r, int64(n)); err != nil {
			return nil, errClosed
		}
		return nil, pgerr.New(pgerr.ProgramLimitExceeded, "message is too long").
			WithDetail("The message has %d bytes, the limit is %d.", n, limit)
	}
	if n <= m.r.Size() {
		body, err := m.r.Peek(n)
		if err != nil {
			return nil, errClosed
		}
		m.held = n
		return body, nil
	}
	return m.readLong(n)
}

// readLong reads a body into memory that grows as it arrives.
func (m *messageReader) readLong(n int) ([]byte, error) {
	m.body = m.body[:0]
	for len(m.body) < n {
		if len(m.body) == cap(m.body) {
			grown := make([]byte, len(m.body), min(n, max(2*cap(m.body), growBytes)))
			copy(grown, m.body)
			m.body = grown
		}
		part := m.body[len(m.body):min(n, cap(m.body))]
		k, err := io.ReadFull(m.r, part)
		m.body = m.body[:len(m.body)+k]
		if err != nil {
			return nil, errClosed
		}
	}
	return m.body, nil
}

// release forgets the memory of long messages; a body handed out stays valid.
func (m *messageReader) release() { m.body = nil }

// buffered reports that bytes have arrived that were not read yet.
func (m *messageReader) buffered() bool { return m.r.Buffered() > m.held }

func readError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errDeadline
	}
	return errClosed
}

package pgwire

import (
	"encoding/binary"
	"io"
	"sync"

	"github.com/jackc/pgproto3/v2"
)

const (
	// flushBytes is when the output buffer is full and gets written.
	flushBytes = 32 << 10
	// pooledBytes is the largest output buffer worth keeping.
	pooledBytes = 4 * flushBytes
)

// outputBuffers keeps the buffers of idle connections.
var outputBuffers = sync.Pool{New: func() any {
	buf := make([]byte, 0, 8<<10)
	return &buf
}}

// messageWriter collects messages and writes them when asked to or when there
// are many. After an error of the connection it swallows all.
type messageWriter struct {
	w      io.Writer
	pooled *[]byte // the buffer as it came from outputBuffers
	buf    []byte
	err    error
}

// send adds a message.
func (m *messageWriter) send(msg pgproto3.BackendMessage) error {
	m.acquire()
	buf, err := msg.Encode(m.buf)
	if err != nil {
		return err
	}
	m.buf = buf
	return m.flushIfFull()
}

// begin starts a message by hand and returns where its length goes. The body
// is appended to buf, then end closes it.
func (m *messageWriter) begin(typ byte) int {
	m.acquire()
	m.buf = append(m.buf, typ, 0, 0, 0, 0)
	return len(m.buf) - 4
}

func (m *messageWriter) end(start int) error {
	binary.BigEndian.PutUint32(m.buf[start:], uint32(len(m.buf)-start))
	return m.flushIfFull()
}

// abandon takes back a message begun.
func (m *messageWriter) abandon(start int) { m.buf = m.buf[:start-1] }

func (m *messageWriter) flushIfFull() error {
	if len(m.buf) >= flushBytes {
		return m.flush()
	}
	return m.err
}

// flush writes what was collected.
func (m *messageWriter) flush() error {
	if len(m.buf) > 0 && m.err == nil {
		if _, err := m.w.Write(m.buf); err != nil {
			m.err = errClosed
		}
	}
	m.buf = m.buf[:0]
	return m.err
}

func (m *messageWriter) acquire() {
	if m.pooled == nil {
		m.pooled = outputBuffers.Get().(*[]byte)
		m.buf = (*m.pooled)[:0]
	}
}

// release gives back the buffer, which must be flushed.
func (m *messageWriter) release() {
	if m.pooled == nil {
		return
	}
	if cap(m.buf) <= pooledBytes {
		*m.pooled = m.buf[:0]
		outputBuffers.Put(m.pooled)
	}
	m.pooled, m.buf = nil, nil
}

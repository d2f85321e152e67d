package pgwire

import (
	"context"
	"errors"
	"net"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgproto3/v2"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// errClosed ends a connection without a message: the client is gone, said
// goodbye, or sent what is no message of ours.
var errClosed = errors.New("pgwire: connection closed")

// conn is one client's connection. All but the fields of the last group
// belong to its own goroutine.
type conn struct {
	srv     *Server
	net     net.Conn // raw, or TLS over it
	in      *messageReader
	out     *messageWriter
	ctx     context.Context
	cancel  context.CancelFunc
	pid     int32
	secret  []byte // written before the session begins
	session Session
	login   Login

	portals  map[string]*portal
	bind     bindMessage // reused
	extended bool        // the message being answered is one of the extended protocol
	skipping bool        // after an error in it: until Sync
	status   reportedSettings
	// unsynchronized: where the next message begins is not known any more.
	unsynchronized bool
	// idleError ends the session at idleUntil if no message comes; nil is never.
	idleError *pgerr.Error
	idleUntil time.Time

	raw        net.Conn
	idle       atomic.Bool   // outside any transaction, waiting for a message
	terminated atomic.Bool   // must end at the next moment
	busy       atomic.Uint64 // odd while a message is being answered
	mu         sync.Mutex    // guards open, and session while another goroutine uses it
	open       bool          // session may be called
}

func newConn(s *Server, nc net.Conn) *conn {
	c := &conn{srv: s, net: nc, raw: nc, in: newMessageReader(nc), out: &messageWriter{w: nc}}
	c.ctx, c.cancel = context.WithCancel(s.ctx)
	return c
}

// serve is the life of a connection.
func (c *conn) serve() {
	defer c.cancel()
	defer c.closeNet()
	defer c.contain("connection")
	c.raw.SetDeadline(time.Now().Add(c.srv.startupTimeout()))
	if err := c.startup(); err != nil {
		c.end(err)
		return
	}
	defer c.closeSession()
	c.raw.SetDeadline(time.Time{})
	c.end(c.loop())
}

// loop answers messages until the connection ends; the error says why.
func (c *conn) loop() error {
	if err := c.ready(); err != nil {
		return err
	}
	for {
		typ, body, err := c.receive()
		if err == nil && c.skipping && typ != msgSync && typ != msgTerminate {
			continue
		}
		if err == nil {
			err = c.answer(typ, body)
		}
		if err != nil {
			if err = c.recoverFrom(err); err != nil {
				return err
			}
		}
		if c.terminated.Load() {
			return adminShutdown()
		}
	}
}

// receive waits for the next message. An error for a message that was skipped
// is an ordinary one; others end the connection.
func (c *conn) receive() (byte, []byte, error) {
	typ, err := c.receiveType()
	if err != nil {
		return 0, nil, err
	}
	limit, ok := c.lengthLimit(typ)
	if !ok {
		return 0, nil, fatal(pgerr.ProtocolViolation, "invalid frontend message type %d", typ)
	}
	switch typ {
	case msgParse, msgBind, msgDescribe, msgExecute, msgClose, msgFlush:
		c.extended = true
	case msgCopyData, msgCopyDone, msgCopyFail: // leave it
	case msgSync, msgTerminate:
		c.extended, c.skipping = false, false
	default:
		c.extended = false
	}
	body, err := c.in.readBody(limit)
	if err != nil && c.skipping && pgerr.CodeOf(err) == pgerr.ProgramLimitExceeded {
		return typ, nil, nil
	}
	return typ, body, err
}

// receiveType waits for the first byte of the next message, or for the end of
// an idle session by Shutdown.
func (c *conn) receiveType() (byte, error) {
	for {
		if c.terminated.Load() || c.idle.Load() && c.srv.draining.Load() {
			return 0, adminShutdown()
		}
		typ, err := c.in.readType()
		if err == nil {
			c.idle.Store(false)
			c.disarmIdle()
		}
		if c.srv.draining.Load() && !c.terminated.Load() && !c.idle.Load() {
			// Shutdown took the session for idle; it has work to finish.
			c.raw.SetReadDeadline(time.Time{})
		}
		if !errors.Is(err, errDeadline) {
			return typ, err
		}
		if err := c.idleTooLong(); err != nil && !c.terminated.Load() {
			return 0, err
		}
	}
}

// answer handles one message; a panic below it ends the session.
func (c *conn) answer(typ byte, body []byte) (err error) {
	c.busy.Add(1)
	defer func() {
		c.busy.Add(1)
		if p := recover(); p != nil {
			err = c.panicked(p)
		}
	}()
	switch typ {
	case msgQuery:
		return c.query(body)
	case msgParse:
		return c.parse(body)
	case msgBind:
		return c.bindPortal(body)
	case msgDescribe:
		return c.describe(body)
	case msgExecute:
		return c.execute(body)
	case msgClose:
		return c.closeNamed(body)
	case msgFlush:
		return c.flushMessage(body)
	case msgSync:
		return c.sync(body)
	case msgFunctionCall:
		return pgerr.Unsupported("the function call message").
			WithHint("Call the function with SELECT.")
	case msgTerminate:
		return errClosed
	}
	return nil // what is left of a COPY that failed
}

// recoverFrom tells the client of an error and makes the session fit for the
// next message. The error it returns ends the connection.
func (c *conn) recoverFrom(err error) error {
	e := asPGError(err)
	if errors.Is(err, errClosed) || c.out.err != nil || e.Severity == severityFatal {
		return err
	}
	if c.terminated.Load() {
		return adminShutdown()
	}
	if e.Code == pgerr.InternalError {
		c.srv.Log.Error("internal error", "pid", c.pid, "error", err)
	}
	c.out.send(errorResponse(e))
	if c.unsynchronized {
		return fatal(pgerr.ProtocolViolation, "terminating connection because protocol synchronization was lost")
	}
	c.session.Fail(err)
	if c.extended {
		c.skipping = true
		return c.out.err
	}
	return c.finish()
}

// finish ends the implicit transaction and says ReadyForQuery.
func (c *conn) finish() error {
	if err := c.session.Sync(c.ctx); err != nil {
		c.out.send(errorResponse(asPGError(err)))
		c.session.Fail(err)
	}
	return c.ready()
}

// ready says ReadyForQuery, and gives back what an idle connection needs not.
func (c *conn) ready() error {
	status := c.session.TxStatus()
	if status == TxIdle {
		c.closePortals()
	}
	c.status.report(c.out)
	c.out.send(&pgproto3.ReadyForQuery{TxStatus: byte(status)})
	if err := c.out.flush(); err != nil {
		return errClosed
	}
	c.out.release()
	c.in.release()
	c.idle.Store(status == TxIdle)
	c.armIdle(status)
	return nil
}

// end tells the client why the connection ends, if that can be told.
func (c *conn) end(err error) {
	if errors.Is(err, errClosed) || c.out.err != nil || c.ctx.Err() != nil {
		return
	}
	e := *asPGError(err)
	e.Severity = severityFatal
	c.raw.SetWriteDeadline(time.Now().Add(closeGrace))
	c.out.send(errorResponse(&e))
	c.out.flush()
}

// closeNet closes the connection; what the client still sends is read for a
// moment first, lest its system throws away our last words with a reset.
func (c *conn) closeNet() {
	if tcp, ok := c.raw.(*net.TCPConn); ok && c.ctx.Err() == nil {
		tcp.CloseWrite()
		tcp.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		var scrap [512]byte
		for range 64 {
			if _, err := tcp.Read(scrap[:]); err != nil {
				break
			}
		}
	}
	c.net.Close()
}

func (c *conn) closeSession() {
	defer c.contain("session close")
	c.mu.Lock()
	c.open = false
	c.mu.Unlock()
	c.closePortals()
	c.session.Close()
}

// contain keeps a panic from ending the process.
func (c *conn) contain(where string) {
	if p := recover(); p != nil {
		c.srv.Log.Error("panic", "where", where, "pid", c.pid, "panic", p, "stack", string(debug.Stack()))
	}
}

func (c *conn) panicked(p any) error {
	c.srv.Log.Error("panic", "where", "session", "pid", c.pid, "panic", p, "stack", string(debug.Stack()))
	return fatal(pgerr.InternalError, "internal error: the session had to end").
		WithHint("The server's log tells more.")
}

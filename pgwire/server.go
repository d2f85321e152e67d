package pgwire

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// ErrServerClosed is what Serve returns after Shutdown or Close.
var ErrServerClosed = errors.New("pgwire: server closed")

// Server serves the protocol on any number of listeners. Its fields are set
// before the first Serve and not changed afterwards.
type Server struct {
	Engine Engine
	// TLSConfig, if not nil, lets clients that ask for it encrypt.
	TLSConfig *tls.Config
	// Log takes what clients can't be told; slog.Default() if nil.
	Log *slog.Logger
	// Limits holds the bounds in force; the defaults if nil.
	Limits *limits.Set

	once     sync.Once
	ctx      context.Context // ends with Close
	cancel   context.CancelFunc
	draining atomic.Bool
	running  sync.WaitGroup // connections and the watch for vanished clients

	mu        sync.Mutex
	listeners map[net.Listener]struct{}
	conns     map[*conn]struct{}
	sessions  map[int32]*conn // those past their startup packet, by process number
	lastPID   int32

	stats struct{ accepted, cancels, wrongCancels atomic.Int64 }
}

// Stats are counts since the server began, and the sessions open now.
type Stats struct {
	Accepted     int64 // connections accepted
	Sessions     int64 // clients past their startup packet
	Cancels      int64 // cancel requests that named a session and its secret
	WrongCancels int64 // cancel requests that did not
}

// Stats returns the counts.
func (s *Server) Stats() Stats {
	s.mu.Lock()
	sessions := len(s.sessions)
	s.mu.Unlock()
	return Stats{
		Accepted: s.stats.accepted.Load(), Sessions: int64(sessions),
		Cancels: s.stats.cancels.Load(), WrongCancels: s.stats.wrongCancels.Load(),
	}
}

func (s *Server) init() {
	s.once.Do(func() {
		s.ctx, s.cancel = context.WithCancel(context.Background())
		s.listeners = map[net.Listener]struct{}{}
		s.conns = map[*conn]struct{}{}
		s.sessions = map[int32]*conn{}
		if s.Log == nil {
			s.Log = slog.Default()
		}
		s.running.Add(1)
		go s.watch()
	})
}

// Serve accepts connections from l until Shutdown or Close, which also close
// l; then it returns ErrServerClosed. It does not wait for the connections.
func (s *Server) Serve(l net.Listener) error {
	s.init()
	if !s.addListener(l) {
		l.Close()
		return ErrServerClosed
	}
	pause := time.Duration(0)
	for {
		nc, err := l.Accept()
		if err == nil {
			pause = 0
			s.accept(nc)
			continue
		}
		if s.draining.Load() {
			return ErrServerClosed
		}
		if errors.Is(err, net.ErrClosed) {
			return err
		}
		// Out of file descriptors, most likely: others may free some.
		pause = min(max(2*pause, 5*time.Millisecond), time.Second)
		s.Log.Warn("cannot accept a connection", "error", err, "retry", pause)
		time.Sleep(pause)
	}
}

func (s *Server) addListener(l net.Listener) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining.Load() {
		return false
	}
	s.listeners[l] = struct{}{}
	return true
}

// accept starts the goroutine of a connection, or refuses it.
func (s *Server) accept(nc net.Conn) {
	s.stats.accepted.Add(1)
	full := func() bool { return len(s.conns) >= 2*s.maxConnections() }
	s.mu.Lock()
	if full() {
		s.awaitRoom(full)
	}
	switch {
	case s.draining.Load():
		s.mu.Unlock()
		nc.Close()
		return
	case full():
		s.mu.Unlock()
		refuse(nc)
		return
	}
	c := newConn(s, nc)
	s.conns[c] = struct{}{}
	s.running.Add(1)
	s.mu.Unlock()
	go func() {
		defer s.running.Done()
		c.serve()
		s.forget(c)
	}()
}

// roomWait is how long a connection waits for others to end before it is
// refused: of a burst of those that are closed at first sight, many still stand
// in line.
const roomWait = 250 * time.Millisecond

// awaitRoom waits until full says no, or too long. The caller holds mu.
func (s *Server) awaitRoom(full func() bool) {
	deadline := time.Now().Add(roomWait)
	for full() && !s.draining.Load() && time.Now().Before(deadline) {
		s.mu.Unlock()
		time.Sleep(time.Millisecond)
		s.mu.Lock()
	}
}

// refuse tells a client that there are too many, without reading from it.
func refuse(nc net.Conn) {
	msg, err := errorResponse(tooManyClients()).Encode(nil)
	if err == nil {
		nc.SetWriteDeadline(time.Now().Add(100 * time.Millisecond))
		nc.Write(msg)
	}
	nc.Close()
}

// maxConnections bounds the clients past their startup packet. Twice as many
// may be connected at all, so that cancel requests get through.
func (s *Server) maxConnections() int { return int(limits.MaxConnections.Value(s.Limits)) }

func tooManyClients() *pgerr.Error {
	return fatal(pgerr.TooManyConnections, "sorry, too many clients already")
}

// register gives a client that sent its startup packet a process number.
func (s *Server) register(c *conn) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining.Load() {
		return fatal(pgerr.CannotConnectNow, "the database system is shutting down")
	}
	if len(s.sessions) >= s.maxConnections() {
		return tooManyClients()
	}
	for {
		s.lastPID++
		if s.lastPID <= 0 {
			s.lastPID = 1
		}
		if s.sessions[s.lastPID] == nil {
			break
		}
	}
	c.pid = s.lastPID
	s.sessions[c.pid] = c
	return nil
}

func (s *Server) forget(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
	if c.pid != 0 {
		delete(s.sessions, c.pid)
	}
}

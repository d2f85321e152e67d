package pgwire

import (
	"context"
	"time"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// closeGrace is how long a client that is being cut off may take to receive
// what is already on its way.
const closeGrace = 2 * time.Second

// Shutdown stops accepting and ends each session as soon as it is outside a
// transaction and idle, with FATAL 57P01. When ctx ends, the rest is cut off: statements are
// cancelled, transactions rolled back. It returns when all sessions
// have ended, with ctx's error if some were cut off.
func (s *Server) Shutdown(ctx context.Context) error {
	s.init()
	s.mu.Lock()
	s.stopListening()
	for c := range s.conns {
		c.drain()
	}
	s.mu.Unlock()

	done := make(chan struct{})
	go func() {
		s.waitForConns()
		close(done)
	}()
	select {
	case <-done:
		s.Close()
		return nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	for c := range s.conns {
		c.terminate()
	}
	s.mu.Unlock()
	select {
	case <-done:
	case <-time.After(closeGrace):
	}
	s.Close()
	return ctx.Err()
}

// waitForConns returns when no connection is left or the server is closed.
func (s *Server) waitForConns() {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		s.mu.Lock()
		n := len(s.conns)
		s.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-tick.C:
		case <-s.ctx.Done():
			return
		}
	}
}

// Close cuts all connections at once and returns when all sessions have ended.
func (s *Server) Close() error {
	s.init()
	s.mu.Lock()
	s.stopListening()
	for c := range s.conns {
		c.cut()
	}
	s.mu.Unlock()
	s.cancel()
	s.running.Wait()
	return nil
}

// stopListening runs with s.mu held.
func (s *Server) stopListening() {
	s.draining.Store(true)
	for l := range s.listeners {
		l.Close()
		delete(s.listeners, l)
	}
}

func adminShutdown() *pgerr.Error {
	return fatal(pgerr.AdminShutdown, "terminating connection due to administrator command")
}

// drain makes an idle session, or who has not logged in yet, notice that the
// server drains.
func (c *conn) drain() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.open || c.idle.Load() {
		c.raw.SetReadDeadline(time.Unix(1, 0))
	}
}

// terminate cancels what runs and lets the session end with FATAL 57P01. Any
// goroutine may call it.
func (c *conn) terminate() {
	c.terminated.Store(true)
	c.raw.SetReadDeadline(time.Unix(1, 0))
	c.raw.SetWriteDeadline(time.Now().Add(closeGrace))
	c.cancelStatement()
}

// cut closes the connection under the session's feet.
func (c *conn) cut() {
	c.cancel()
	c.raw.Close()
	c.cancelStatement()
}

// cancelStatement interrupts the statement that runs, if any.
func (c *conn) cancelStatement() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open && c.busy.Load()&1 == 1 {
		c.session.Cancel()
	}
}

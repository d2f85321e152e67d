package sql

import (
	"context"
	"time"
)

// Cancel implements pgwire.Session.
func (s *Session) Cancel() { s.interrupt(errCancelled) }

func (s *Session) interrupt(cause error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancel != nil {
		s.cancel(cause)
	}
}

// State returns what the session does now. Safe for concurrent use.
func (s *Session) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// reads is the moment whose state a session reads, or may read again; zero if
// it reads nothing.
func (st State) reads() time.Time {
	if !st.XactStart.IsZero() {
		return st.XactStart
	}
	if st.State == "active" {
		return st.QueryStart
	}
	return time.Time{}
}

// active begins a statement: its context ends with a cancel request or with
// statement_timeout. The caller calls done at its end. Fresh asks for a new
// snapshot under READ COMMITTED: not when a portal goes on that has one.
func (s *Session) active(ctx context.Context, text string, fresh bool) (c context.Context, done func()) {
	s.stale = fresh
	c, cancel := context.WithCancelCause(ctx)
	var timer *time.Timer
	if ms := s.intValue("statement_timeout"); ms > 0 {
		timer = time.AfterFunc(time.Duration(ms)*time.Millisecond, func() { cancel(errStatementTimeout) })
	}
	now := s.engine.now()
	s.stmtTime = now
	s.mu.Lock()
	s.cancel = cancel
	s.state.State, s.state.Query, s.state.QueryStart, s.state.StateChange = "active", text, now, now
	s.mu.Unlock()
	return c, func() {
		if timer != nil {
			timer.Stop()
		}
		s.noteSnapshot()
		s.mu.Lock()
		s.cancel = nil
		s.state.StateChange = s.engine.now()
		s.state.State = "idle"
		s.state.XactStart = time.Time{}
		if s.tx != nil && !s.tx.implicit {
			s.state.State, s.state.XactStart = "idle in transaction", s.tx.started
			if s.tx.failed {
				s.state.State = "idle in transaction (aborted)"
			}
		}
		s.mu.Unlock()
		cancel(nil)
	}
}

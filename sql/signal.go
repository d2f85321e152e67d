package sql

import (
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

var _ fn.BackendSignals = sessionInfo{}

// SignalBackend implements fn.BackendSignals by the rules of PostgreSQL's
// pg_signal_backend: a role may signal the sessions of roles it is a member of,
// only a superuser those of superusers.
func (i sessionInfo) SignalBackend(pid int32, terminate bool) (bool, error) {
	other := i.s.engine.session(pid)
	if other == nil {
		i.s.warn(pgerr.New(pgerr.Warning, "PID %d is not a PostgreSQL backend process", pid))
		return false, nil
	}
	if err := i.maySignal(other, terminate); err != nil {
		return false, err
	}
	if terminate {
		other.start.Terminate()
	} else {
		other.Cancel()
	}
	return true, nil
}

func (i sessionInfo) maySignal(other *Session, terminate bool) error {
	if i.s.superuser() {
		return nil
	}
	act, object, done := "cancel", "query", "canceled"
	if terminate {
		act, object, done = "terminate", "process", "terminated"
	}
	snap, err := i.s.snapshot(i.ctx)
	if err != nil {
		return err
	}
	if r, ok := snap.Role(other.login); ok && r.Superuser {
		return pgerr.New(pgerr.InsufficientPrivilege, "must be a superuser to %s superuser %s", act, object)
	}
	if !snap.IsMember(i.s.role, other.login) {
		return pgerr.New(pgerr.InsufficientPrivilege,
			"must be a member of the role whose %s is being %s or member of pg_signal_backend", object, done)
	}
	return nil
}

// session finds an open session by its process number, or gives nil.
func (e *Engine) session(pid int32) *Session {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sessions[pid]
}

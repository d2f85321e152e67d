// Package sql is the session layer: settings, transactions, prepared
// statements, portals, DDL, COPY. It implements the Engine and Session
// interfaces of pgwire on top of planner, executor, catalog and storage.
//
//	Engine    one per server; opens sessions, knows all of them
//	Session   one per client: settings, transaction, statements, portals
//	prepared  a parsed and planned statement; portal a running one
//
// A statement goes: ParseScript or Prepare → dispatch (run.go) → a utility
// statement (file of its name), DDL (ddl_*.go), or plan.go and planner/exec. To
// follow an error's SQLSTATE, see errors.go.
package sql

import (
	"log/slog"
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
)

// EngineOptions shape NewEngine.
type EngineOptions struct {
	Store   *partition.Store
	Catalog *catalog.Catalog
	Limits  *limits.Set
	Logger  *slog.Logger
	Access  AccessRules // who may log in from where
	Memory  *limits.Account
	Spill   *spill.Space     // temporary files; nil: where the system has them
	Now     func() time.Time // the clock of statements; nil is time.Now
}

// Engine is the database as the protocol sees it. It is safe for concurrent
// use.
type Engine struct {
	store   *partition.Store
	catalog *catalog.Catalog
	limits  *limits.Set
	log     *slog.Logger
	access  AccessRules
	memory  *limits.Account
	spill   *spill.Space
	now     func() time.Time
	started time.Time
	fake    []byte // key of the made-up verifiers of unknown roles

	advisory advisoryTable
	jobs     jobTable

	mu       sync.Mutex
	sessions map[int32]*Session
}

var _ pgwire.Engine = (*Engine)(nil)

// NewEngine makes an engine over an open store and catalog, which the caller
// closes after all sessions have ended.
func NewEngine(o EngineOptions) *Engine {
	e := &Engine{
		store: o.Store, catalog: o.Catalog, limits: o.Limits, log: o.Logger, access: o.Access, memory: o.Memory,
		spill: o.Spill, now: o.Now, started: time.Now(), sessions: map[int32]*Session{}, fake: randomKey(),
		advisory: advisoryTable{locks: map[advisoryKey]*advisoryLock{}},
	}
	if e.log == nil {
		e.log = slog.Default()
	}
	if e.now == nil {
		e.now = time.Now
	}
	return e
}

// register adds a session to those that sparrow.sessions shows.
func (e *Engine) register(s *Session) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sessions[s.start.PID] = s
}

func (e *Engine) unregister(s *Session) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.sessions, s.start.PID)
}

// OldestRead is a moment before which no running statement reads, nor a later
// one of a transaction that is open: what had expired by then nobody sees.
func (e *Engine) OldestRead() time.Time {
	oldest := e.now()
	for _, s := range e.Sessions() {
		if t := s.State().reads(); !t.IsZero() && t.Before(oldest) {
			oldest = t
		}
	}
	return oldest
}

// Sessions lists the open sessions, in no order.
func (e *Engine) Sessions() []*Session {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := make([]*Session, 0, len(e.sessions))
	for _, s := range e.sessions {
		list = append(list, s)
	}
	return list
}

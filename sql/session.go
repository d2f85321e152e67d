package sql

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Session implements pgwire.Session. All but Cancel and what State reads
// belongs to the goroutine of the connection.
type Session struct {
	engine       *Engine
	start        pgwire.SessionStart
	instance     *catalog.Instance
	login        types.OID // the role that logged in, session_user
	role         types.OID // the role in force, current_user
	settings     *settings
	workSettings workSettings
	reported     map[string]string // what ParameterStatus told last
	format       *types.Format
	random       fn.Random // of random() and setseed()
	path         []string  // effective search path; nil: to be worked out
	pathVersion  uint64    // of the catalog that path was worked out for
	tx           *transaction
	multi        bool // the running script has several statements
	onCommit     bool // there are temporary tables with ON COMMIT
	started      bool // Parameters has told the settings to report
	prepared     map[string]*prepared
	portals      map[*portal]struct{}
	cursors      map[string]*cursor
	sequences    sequenceValues
	advisory     []advisoryHeld // pg_advisory_lock, until unlocked
	declared     int            // cursors so far
	plans        *lru[planKey, *prepared]
	literals     *lru[planKey, *literalPlan]
	shape        []byte // of the last script, reused
	cut          []parser.Literal
	meter        *partition.Meter
	stmtTime     time.Time // statement_timestamp()
	stale        bool      // the statement has had no snapshot yet

	mu     sync.Mutex // guards what other goroutines read or call
	cancel context.CancelCauseFunc
	state  State
}

var _ pgwire.Session = (*Session)(nil)

// State is what sparrow.sessions and pg_stat_activity show of a session.
type State struct {
	Role, Database, ApplicationName, ClientAddr string
	PID                                         int32
	State                                       string // active, idle, idle in transaction …
	Query                                       string
	BackendStart, QueryStart, StateChange       time.Time
	XactStart                                   time.Time // zero: none
	Snapshot                                    heldSnapshot
}

// NewSession implements pgwire.Engine.
func (e *Engine) NewSession(ctx context.Context, start pgwire.SessionStart) (pgwire.Session, error) {
	snap, err := e.catalog.Snapshot(ctx)
	if err != nil {
		return nil, sqlError(ctx, err)
	}
	role, ok := snap.RoleByName(start.Role)
	if !ok {
		return nil, fatal(pgerr.New(pgerr.InvalidAuthorizationSpec, "role %q does not exist", start.Role))
	}
	if !role.Login {
		return nil, fatal(pgerr.New(pgerr.InvalidAuthorizationSpec, "role %q is not permitted to log in", start.Role))
	}
	in, ok := snap.InstanceByName(start.Database)
	if !ok {
		return nil, fatal(pgerr.New(pgerr.InvalidCatalogName, "database %q does not exist", start.Database))
	}
	if !snap.HasPrivilege(role.ID, catalog.ClassInstance, in.ID, catalog.PrivConnect) {
		return nil, fatal(pgerr.New(pgerr.InsufficientPrivilege, "permission denied for database %q", start.Database).
			WithDetail("User does not have CONNECT privilege."))
	}
	if err := e.admit(role, in); err != nil {
		return nil, err
	}
	s := &Session{
		engine: e, start: start, instance: in, login: role.ID, role: role.ID,
		settings: newSettings(), reported: map[string]string{}, format: types.DefaultFormat,
		prepared: map[string]*prepared{}, portals: map[*portal]struct{}{}, cursors: map[string]*cursor{},
		plans: newLRU[planKey, *prepared](planCacheEntries), literals: newLRU[planKey, *literalPlan](planCacheEntries), meter: partition.NewMeter(nil),
	}
	if err := s.begin(snap, role); err != nil {
		return nil, err
	}
	e.register(s)
	return s, nil
}

// admit holds the connection limits of role and instance.
func (e *Engine) admit(role *catalog.Role, in *catalog.Instance) error {
	roles, instances := 0, 0
	for _, o := range e.Sessions() {
		if o.login == role.ID {
			roles++
		}
		if o.instance.ID == in.ID {
			instances++
		}
	}
	switch {
	case role.Superuser:
		return nil
	case role.ConnLimit >= 0 && roles >= role.ConnLimit:
		return fatal(pgerr.New(pgerr.TooManyConnections, "too many connections for role %q", role.Name))
	case in.ConnLimit >= 0 && instances >= in.ConnLimit:
		return fatal(pgerr.New(pgerr.TooManyConnections, "too many connections for database %q", in.Name))
	}
	return nil
}

// begin applies the settings of cluster, role and startup packet, which are
// where RESET goes back to.
func (s *Session) begin(snap *catalog.Snapshot, role *catalog.Role) error {
	s.settings.base["session_authorization"] = role.Name
	s.settings.base["is_superuser"] = map[bool]string{true: "on", false: "off"}[role.Superuser]
	for _, in := range []types.OID{0, s.instance.ID} {
		for _, r := range []types.OID{0, role.ID} {
			for _, v := range snap.RoleSettings(in, r) {
				if err := s.baseSetting(v.Name, v.Value); err != nil {
					s.engine.log.Warn("stored setting is not valid", "setting", v.Name, "error", err)
				}
			}
		}
	}
	for _, v := range s.start.Settings {
		if err := s.baseSetting(v.Name, v.Value); err != nil {
			if pe, ok := err.(*pgerr.Error); ok {
				return fatal(pe)
			}
			return err
		}
	}
	now := time.Now()
	s.state = State{Role: role.Name, Database: s.instance.Name, PID: s.start.PID, State: "idle", BackendStart: now, StateChange: now}
	if s.start.RemoteAddr != nil {
		s.state.ClientAddr = s.start.RemoteAddr.String()
	}
	return s.applySettings()
}

// baseSetting sets where RESET goes back to.
func (s *Session) baseSetting(name, value string) error {
	d := lookupSetting(name)
	if d == nil {
		if !customSetting(name) {
			return pgerr.New(pgerr.UndefinedObject, "unrecognized configuration parameter %q", name)
		}
		s.settings.base[name] = value
		return nil
	}
	if err := s.maySet(d); err != nil {
		return err
	}
	canonical, err := d.canonical(s, value)
	if err != nil {
		return err
	}
	s.settings.base[d.name] = canonical
	if d.name == "DateStyle" {
		return s.applySettings()
	}
	return nil
}

// Parameters implements pgwire.Session.
func (s *Session) Parameters() []pgwire.Setting {
	s.started = true
	var list []pgwire.Setting
	for i := range settingTable {
		if d := &settingTable[i]; d.report {
			v := d.display(s.value(d.name))
			s.reported[d.name] = s.value(d.name)
			list = append(list, pgwire.Setting{Name: d.name, Value: v})
		}
	}
	return list
}

// Format implements pgwire.Session.
func (s *Session) Format() *types.Format { return s.format }

// TxStatus implements pgwire.Session.
func (s *Session) TxStatus() pgwire.TxStatus {
	switch {
	case s.tx == nil || s.tx.implicit:
		return pgwire.TxIdle
	case s.tx.failed:
		return pgwire.TxFailed
	}
	return pgwire.TxActive
}

// IdleTimeout implements pgwire.Session.
func (s *Session) IdleTimeout() time.Duration {
	name := "idle_session_timeout"
	if s.TxStatus() != pgwire.TxIdle {
		name = "idle_in_transaction_session_timeout"
	}
	return time.Duration(s.intValue(name)) * time.Millisecond
}

// Fail implements pgwire.Session.
func (s *Session) Fail(error) {
	s.multi = false
	if s.tx == nil {
		return
	}
	if s.tx.implicit {
		s.rollback()
		return
	}
	if !s.tx.failed {
		s.abort()
	}
}

// Sync implements pgwire.Session.
func (s *Session) Sync(ctx context.Context) error {
	s.multi = false
	if s.tx == nil || !s.tx.implicit {
		return nil
	}
	if err := s.commit(ctx); err != nil {
		return sqlError(ctx, err)
	}
	return nil
}

// Close implements pgwire.Session.
func (s *Session) Close() {
	if s.tx != nil {
		s.rollback()
	}
	s.closePortals(false)
	s.unlockAdvisory()
	s.dropTemporary()
	s.engine.unregister(s)
}

// warn sends a notice of severity WARNING, notice one of severity NOTICE, if
// the client wants to hear it.
func (s *Session) warn(e *pgerr.Error) {
	e.Severity = "WARNING"
	s.tell(e)
}

func (s *Session) notice(e *pgerr.Error) {
	e.Severity = "NOTICE"
	s.tell(e)
}

func (s *Session) tell(e *pgerr.Error) {
	rank := map[string]int{"notice": 0, "warning": 1, "error": 2}
	least, quiet := rank[s.value("client_min_messages")]
	if !quiet || rank[map[string]string{"NOTICE": "notice", "WARNING": "warning"}[e.Severity]] >= least {
		s.start.Notice(e)
	}
}

// intValue is the value of an integer setting.
func (s *Session) intValue(name string) int {
	n, err := strconv.Atoi(s.value(name))
	if err != nil {
		return 0
	}
	return n
}

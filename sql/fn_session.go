package sql

import (
	"context"
	"net"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// fnContext is what functions see of the session in the running statement.
func (s *Session) fnContext(ctx context.Context) *fn.Context {
	started := s.engine.now()
	if s.tx != nil {
		started = s.tx.started
	}
	stmt := s.stmtTime
	if stmt.Before(started) {
		stmt = started // the statement that opened the transaction began with it
	}
	info := sessionInfo{s: s, ctx: ctx}
	return &fn.Context{Context: ctx, Format: s.format, TxnTime: started, StmtTime: stmt, Session: info, Resolver: resolver{s: s, ctx: ctx}}
}

// sessionInfo implements fn.Session.
type sessionInfo struct {
	s   *Session
	ctx context.Context
}

var _ fn.Session = sessionInfo{}

// User implements fn.Session.
func (i sessionInfo) User() string { return i.s.roleName(i.ctx, i.s.role) }

// SessionUser implements fn.Session.
func (i sessionInfo) SessionUser() string { return i.s.roleName(i.ctx, i.s.login) }

// Database implements fn.Session.
func (i sessionInfo) Database() string { return i.s.instance.Name }

// SearchPath implements fn.Session.
func (i sessionInfo) SearchPath() []string {
	view, err := i.s.catalogView(i.ctx)
	if err != nil {
		return nil
	}
	var path []string
	named := i.s.value("search_path")
	for _, n := range i.s.searchPath(view.snap) {
		implicit := n == "pg_catalog" && !strings.Contains(named, "pg_catalog") || n == i.s.tempSchema() && !strings.Contains(named, "pg_temp")
		if !implicit {
			path = append(path, n)
		}
	}
	return path
}

// QueryText implements fn.CurrentQuery.
func (i sessionInfo) QueryText() string { return i.s.State().Query }

// PID implements fn.Session.
func (i sessionInfo) PID() int32 { return i.s.start.PID }

// Setting implements fn.Session.
func (i sessionInfo) Setting(name string) (string, bool) {
	v, err := i.s.showSetting(name)
	return v, err == nil
}

// SetConfig implements fn.Session.
func (i sessionInfo) SetConfig(name, value string, local bool) (string, error) {
	if err := i.s.changeSetting(name, value, local); err != nil {
		return "", err
	}
	return i.s.showSetting(name)
}

// ServerAddr implements fn.Session: Sparrow's connections are all TCP, yet
// which of its addresses a client used is not kept.
func (i sessionInfo) ServerAddr() string { return "" }

// ClientAddr implements fn.Session.
func (i sessionInfo) ClientAddr() string { return clientHost(i.s.start.RemoteAddr) }

// SessionCU implements fn.Session.
func (i sessionInfo) SessionCU() (read, write int64) {
	u := i.s.meter.Total()
	return u.ReadCU, u.WriteCU
}

// Random implements fn.Session.
func (i sessionInfo) Random() *fn.Random { return &i.s.random }

func clientHost(addr net.Addr) string {
	if addr == nil {
		return ""
	}
	host, _, err := net.SplitHostPort(addr.String())
	if err != nil {
		return ""
	}
	return host
}

// sessionCU is what SHOW session_cu prints.
func (s *Session) sessionCU() string {
	u := s.meter.Total()
	return strconv.FormatInt(u.ReadCU, 10) + " read, " + strconv.FormatInt(u.WriteCU, 10) + " write"
}

// roleName is the name of a role as the transaction sees it.
func (s *Session) roleName(ctx context.Context, id catalog.Class) string {
	if snap, err := s.snapshot(ctx); err == nil {
		return snap.RoleName(id)
	}
	return ""
}

// snapshot is the catalog that the session sees: the transaction's, or the
// newest committed.
func (s *Session) snapshot(ctx context.Context) (*catalog.Snapshot, error) {
	if s.tx != nil && s.tx.cat != nil {
		return s.tx.cat.Snapshot(ctx)
	}
	return s.engine.catalog.Snapshot(ctx)
}

// superuser reports whether the role in force is one.
func (s *Session) superuser() bool {
	snap, err := s.snapshot(context.Background())
	if err != nil {
		return false
	}
	r, ok := snap.Role(s.role)
	return ok && r.Superuser
}

// setRole is SET ROLE and SET SESSION AUTHORIZATION.
func (s *Session) setRole(name, value string, local bool) error {
	snap, err := s.snapshot(context.Background())
	if err != nil {
		return err
	}
	to := s.login
	if value != "none" && value != "default" {
		r, ok := snap.RoleByName(value)
		if !ok {
			return pgerr.New(pgerr.InvalidParameterValue, "role %q does not exist", value)
		}
		login, _ := snap.Role(s.login)
		if r.ID != s.login && !(login != nil && login.Superuser) && (name != "role" || !snap.IsMember(s.login, r.ID)) {
			return pgerr.New(pgerr.InsufficientPrivilege, "permission denied to set %s %q", strings.ReplaceAll(name, "_", " "), value)
		}
		to = r.ID
	}
	s.settings.set(name, value, local)
	s.role = to
	s.settings.set("is_superuser", map[bool]string{true: "on", false: "off"}[s.superuser()], local)
	return s.applySettings()
}

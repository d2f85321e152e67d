package pgwire_test

import (
	"context"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha256"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// fakeEngine speaks a small language instead of SQL, see fakeSession.run.
// Roles whose name begins with "pw_" have the password "secret".
type fakeEngine struct {
	mu       sync.Mutex
	sessions []*fakeSession
}

func (e *fakeEngine) Authenticate(_ context.Context, login pgwire.Login) (pgwire.AuthPlan, error) {
	if login.Role == "barred" {
		return pgwire.AuthPlan{}, pgerr.New(pgerr.InvalidAuthorizationSpec, "no rule lets you in")
	}
	password := "secret"
	if !strings.HasPrefix(login.Role, "pw_") {
		if !strings.HasPrefix(login.Role, "unknown") {
			return pgwire.AuthPlan{Trust: true}, nil
		}
		password = "\x00nobody"
	}
	return pgwire.AuthPlan{SCRAM: verifier(password)}, nil
}

func verifier(password string) pgwire.SCRAMVerifier {
	v := pgwire.SCRAMVerifier{Salt: []byte("0123456789abcdef"), Iterations: 4096}
	salted, err := pbkdf2.Key(sha256.New, password, v.Salt, v.Iterations, sha256.Size)
	if err != nil {
		panic(err)
	}
	mac := func(text string) []byte {
		h := hmac.New(sha256.New, salted)
		h.Write([]byte(text))
		return h.Sum(nil)
	}
	stored := sha256.Sum256(mac("Client Key"))
	v.StoredKey, v.ServerKey = stored[:], mac("Server Key")
	return v
}

func (e *fakeEngine) NewSession(_ context.Context, start pgwire.SessionStart) (pgwire.Session, error) {
	if start.Database == "nope" {
		return nil, pgerr.New(pgerr.InvalidCatalogName, `database "nope" does not exist`)
	}
	s := &fakeSession{
		start: start, status: pgwire.TxIdle, statements: fakeStore{}, cancelled: make(chan struct{}, 1),
	}
	e.mu.Lock()
	e.sessions = append(e.sessions, s)
	e.mu.Unlock()
	return s, nil
}

func (e *fakeEngine) last() *fakeSession {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sessions[len(e.sessions)-1]
}

// start serves a fake engine on a free port until the test ends.
func start(t testing.TB, s *pgwire.Server) string {
	t.Helper()
	if s.Engine == nil {
		s.Engine = &fakeEngine{}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan error)
	go func() { done <- s.Serve(l) }()
	t.Cleanup(func() {
		s.Close()
		require.ErrorIs(t, <-done, pgwire.ErrServerClosed)
	})
	return l.Addr().String()
}

type fakeStore map[string]pgwire.Prepared

func (s fakeStore) Get(name string) (pgwire.Prepared, bool) {
	p, ok := s[name]
	return p, ok
}

func (s fakeStore) Put(name string, p pgwire.Prepared) error {
	if _, taken := s[name]; taken && name != "" {
		return pgerr.New(pgerr.DuplicatePreparedStatement, `prepared statement "%s" already exists`, name)
	}
	s[name] = p
	return nil
}

func (s fakeStore) Delete(name string) { delete(s, name) }

// fakePrepared is a command and its arguments.
type fakePrepared struct {
	text   string
	words  []string
	params []types.OID
}

func (p *fakePrepared) Text() string        { return p.text }
func (p *fakePrepared) Empty() bool         { return len(p.words) == 0 }
func (p *fakePrepared) Params() []types.OID { return p.params }
func (p *fakePrepared) IsTransactionExit() bool {
	return !p.Empty() && (p.words[0] == "commit" || p.words[0] == "rollback")
}

func (p *fakePrepared) Columns() []pgwire.Column {
	column := func(name string, oid types.OID) pgwire.Column {
		return pgwire.Column{Name: name, Type: types.Of(oid)}
	}
	switch {
	case p.Empty():
		return nil
	case p.words[0] == "rows":
		return []pgwire.Column{{Name: "g", TableOID: 7, AttNum: 3, Type: types.Of(types.Int4)}}
	case p.words[0] == "batch":
		return []pgwire.Column{column("i", types.Int8), column("s", types.Text), column("b", types.Bool)}
	case p.words[0] == "variant":
		return []pgwire.Column{column("v", types.Variant)}
	case p.words[0] == "echo":
		var list []pgwire.Column
		for _, oid := range p.params {
			list = append(list, column("p", oid))
		}
		return list
	}
	return nil
}

// Package pgwire speaks PostgreSQL's frontend/backend protocol (versions 3.0
// and 3.2) and knows nothing of SQL: it declares the Engine and Session that
// it needs, and package sql implements them.
//
// A Server accepts connections; each gets a goroutine that does the startup
// (startup.go, auth.go), then reads one message at a time and answers it
// (query.go for the simple protocol, extended.go for the extended one,
// copy.go for COPY). All answers go into one buffer that is written when
// the protocol asks for it or the buffer is full (writer.go). The rules are
// those of PostgreSQL's documentation, chapter 55, and of its behaviour.
package pgwire

import (
	"context"
	"net"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// Engine is what the protocol needs from the database. It is implemented by
// package sql. Its methods are safe for concurrent use.
type Engine interface {
	// Authenticate returns how the client that makes this login has to prove
	// its role. Unknown roles get a verifier too (a made-up one whose password
	// nobody has), so that the exchange tells nobody which roles exist. An
	// error (28000: no rule lets this client in) is sent as FATAL.
	Authenticate(ctx context.Context, login Login) (AuthPlan, error)
	// NewSession opens a session for a client that has authenticated. An
	// error (3D000, 53300, 42704, 22023 ...) is sent as FATAL.
	NewSession(ctx context.Context, start SessionStart) (Session, error)
}

// Login is what is known of a client before it has proved who it is.
type Login struct {
	Role, Database string // Database is Role if the client named none
	RemoteAddr     net.Addr
	TLS            bool // the connection is encrypted
}

// AuthPlan says how a client has to prove who it is.
type AuthPlan struct {
	Trust bool          // no proof asked for
	SCRAM SCRAMVerifier // SCRAM-SHA-256, if not Trust
}

// SCRAMVerifier is what is stored of a password (RFC 5803), as PostgreSQL
// keeps it in pg_authid.rolpassword.
type SCRAMVerifier struct {
	Salt       []byte
	Iterations int
	StoredKey  []byte
	ServerKey  []byte
}

// SessionStart is what a session begins with.
type SessionStart struct {
	Login
	// Settings are the startup parameters besides user, database, replication
	// and options, preceded by those inside options (-c name=value); each in
	// the order sent.
	Settings []Setting
	// PID is the process number that BackendKeyData tells the client. It is
	// unique among the sessions of a Server.
	PID int32
	// Notice sends a NoticeResponse after the messages sent so far. The session
	// calls it only from inside its own methods, and filters by
	// client_min_messages itself.
	Notice func(*pgerr.Error)
	// Terminate ends the session with FATAL 57P01, at once if it is idle, else
	// by Cancel. Any goroutine may call it, at any time.
	Terminate func()
	// ParameterStatus tells the new value of a setting that clients watch,
	// also when a rollback brought the old one back. The client hears of it
	// before the next ReadyForQuery. Called only from inside methods of the
	// session.
	ParameterStatus func(name, value string)
}

// Setting is one name and value.
type Setting struct{ Name, Value string }

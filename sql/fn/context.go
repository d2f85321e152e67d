package fn

import (
	"context"
	"time"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Context is what functions see of the session and the statement that call
// them. It is made once per execution and is not safe for concurrent use.
type Context struct {
	context.Context
	Format   *types.Format
	TxnTime  time.Time // now()
	StmtTime time.Time // statement_timestamp()
	Session  Session
	Resolver Resolver
	Cells    CellReader // nil where nothing stored is at hand
}

// CellReader reads stored cells as the statement sees them.
type CellReader interface {
	// CellVersions calls emit for each version of an attribute of the row of a
	// key, the newest first. Errors: 42P01, 42809, 42501, 42703, 22023 for the
	// wrong number of key values, and those of casts to the key's types.
	CellVersions(table types.OID, key []datum.Datum, attribute string, emit func(CellVersion) error) error
}

// CellVersion is one version of an attribute's cell.
type CellVersion struct {
	At    time.Time // when it was written; zero: not known
	Value datum.Datum
}

// Session is the part of a session that functions read and change.
type Session interface {
	User() string        // current_user
	SessionUser() string // session_user
	Database() string
	SearchPath() []string // effective: implicit pg_catalog left out
	PID() int32
	Setting(name string) (value string, ok bool)
	// SetConfig is set_config(name, value, local).
	SetConfig(name, value string, local bool) (string, error)
	ServerAddr() string // "" when unknown
	ClientAddr() string
	// SessionCU returns the read and write capacity units of the session so far.
	SessionCU() (read, write int64)
	// Random is the generator that random() and setseed() use.
	Random() *Random
}

// Resolver turns names into catalog objects and back, for the reg* types and
// the system information functions. All names are of the current instance and
// follow the search path.
type Resolver interface {
	// ObjectOID finds an object by the (perhaps qualified and quoted) name
	// that the text input of the reg type kind (types.Regclass, Regtype,
	// Regproc, Regprocedure, Regrole, Regnamespace, Regoper …) accepts. The error is
	// PostgreSQL's: 42P01, 42704, 42883.
	ObjectOID(kind types.OID, name string) (types.OID, error)
	// ObjectName is the text output of a reg type; ok is false if there is no
	// such object (the OID itself is shown then).
	ObjectName(kind types.OID, oid types.OID) (name string, ok bool)
	// Query answers the system information functions that need rows of the
	// catalog: see the calls in sysinfo.go.
	TableVisible(oid types.OID) bool
	ConstraintDef(oid types.OID, pretty bool) (string, bool)
	IndexDef(oid types.OID, column int, pretty bool) (string, bool)
	HasPrivilege(kind, role, object, privilege string) (bool, error)
	ObjDescription(oid types.OID, catalog string, column int) (string, bool)
	RelationSize(oid types.OID) (int64, bool)
	DatabaseSize(name string) (int64, bool)
}

package sysview

import (
	"context"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Sources is what views ask for. A session provides one for each statement; it
// is used by one goroutine at a time. What it returns is read only.
type Sources interface {
	// Catalog is the state of the catalog that the session's transaction sees,
	// its own changes included.
	Catalog() *catalog.Snapshot
	// Attributes lists the first limit (0: all) free attributes of t in order of
	// first appearance, those of the session's transaction included.
	Attributes(ctx context.Context, t *catalog.Table, limit int) ([]catalog.Attr, error)
	// Instance is the current instance, Role the current role.
	Instance() types.OID
	Role() types.OID
	// Partitions is the store's partition layer, and StoreName its engine:
	// "local" or "tikv".
	Partitions() *partition.Store
	StoreName() string
	// Limits holds the limits in force.
	Limits() *limits.Set
	// Sessions lists the open sessions by process id.
	Sessions() []Session
	// Jobs lists the long pieces of work of the server by id.
	Jobs() []Job
	// Locks lists the advisory locks, and of the others those that somebody waits
	// for, in no order.
	Locks() []Lock
	// Settings lists the settings by name, as the session has them.
	Settings() []Setting
	// Functions lists the functions that can be called, Operators the operators.
	Functions() []Function
	Operators() []Operator
	// PreparedStatements and Cursors are the session's own.
	PreparedStatements() []PreparedStatement
	Cursors() []Cursor
	// SequenceValue is the value that a sequence gave out last, or, if called is
	// false, the one to come.
	SequenceValue(ctx context.Context, q *catalog.Sequence) (value int64, called bool, err error)
	// Now is the start of the statement.
	Now() time.Time
}

// Session is an open session, as sparrow.sessions and pg_stat_activity show it.
type Session struct {
	PID             int32
	RoleID          types.OID
	InstanceID      types.OID
	ApplicationName string
	ClientAddr      string // IP address, "" for a local socket
	ClientPort      int    // -1 for a local socket
	// State is PostgreSQL's: active, idle, idle in transaction, idle in
	// transaction (aborted).
	State string
	Query string // the last one
	// WaitEvent is the kind of lock that it waits for (tuple, relation, object,
	// advisory); "" is none.
	WaitEvent string
	// Zero times show as NULL.
	BackendStart, XactStart, QueryStart, StateChange time.Time

	ReadCU, WriteCU int64
	// SnapshotAge is how long the oldest snapshot has been open; 0 is none.
	SnapshotAge time.Duration
	// PinnedBytes estimates the replaced versions that are kept for that snapshot.
	PinnedBytes int64
}

// Job is a row of sparrow.jobs.
type Job struct {
	ID           int64
	Kind, Object string
	State        string // a phase of its kind, or done, failed, cancelled
	Done, Total  int64
	StartedAt    time.Time
	FinishedAt   time.Time // zero: it runs
	Error        string    // "" if none
	PID          int32     // of the session that runs it
}

// Setting is a row of pg_settings.
type Setting struct {
	Name, Value string
	Unit        string // "" if none
	Category    string
	Description string
	Context     string // internal, superuser, user …
	VarType     string // bool, integer, real, string, enum
	Source      string // default, session, database, user …
	Min, Max    string // "" if none
	Enum        []string
	Boot, Reset string // the built-in value, and that of RESET
}

// Function is what pg_proc and pg_aggregate show of a function.
type Function struct {
	OID        types.OID
	Schema     string // "" is pg_catalog
	Name       string
	Kind       byte // pg_proc.prokind: f, a or w
	Args       []types.OID
	ArgNames   []string
	Variadic   bool
	Defaults   int
	Result     types.OID
	Set        bool // returns a set
	OutNames   []string
	OutTypes   []types.OID
	Strict     bool
	Volatility byte
	Help       string
	AggKind    byte // pg_aggregate.aggkind: o, h, or 0 for n
	Direct     int  // pg_aggregate.aggnumdirectargs
}

// Operator is what pg_operator shows of an operator.
type Operator struct {
	OID                 types.OID
	Name                string
	Left, Right, Result types.OID // Left is 0 for a prefix operator
}

// PreparedStatement is a row of pg_prepared_statements.
type PreparedStatement struct {
	Name, SQL string
	At        time.Time
	Params    []types.T
	FromSQL   bool
}

// Cursor is a row of pg_cursors.
type Cursor struct {
	Name, SQL                    string
	Holdable, Binary, Scrollable bool
	At                           time.Time
}

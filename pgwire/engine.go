package pgwire

import (
	"context"
	"net"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Engine is what the protocol needs from the database. It is implemented by
// package sql. Its methods are safe for concurrent use.
type Engine interface {
	// Authenticate returns how role may log in from addr to database.
	// Unknown roles get a verifier too (a made-up one whose password nobody
	// has), so that the exchange tells nobody which roles exist.
	Authenticate(ctx context.Context, role, database string, addr net.Addr) (AuthPlan, error)
	// NewSession opens a session for a client that has authenticated. The
	// error, FATAL for the client, may be 3D000, 53300, 42704, 22023 ...
	NewSession(ctx context.Context, start SessionStart) (Session, error)
}

// AuthPlan says how a client has to prove who it is.
type AuthPlan struct {
	Trust bool          // no proof asked for
	SCRAM SCRAMVerifier // used if not Trust
}

// SCRAMVerifier is what is stored of a password (RFC 5803), as PostgreSQL
// keeps it in pg_authid.rolpassword.
type SCRAMVerifier struct {
	Salt       []byte
	Iterations int
	StoredKey  []byte
	ServerKey  []byte
}

// SessionStart is what a client told at startup.
type SessionStart struct {
	Role, Database string
	// Settings are the startup parameters besides user, database and
	// replication, in the order sent; those of "options" (-c name=value) come first.
	Settings   []Setting
	RemoteAddr net.Addr
	// PID and Secret are what BackendKeyData tells the client.
	PID int32
	// Notify sends a message to the client at the next moment the protocol
	// allows: notices. The session calls it only from inside its own methods.
	Notice func(*pgerr.Error)
	// ParameterStatus reports a changed setting that clients watch.
	ParameterStatus func(name, value string)
}

// Setting is one name and value.
type Setting struct{ Name, Value string }

// TxStatus is the byte of ReadyForQuery.
type TxStatus byte

// The three transaction states.
const (
	TxIdle   TxStatus = 'I'
	TxActive TxStatus = 'T'
	TxFailed TxStatus = 'E'
)

// Column describes one result column for RowDescription.
type Column struct {
	Name     string
	TableOID types.OID
	AttNum   int16
	Type     types.T
}

// Session is one client's session. One goroutine at a time calls it, except
// for Cancel, which any may call.
//
// Transactions: pgwire brackets each simple Query message, and each run of
// extended messages up to Sync, with the implicit-transaction rules of
// PostgreSQL by calling Sync (commit or roll back what is implicit). After an
// error pgwire calls Fail.
type Session interface {
	// Parse splits the text of a Query message into statements. Empty text
	// gives an empty list.
	ParseScript(ctx context.Context, text string) ([]Statement, error)
	// Prepare analyses one statement text for the extended protocol. Empty
	// text gives a Statement with Empty() true. paramTypes may be shorter
	// than the parameters, and 0 or 705 (unknown) means "infer".
	Prepare(ctx context.Context, text string, paramTypes []types.OID) (Prepared, error)
	// BeginImplicit tells that statements that follow belong to one implicit
	// transaction (a Query message with several statements, or a pipeline).
	BeginImplicit(multi bool)
	// Run executes a statement of a script (simple protocol). Rows go to sink.
	Run(ctx context.Context, stmt Statement, sink Sink) error
	// Bind makes a portal from a prepared statement. Parameters are already
	// decoded to the types of Prepared.Params. It fails with 0A000 "cached
	// plan must not change result type" if the shape of the result changed.
	Bind(ctx context.Context, p Prepared, params []datum.Datum) (Portal, error)
	// NamedStatements: SQL-level PREPARE shares the name space of Parse.
	StatementStore() StatementStore
	// Fail tells that an error was sent to the client: the transaction is
	// now failed (explicit) or rolled back (implicit).
	Fail(err error)
	// Sync ends the implicit transaction, if one is open: commits it, or rolls
	// it back after Fail. A commit may fail: the error is sent to the client
	// before ReadyForQuery.
	Sync(ctx context.Context) error
	// TxStatus is the state for ReadyForQuery.
	TxStatus() TxStatus
	// Parameters are the settings to report at start, with their values.
	Parameters() []Setting
	// Format holds the settings that text output depends on. Valid until the
	// next statement.
	Format() *types.Format
	// Cancel interrupts the running statement, if any: it ends with 57014.
	Cancel()
	// Close rolls back and releases all. It is called exactly once.
	Close()
}

// Statement is one parsed statement of a script.
type Statement interface {
	// Text is the statement's own text.
	Text() string
	// EndsImplicit reports BEGIN-like statements... see Session.Run.
	IsTransactionControl() bool
}

// Prepared is an analysed statement. It is immutable.
type Prepared interface {
	Empty() bool
	Params() []types.OID // types of $1, $2 ... as ParameterDescription tells
	// Columns are the result columns; nil if it returns no rows (NoData).
	Columns() []Column
	// CopyIn and CopyOut report COPY FROM STDIN and COPY TO STDOUT.
	IsTransactionExit() bool // COMMIT, ROLLBACK ...: allowed in a failed transaction
}

// Portal is an open portal.
type Portal interface {
	// Columns as Prepared.Columns.
	Columns() []Column
	// Execute runs or continues the portal, handing at most maxRows rows to
	// sink (0 = all). suspended is true if the limit was reached: then the
	// portal may have more (PostgreSQL says so even if it has not), and no tag is due.
	Execute(ctx context.Context, sink Sink, maxRows int) (suspended bool, err error)
	Close()
}

// StatementStore keeps named prepared statements for both the protocol and
// SQL PREPARE/EXECUTE/DEALLOCATE. The unnamed statement has the name "".
type StatementStore interface {
	Get(name string) (Prepared, bool)
	Put(name string, p Prepared) error // 42P05 if name is not "" and is taken
	Delete(name string)                // no error if there is none
}

// Sink takes what a statement produces, in the order of the calls.
type Sink interface {
	// Columns announces the rows that follow (simple protocol: RowDescription
	// is sent; extended protocol: ignored, since Describe did it).
	Columns([]Column) error
	// Row sends one row. The values are not kept after the call returns.
	Row(datum.Row) error
	// Batch sends the rows of a batch.
	Batch(*datum.Batch) error
	// Complete sends CommandComplete with the tag, or EmptyQueryResponse for "".
	Complete(tag string) error
	// CopyIn starts COPY FROM STDIN with n columns and returns the reader of
	// the raw data. The reader ends with io.EOF at CopyDone, with a 57014
	// error at CopyFail, 08P01 for a message that has no place there.
	CopyIn(columns int, binary bool) (CopyReader, error)
	// CopyOut starts COPY TO STDOUT and returns the writer of the raw data:
	// each Write is one CopyData message (one row).
	CopyOut(columns int, binary bool) (CopyWriter, error)
}

// CopyReader gives the bytes of CopyData messages, one message a call.
type CopyReader interface {
	// Next returns the next message's data, valid until the next call, or
	// io.EOF.
	Next() ([]byte, error)
}

// CopyWriter takes rows of COPY TO STDOUT.
type CopyWriter interface {
	Write(row []byte) error
	// Close sends CopyDone.
	Close() error
}

package pgwire

import (
	"context"
	"time"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Session is one client's session. One goroutine at a time calls it, except
// for Cancel, which any may call.
//
// Transactions: the session opens one by itself when a statement needs it and
// none is open. pgwire calls Sync at the end of each Query message (before
// the last CommandComplete is sent, so that a commit that fails is never
// reported as done; and once more after it) and at each Sync message, which
// ends what was opened implicitly. After each error, of any method or raised by
// pgwire itself, pgwire calls Fail.
//
// The context of each call ends when the client is gone or the server closes;
// whatever error the call then returns goes nowhere.
type Session interface {
	// ParseScript splits the text of a Query message into statements. Empty
	// text gives an empty list. Since the script is one call, the session knows
	// whether a statement runs alone (CREATE DATABASE asks for that).
	ParseScript(ctx context.Context, text string) ([]Statement, error)
	// Run executes a statement of a script (simple protocol): Columns, rows and
	// Complete, or a COPY and Complete, go to sink.
	Run(ctx context.Context, stmt Statement, sink Sink) error
	// Prepare analyses one statement text for the extended protocol. Empty
	// text gives a Prepared with Empty() true; two statements are 42601.
	// paramTypes may be shorter than the parameters, and 0 or 705 (unknown)
	// means "infer". In a failed transaction only statements that end it are
	// analysed, others are 25P02.
	Prepare(ctx context.Context, text string, paramTypes []types.OID) (Prepared, error)
	// Bind makes a portal from a prepared statement that is not Empty.
	// Parameters are already decoded to the types of Prepared.Params. It fails
	// with 0A000 "cached plan must not change result type" if the shape of the
	// result changed.
	Bind(ctx context.Context, p Prepared, params []datum.Datum) (Portal, error)
	// StatementStore holds the named statements: SQL-level PREPARE shares the
	// name space of Parse.
	StatementStore() StatementStore
	// Fail tells that err was sent to the client: an explicit transaction is
	// now failed, an implicit one is rolled back (at once or by the next Sync).
	// If none is open, as after a COMMIT that failed, it does nothing.
	Fail(err error)
	// Sync ends the implicit transaction, if one is open: commits it, or rolls
	// it back after Fail. If the commit fails, the transaction is rolled back
	// and the error is sent to the client before ReadyForQuery.
	Sync(ctx context.Context) error
	// IdleTimeout is how long the client may let the session wait for a message
	// after ReadyForQuery in the present state, in a transaction or outside; 0 is
	// for ever. Then the session ends with FATAL 25P03 or 57P05.
	IdleTimeout() time.Duration
	// TxStatus is the state for ReadyForQuery; an implicit transaction counts
	// as none.
	TxStatus() TxStatus
	// Parameters are the settings to report at start, with their values.
	Parameters() []Setting
	// Format holds the settings that text forms of values depend on. It is not
	// changed while a statement sends rows.
	Format() *types.Format
	// Cancel interrupts the running statement, if any: it ends with 57014
	// "canceling statement due to user request". Between statements it does
	// nothing.
	Cancel()
	// Close rolls back and releases all. It is called exactly once, and no
	// other method after it.
	Close()
}

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
	TableOID types.OID // 0 unless the column is one of a table's
	AttNum   int16     // 0 as TableOID
	Type     types.T   // types.Variant is announced as text
}

// Statement is one parsed statement of a script.
type Statement interface {
	// Text is the statement's own text.
	Text() string
}

// Prepared is an analysed statement. It is immutable.
type Prepared interface {
	// Empty reports that the text held no statement.
	Empty() bool
	// Params are the types of $1, $2 ..., as ParameterDescription tells them.
	Params() []types.OID
	// Columns are the result columns; nil if the statement returns no rows
	// (NoData). A SELECT without columns has an empty list that is not nil.
	Columns() []Column
	// IsTransactionExit reports COMMIT, ROLLBACK, ROLLBACK TO and the like:
	// what a failed transaction still accepts.
	IsTransactionExit() bool
}

// Portal is an open portal.
type Portal interface {
	// Columns as Prepared.Columns.
	Columns() []Column
	// Execute runs or continues the portal, handing at most maxRows rows to
	// sink (0 = all). suspended is true if that many rows were sent: then no
	// tag is due, and the portal may have more (PostgreSQL does not look
	// whether it has). Otherwise Complete was called with the tag, which
	// counts the rows of this call only. A portal that returns rows may be
	// executed again after its end: it gives no rows and the tag with 0.
	Execute(ctx context.Context, sink Sink, maxRows int) (suspended bool, err error)
	// Ended reports that the portal is gone because the transaction it was
	// bound in has ended, or by SQL's CLOSE.
	Ended() bool
	// Close releases the portal. It is called exactly once, also on portals
	// that have ended, but not after Session.Close.
	Close()
}

// StatementStore keeps named prepared statements for both the protocol and
// SQL PREPARE/EXECUTE/DEALLOCATE. The protocol's unnamed statement has the
// name "", which SQL can't say.
type StatementStore interface {
	// Get finds a statement.
	Get(name string) (Prepared, bool)
	// Put adds a statement, or replaces the unnamed one. A name that is taken
	// is 42P05.
	Put(name string, p Prepared) error
	// Delete removes a statement, if there is one. Portals made from it live on.
	Delete(name string)
}

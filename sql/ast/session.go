package ast

// TxKind is a transaction statement.
type TxKind uint8

// The transaction statements.
const (
	TxBegin TxKind = iota // BEGIN, START TRANSACTION
	TxCommit
	TxRollback
	TxSavepoint
	TxRelease
	TxRollbackTo
	TxPrepare
	TxCommitPrepared
	TxRollbackPrepared
)

// TxMode is the modes of BEGIN or SET TRANSACTION; empty or nil is not written.
// Isolation is lower case: "repeatable read".
type TxMode struct {
	Isolation  string
	ReadOnly   *bool
	Deferrable *bool
}

// Transaction is BEGIN, COMMIT, ROLLBACK, SAVEPOINT and so on.
type Transaction struct {
	Loc
	Kind  TxKind
	Start bool // START TRANSACTION, whose tag differs from BEGIN's
	Modes TxMode
	Chain bool
	Name  string // of the savepoint or prepared transaction
}

// SetScope is SESSION (the default) or LOCAL.
type SetScope uint8

// The scopes of SET.
const (
	ScopeSession SetScope = iota
	ScopeLocal
)

// Set is SET and RESET. The special forms are lowered to settings: TIME ZONE is
// timezone, NAMES client_encoding, SCHEMA search_path, ROLE role, SESSION
// AUTHORIZATION session_authorization, XML OPTION xmloption. TO DEFAULT has
// Default; RESET has Reset, RESET ALL also All.
type Set struct {
	Loc
	Scope       SetScope
	Name        string
	Values      []OptionValue
	Interval    *Cast // SET TIME ZONE INTERVAL '…' HOUR TO MINUTE
	Default     bool
	Reset       bool
	All         bool
	FromCurrent bool
}

// SetTransaction is SET TRANSACTION, or SET SESSION CHARACTERISTICS with
// Session.
type SetTransaction struct {
	Loc
	Session  bool
	Local    bool
	Modes    TxMode
	Snapshot string // SET TRANSACTION SNAPSHOT
}

// SetConstraints is SET CONSTRAINTS; no Names means ALL.
type SetConstraints struct {
	Loc
	Names    []Name
	Deferred bool
}

// Show is SHOW name; the special forms are lowered like Set's, SHOW ALL is
// All.
type Show struct {
	Loc
	Name string
	All  bool
}

// Discard is DISCARD; What is ALL, PLANS, SEQUENCES or TEMP.
type Discard struct {
	Loc
	What string
}

// AlterSystem is ALTER SYSTEM SET or RESET.
type AlterSystem struct {
	Loc
	Set *Set
}

// Listen is LISTEN channel.
type Listen struct {
	Loc
	Channel string
}

// Unlisten is UNLISTEN channel, or * with an empty channel.
type Unlisten struct {
	Loc
	Channel string
}

// Notify is NOTIFY channel [, payload].
type Notify struct {
	Loc
	Channel, Payload string
}

// Load is LOAD 'file'.
type Load struct {
	Loc
	File string
}

// Call is CALL procedure(…).
type Call struct {
	Loc
	Func *FuncCall
}

// Do is DO.
type Do struct {
	Loc
	Language, Body string
}

func (*Transaction) statement()    {}
func (*Set) statement()            {}
func (*SetTransaction) statement() {}
func (*SetConstraints) statement() {}
func (*Show) statement()           {}
func (*Discard) statement()        {}
func (*AlterSystem) statement()    {}
func (*Listen) statement()         {}
func (*Unlisten) statement()       {}
func (*Notify) statement()         {}
func (*Load) statement()           {}
func (*Call) statement()           {}
func (*Do) statement()             {}

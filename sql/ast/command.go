package ast

// Explain is EXPLAIN of a statement. The old spelling (EXPLAIN ANALYZE VERBOSE)
// comes as options too.
type Explain struct {
	Loc
	Options []Option
	Stmt    Statement
}

// Prepare is PREPARE name (types) AS statement. Text spans the statement in the
// script.
type Prepare struct {
	Loc
	Name       string
	Types      []*TypeName
	Stmt       Statement
	Start, End Pos
	Params     int // the highest $n
}

// Execute is EXECUTE name (args).
type Execute struct {
	Loc
	Name string
	Args []Expr
}

// Deallocate is DEALLOCATE; an empty Name is ALL.
type Deallocate struct {
	Loc
	Name string
}

// DeclareCursor is DECLARE. Scroll is nil when neither SCROLL nor NO SCROLL was
// written.
type DeclareCursor struct {
	Loc
	Name        string
	Binary      bool
	Insensitive bool
	Asensitive  bool
	Scroll      *bool
	Hold        bool
	Query       *Query
}

// FetchDirection is how FETCH moves.
type FetchDirection uint8

// The directions.
const (
	FetchForward FetchDirection = iota
	FetchBackward
	FetchAbsolute
	FetchRelative
)

// Fetch is FETCH, or MOVE with Move. NEXT is forward 1, PRIOR backward 1, FIRST
// absolute 1, LAST absolute -1; All is FORWARD ALL or BACKWARD ALL.
type Fetch struct {
	Loc
	Move      bool
	Direction FetchDirection
	Count     int64
	All       bool
	Cursor    string
}

// CloseCursor is CLOSE; an empty Name is ALL.
type CloseCursor struct {
	Loc
	Name string
}

// Copy is COPY. Table or Query is set. The old options come as the new ones:
// format, delimiter, null, header, quote, escape, force_quote, force_not_null,
// force_null, encoding, freeze.
type Copy struct {
	Loc
	Table   *Table
	Columns []string
	Query   Statement
	From    bool
	Program bool
	File    *string // nil for STDIN or STDOUT
	Options []Option
	Where   Expr
}

// LockTable is LOCK TABLE. Mode is upper case: "ACCESS EXCLUSIVE".
type LockTable struct {
	Loc
	Tables []*Table
	Mode   string
	NoWait bool
}

// VacuumTarget is a table of VACUUM or ANALYZE with its columns.
type VacuumTarget struct {
	Loc
	Table   *Table
	Columns []string
}

// Vacuum is VACUUM, or ANALYZE with Analyze. Old spellings come as options.
type Vacuum struct {
	Loc
	Analyze bool
	Options []Option
	Targets []VacuumTarget
}

// Checkpoint is CHECKPOINT.
type Checkpoint struct{ Loc }

// Reindex is REINDEX; Kind is INDEX, TABLE, SCHEMA, DATABASE or SYSTEM.
type Reindex struct {
	Loc
	Kind         ObjectKind
	Name         Name
	Concurrently bool
	Options      []Option
}

// Cluster is CLUSTER [table [USING index]].
type Cluster struct {
	Loc
	Table   *Name
	Index   string
	Options []Option
}

func (*Explain) statement()       {}
func (*Prepare) statement()       {}
func (*Execute) statement()       {}
func (*Deallocate) statement()    {}
func (*DeclareCursor) statement() {}
func (*Fetch) statement()         {}
func (*CloseCursor) statement()   {}
func (*Copy) statement()          {}
func (*LockTable) statement()     {}
func (*Vacuum) statement()        {}
func (*Checkpoint) statement()    {}
func (*Reindex) statement()       {}
func (*Cluster) statement()       {}

package planner

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Tag is the word that CommandComplete begins with.
type Tag string

// The tags of planned statements. VALUES counts as a SELECT, as in PostgreSQL.
const (
	TagSelect Tag = "SELECT"
	TagInsert Tag = "INSERT"
	TagUpdate Tag = "UPDATE"
	TagDelete Tag = "DELETE"
	TagMerge  Tag = "MERGE"
)

// Plan is a planned statement: immutable, shared by concurrent executions and
// kept by plan caches.
type Plan struct {
	Root Node
	// Columns are the result columns: nil if no rows come back; empty but not nil
	// for a SELECT without columns. A Variant column is announced as text.
	Columns []Column
	// Params are the types of $1, $2 …, given or inferred.
	Params []types.OID
	Tag    Tag
	// ReadOnly is false if the plan writes, also in a WITH, or locks rows.
	ReadOnly bool
	Deps     Deps
	// Cacheable is false if literals were read whose meaning changes with the
	// time ('now'::timestamptz): such a plan is good for a prepared statement, as in
	// PostgreSQL, but not for a cache by text. Names read as reg* constants are for the
	// caller to look up again.
	Cacheable bool
}

// Deps is what a plan took for granted.
type Deps struct {
	Tables []TableDep
	// Attrs are the free attributes named, with the types they were planned for.
	Attrs []AttrDep
	// Stars are the free attributes that each * over a table stood for, in the
	// order of the statement.
	Stars []StarDep
	// Names are the names of tables and views as they were resolved, and
	// Privileges those that the role was found to have.
	Names      []NameDep
	Privileges []PrivilegeDep
	// Types are the names of user types as they were resolved.
	Types []TypeDep
}

// TypeDep is the name of a type and what it stood for. An empty Schema says that it
// was looked for along the search path.
type TypeDep struct {
	Schema, Name string
	ID           types.OID
	Version      uint64 // of a composite type, or of the table whose row type it is
}

// NameDep is the name of a relation and what it stood for. An empty Schema says
// that it was looked for along the search path.
type NameDep struct {
	Schema, Name string
	ID           catalog.TableID
}

// PrivilegeDep is a privilege on a table.
type PrivilegeDep struct {
	Table     int // index into Deps.Names
	Privilege string
}

// StarDep is what a * over a table stood for.
type StarDep struct {
	Table int // index into Deps.Tables
	Names []string
}

// TableDep is a table at a version.
type TableDep struct {
	Schema, Name string
	ID           catalog.TableID
	Version      uint64
}

// AttrDep is a free attribute with what was known of it. Unknown says that the
// dictionary had no such name (unknown_attributes = 'null').
type AttrDep struct {
	Table   int // index into Deps.Tables
	Name    string
	T       types.T
	Unknown bool
}

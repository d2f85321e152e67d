package planner

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// Merge writes the rows that WHEN clauses choose for the rows of Source. The first columns
// of Source are Shape, the row of the table that matches, all NULL if none does;
// what follows are columns of the data source.
type Merge struct {
	Table  *catalog.Table
	Source Node
	Shape  []ScanColumn
	// On, over the columns of Source, says whether a row that somebody has changed
	// meanwhile still matches.
	On    expr.Expr
	Whens []MergeWhen
	// Lock is the strength in which a row about to be changed is locked.
	Lock *RowLock
}

// MergeAction is what a WHEN clause does.
type MergeAction uint8

// The actions of MERGE.
const (
	MergeNothing MergeAction = iota
	MergeInsert
	MergeUpdate
	MergeDelete
)

// MergeWhen is one WHEN clause. The first one that fits a row is in charge of it.
type MergeWhen struct {
	Matched bool
	Cond    expr.Expr // over the columns of Source; nil: always
	Action  MergeAction
	// Of an update: over the columns of Source, and over Shape, of the new row.
	Set       []Assignment
	Generated []Assignment
	Checks    []Check
	// Of an insert: Values, over the columns of Source, are the row of Insert's targets.
	// It has no Source of its own.
	Values []expr.Expr
	Insert *Insert
}

// Columns of a MERGE: it returns none.
func (n *Merge) Columns() []Column { return nil }

// Children of a MERGE: its source.
func (n *Merge) Children() []Node { return []Node{n.Source} }

package expr

import (
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Const is a constant. T may be more than V says: a NULL has a type here.
type Const struct {
	V   types.Value
	T   types.T
	Pos int // of the literal, for errors when it is read as another type; 0 none
}

// Param is $N (N from 1).
type Param struct {
	N int
	T types.T
}

// Column is a column of the row at hand.
type Column struct {
	Index int
	Name  string
	T     types.T
}

// Outer is a column of the row of an enclosing query: Depth 1 is the
// innermost (the last of Context.Outer).
type Outer struct {
	Depth int
	Index int
	Name  string
	T     types.T
}

// Call calls a scalar function or operator. Args have just the types that F
// asks for.
//
// A function with VARIADIC "any" gets its arguments one by one; Spread says that
// the last of Args is an array to be taken apart for that.
type Call struct {
	F    *fn.Overload
	Args []Expr
	T    types.T
	Pos  int // 1-based, in characters; 0 none

	Spread bool
}

// SetCall calls a set-returning function: in FROM, or at the top of a target.
type SetCall struct {
	F    *fn.Overload
	Args []Expr
	T    types.T // one column's type, or record
	Cols []fn.ResultColumn
}

// Aggregate is an aggregate call as the Aggregate node runs it; it is never
// evaluated as an expression.
type Aggregate struct {
	F    *fn.Overload // nil: count(*)
	Args []Expr
	T    types.T
}

// SubqueryKind says what a Subquery node makes of the rows.
type SubqueryKind uint8

// The kinds of subqueries.
const (
	SubqueryScalar SubqueryKind = iota // its one column of its one row; 21000 if more
	SubqueryExists
	SubqueryArray // ARRAY(SELECT …)
	SubqueryAny   // Test op ANY (SELECT …), IN
	SubqueryAll
	SubqueryRow // one row as a record
)

// Subquery is a subquery in an expression.
type Subquery struct {
	Kind       SubqueryKind
	Plan       any // planner.Node
	Correlated bool
	// Test, for Any and All: a boolean over the current row, with the
	// subquery's columns as Outer-free Columns behind it: columns from
	// TestBase on are the subquery's row.
	Test     Expr
	TestBase int
	T        types.T
	Pos      int
	// Uses are the outer values that a correlated subquery's value depends on, and nothing else
	// does; nil: it can't be told by them.
	Uses []OuterUse
	// Left and Right, if set, say that Test is Left = Right: Left over the row at hand, Right over
	// a row of the subquery, which is not correlated. A hash table of Right answers Any.
	Left, Right Expr
}

// OuterUse is a column of the row at hand (Depth 1) or of an enclosing one.
type OuterUse struct{ Depth, Index int }

package planner

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Node is a physical plan node: data only, immutable after planning, shared
// by concurrent executions. Package exec turns it into operators. Column
// expressions of a node (expr.Column) index the concatenated output columns
// of its children.
type Node interface {
	Columns() []Column
	Children() []Node
}

// Column is an output column of a node.
type Column struct {
	Name     string
	T        types.T
	TableOID types.OID // 0 if not a plain column of a table
	AttNum   int16
}

// ScanColumn says where a scan's output column comes from.
type ScanColumn struct {
	Kind ScanColumnKind
	Key  int            // index into Table.PrimaryKey, for ScanKey
	Attr catalog.AttrID // for ScanAttr: declared and free attributes alike; 0: by Name, not yet in the dictionary
	T    types.T        // declared type, or what the dictionary says (Variant …)
	Name string
}

// ScanColumnKind is the kind of a scan's output column.
type ScanColumnKind uint8

// The kinds of scan columns.
const (
	ScanKey        ScanColumnKind = iota
	ScanAttr                      // one attribute
	ScanAttributes                // _attributes: all free attributes as jsonb
	ScanTableOID                  // tableoid
	ScanXmin                      // xmin, from the commit timestamp
	ScanNull                      // an unknown attribute read as NULL
)

// Bound is one end of a key range: values for a prefix of the key columns.
type Bound struct {
	Values    []expr.Expr // constant during an execution: no Column inside; each of its key column's type
	Inclusive bool        // whether rows that have exactly this prefix are inside
	// CutNulls is for row comparisons, (a, b) > ($1, $2): if a value behind the
	// first turns out to be NULL, the bound is what stands before it, not inclusive, instead
	// of an empty range. Position CutFrom is the first that may be cut.
	CutNulls bool
	CutFrom  int
}

// EachElement stands in a point for the elements of an array that is known at
// execution only, key = ANY ($1): the point is one for each element that is not NULL. A
// NULL array gives none.
type EachElement struct {
	Array expr.Expr // constant during an execution
	T     types.T   // of the elements
}

// Type returns the elements' type.
func (e *EachElement) Type() types.T { return e.T }

// Eval is an error: the scan takes the array apart.
func (e *EachElement) Eval(*expr.Context, datum.Row) (datum.Datum, error) {
	return datum.Null, pgerr.New(pgerr.InternalError, "the elements of an array are not one value")
}

// KeyRange is a range of primary keys. Empty Values are unbounded. A NULL among the
// values makes the range empty.
type KeyRange struct{ Low, High Bound }

// Scan reads a table. Exactly one access is in use:
// Points (PointGet for one, BatchPointGet for several: every key column is
// given), Ranges (disjoint at execution only if the planner can tell: the
// operator sorts and merges overlapping ones), or neither: the whole table.
type Scan struct {
	Table   *catalog.Table
	Cols    []ScanColumn
	Out     []Column
	Points  [][]expr.Expr // may repeat a key at execution: each row comes once; an *EachElement is many
	Ranges  []KeyRange
	Empty   bool      // proven to have no rows
	Reverse bool      // in descending key order
	Filter  expr.Expr // over Cols; nil = none
	// Limit, if not nil, is the most rows that will be asked for after Filter;
	// NULL is no bound, a negative one an error that the Limit above raises.
	Limit expr.Expr
	// Lock asks for row locks (FOR UPDATE …, and the scans of UPDATE and DELETE).
	Lock    *RowLock
	EstRows float64
	EstRead float64 // rows before Filter
	EstCU   float64
}

// RowLock is a locking clause.
type RowLock struct {
	Strength LockStrength
	Wait     LockWait
}

// LockRows locks the rows that its input gives, and no others: above joins, and
// above a sort whose first rows are wanted. A row that somebody changed meanwhile is
// read again, and dropped if Recheck, over Input's columns, does not hold any more.
type LockRows struct {
	Input   Node
	Tables  []LockedTable
	Recheck expr.Expr // nil: nothing
	// Limit as in Scan.
	Limit expr.Expr
}

// LockedTable is one table of LockRows.
type LockedTable struct {
	Table *catalog.Table
	Lock  *RowLock
	// Cols are the table's columns in the input, the key among them, and At where
	// they are.
	Cols []ScanColumn
	At   []int
}

// LockStrength is the strength of a row lock.
type LockStrength uint8

// Row lock strengths, from weak to strong.
const (
	LockKeyShare LockStrength = iota + 1
	LockShare
	LockNoKeyUpdate
	LockUpdate
)

// LockWait says what to do with rows locked by others.
type LockWait uint8

// What to do about a lock held by another transaction.
const (
	LockBlock LockWait = iota
	LockNoWait
	LockSkip
)

// VirtualScan reads a system view.
type VirtualScan struct {
	View   *catalog.View
	Out    []Column
	Filter expr.Expr
}

// Values is a list of rows; one row without columns is SELECT without FROM.
type Values struct {
	Rows [][]expr.Expr
	Out  []Column
}

// Feed has rows that come from outside the plan: those of COPY FROM. The
// executor is handed their source when it starts the plan.
type Feed struct{ Out []Column }

// FunctionScan calls set-returning (or plain) functions in FROM.
type FunctionScan struct {
	Calls      []expr.Expr // *expr.SetCall, or any other expression: one row
	Ordinality bool
	Out        []Column
}

// Filter keeps the rows for which Cond is true.
type Filter struct {
	// Once says that Cond reads no column of Input: it is looked at once, and if it is not
	// true, Input does not run at all.
	Once    bool
	Input   Node
	Cond    expr.Expr
	EstRows float64 // 0: no estimate
}

// Project computes expressions. A *expr.SetCall at the top of an expression
// makes it a ProjectSet: rows multiply as PostgreSQL's do.
type Project struct {
	Input Node
	Exprs []expr.Expr
	Out   []Column
}

// SortKey is one ORDER BY key.
type SortKey struct {
	Expr       expr.Expr
	Desc       bool
	NullsFirst bool
}

// Sort orders its input; Limit, if not nil, keeps the first rows only (top-k).
type Sort struct {
	Input Node
	Keys  []SortKey
	Limit expr.Expr
}

// Limit cuts its input. Nil Count is all.
type Limit struct {
	Input    Node
	Count    expr.Expr
	Offset   expr.Expr
	WithTies []SortKey // FETCH … WITH TIES: the ORDER BY
}

// Distinct drops duplicates: of whole rows, or (On not nil) of the On
// expressions, keeping the first row of each.
type Distinct struct {
	Input Node
	On    []expr.Expr
	// Sorted says that rows with equal On come one after the other.
	Sorted  bool
	EstRows float64 // 0: no estimate
}

// Aggregate groups. Out is: the group keys, then one column per aggregate, then
// (with grouping sets) the grouping-set number as int4.
type Aggregate struct {
	Input  Node
	Keys   []expr.Expr
	Aggs   []AggCall
	Sets   [][]int // grouping sets as indexes into Keys; nil: one set of all keys
	Scalar bool    // no GROUP BY: exactly one row even without input
	Sorted bool    // rows of a group lie together in the input
	// Parallel says that several goroutines may aggregate pieces of the input, which
	// is a Scan below filters and projections, and merge what they have.
	Parallel bool
	Out      []Column

	EstRows float64 // 0: no estimate
}

// AggCall is one aggregate call.
type AggCall struct {
	Agg      *expr.Aggregate
	Distinct bool
	OrderBy  []SortKey // of an ordered-set aggregate, WITHIN GROUP
	Filter   expr.Expr
	// Direct are the direct arguments of an ordered-set or hypothetical-set
	// aggregate, over Out's columns: they see the group's keys. Agg.Args are the aggregated
	// ones.
	Direct []expr.Expr
}

// JoinKind is the kind of a join.
type JoinKind uint8

// The kinds of joins. Semi and Anti keep the left columns only.
const (
	JoinInner JoinKind = iota
	JoinLeft
	JoinRight
	JoinFull
	JoinSemi
	JoinAnti
)

// Join joins Left and Right: by hash if there are keys, else by nested loop.
// On is what else must hold, over the left columns followed by the right
// ones. With Lateral, Right is run anew for each left row, which it sees as its innermost Outer row.
type Join struct {
	Kind                JoinKind
	Left, Right         Node
	LeftKeys, RightKeys []expr.Expr // each over its own side
	On                  expr.Expr
	Lateral             bool
	// Merge says that both inputs come in ascending order of their keys, NULLs
	// last: they are merged.
	Merge bool
	// BuildLeft says that the hash table is to be made of the left input, which is
	// the smaller one.
	BuildLeft bool
	// NullAware makes an anti join NOT IN: one NULL key on the right leaves no row at all,
	// and a NULL key on the left qualifies only if the right is empty.
	NullAware bool
	Out       []Column
	EstRows   float64 // 0: no estimate
}

// SetOpKind is UNION, INTERSECT or EXCEPT.
type SetOpKind uint8

// The set operations.
const (
	Union SetOpKind = iota
	Intersect
	Except
)

// SetOp combines two inputs of equal column types.
type SetOp struct {
	Op          SetOpKind
	All         bool
	Left, Right Node
	Out         []Column
}

// CTE is one WITH query: run at most once per execution, its rows kept.
type CTE struct {
	Name      string
	Plan      Node
	Recursive Node // the recursive term, if any, reading CTEScan{Working: true}
	UnionAll  bool
	Modifies  bool // a data-modifying CTE: run to its end even if nobody reads it
}

// With runs its CTEs for Input. CTEs are numbered within the statement.
type With struct {
	CTEs  []*CTE
	Input Node
}

// CTEScan reads the rows of a CTE, or the working table of its recursion.
type CTEScan struct {
	CTE     *CTE
	Working bool
	Out     []Column
}

// Insert writes rows of Source.
type Insert struct {
	Table  *catalog.Table
	Source Node
	// Targets says, for each column of Source, where it goes.
	Targets []WriteTarget
	// Defaults fill key and declared columns that Targets leaves out. Their
	// values see no columns. They do not fill what a target sets to NULL.
	Defaults []Assignment
	// Generated are GENERATED ALWAYS AS columns, over Shape, computed in order when all
	// else is there (also when ON CONFLICT updates).
	Generated []Assignment
	// Checks are NOT NULL and CHECK constraints, over the written row (see RowShape).
	Conflict  *Conflict
	Returning []expr.Expr  // over RowShape; nil = none
	Shape     []ScanColumn // columns of the row as Returning, Checks … see it
	Checks    []Check
	Out       []Column
}

// WriteTarget is a column to write: a key column, an attribute that has an
// id, or (Attr 0) a free attribute by name, whose id is found or made at execution.
type WriteTarget struct {
	Kind ScanColumnKind // ScanKey, ScanAttr or ScanAttributes (an object of free attributes)
	Key  int
	Attr catalog.AttrID
	Name string
	T    types.T // the declared type with modifier; for a free attribute Of(0): cells keep their own canonical type
	Free bool
}

// Assignment is a target and the value for it, over Shape of the statement.
type Assignment struct {
	Target WriteTarget
	Value  expr.Expr
}

// Check is a constraint that a written row must meet.
type Check struct {
	Name    string // constraint name; "" for NOT NULL
	NotNull bool
	Domain  bool      // Cond is an *expr.DomainCheck, which fails by itself
	Column  string    // for NOT NULL
	Index   int       // Shape column, for NOT NULL
	Cond    expr.Expr // over Shape, for CHECK: false is a violation, NULL is not
}

// Conflict is ON CONFLICT (on the primary key, the only arbiter there is yet).
type Conflict struct {
	DoNothing bool
	Replace   bool // the proposed row takes the place of the one in the table
	// Set and Where see Shape twice: first the row in the table, then
	// the row proposed (excluded).
	Set   []Assignment
	Where expr.Expr
	// Lock is the strength in which the row in the table is locked.
	Lock LockStrength
}

// Update changes the rows of Source. The first columns of Source are Shape
// (the old row); what follows are columns of FROM items.
type Update struct {
	Table     *catalog.Table
	Source    Node
	Shape     []ScanColumn
	Set       []Assignment // over the columns of Source
	Generated []Assignment // over Shape, of the new row
	Checks    []Check      // over Shape, of the new row
	Returning []expr.Expr  // over the columns of Source, with the new row in Shape's place
	Out       []Column
}

// Delete removes the rows of Source, whose first columns are Shape.
type Delete struct {
	Table     *catalog.Table
	Source    Node
	Shape     []ScanColumn
	Returning []expr.Expr // over the columns of Source
	Out       []Column
}

package ast

// Query is a whole query: a body with what surrounds it.
type Query struct {
	Loc
	With     *With
	Body     QueryBody
	OrderBy  []SortItem
	Limit    Expr // nil for none, LIMIT ALL included
	Offset   Expr
	WithTies bool // FETCH FIRST … WITH TIES
	Locking  []Locking
	Into     *Into // SELECT … INTO
}

// QueryBody is a SelectClause, a ValuesClause, a SetOp, or a parenthesised
// Query that has its own ORDER BY, LIMIT or WITH.
type QueryBody interface {
	Node
	queryBody()
}

// SelectClause is SELECT … up to WINDOW.
type SelectClause struct {
	Loc
	Distinct      bool
	DistinctOn    []Expr
	Targets       []Target
	From          []TableRef
	Where         Expr
	GroupBy       []GroupItem
	GroupDistinct bool // GROUP BY DISTINCT
	Having        Expr
	Windows       []Window
}

// ValuesClause is VALUES (…), (…).
type ValuesClause struct {
	Loc
	Rows [][]Expr
}

// SetOpKind is UNION, INTERSECT or EXCEPT.
type SetOpKind uint8

// The set operations.
const (
	Union SetOpKind = iota
	Intersect
	Except
)

// SetOp combines two bodies.
type SetOp struct {
	Loc
	Kind        SetOpKind
	All         bool
	Left, Right QueryBody
}

// Target is one item of a select list or of RETURNING. Without AS, Alias is
// empty and Label tells the column's name. A star is a ColumnRef or
// FieldSelect.
type Target struct {
	Loc
	Expr  Expr
	Alias string
}

// GroupKind tells how a GROUP BY item combines.
type GroupKind uint8

// The kinds of GROUP BY items.
const (
	GroupExpr  GroupKind = iota
	GroupEmpty           // ()
	GroupRollup
	GroupCube
	GroupSets
)

// GroupItem is one item of GROUP BY. Expr for GroupExpr (a Row means a set of
// several columns); Items for the rest.
type GroupItem struct {
	Loc
	Kind  GroupKind
	Expr  Expr
	Items []GroupItem
}

// LockStrength is the strength of a row lock.
type LockStrength uint8

// The row locks, weakest first.
const (
	ForKeyShare LockStrength = iota
	ForShare
	ForNoKeyUpdate
	ForUpdate
)

// LockWait is what to do about a locked row.
type LockWait uint8

// The wait policies.
const (
	LockBlock LockWait = iota
	LockSkip
	LockError
)

// Locking is FOR UPDATE [OF …] [NOWAIT | SKIP LOCKED]; no Tables means all.
type Locking struct {
	Loc
	Strength LockStrength
	Tables   []Name
	Wait     LockWait
}

// Into is the target of SELECT … INTO.
type Into struct {
	Loc
	Table       Name
	Persistence Persistence
}

// Materialize is a CTE's MATERIALIZED option.
type Materialize uint8

// The options of a CTE.
const (
	MaterializeDefault Materialize = iota
	MaterializeAlways
	MaterializeNever
)

// CTE is one query of WITH; Stmt is a Query, Insert, Update, Delete or Merge.
type CTE struct {
	Loc
	Name         string
	Columns      []string
	Materialized Materialize
	Stmt         Statement
	Search       *CTESearch
	Cycle        *CTECycle
}

// CTESearch is SEARCH DEPTH|BREADTH FIRST BY columns SET column.
type CTESearch struct {
	Loc
	Breadth bool
	By      []string
	Set     string
}

// CTECycle is CYCLE columns SET mark [TO v DEFAULT d] USING path.
type CTECycle struct {
	Loc
	Columns        []string
	Mark           string
	Value, Default Expr // nil when not written: true and false
	Path           string
}

// With is WITH [RECURSIVE] ….
type With struct {
	Loc
	Recursive bool
	CTEs      []CTE
}

func (*Query) statement()        {}
func (*Query) queryBody()        {}
func (*SelectClause) queryBody() {}
func (*ValuesClause) queryBody() {}
func (*SetOp) queryBody()        {}

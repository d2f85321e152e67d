package ast

// FuncCall is a call of a function, aggregate or window function.
type FuncCall struct {
	Loc
	Name        Name
	Args        []Expr // NamedArgs come last
	Star        bool   // f(*)
	Distinct    bool   // f(DISTINCT …)
	Variadic    bool   // the last argument was VARIADIC
	OrderBy     []SortItem
	WithinGroup bool // OrderBy was WITHIN GROUP (ORDER BY …)
	Filter      Expr
	Over        *Window
	SQLSyntax   bool // written in SQL's own form: EXTRACT(…), AT TIME ZONE …
}

// NamedArg is name => value among the arguments of a call.
type NamedArg struct {
	Loc
	Name string
	Arg  Expr
}

// SortOrder is ASC, DESC or nothing.
type SortOrder uint8

// The sort orders.
const (
	SortDefault SortOrder = iota
	SortAsc
	SortDesc
	SortUsing // ORDER BY x USING op
)

// NullsOrder is NULLS FIRST, NULLS LAST or nothing.
type NullsOrder uint8

// Where NULLs sort.
const (
	NullsDefault NullsOrder = iota
	NullsFirst
	NullsLast
)

// SortItem is one item of ORDER BY.
type SortItem struct {
	Loc
	Expr  Expr
	Order SortOrder
	Using Op
	Nulls NullsOrder
}

// Window is a window's definition: of a WINDOW clause (Name is the new name),
// or after OVER, where Ref alone is OVER name.
type Window struct {
	Loc
	Name        string // WINDOW name AS (…)
	Ref         string // an existing window that this one is or copies
	Bare        bool   // OVER name, without parentheses
	PartitionBy []Expr
	OrderBy     []SortItem
	Frame       *Frame
}

// FrameMode is the unit of a window frame.
type FrameMode uint8

// The frame units.
const (
	FrameRange FrameMode = iota
	FrameRows
	FrameGroups
)

// BoundKind is one end of a window frame.
type BoundKind uint8

// The ends of a frame, in order.
const (
	UnboundedPreceding BoundKind = iota
	OffsetPreceding
	CurrentRow
	OffsetFollowing
	UnboundedFollowing
)

// Exclusion is what a frame leaves out.
type Exclusion uint8

// The frame exclusions.
const (
	ExcludeNoOthers Exclusion = iota
	ExcludeCurrentRow
	ExcludeGroup
	ExcludeTies
)

// Bound is one end of a frame; Offset only for the Offset kinds.
type Bound struct {
	Kind   BoundKind
	Offset Expr
}

// Frame is ROWS, RANGE or GROUPS … of a window; End is CURRENT ROW if not written.
type Frame struct {
	Loc
	Mode       FrameMode
	Start, End Bound
	Exclude    Exclusion
}

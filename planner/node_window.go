package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// What a frame is made of, as the syntax has it.
type (
	FrameMode = ast.FrameMode
	BoundKind = ast.BoundKind
	Exclusion = ast.Exclusion
)

// The units of frames, their ends, and what they leave out.
const (
	FrameRange         = ast.FrameRange
	FrameRows          = ast.FrameRows
	FrameGroups        = ast.FrameGroups
	UnboundedPreceding = ast.UnboundedPreceding
	OffsetPreceding    = ast.OffsetPreceding
	CurrentRow         = ast.CurrentRow
	OffsetFollowing    = ast.OffsetFollowing
	UnboundedFollowing = ast.UnboundedFollowing
	ExcludeNoOthers    = ast.ExcludeNoOthers
	ExcludeCurrentRow  = ast.ExcludeCurrentRow
	ExcludeGroup       = ast.ExcludeGroup
	ExcludeTies        = ast.ExcludeTies
)

// Window computes window functions that share a window. Its input comes sorted
// by Partition and Order, and its rows leave in that order: the input's columns, then
// one for each call.
type Window struct {
	Input     Node
	Partition []expr.Expr
	Order     []SortKey
	Frame     Frame
	Calls     []WindowCall
	Out       []Column
}

// WindowCall is a call of a window function, or of an aggregate as one.
type WindowCall struct {
	F      *fn.Overload
	Args   []expr.Expr
	Filter expr.Expr // of aggregates only
	T      types.T
}

// Frame says which rows of the partition a call sees from a row.
type Frame struct {
	Mode       FrameMode
	Start, End FrameBound
	Exclude    Exclusion
}

// FrameBound is one end of a frame. Offset is constant during an execution: a bigint
// for ROWS and GROUPS, for RANGE of the type of Within.
type FrameBound struct {
	Kind   BoundKind
	Offset expr.Expr
	Within *fn.InRange
}

// Columns of a window are its Out.
func (n *Window) Columns() []Column { return n.Out }

// Children of a window: its input.
func (n *Window) Children() []Node { return []Node{n.Input} }

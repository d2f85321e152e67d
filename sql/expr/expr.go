// Package expr holds bound, typed expressions: their nodes, constant folding,
// and their evaluation over one row and over batches.
//
// The New… functions make nodes as PostgreSQL's parse analysis does: they
// resolve operators, convert operands (Coerce, Unify) and raise its errors. A new kind of node
// needs Type and Eval, a case in mapChildren (walk.go) and one in Format; EvalBatch
// runs it row by row until it has a way of its own in evalSel.
package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Expr is a bound, typed expression. It is immutable and safe for concurrent
// evaluation: all state is in the Context.
type Expr interface {
	Type() types.T
	// Eval computes the value over one row. NULL inside is never an error.
	Eval(c *Context, row datum.Row) (datum.Datum, error)
}

// Context is the state of one execution of a statement.
type Context struct {
	fn.Context
	Params datum.Row
	// Outer holds the current rows of the enclosing queries, the innermost
	// last: what an Outer node reads.
	Outer []datum.Row
	// Subqueries runs the plans of Subquery nodes.
	Subqueries SubqueryRunner

	// stack holds the arguments of the calls under evaluation, so that a call
	// allocates nothing.
	stack []datum.Datum
	// constants are the vectors that stand for constants in kernels.
	constants map[Expr]*datum.Vector
	// lists are those of IN that were read for whole batches; nil: they can't be.
	lists map[*InList]*members
	// caseValue is what CaseValue reads.
	caseValue datum.Datum
}

// SubqueryRunner runs the plan of a Subquery node. Implemented by
// planner/exec. It caches the rows of plans that are not correlated for the
// execution's time.
type SubqueryRunner interface {
	// Rows calls each for every row of plan (a planner.Node) until each says
	// false or an error; c.Outer ends with the row that the subquery correlates to.
	Rows(c *Context, plan any, correlated bool, each func(datum.Row) (more bool, err error)) error
	// Member tells of = ANY, whose sides are of.Left and of.Right, whether v is among the
	// subquery's values, with SQL's NULL rules.
	Member(c *Context, of *Subquery, v datum.Datum) (datum.Datum, error)
	// Result returns what compute gave when of was last asked for with the same outer values,
	// if it still knows, and else computes it.
	Result(of *Subquery, outer datum.Row, compute func() (datum.Datum, error)) (datum.Datum, error)
}

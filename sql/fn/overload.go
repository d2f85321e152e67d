// Package fn holds functions, operators, aggregates, window and set-returning
// functions as data literals, one overload a literal, and the rules by which
// PostgreSQL chooses among overloads (documentation chapter 10).
//
// A family of functions is a file: its init registers literals made by scalar,
// operator, rows, aggregate and window from a signature, a help text and a Go function.
// To add a function, add a literal and cases to testdata: an expression, and
// below it the answer, which
//
//	PG_URL=postgres://… go test ./sql/fn -rewrite
//
// takes from PostgreSQL. TestAgainstPostgres calls every function with random
// arguments on both (-differential-calls 100 -differential-only '^to_'); give arguments that
// mean something a pool of their own in literals_test.go. OIDs come from functionoids.txt and operatoroids.txt
// where PostgreSQL has the function too, by name and argument types.
//
// ResolveFunction and ResolveOperator choose the overload of a call; package
// expr makes the call and evaluates it, over rows with Fn, over batches with Kernel
// where there is one.
package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Volatility says what a planner may assume of a function.
type Volatility byte

// Volatilities, as in pg_proc.provolatile.
const (
	Immutable Volatility = 'i'
	Stable    Volatility = 's'
	Volatile  Volatility = 'v'
)

// Kind is the kind of an overload, as in pg_proc.prokind.
type Kind byte

// Kinds of overloads.
const (
	Scalar       Kind = 'f'
	AggregateFn  Kind = 'a'
	WindowFn     Kind = 'w'
	SetReturning Kind = 's' // a scalar in pg_proc, with proretset
)

// Overload is one function or operator with one list of argument types.
type Overload struct {
	OID      types.OID
	Schema   string // "" is pg_catalog
	Name     string // function name, or the operator's symbol
	Operator bool
	Kind     Kind
	Args     []types.OID // polymorphic pseudo-types allowed; a prefix operator has one
	ArgNames []string
	Variadic bool // the last argument is an array that takes any number
	Defaults int  // so many last arguments may be left out
	// DefaultValues stand for the last arguments that are left out, one each.
	DefaultValues []datum.Datum
	Result        types.OID
	// Bind, if set, computes the result type of one call from the actual types
	// and from the values of those arguments that are constants (nil: not a
	// constant).
	Bind       func(args []types.T, consts []*datum.Datum) (types.T, error)
	Strict     bool // NULL in gives NULL out without a call
	Volatility Volatility
	Help       string

	// Fn computes a scalar. It keeps nothing of args, which the caller uses again.
	// A function with VARIADIC "any" gets the arguments one by one.
	Fn func(c *Context, args []datum.Datum) (datum.Datum, error)
	// OfEnum, if set, computes a function that asks for the enum that its argument
	// is of (see the function OfEnum).
	OfEnum func(t *types.UserType, args []datum.Datum) (datum.Datum, error)
	// Kernel, if set, computes whole vectors at once: the typed fast path. nil
	// cells are handled by the caller when Strict.
	Kernel Kernel
	// Rows makes the rows of a set-returning function.
	Rows RowsImpl
	// RowsOf, if set, makes Rows for a result of the columns that the call gives:
	// by a column definition list, or by the record that is its first argument.
	// Fn and Rows of such a function know no columns.
	RowsOf func(cols []ResultColumn) RowsImpl
	// Shape are the columns of the records of one call, once they are known.
	Shape []ResultColumn
	// Columns are the result columns of a set-returning function with more than one.
	Columns []ResultColumn
	// NewAgg makes the state of an aggregate; an ordered-set one's types are those
	// of the aggregated arguments, without the direct ones.
	NewAgg func(c *Context, args []types.T) AggState
	// NewSliding, if set, makes a state for frames that move on.
	NewSliding func(c *Context, args []types.T) SlidingState
	// Set says what kind of aggregate it is, and Direct how many of its arguments stand before
	// WITHIN GROUP.
	Set    SetKind
	Direct int
	// Window computes a window function for a row. Beyond says that it looks at
	// other rows than those of the frame.
	Window func(w WindowRow) (datum.Datum, error)
	Beyond bool
}

// SetKind is the kind of an aggregate, as in pg_aggregate.aggkind, or 0 for a plain one.
type SetKind byte

// Kinds of aggregates that have WITHIN GROUP.
const (
	OrderedSet      SetKind = 'o'
	HypotheticalSet SetKind = 'h'
)

// RowsImpl makes the rows of a set-returning function.
type RowsImpl = func(c *Context, args []datum.Datum, emit func(datum.Row) error) error

// ResultColumn is one column of a set-returning function.
type ResultColumn struct {
	Name string
	T    types.T
}

// Kernel computes out[i] for i in sel (nil: all of n rows). Inputs have no
// NULL cells among the rows asked for unless the overload isn't strict.
type Kernel func(c *Context, args []*datum.Vector, n int, sel []int32, out *datum.Vector) error

// AggState accumulates one group of an aggregate.
type AggState interface {
	// Add takes one row's arguments; it keeps nothing of the slice.
	Add(args []datum.Datum) error
	Result() (datum.Datum, error)
	// Size is the memory in bytes that the state holds.
	Size() int64
}

// InverseState is the state of an aggregate that can take rows out again, as
// frames that move need it.
type InverseState interface {
	AggState
	// Remove takes out the arguments of a row that was added before. If ok is false the
	// state cannot tell what it would be without them, and is of no more use.
	Remove(args []datum.Datum) (ok bool, err error)
}

// SlidingState is the state of an aggregate over frames whose rows leave in the order
// in which they came.
type SlidingState interface {
	AggState
	// Drop takes out the oldest row, whose arguments are given.
	Drop(args []datum.Datum) error
}

// OrderedState is the state of an ordered-set or hypothetical-set aggregate. Its
// rows are added in the order of WITHIN GROUP.
type OrderedState interface {
	AggState
	// Begin comes before the first row. direct are the direct arguments, which it does
	// not keep, rows is how many rows there will be, and compare the order.
	Begin(direct []datum.Datum, rows int, compare func(a, b []datum.Datum) int) error
}

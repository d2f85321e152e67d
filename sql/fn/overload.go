// Package fn holds functions, operators, aggregates and set-returning
// functions as data literals, one overload a literal, and the rules by which
// PostgreSQL chooses among overloads (documentation chapter 10).
//
// A family of functions is a file: its init registers literals made by scalar,
// operator, rows and aggregate from a signature, a help text and a Go function.
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
	// Kernel, if set, computes whole vectors at once: the typed fast path. nil
	// cells are handled by the caller when Strict.
	Kernel Kernel
	// Rows makes the rows of a set-returning function.
	Rows func(c *Context, args []datum.Datum, emit func(datum.Row) error) error
	// Columns are the result columns of a set-returning function with more than one.
	Columns []ResultColumn
	// NewAgg makes the state of an aggregate.
	NewAgg func(c *Context, args []types.T) AggState
}

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

package fn

import (
	"fmt"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Impl computes a scalar function: the type of Overload.Fn.
type Impl = func(c *Context, args []datum.Datum) (datum.Datum, error)

// scalar declares a strict, immutable function by its signature, for example
//
//	left(text, int4) text
//	make_interval(years int4 =0, months int4 =0) interval
//	concat(VARIADIC any) text
//
// Types are named as in pg_type; "=" and a value (nothing: NULL) mark an argument
// that may be left out.
// The methods below change what differs.
func scalar(signature, help string, f Impl) *Overload {
	o := parseSignature(signature)
	o.Kind, o.Strict, o.Volatility, o.Help, o.Fn = Scalar, true, Immutable, help, f
	return o
}

// operator declares a strict, immutable operator: the symbol, its one or two
// argument types and its result as in "int4, int4 -> int8".
func operator(symbol, types, help string, f Impl) *Overload {
	args, result, ok := strings.Cut(types, " -> ")
	if !ok {
		panic("operator " + symbol + ": no result in " + types)
	}
	o := parseSignature("op(" + args + ") " + result)
	o.Name, o.Operator, o.Kind, o.Strict, o.Volatility, o.Help, o.Fn = symbol, true, Scalar, true, Immutable, help, f
	return o
}

// rows declares a strict, immutable set-returning function.
func rows(signature, help string, f func(c *Context, args []datum.Datum, emit func(datum.Row) error) error, cols ...ResultColumn) *Overload {
	o := parseSignature(signature)
	o.Kind, o.Strict, o.Volatility, o.Help, o.Rows, o.Columns = SetReturning, true, Immutable, help, f, cols
	return o
}

// aggregate declares an aggregate.
func aggregate(signature, help string, f func(c *Context, args []types.T) AggState) *Overload {
	o := parseSignature(signature)
	o.Kind, o.Volatility, o.Help, o.NewAgg = AggregateFn, Immutable, help, f
	return o
}

// sliding gives an aggregate a state for frames that move on.
func (o *Overload) sliding(f func(c *Context, args []types.T) SlidingState) *Overload {
	o.NewSliding = f
	return o
}

func (o *Overload) stable() *Overload         { o.Volatility = Stable; return o }
func (o *Overload) volatile() *Overload       { o.Volatility = Volatile; return o }
func (o *Overload) withNulls() *Overload      { o.Strict = false; return o }
func (o *Overload) inSparrow() *Overload      { o.Schema = "sparrow"; return o }
func (o *Overload) kernel(k Kernel) *Overload { o.Kernel = k; return o }

// parseSignature reads the small language that scalar describes. Signatures
// are literals of this package: a mistake in one panics at start, which any
// test shows.
func parseSignature(s string) *Overload {
	name, rest, ok := strings.Cut(s, "(")
	close := strings.LastIndex(rest, ")")
	if !ok || close < 0 {
		panic("bad signature " + s)
	}
	o := &Overload{Name: name, Result: signatureType(strings.TrimSpace(rest[close+1:]), s)}
	if strings.TrimSpace(rest[:close]) == "" {
		return o
	}
	named := false
	for _, part := range strings.Split(rest[:close], ",") {
		part = strings.TrimSpace(part)
		if p, ok := strings.CutPrefix(part, "VARIADIC "); ok {
			o.Variadic, part = true, p
		}
		part, value, optional := strings.Cut(part, " =")
		argName := ""
		if n, t, ok := strings.Cut(part, " "); ok {
			argName, part, named = n, t, true
		}
		o.Args = append(o.Args, signatureType(part, s))
		if optional {
			o.Defaults++
			o.DefaultValues = append(o.DefaultValues, defaultValue(o.Args[len(o.Args)-1], value))
		}
		o.ArgNames = append(o.ArgNames, argName)
	}
	if !named {
		o.ArgNames = nil
	}
	return o
}

// defaultValue reads a default; an empty one is NULL.
func defaultValue(t types.OID, text string) datum.Datum {
	if text == "" {
		return datum.Null
	}
	v, err := types.ParseText(t, text, -1, nil)
	if err != nil {
		panic("bad default " + text)
	}
	return v
}

func signatureType(name, signature string) types.OID {
	if name == "variant" {
		return types.Variant
	}
	elem, isArray := strings.CutSuffix(name, "[]")
	oid, ok := types.ByCatalogName(elem)
	if !ok {
		panic(fmt.Sprintf("no type %q in signature %s", name, signature))
	}
	if isArray {
		oid = types.ArrayOf(oid)
	}
	return oid
}

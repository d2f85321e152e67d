package fn

import (
	"sync"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// castFunctions holds the overloads made by castFunction, by source and target.
var castFunctions sync.Map

// castFunction is the cast that a call like float8(x) or text(x) means when a
// type has that name (documentation section 10.3, step 3), or nil.
func castFunction(name string, from types.OID) *Overload {
	to, ok := types.ByCatalogName(name)
	if !ok || name == "char" && from != types.Int4 && from != types.Text {
		return nil
	}
	info := types.Lookup(to)
	if info.Type == 'p' {
		return nil
	}
	arg := from
	if from == types.Unknown {
		arg = to
	} else if from != types.Variant && !castable(from, to, types.Explicit) {
		return nil
	}
	key := [2]types.OID{arg, to}
	if o, ok := castFunctions.Load(key); ok {
		return o.(*Overload)
	}
	o := &Overload{
		Name: name, Kind: Scalar, Args: []types.OID{arg}, Result: to, Strict: true, Volatility: Stable,
		Help: "convert to " + info.SQLName,
		Fn: func(c *Context, args []datum.Datum) (datum.Datum, error) {
			return types.Cast(args[0], types.Of(to), types.Explicit, c.Format)
		},
	}
	actual, _ := castFunctions.LoadOrStore(key, o)
	return actual.(*Overload)
}

// conversion declares the function behind a cast.
func conversion(signature, help string) *Overload {
	o := scalar(signature, help, nil)
	o.Fn = func(c *Context, args []datum.Datum) (datum.Datum, error) {
		return types.Cast(args[0], types.Of(o.Result), types.Explicit, c.Format)
	}
	return o
}

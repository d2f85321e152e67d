package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Form is how a call passes its arguments beyond by position.
type Form struct {
	Names    []string // per argument, "" for those without a name; nil: none has
	Variadic bool     // the last argument is marked VARIADIC
}

// NewCall makes a call of f, as fn.ResolveFunction or fn.ResolveOperator found
// it, converting args to the types coerced. An aggregate or a set-returning
// function gives an *Aggregate or *SetCall. c is for literals that are read now.
func NewCall(c *fn.Context, f *fn.Overload, coerced []types.OID, args []Expr, pos int) (Expr, error) {
	return NewCallForm(c, f, coerced, args, Form{}, pos)
}

// NewCallForm is NewCall for named or VARIADIC arguments.
func NewCallForm(c *fn.Context, f *fn.Overload, coerced []types.OID, args []Expr, form Form, pos int) (Expr, error) {
	if f.Name == "pg_typeof" {
		switch _, isConst := args[0].(*Const); {
		case args[0].Type().OID == types.Variant:
		case isConst || args[0].Type().OID == types.Unknown:
			return NewConst(fn.NewRegtype(args[0].Type().OID)), nil
		default:
			// The argument stays: its columns may be ones that are not grouped by.
			f = fn.TypeOf(f, args[0].Type().OID)
		}
	}
	if f.OfEnum != nil {
		for _, a := range args {
			if types.IsEnum(a.Type().OID) {
				f = fn.OfEnum(f, a.Type().OID)
				break
			}
		}
	}
	out := make([]Expr, len(args))
	for i, a := range args {
		e, err := Coerce(c, a, types.Of(coerced[i]), types.Implicit, pos)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	out, err := placeArgs(c, f, out, form, pos)
	if err != nil {
		return nil, err
	}
	t, err := callType(f, out)
	if err != nil {
		if f.Bind != nil {
			err = pgerr.At(err, pos)
		}
		return nil, err
	}
	switch f.Kind {
	case fn.AggregateFn:
		return &Aggregate{F: f, Args: out, T: t}, nil
	case fn.SetReturning:
		return &SetCall{F: f, Args: out, T: t, Cols: setColumns(f, out)}, nil
	}
	return &Call{F: f, Args: out, T: t, Pos: pos, Spread: form.Variadic && spreadsAny(f)}, nil
}

// setColumns are the columns of a set-returning function, a polymorphic one
// typed by the array that is its first argument.
func setColumns(f *fn.Overload, args []Expr) []fn.ResultColumn {
	cols := f.Columns
	for i, col := range cols {
		if col.T.OID == types.AnyElement && len(args) > 0 {
			cols = append([]fn.ResultColumn{}, cols...)
			cols[i].T = types.Of(types.ElemOf(args[0].Type().OID))
		}
	}
	return cols
}

func spreadsAny(f *fn.Overload) bool {
	return f.Variadic && f.Args[len(f.Args)-1] == types.Any
}

// placeArgs puts named arguments in their places, fills in defaults and
// gathers variadic arguments into an array.
func placeArgs(c *fn.Context, f *fn.Overload, args []Expr, form Form, pos int) ([]Expr, error) {
	if form.Names != nil {
		if order, ok := fn.ArgOrder(f, len(args), form.Names); ok {
			placed := make([]Expr, len(f.Args))
			for i, at := range order {
				placed[at] = args[i]
			}
			args = placed
		}
	}
	if f.Variadic && !spreadsAny(f) && !form.Variadic && len(args) >= len(f.Args) {
		first := len(f.Args) - 1
		elem := args[first].Type()
		array := &ArrayCtor{Elems: args[first:], T: types.Of(types.ArrayOf(elem.OID))}
		return append(append([]Expr{}, args[:first]...), array), nil
	}
	for len(args) < len(f.Args) && !f.Variadic {
		args = append(args, nil)
	}
	for i, a := range args {
		if a == nil {
			v := f.DefaultValues[i-(len(f.Args)-f.Defaults)]
			args[i] = &Const{V: v, T: types.Of(f.Args[i])}
		}
	}
	return args, nil
}

func callType(f *fn.Overload, args []Expr) (types.T, error) {
	ts := make([]types.T, len(args))
	for i, a := range args {
		ts[i] = a.Type()
	}
	if f.Bind == nil {
		return fn.ResultType(f, ts)
	}
	consts := make([]*datum.Datum, len(args))
	for i, a := range args {
		if k, ok := a.(*Const); ok {
			consts[i] = &k.V
		}
	}
	return f.Bind(ts, consts)
}

// Type returns the result type.
func (e *Call) Type() types.T { return e.T }

// Eval evaluates the arguments, then calls the function unless it is strict
// and one of them is NULL.
func (e *Call) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	base := len(c.stack)
	null, err := pushArgs(c, e.Args, row)
	if err != nil || null && e.F.Strict {
		c.stack = c.stack[:base]
		return datum.Null, err
	}
	if e.Spread && !spreadLast(c) {
		c.stack = c.stack[:base]
		return datum.Null, nil
	}
	v, err := e.F.Fn(&c.Context, c.stack[base:len(c.stack):len(c.stack)])
	c.stack = c.stack[:base]
	if err != nil {
		return datum.Null, err
	}
	if v.OID != e.T.OID && types.ElemOf(e.T.OID) != 0 {
		v = e.retag(v)
	}
	return v, nil
}

// retag gives an array that was made of NULLs alone, whose type the function
// could not know, the type of the call.
func (e *Call) retag(v datum.Datum) datum.Datum {
	a, ok := v.X.(*types.Array)
	if !ok || e.F.Result != types.AnyArray && e.F.Result != types.AnyCompatibleArray {
		return v
	}
	for _, x := range a.Elems {
		if !x.IsNull() {
			return v
		}
	}
	return types.Value{OID: e.T.OID, X: &types.Array{Elem: types.ElemOf(e.T.OID), Dims: a.Dims, Elems: a.Elems}}
}

// pushArgs evaluates args onto the stack; null reports whether one is NULL.
func pushArgs(c *Context, args []Expr, row datum.Row) (null bool, err error) {
	for _, a := range args {
		v, err := a.Eval(c, row)
		if err != nil {
			return false, err
		}
		null = null || v.IsNull()
		c.stack = append(c.stack, v)
	}
	return null, nil
}

// spreadLast replaces the array on top of the stack by its elements; ok is
// false if it is NULL, which makes the result of the call NULL.
func spreadLast(c *Context) (ok bool) {
	last := len(c.stack) - 1
	v := c.stack[last]
	if v.IsNull() {
		return false
	}
	c.stack = append(c.stack[:last], v.X.(*types.Array).Elems...)
	return true
}

// Type returns the type of a row's one column, or record.
func (e *SetCall) Type() types.T { return e.T }

// Eval is an error: a set has no single value. The planner keeps set-returning
// functions where Rows can run them.
func (e *SetCall) Eval(*Context, datum.Row) (datum.Datum, error) {
	return datum.Null, pgerr.New(pgerr.FeatureNotSupported, "set-valued function called in context that cannot accept a set")
}

// Rows calls emit for every row of the set, over one row of the input. emit
// may keep the row.
func (e *SetCall) Rows(c *Context, row datum.Row, emit func(datum.Row) error) error {
	args := make([]datum.Datum, len(e.Args))
	for i, a := range e.Args {
		v, err := a.Eval(c, row)
		if err != nil {
			return err
		}
		if v.IsNull() && e.F.Strict {
			return nil
		}
		args[i] = v
	}
	return e.F.Rows(&c.Context, args, emit)
}

// Type returns the type of the result.
func (e *Aggregate) Type() types.T { return e.T }

// Eval is an error: an aggregate is computed by the Aggregate plan node.
func (e *Aggregate) Eval(*Context, datum.Row) (datum.Datum, error) {
	return datum.Null, pgerr.New(pgerr.GroupingError, "aggregate functions are not allowed here")
}

// NewState makes the state of one group.
func (e *Aggregate) NewState(c *fn.Context) fn.AggState {
	ts := make([]types.T, len(e.Args))
	for i, a := range e.Args {
		ts[i] = a.Type()
	}
	return e.F.NewAgg(c, ts)
}

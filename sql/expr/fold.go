package expr

import (
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// IsConst reports whether e has one value during an execution: no column, no
// outer column, no subquery, no volatile function. Parameters are constant.
func IsConst(e Expr) bool {
	is := true
	Walk(e, func(x Expr) bool {
		switch x := x.(type) {
		case *Column, *Outer, *Subquery, *SetCall, *Aggregate:
			is = false
		case *Call:
			is = is && x.F.Volatility != fn.Volatile
		}
		return is
	})
	return is
}

// IsVolatile reports whether e calls a volatile function.
func IsVolatile(e Expr) bool {
	found := false
	Walk(e, func(x Expr) bool {
		switch x := x.(type) {
		case *Call:
			found = found || x.F.Volatility == fn.Volatile
		case *SetCall:
			found = found || x.F.Volatility == fn.Volatile
		}
		return !found
	})
	return found
}

// Fold computes what doesn't depend on row, parameters, settings or time, and
// shortens AND, OR, CASE and COALESCE accordingly. Where computing raises an
// error the node stays, so that the error is raised only if execution gets
// there. e is not changed.
func Fold(c *fn.Context, e Expr) Expr {
	ec := &Context{Context: *c}
	return fold(ec, e)
}

func fold(c *Context, e Expr) Expr {
	switch x := e.(type) {
	case nil:
		return nil
	case *Const, *Param, *Column, *Outer, *CaseValue:
		return e
	case *Case:
		return foldCase(c, x)
	}
	e = MapChildren(e, func(x Expr) Expr { return fold(c, x) })
	switch x := e.(type) {
	case *And:
		return foldConnective(x, x.Args, false)
	case *Or:
		return foldConnective(x, x.Args, true)
	case *Coalesce:
		return foldCoalesce(x)
	}
	if x, ok := e.(*Call); ok && x.F.Strict && x.F.Volatility == fn.Immutable && hasNullConst(x.Args) {
		return NewNull(e.Type())
	}
	if !foldable(e) {
		return e
	}
	v, err := e.Eval(c, nil)
	if err != nil {
		return e
	}
	return &Const{V: v, T: e.Type()}
}

// foldable reports whether all operands of e are constants and e computes the
// same whatever settings and time are.
func foldable(e Expr) bool {
	switch x := e.(type) {
	case *Call:
		if x.F.Volatility != fn.Immutable {
			return false
		}
	case *Cast:
		if !stableCast(x.Arg.Type().OID, x.To.OID) {
			return false
		}
	case *Subquery, *SetCall, *Aggregate, *CaseValue:
		return false
	}
	for _, k := range Children(e) {
		if _, ok := k.(*Const); !ok {
			return false
		}
	}
	return true
}

func hasNullConst(args []Expr) bool {
	for _, a := range args {
		if k, ok := a.(*Const); ok && k.V.IsNull() {
			return true
		}
	}
	return false
}

// stableCast reports whether a cast gives the same under all settings: not
// between text and what DateStyle, TimeZone, IntervalStyle, bytea_output or the search path
// steer, nor between timestamptz and the local date and time types.
func stableCast(from, to types.OID) bool {
	a, b := settingOf(from), settingOf(to)
	switch {
	case a == plain && b == plain:
		return true
	case a == steered && b == steered:
		return from == to || from != types.TimestampTZ && to != types.TimestampTZ
	}
	return false
}

type steering uint8

const (
	plain steering = iota
	steered
)

func settingOf(t types.OID) steering {
	if e := types.ElemOf(t); e != 0 {
		t = e
	}
	if m := types.RangeTypeOfMultirange(t); m != nil {
		t = m.Subtype
	} else if r := types.RangeTypeOf(t); r != nil {
		t = r.Subtype
	}
	switch t {
	case types.Date, types.Time, types.TimeTZ, types.Timestamp, types.TimestampTZ, types.Interval, types.Bytea, types.Variant, types.Record:
		return steered
	}
	if types.IsReg(t) {
		return steered
	}
	return plain
}

// foldConnective drops neutral constants and cuts after a decisive one.
func foldConnective(e Expr, args []Expr, decisive bool) Expr {
	var kept []Expr
	for _, a := range args {
		k, ok := a.(*Const)
		switch {
		case !ok || k.V.IsNull():
			kept = append(kept, a)
		case k.V.Bool() != decisive:
		case len(kept) == 0 || !mayFail(kept):
			return k
		default:
			kept = append(kept, a)
			return connective(kept, decisive)
		}
	}
	if len(kept) == len(args) {
		return e
	}
	if len(kept) == 0 {
		return NewConst(types.NewBool(!decisive))
	}
	return connective(kept, decisive)
}

func connective(args []Expr, or bool) Expr {
	switch {
	case len(args) == 1:
		return args[0]
	case or:
		return &Or{Args: args}
	}
	return &And{Args: args}
}

// mayFail reports whether evaluating one of args could raise an error or have
// an effect. PostgreSQL drops such arguments beside a decisive constant; so do
// we, except for volatile ones, whose effects a user may count on.
func mayFail(args []Expr) bool {
	for _, a := range args {
		if IsVolatile(a) {
			return true
		}
	}
	return false
}

func foldCase(c *Context, e *Case) Expr {
	if e.Operand != nil {
		// Conditions read the operand; they are folded only in their parts.
		return MapChildren(e, func(x Expr) Expr { return fold(c, x) })
	}
	out := &Case{T: e.T}
	for _, w := range e.Whens {
		cond := fold(c, w.Cond)
		k, ok := cond.(*Const)
		if ok && (k.V.IsNull() || !k.V.Bool()) {
			continue
		}
		then := fold(c, w.Then)
		if ok {
			out.Else = then
			return shortCase(out)
		}
		out.Whens = append(out.Whens, When{Cond: cond, Then: then})
	}
	out.Else = fold(c, e.Else)
	return shortCase(out)
}

func shortCase(e *Case) Expr {
	if len(e.Whens) > 0 {
		return e
	}
	if e.Else == nil {
		return NewNull(e.T)
	}
	return e.Else
}

func foldCoalesce(e *Coalesce) Expr {
	var kept []Expr
	for _, a := range e.Args {
		k, ok := a.(*Const)
		if ok && k.V.IsNull() {
			continue
		}
		kept = append(kept, a)
		if ok {
			break
		}
	}
	switch {
	case len(kept) == 0:
		return NewNull(e.T)
	case len(kept) == 1:
		return kept[0]
	case len(kept) == len(e.Args):
		return e
	}
	return &Coalesce{Args: kept, T: e.T}
}

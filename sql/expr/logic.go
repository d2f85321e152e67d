package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// And is true if all are true, false if one is false, else NULL. What follows
// a false one is not evaluated.
type And struct{ Args []Expr }

// Or is true if one is true, false if all are false, else NULL. What follows
// a true one is not evaluated.
type Or struct{ Args []Expr }

// Not negates; NULL stays NULL.
type Not struct{ Arg Expr }

var boolT = types.Of(types.Bool)

// Type returns bool.
func (e *And) Type() types.T { return boolT }

// Eval computes the conjunction.
func (e *And) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	return connect(c, row, e.Args, false)
}

// Type returns bool.
func (e *Or) Type() types.T { return boolT }

// Eval computes the disjunction.
func (e *Or) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	return connect(c, row, e.Args, true)
}

// connect stops at the first argument that is decisive.
func connect(c *Context, row datum.Row, args []Expr, decisive bool) (datum.Datum, error) {
	null := false
	for _, a := range args {
		v, err := a.Eval(c, row)
		if err != nil {
			return datum.Null, err
		}
		if v.IsNull() {
			null = true
		} else if v.Bool() == decisive {
			return v, nil
		}
	}
	if null {
		return datum.Null, nil
	}
	return types.NewBool(!decisive), nil
}

// Type returns bool.
func (e *Not) Type() types.T { return boolT }

// Eval negates.
func (e *Not) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	v, err := e.Arg.Eval(c, row)
	if err != nil || v.IsNull() {
		return datum.Null, err
	}
	return types.NewBool(!v.Bool()), nil
}

// Conjuncts splits e at its ANDs.
func Conjuncts(e Expr) []Expr {
	and, ok := e.(*And)
	if !ok {
		if e == nil {
			return nil
		}
		return []Expr{e}
	}
	var out []Expr
	for _, a := range and.Args {
		out = append(out, Conjuncts(a)...)
	}
	return out
}

// AndOf joins conditions; nil for none.
func AndOf(list []Expr) Expr {
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return &And{Args: list}
}

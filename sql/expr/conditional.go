package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// When is a branch of a Case: if Cond is true, the result is Then.
type When struct{ Cond, Then Expr }

// Case is CASE WHEN …; branches not reached are not evaluated. CASE x WHEN y is
// made by NewSimpleCase: its conditions read the value of x through CaseValue.
type Case struct {
	Operand Expr // nil for CASE WHEN
	Whens   []When
	Else    Expr // nil: NULL
	T       types.T
}

// CaseValue is the operand of the innermost Case around it.
type CaseValue struct{ T types.T }

// Coalesce is its first argument that is not NULL.
type Coalesce struct {
	Args []Expr
	T    types.T
}

// NullIf is Left, as converted for the comparison, or NULL if Left = Right.
type NullIf struct {
	Left, Right Expr
	Eq          Comparison
}

// MinMax is LEAST, or with Max GREATEST, of the arguments that are not NULL.
type MinMax struct {
	Args []Expr
	Max  bool
	T    types.T
}

// NewCase makes a CASE whose branches are converted to their common type.
func NewCase(c *fn.Context, whens []When, otherwise Expr, pos int) (Expr, error) {
	return finishCase(c, &Case{Whens: whens, Else: otherwise}, pos)
}

// NewSimpleCase makes CASE operand WHEN value THEN …: Cond of each of whens is
// the value to compare the operand with.
func NewSimpleCase(c *fn.Context, operand Expr, whens []When, otherwise Expr, pos int) (Expr, error) {
	if operand.Type().OID == types.Unknown {
		var err error
		if operand, err = Coerce(c, operand, types.Of(types.Text), types.Implicit, pos); err != nil {
			return nil, err
		}
	}
	value := &CaseValue{T: operand.Type()}
	out := make([]When, len(whens))
	for i, w := range whens {
		cond, err := NewOperator(c, "=", value, w.Cond, pos)
		if err != nil {
			return nil, err
		}
		out[i] = When{Cond: cond, Then: w.Then}
	}
	return finishCase(c, &Case{Operand: operand, Whens: out, Else: otherwise}, pos)
}

func finishCase(c *fn.Context, e *Case, pos int) (Expr, error) {
	// The default comes first, as in PostgreSQL's transformCaseExpr, which
	// decides which of two types is kept when both would do.
	var branches []Expr
	if e.Else != nil {
		branches = append(branches, e.Else)
	}
	for _, w := range e.Whens {
		branches = append(branches, w.Then)
	}
	branches, t, err := Unify(c, branches, "CASE", pos)
	if err != nil {
		return nil, err
	}
	if e.Else == nil {
		t.Mod = -1 // the NULL that stands for it has no modifier
	}
	e.T = t
	if e.Else != nil {
		e.Else, branches = branches[0], branches[1:]
	}
	whens := make([]When, len(e.Whens))
	for i, w := range e.Whens {
		whens[i] = When{Cond: w.Cond, Then: branches[i]}
	}
	e.Whens = whens
	return e, nil
}

// NewCoalesce makes COALESCE(args).
func NewCoalesce(c *fn.Context, args []Expr, pos int) (Expr, error) {
	args, t, err := Unify(c, args, "COALESCE", pos)
	if err != nil {
		return nil, err
	}
	return &Coalesce{Args: args, T: t}, nil
}

// NewMinMax makes GREATEST(args) or LEAST(args).
func NewMinMax(c *fn.Context, args []Expr, greatest bool, pos int) (Expr, error) {
	name := "LEAST"
	if greatest {
		name = "GREATEST"
	}
	args, t, err := Unify(c, args, name, pos)
	if err != nil {
		return nil, err
	}
	if t.OID == types.JSON {
		return nil, pgerr.New(pgerr.UndefinedFunction, "could not identify a comparison function for type %s", types.TypeName(t.OID)).At(pos)
	}
	return &MinMax{Args: args, Max: greatest, T: t}, nil
}

// NewNullIf makes NULLIF(left, right).
func NewNullIf(c *fn.Context, left, right Expr, pos int) (Expr, error) {
	k, l, r, err := NewComparison(c, "=", left, right, pos)
	if err != nil {
		return nil, err
	}
	return &NullIf{Left: l, Right: r, Eq: k}, nil
}

// Type returns the common type of the branches.
func (e *Case) Type() types.T { return e.T }

// Eval evaluates conditions until one is true.
func (e *Case) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	if e.Operand != nil {
		v, err := e.Operand.Eval(c, row)
		if err != nil {
			return datum.Null, err
		}
		saved := c.caseValue
		c.caseValue = v
		defer func() { c.caseValue = saved }()
	}
	for _, w := range e.Whens {
		v, err := w.Cond.Eval(c, row)
		if err != nil {
			return datum.Null, err
		}
		if !v.IsNull() && v.Bool() {
			return w.Then.Eval(c, row)
		}
	}
	if e.Else == nil {
		return datum.Null, nil
	}
	return e.Else.Eval(c, row)
}

// Type returns the operand's type.
func (e *CaseValue) Type() types.T { return e.T }

// Eval returns the operand's value.
func (e *CaseValue) Eval(c *Context, _ datum.Row) (datum.Datum, error) { return c.caseValue, nil }

// Type returns the common type.
func (e *Coalesce) Type() types.T { return e.T }

// Eval evaluates arguments until one is not NULL.
func (e *Coalesce) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	for _, a := range e.Args {
		if v, err := a.Eval(c, row); err != nil || !v.IsNull() {
			return v, err
		}
	}
	return datum.Null, nil
}

// Type returns the type of the first argument, as converted.
func (e *NullIf) Type() types.T { return e.Left.Type() }

// Eval compares.
func (e *NullIf) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	l, err := e.Left.Eval(c, row)
	if err != nil || l.IsNull() {
		return datum.Null, err
	}
	r, err := e.Right.Eval(c, row)
	if err != nil {
		return datum.Null, err
	}
	eq, err := e.Eq.Compare(c, l, r)
	if err != nil || !eq.IsNull() && eq.Bool() {
		return datum.Null, err
	}
	return l, nil
}

// Type returns the common type.
func (e *MinMax) Type() types.T { return e.T }

// Eval returns the extreme by the type's order.
func (e *MinMax) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	best := datum.Null
	for _, a := range e.Args {
		v, err := a.Eval(c, row)
		if err != nil {
			return datum.Null, err
		}
		if v.IsNull() {
			continue
		}
		if best.IsNull() || (types.Compare(v, best) > 0) == e.Max && types.Compare(v, best) != 0 {
			best = v
		}
	}
	return best, nil
}

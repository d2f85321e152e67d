package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// ScalarArray is Left op ANY (Right), or with All op ALL: Right is an array.
type ScalarArray struct {
	Left, Right Expr
	Op          Comparison
	All         bool
}

// NewScalarArray makes left op ANY (right) or ALL. An untyped right side is
// read as an array of the left side's type.
func NewScalarArray(c *fn.Context, op string, left, right Expr, all bool, pos int) (Expr, error) {
	rt := right.Type().OID
	elem := types.ElemOf(rt)
	switch {
	case rt == types.Unknown:
		elem = types.Unknown
	case elem == 0:
		return nil, pgerr.New(pgerr.WrongObjectType, "op ANY/ALL (array) requires array on right side").At(pos)
	}
	f, coerced, err := fn.ResolveOperator(op, left.Type().OID, elem)
	if err != nil {
		return nil, pgerr.At(err, pos)
	}
	if f.Result != types.Bool {
		return nil, pgerr.New(pgerr.WrongObjectType, "op ANY/ALL (array) requires operator to yield boolean").At(pos)
	}
	l, err := Coerce(c, left, types.Of(coerced[0]), types.Implicit, pos)
	if err != nil {
		return nil, err
	}
	want := rt
	if coerced[1] != elem {
		if want = types.ArrayOf(coerced[1]); want == 0 {
			return nil, pgerr.New(pgerr.UndefinedObject, "could not find array type for data type %s", types.TypeName(coerced[1])).At(pos)
		}
	}
	r, err := Coerce(c, right, types.Of(want), types.Implicit, pos)
	if err != nil {
		return nil, err
	}
	return &ScalarArray{Left: l, Right: r, Op: Comparison{F: f}, All: all}, nil
}

// Type returns bool.
func (e *ScalarArray) Type() types.T { return boolT }

// Eval compares the left value with each element.
func (e *ScalarArray) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	l, err := e.Left.Eval(c, row)
	if err != nil {
		return datum.Null, err
	}
	r, err := e.Right.Eval(c, row)
	if err != nil || r.IsNull() {
		return datum.Null, err
	}
	null := false
	for _, x := range r.X.(*types.Array).Elems {
		v, err := e.Op.Compare(c, l, x)
		if err != nil {
			return datum.Null, err
		}
		if v.IsNull() {
			null = true
		} else if v.Bool() != e.All {
			return v, nil
		}
	}
	if null {
		return datum.Null, nil
	}
	return types.NewBool(e.All), nil
}

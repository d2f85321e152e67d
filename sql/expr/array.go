package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// ArrayCtor is ARRAY[…]. Elements that are arrays themselves make another
// dimension.
type ArrayCtor struct {
	Elems []Expr
	T     types.T
	Pos   int
}

// NewArray makes ARRAY[elems]. An empty list is 42P18: the caller gives a type
// by casting with NewArrayOf.
func NewArray(c *fn.Context, elems []Expr, pos int) (Expr, error) {
	if len(elems) == 0 {
		return nil, pgerr.New(pgerr.IndeterminateDatatype, "cannot determine type of empty array").
			WithHint("Explicitly cast to the desired type, for example ARRAY[]::integer[].").At(pos)
	}
	elems, t, err := Unify(c, elems, "ARRAY", pos)
	if err != nil {
		return nil, err
	}
	array := t
	if types.ElemOf(t.OID) == 0 || t.OID == types.Int2Vector || t.OID == types.OidVector {
		array.OID = types.ArrayOf(t.OID)
	}
	if t.OID == types.Variant {
		return nil, pgerr.New(pgerr.UndefinedObject, "could not find array type for data type %s", "variant").
			WithHint("Cast the elements to one type first.").At(pos)
	}
	if array.OID == 0 {
		return nil, pgerr.New(pgerr.UndefinedObject, "could not find array type for data type %s", types.TypeName(t.OID)).At(pos)
	}
	return &ArrayCtor{Elems: elems, T: array, Pos: pos}, nil
}

// NewArrayOf makes ARRAY[elems]::array, converting each element instead of
// the whole.
func NewArrayOf(c *fn.Context, elems []Expr, array types.T, pos int) (Expr, error) {
	elem := types.T{OID: types.ElemOf(array.OID), Mod: array.Mod}
	out := make([]Expr, len(elems))
	for i, e := range elems {
		to := elem
		if _, nested := e.(*ArrayCtor); nested || types.ElemOf(e.Type().OID) != 0 {
			to = array
		}
		var err error
		if out[i], err = Coerce(c, e, to, types.Explicit, pos); err != nil {
			return nil, err
		}
	}
	return &ArrayCtor{Elems: out, T: array, Pos: pos}, nil
}

// Type returns the array type.
func (e *ArrayCtor) Type() types.T { return e.T }

// Eval builds the array.
func (e *ArrayCtor) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	elem := types.ElemOf(e.T.OID)
	a := &types.Array{Elem: elem, Elems: make([]types.Value, 0, len(e.Elems))}
	nested := false
	var inner []types.Dim
	for i, x := range e.Elems {
		v, err := x.Eval(c, row)
		if err != nil {
			return datum.Null, err
		}
		if x.Type().OID != e.T.OID {
			a.Elems = append(a.Elems, v)
			continue
		}
		nested = true
		sub, _ := v.X.(*types.Array)
		var dims []types.Dim
		if sub != nil {
			dims = sub.Dims
			a.Elems = append(a.Elems, sub.Elems...)
		}
		if i > 0 && !sameDims(dims, inner) {
			return datum.Null, pgerr.New(pgerr.ArraySubscriptError, "multidimensional arrays must have array expressions with matching dimensions")
		}
		inner = dims
	}
	switch {
	case !nested && len(a.Elems) > 0:
		a.Dims = []types.Dim{{Len: int32(len(a.Elems)), Lower: 1}}
	case nested && len(inner) > 0:
		if len(inner) >= maxDims {
			return datum.Null, pgerr.New(pgerr.ProgramLimitExceeded, "number of array dimensions (%d) exceeds the maximum allowed (%d)", len(inner)+1, maxDims)
		}
		a.Dims = append([]types.Dim{{Len: int32(len(e.Elems)), Lower: 1}}, inner...)
	}
	return types.Value{OID: e.T.OID, X: a}, nil
}

// maxDims is PostgreSQL's MAXDIM.
const maxDims = 6

func sameDims(a, b []types.Dim) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

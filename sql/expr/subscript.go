package expr

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Subscript is a[i][j] of an array, j['key'] of a jsonb, or n[i] of a name: its
// byte at i, from 0, as a "char".
type Subscript struct {
	Arg   Expr
	Index []Expr
	T     types.T
}

// Slice is a[i:j][k:l]. A nil bound is the array's own.
type Slice struct {
	Arg          Expr
	Lower, Upper []Expr
}

// NewSubscript makes arg[index…]: indexes become int4, or for jsonb int4 or text.
func NewSubscript(c *fn.Context, arg Expr, index []Expr, pos int) (Expr, error) {
	at := arg.Type()
	t := types.T{OID: types.ElemOf(at.OID), Mod: at.Mod}
	if at.OID == types.JSONB {
		t = types.Of(types.JSONB)
	}
	if at.OID == types.Name && len(index) == 1 {
		t = types.Of(types.Char)
	}
	if t.OID == 0 {
		return nil, noSubscripts(at.OID, pos)
	}
	out := make([]Expr, len(index))
	for i, x := range index {
		to := types.Int4
		var err error
		if at.OID == types.JSONB {
			if out[i], err = JSONBIndex(c, x, pos); err != nil {
				return nil, err
			}
			continue
		}
		if err = subscriptType(x, to, pos); err != nil {
			return nil, err
		}
		if out[i], err = Coerce(c, x, types.Of(to), types.Assignment, pos); err != nil {
			return nil, err
		}
	}
	return &Subscript{Arg: arg, Index: out, T: t}, nil
}

// JSONBIndex makes x a subscript of a jsonb: int4 or text, whichever it may
// become without being asked for; both is as wrong as none.
func JSONBIndex(c *fn.Context, x Expr, pos int) (Expr, error) {
	from := x.Type().OID
	if from == types.Unknown {
		return Coerce(c, x, types.Of(types.Text), types.Implicit, pos)
	}
	number, text := castable(from, types.Int4, types.Implicit), castable(from, types.Text, types.Implicit)
	switch {
	case number && !text:
		return Coerce(c, x, types.Of(types.Int4), types.Implicit, pos)
	case text && !number:
		return Coerce(c, x, types.Of(types.Text), types.Implicit, pos)
	}
	hint := "jsonb subscript must be coercible to either integer or text."
	if number {
		hint = "jsonb subscript must be coercible to only one type, integer or text."
	}
	return nil, pgerr.New(pgerr.DatatypeMismatch, "subscript type %s is not supported", types.TypeName(from)).WithHint("%s", hint).At(pos)
}

func subscriptType(x Expr, to types.OID, pos int) error {
	if from := x.Type().OID; !castable(from, to, types.Assignment) {
		return pgerr.New(pgerr.DatatypeMismatch, "array subscript must have type integer").At(pos)
	}
	return nil
}

func noSubscripts(t types.OID, pos int) error {
	e := pgerr.New(pgerr.DatatypeMismatch, "cannot subscript type %s because it does not support subscripting", types.TypeName(t)).At(pos)
	if t == types.Variant {
		e.Hint = fn.VariantHint(types.JSONB)
	}
	return e
}

// NewSlice makes arg[lower:upper]…; nil bounds are left open.
func NewSlice(c *fn.Context, arg Expr, lower, upper []Expr, pos int) (Expr, error) {
	if types.ElemOf(arg.Type().OID) == 0 {
		if arg.Type().OID == types.JSONB {
			return nil, pgerr.New(pgerr.DatatypeMismatch, "jsonb subscript does not support slices").At(pos)
		}
		return nil, noSubscripts(arg.Type().OID, pos)
	}
	e := &Slice{Arg: arg, Lower: make([]Expr, len(lower)), Upper: make([]Expr, len(upper))}
	for i := range lower {
		for _, side := range []struct {
			from Expr
			to   *Expr
		}{{lower[i], &e.Lower[i]}, {upper[i], &e.Upper[i]}} {
			if side.from == nil {
				continue
			}
			if err := subscriptType(side.from, types.Int4, pos); err != nil {
				return nil, err
			}
			var err error
			if *side.to, err = Coerce(c, side.from, types.Of(types.Int4), types.Assignment, pos); err != nil {
				return nil, err
			}
		}
	}
	return e, nil
}

// Type returns the element's type.
func (e *Subscript) Type() types.T { return e.T }

// Eval returns the element, NULL if there is none.
func (e *Subscript) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	v, err := e.Arg.Eval(c, row)
	if err != nil || v.IsNull() {
		return datum.Null, err
	}
	if v.OID == types.JSONB {
		return e.jsonb(c, row, v)
	}
	if v.OID == types.Name {
		return e.byteOf(c, row, v)
	}
	a := v.X.(*types.Array)
	at := 0
	inside := len(e.Index) == len(a.Dims)
	for i, x := range e.Index {
		k, err := x.Eval(c, row)
		if err != nil || k.IsNull() {
			return datum.Null, err
		}
		if !inside {
			continue
		}
		d := a.Dims[i]
		n := k.I - int64(d.Lower)
		if n < 0 || n >= int64(d.Len) {
			inside = false
			continue
		}
		at = at*int(d.Len) + int(n)
	}
	if !inside {
		return datum.Null, nil
	}
	return a.Elems[at], nil
}

func (e *Subscript) byteOf(c *Context, row datum.Row, v datum.Datum) (datum.Datum, error) {
	k, err := e.Index[0].Eval(c, row)
	if err != nil || k.IsNull() || k.I < 0 || k.I >= nameLength {
		return datum.Null, err
	}
	if k.I >= int64(len(v.S)) {
		return types.NewString(types.Char, ""), nil
	}
	return types.NewString(types.Char, v.S[k.I:k.I+1]), nil
}

// nameLength is PostgreSQL's NAMEDATALEN.
const nameLength = 64

func (e *Subscript) jsonb(c *Context, row datum.Row, v datum.Datum) (datum.Datum, error) {
	path := make([]string, len(e.Index))
	for i, x := range e.Index {
		k, err := x.Eval(c, row)
		if err != nil || k.IsNull() {
			return datum.Null, err
		}
		if path[i] = k.S; k.OID == types.Int4 {
			path[i] = strconv.FormatInt(k.I, 10)
		}
	}
	return fn.JSONBPath(v, path)
}

// Type returns the array's type.
func (e *Slice) Type() types.T { return e.Arg.Type() }

// Eval cuts the array: an empty one where nothing is inside.
func (e *Slice) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	v, err := e.Arg.Eval(c, row)
	if err != nil || v.IsNull() {
		return datum.Null, err
	}
	a := v.X.(*types.Array)
	out := &types.Array{Elem: a.Elem}
	empty := types.Value{OID: v.OID, X: out}
	lower, upper := make([]int64, len(a.Dims)), make([]int64, len(a.Dims))
	for i := range a.Dims {
		lower[i], upper[i] = int64(a.Dims[i].Lower), int64(a.Dims[i].Lower)+int64(a.Dims[i].Len)-1
	}
	for i := range e.Lower {
		lo, hi, null, err := e.bounds(c, row, i)
		if err != nil || null {
			return datum.Null, err
		}
		if i < len(a.Dims) {
			lower[i], upper[i] = max(lower[i], lo), min(upper[i], hi)
		}
	}
	if len(e.Lower) > len(a.Dims) || len(a.Dims) == 0 {
		return empty, nil
	}
	dims := make([]types.Dim, len(a.Dims))
	for i := range dims {
		if lower[i] > upper[i] {
			return empty, nil
		}
		dims[i] = types.Dim{Len: int32(upper[i] - lower[i] + 1), Lower: 1}
	}
	out.Dims = dims
	out.Elems = cut(a, lower, upper, 0, 0, nil)
	return empty, nil
}

func (e *Slice) bounds(c *Context, row datum.Row, i int) (lo, hi int64, null bool, err error) {
	lo, hi = -1<<31, 1<<31-1
	if e.Lower[i] != nil {
		v, err := e.Lower[i].Eval(c, row)
		if err != nil || v.IsNull() {
			return 0, 0, true, err
		}
		lo = v.I
	}
	if e.Upper[i] != nil {
		v, err := e.Upper[i].Eval(c, row)
		if err != nil || v.IsNull() {
			return 0, 0, true, err
		}
		hi = v.I
	}
	return lo, hi, false, nil
}

// cut appends to out the elements of a between the bounds, from dimension dim
// on; at is the offset so far.
func cut(a *types.Array, lower, upper []int64, dim, at int, out []types.Value) []types.Value {
	if dim == len(a.Dims) {
		return append(out, a.Elems[at])
	}
	d := a.Dims[dim]
	for k := lower[dim]; k <= upper[dim]; k++ {
		out = cut(a, lower, upper, dim+1, at*int(d.Len)+int(k-int64(d.Lower)), out)
	}
	return out
}

package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// ArrayAssign is the array Arg with one element, or with IsSlice the part
// between the bounds, replaced: what SET a[i] = v stores. Without IsSlice Upper has
// the subscripts and Lower is nil.
type ArrayAssign struct {
	Arg          Expr
	Lower, Upper []Expr
	IsSlice      bool
	Value        Expr
}

// Type returns the array's type.
func (e *ArrayAssign) Type() types.T { return e.Arg.Type() }

// Eval makes a new array; a NULL one counts as empty.
func (e *ArrayAssign) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	v, err := e.Arg.Eval(c, row)
	if err != nil {
		return datum.Null, err
	}
	old := &types.Array{Elem: types.ElemOf(e.Type().OID)}
	if !v.IsNull() {
		old = v.X.(*types.Array)
	}
	upper, err := evalBounds(c, row, e.Upper)
	if err != nil {
		return datum.Null, err
	}
	lower, err := evalBounds(c, row, e.Lower)
	if err != nil {
		return datum.Null, err
	}
	value, err := e.Value.Eval(c, row)
	if err != nil {
		return datum.Null, err
	}
	out := old
	switch {
	case !e.IsSlice:
		out, err = setElement(old, upper, value)
	case !value.IsNull():
		out, err = setSlice(old, lower, upper, value.X.(*types.Array))
	}
	if err != nil {
		return datum.Null, err
	}
	return types.Value{OID: e.Type().OID, X: out}, nil
}

// evalBounds evaluates subscripts; one that is left out is nil.
func evalBounds(c *Context, row datum.Row, list []Expr) ([]*int64, error) {
	out := make([]*int64, len(list))
	for i, x := range list {
		if x == nil {
			continue
		}
		v, err := x.Eval(c, row)
		if err != nil {
			return nil, err
		}
		if v.IsNull() {
			return nil, pgerr.New(pgerr.NullValueNotAllowed, "array subscript in assignment must not be null")
		}
		out[i] = &v.I
	}
	return out, nil
}

func wrongSubscripts() error {
	return pgerr.New(pgerr.ArraySubscriptError, "wrong number of array subscripts")
}

func subscriptRange() error {
	return pgerr.New(pgerr.ArraySubscriptError, "array subscript out of range")
}

// setElement is array_set_element: an array of one dimension grows, with NULLs
// in between; an empty one begins at the subscript.
func setElement(old *types.Array, at []*int64, value datum.Datum) (*types.Array, error) {
	if len(old.Dims) == 0 {
		a := &types.Array{Elem: old.Elem, Elems: []datum.Datum{value}}
		for _, i := range at {
			a.Dims = append(a.Dims, types.Dim{Len: 1, Lower: int32(*i)})
		}
		return a, nil
	}
	if len(at) != len(old.Dims) {
		return nil, wrongSubscripts()
	}
	if len(at) == 1 {
		a, offset, err := grown(old, *at[0], *at[0])
		if err != nil {
			return nil, err
		}
		a.Elems[offset] = value
		return a, nil
	}
	offset := 0
	for i, d := range old.Dims {
		k := *at[i] - int64(d.Lower)
		if k < 0 || k >= int64(d.Len) {
			return nil, subscriptRange()
		}
		offset = offset*int(d.Len) + int(k)
	}
	a := &types.Array{Elem: old.Elem, Dims: old.Dims, Elems: append([]datum.Datum{}, old.Elems...)}
	a.Elems[offset] = value
	return a, nil
}

// grown copies an array of one dimension so that it has the subscripts from lo
// to hi, and returns the offset of lo.
func grown(old *types.Array, lo, hi int64) (*types.Array, int, error) {
	first, last := int64(old.Dims[0].Lower), int64(old.Dims[0].Lower)+int64(old.Dims[0].Len)-1
	from, to := min(first, lo), max(last, hi)
	n := to - from + 1
	if n > maxArrayElems {
		return nil, 0, pgerr.New(pgerr.ProgramLimitExceeded, "array size exceeds the maximum allowed (%d)", maxArrayElems)
	}
	a := &types.Array{Elem: old.Elem, Dims: []types.Dim{{Len: int32(n), Lower: int32(from)}}, Elems: make([]datum.Datum, n)}
	copy(a.Elems[first-from:], old.Elems)
	return a, int(lo - from), nil
}

// maxArrayElems is PostgreSQL's MaxArraySize for values of 8 bytes.
const maxArrayElems = 134217727

// setSlice is array_set_slice: the slice gets the first elements of src.
func setSlice(old *types.Array, lower, upper []*int64, src *types.Array) (*types.Array, error) {
	dims := old.Dims
	if len(dims) == 0 {
		return newSlice(old.Elem, lower, upper, src)
	}
	if len(upper) > len(dims) {
		return nil, wrongSubscripts()
	}
	lo, hi, n := make([]int64, len(dims)), make([]int64, len(dims)), int64(1)
	for i, d := range dims {
		lo[i], hi[i] = int64(d.Lower), int64(d.Lower)+int64(d.Len)-1
		if i < len(upper) {
			if lower[i] != nil {
				lo[i] = *lower[i]
			}
			if upper[i] != nil {
				hi[i] = *upper[i]
			}
		}
		if lo[i] > hi[i] {
			return nil, upperBelowLower()
		}
		if len(dims) > 1 && (lo[i] < int64(d.Lower) || hi[i] >= int64(d.Lower)+int64(d.Len)) {
			return nil, subscriptRange()
		}
		n *= hi[i] - lo[i] + 1
	}
	if int64(len(src.Elems)) < n {
		return nil, sourceTooSmall()
	}
	if len(dims) == 1 {
		a, offset, err := grown(old, lo[0], hi[0])
		if err != nil {
			return nil, err
		}
		copy(a.Elems[offset:], src.Elems[:n])
		return a, nil
	}
	a := &types.Array{Elem: old.Elem, Dims: dims, Elems: append([]datum.Datum{}, old.Elems...)}
	paste(a, lo, hi, 0, 0, src.Elems)
	return a, nil
}

// newSlice assigns a slice of an empty array.
func newSlice(elem types.OID, lower, upper []*int64, src *types.Array) (*types.Array, error) {
	a, n := &types.Array{Elem: elem}, int64(1)
	for i := range upper {
		if lower[i] == nil || upper[i] == nil {
			return nil, pgerr.New(pgerr.ArraySubscriptError, "array slice subscript must provide both boundaries").
				WithDetail("When assigning to a slice of an empty array value, slice boundaries must be fully specified.")
		}
		size := *upper[i] - *lower[i] + 1
		if size < 1 {
			return nil, upperBelowLower()
		}
		if n *= size; n > maxArrayElems {
			return nil, sourceTooSmall()
		}
		a.Dims = append(a.Dims, types.Dim{Len: int32(size), Lower: int32(*lower[i])})
	}
	if int64(len(src.Elems)) < n {
		return nil, sourceTooSmall()
	}
	a.Elems = append(a.Elems, src.Elems[:n]...)
	return a, nil
}

func upperBelowLower() error {
	return pgerr.New(pgerr.ArraySubscriptError, "upper bound cannot be less than lower bound")
}

func sourceTooSmall() error {
	return pgerr.New(pgerr.ArraySubscriptError, "source array too small")
}

// paste writes elements between the bounds, from dimension dim on, and returns
// those that are left.
func paste(a *types.Array, lower, upper []int64, dim, at int, elems []datum.Datum) []datum.Datum {
	if dim == len(a.Dims) {
		a.Elems[at] = elems[0]
		return elems[1:]
	}
	d := a.Dims[dim]
	for k := lower[dim]; k <= upper[dim]; k++ {
		elems = paste(a, lower, upper, dim+1, at*int(d.Len)+int(k-int64(d.Lower)), elems)
	}
	return elems
}

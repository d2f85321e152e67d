package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		operator("@>", "anyarray, anyarray -> bool", "contains", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newBool(containsAll(arrayOf(a[0]), arrayOf(a[1])))
		}),
		operator("<@", "anyarray, anyarray -> bool", "is contained by", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newBool(containsAll(arrayOf(a[1]), arrayOf(a[0])))
		}),
		operator("&&", "anyarray, anyarray -> bool", "overlaps", arraysOverlap),
		operator("||", "anycompatiblearray, anycompatiblearray -> anycompatiblearray", "concatenate", arrayCat).withNulls(),
		operator("||", "anycompatiblearray, anycompatible -> anycompatiblearray", "append element onto end of array", arrayAppend).withNulls(),
		operator("||", "anycompatible, anycompatiblearray -> anycompatiblearray", "prepend element onto front of array", arrayPrepend).withNulls(),
		scalar("array_cat(anycompatiblearray, anycompatiblearray) anycompatiblearray", "concatenate two arrays", arrayCat).withNulls(),
		scalar("array_append(anycompatiblearray, anycompatible) anycompatiblearray", "append element onto end of array", arrayAppend).withNulls(),
		scalar("array_prepend(anycompatible, anycompatiblearray) anycompatiblearray", "prepend element onto front of array", arrayPrepend).withNulls(),
	)
}

// containsAll reports whether each element of small is in large; NULLs never are.
func containsAll(large, small *types.Array) bool {
	if len(small.Elems) > 8 && len(large.Elems) > 8 {
		set := elementsByHash(large)
		for _, e := range small.Elems {
			if e.IsNull() || !contains(set[types.Hash(e)], e) {
				return false
			}
		}
		return true
	}
	for _, e := range small.Elems {
		if e.IsNull() || !contains(large.Elems, e) {
			return false
		}
	}
	return true
}

// elementsByHash are the elements that aren't NULL, by their hashes.
func elementsByHash(a *types.Array) map[uint64][]datum.Datum {
	set := make(map[uint64][]datum.Datum, len(a.Elems))
	for _, e := range a.Elems {
		if !e.IsNull() {
			h := types.Hash(e)
			set[h] = append(set[h], e)
		}
	}
	return set
}

func contains(list []datum.Datum, v datum.Datum) bool {
	for _, e := range list {
		if !e.IsNull() && types.Compare(e, v) == 0 {
			return true
		}
	}
	return false
}

func arraysOverlap(_ *Context, a []datum.Datum) (datum.Datum, error) {
	left, right := arrayOf(a[0]), arrayOf(a[1])
	if len(left.Elems) > 8 && len(right.Elems) > 8 {
		set := elementsByHash(right)
		for _, e := range left.Elems {
			if !e.IsNull() && contains(set[types.Hash(e)], e) {
				return newBool(true)
			}
		}
		return newBool(false)
	}
	for _, e := range left.Elems {
		if !e.IsNull() && contains(right.Elems, e) {
			return newBool(true)
		}
	}
	return newBool(false)
}

func incompatible() *pgerr.Error {
	return pgerr.New(pgerr.ArraySubscriptError, "cannot concatenate incompatible arrays")
}

// arrayCat concatenates along the first dimension: arrays of the same shape, or
// one of them an element of the other.
func arrayCat(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() || a[1].IsNull() {
		if a[0].IsNull() {
			return a[1], nil
		}
		return a[0], nil
	}
	x, y := arrayOf(a[0]), arrayOf(a[1])
	if len(x.Dims) == 0 {
		return a[1], nil
	}
	if len(y.Dims) == 0 {
		return a[0], nil
	}
	nx, ny := len(x.Dims), len(y.Dims)
	if nx-ny > 1 || ny-nx > 1 {
		return datum.Null, incompatible().WithDetail("Arrays of %d and %d dimensions are not compatible for concatenation.", nx, ny)
	}
	inner, dims := x.Dims, append([]types.Dim{}, x.Dims...)
	other := y.Dims
	switch {
	case nx == ny:
		dims[0].Len += y.Dims[0].Len
		inner, other = inner[1:], other[1:]
	case nx > ny:
		dims[0].Len++
		inner = inner[1:]
	default:
		dims = append([]types.Dim{}, y.Dims...)
		dims[0].Len++
		other = other[1:]
	}
	for i := range inner {
		if inner[i] != other[i] {
			return datum.Null, incompatible().WithDetail("Arrays with differing element dimensions are not compatible for concatenation.")
		}
	}
	elems := make([]datum.Datum, 0, len(x.Elems)+len(y.Elems))
	elems = append(append(elems, x.Elems...), y.Elems...)
	return withArray(a[0], &types.Array{Elem: x.Elem, Dims: dims, Elems: elems}), nil
}

func oneDimension(x *types.Array) error {
	if len(x.Dims) > 1 {
		return pgerr.New(pgerr.DataException, "argument must be empty or one-dimensional array")
	}
	return nil
}

func arrayAppend(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() {
		return singleton(a[1]), nil
	}
	x := arrayOf(a[0])
	if err := oneDimension(x); err != nil {
		return datum.Null, err
	}
	lower := int32(1)
	if len(x.Dims) == 1 {
		lower = x.Dims[0].Lower
	}
	elems := append(append(make([]datum.Datum, 0, len(x.Elems)+1), x.Elems...), a[1])
	return withArray(a[0], &types.Array{Elem: x.Elem, Dims: []types.Dim{{Len: int32(len(elems)), Lower: lower}}, Elems: elems}), nil
}

func arrayPrepend(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if a[1].IsNull() {
		return singleton(a[0]), nil
	}
	x := arrayOf(a[1])
	if err := oneDimension(x); err != nil {
		return datum.Null, err
	}
	lower := int32(1)
	if len(x.Dims) == 1 {
		lower = x.Dims[0].Lower
	}
	elems := append(append(make([]datum.Datum, 0, len(x.Elems)+1), a[0]), x.Elems...)
	return withArray(a[1], &types.Array{Elem: x.Elem, Dims: []types.Dim{{Len: int32(len(elems)), Lower: lower}}, Elems: elems}), nil
}

// singleton makes an array of one value; of a NULL, whose type is not known
// here, of text.
func singleton(v datum.Datum) datum.Datum {
	if v.IsNull() {
		return newArray(types.Text, []datum.Datum{v})
	}
	return newArray(v.OID, []datum.Datum{v})
}

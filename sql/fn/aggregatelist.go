package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		aggregate("array_agg(anynonarray) anyarray", "concatenate aggregate input into an array", newArrayAgg),
		aggregate("array_agg(anyarray) anyarray", "concatenate aggregate input arrays into an array of higher dimension", newArrayAgg),
		aggregate("array_agg(variant) text[]", "concatenate the text forms of cells into an array", newArrayAgg),
		aggregate("string_agg(text, text) text", "concatenate with a separator", newStringAgg),
		aggregate("string_agg(bytea, bytea) bytea", "concatenate with a separator", newStringAgg),
	)
}

// datumSize is a rough count of the bytes that a value takes in memory.
func datumSize(v datum.Datum) int64 {
	n := int64(48 + len(v.S))
	switch x := v.X.(type) {
	case *types.Array:
		for _, e := range x.Elems {
			n += datumSize(e)
		}
	case *types.RecordValue:
		for _, e := range x.Fields {
			n += datumSize(e)
		}
	case *types.RangeValue, *types.MultirangeValue:
		n = int64(datum.Size(v))
	case nil:
	default:
		n += 64
	}
	return n
}

type arrayAgg struct {
	c      *Context
	elem   types.OID
	array  types.OID
	text   bool
	nested bool        // inputs are arrays
	dims   []types.Dim // of array inputs
	elems  []datum.Datum
	n      int
	size   int64
}

func newArrayAgg(c *Context, args []types.T) AggState {
	s := &arrayAgg{c: c, elem: args[0].OID}
	switch e := types.ElemOf(s.elem); {
	case s.elem == types.Variant:
		s.elem, s.text = types.Text, true
	case e != 0:
		s.elem, s.nested = e, true
	}
	s.array = types.ArrayOf(s.elem)
	return s
}

func (s *arrayAgg) Add(args []datum.Datum) error {
	v := args[0]
	s.n++
	s.size += datumSize(v)
	if a, ok := v.X.(*types.Array); ok && types.ElemOf(v.OID) == s.elem && !s.text {
		return s.addArray(a)
	}
	if s.dims != nil || s.nested {
		return pgerr.New(pgerr.NullValueNotAllowed, "cannot accumulate null arrays")
	}
	if s.text && !v.IsNull() {
		v = types.NewText(asOutput(s.c, v))
	}
	s.elems = append(s.elems, v)
	return nil
}

func (s *arrayAgg) addArray(a *types.Array) error {
	if len(a.Dims) == 0 {
		return pgerr.New(pgerr.ArraySubscriptError, "cannot accumulate empty arrays")
	}
	if s.n > 1 {
		differ := len(a.Dims) != len(s.dims)
		for i := 0; !differ && i < len(a.Dims); i++ {
			differ = a.Dims[i] != s.dims[i]
		}
		if differ {
			return pgerr.New(pgerr.ArraySubscriptError, "cannot accumulate arrays of different dimensionality")
		}
	}
	s.dims = a.Dims
	s.elems = append(s.elems, a.Elems...)
	return nil
}

func (s *arrayAgg) Result() (datum.Datum, error) {
	if s.n == 0 {
		return datum.Null, nil
	}
	dims := append([]types.Dim{{Len: int32(s.n), Lower: 1}}, s.dims...)
	return types.Value{OID: s.array, X: &types.Array{Elem: s.elem, Dims: dims, Elems: s.elems}}, nil
}

func (s *arrayAgg) Size() int64 { return 96 + s.size }

type stringAgg struct {
	t    types.OID
	some bool
	b    []byte
}

func newStringAgg(_ *Context, args []types.T) AggState { return &stringAgg{t: args[0].OID} }

// Add appends the separator of this row, then its value.
func (s *stringAgg) Add(args []datum.Datum) error {
	if args[0].IsNull() {
		return nil
	}
	if s.some {
		s.b = append(s.b, args[1].S...)
	}
	s.some = true
	s.b = append(s.b, args[0].S...)
	if len(s.b) > maxText {
		return tooLong()
	}
	return nil
}

func (s *stringAgg) Result() (datum.Datum, error) {
	if !s.some {
		return datum.Null, nil
	}
	return types.NewString(s.t, string(s.b)), nil
}

func (s *stringAgg) Size() int64 { return 64 + int64(cap(s.b)) }

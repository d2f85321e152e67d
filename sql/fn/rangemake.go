package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, t := range types.RangeTypes() {
		name, bound := types.Lookup(t.OID).Name, types.Lookup(t.Subtype).Name
		multi := types.Lookup(t.Multirange).Name
		help := name + " constructor"
		register(
			scalar(name+"("+bound+", "+bound+") "+name, help, makeRange(t.OID)).withNulls(),
			scalar(name+"("+bound+", "+bound+", text) "+name, help, makeRange(t.OID)).withNulls(),
			scalar(multi+"() "+multi, multi+" constructor", func(*Context, []datum.Datum) (datum.Datum, error) {
				return types.NewMultirange(t.Multirange, nil), nil
			}),
			scalar(multi+"("+name+") "+multi, multi+" constructor", toMultirange),
			scalar(multi+"(VARIADIC "+name+"[]) "+multi, multi+" constructor", makeMultirange(t.Multirange)),
		)
	}
}

// makeRange makes a range of two bounds, NULL for none, and of the brackets
// around them, "[)" unless given.
func makeRange(oid types.OID) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		lower, upper := types.RangeBound{Value: a[0], Inclusive: true}, types.RangeBound{Value: a[1]}
		if len(a) > 2 {
			if a[2].IsNull() {
				return datum.Null, pgerr.New(pgerr.DataException, "range constructor flags argument must not be null")
			}
			var ok bool
			if lower.Inclusive, upper.Inclusive, ok = rangeBrackets(a[2].S); !ok {
				return datum.Null, pgerr.New(pgerr.SyntaxError, "invalid range bound flags").
					WithHint("Valid values are \"[]\", \"[)\", \"(]\", and \"()\".")
			}
		}
		return types.NewRange(oid, lower, upper)
	}
}

// rangeBrackets tells which bounds belong to a range.
func rangeBrackets(s string) (lower, upper, ok bool) {
	switch s {
	case "[]":
		return true, true, true
	case "[)":
		return true, false, true
	case "(]":
		return false, true, true
	case "()":
		return false, false, true
	}
	return false, false, false
}

// makeMultirange makes a multirange of an array of ranges.
func makeMultirange(oid types.OID) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		arr := arrayOf(a[0])
		if len(arr.Dims) > 1 {
			return datum.Null, pgerr.New(pgerr.CardinalityViolation, "multiranges cannot be constructed from multidimensional arrays")
		}
		list := make([]*types.RangeValue, 0, len(arr.Elems))
		for _, e := range arr.Elems {
			if e.IsNull() {
				return datum.Null, pgerr.New(pgerr.NullValueNotAllowed, "multirange values cannot contain null members")
			}
			list = append(list, e.Range())
		}
		return types.NewMultirange(oid, list), nil
	}
}

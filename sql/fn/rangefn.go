package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// rangeFact is a property of a range or multirange; those of a multirange are
// those of the smallest range around it.
type rangeFact struct {
	name, ofRange, ofMultirange string
	holds                       func(r *types.RangeValue) bool
}

var rangeFacts = []rangeFact{
	{"isempty", "is the range empty?", "is the multirange empty?", func(r *types.RangeValue) bool { return r.Empty }},
	{"lower_inc", "is the range's lower bound inclusive?", "is the multirange's lower bound inclusive?", func(r *types.RangeValue) bool { return r.Lower.Inclusive }},
	{"upper_inc", "is the range's upper bound inclusive?", "is the multirange's upper bound inclusive?", func(r *types.RangeValue) bool { return r.Upper.Inclusive }},
	{"lower_inf", "is the range's lower bound infinite?", "is the multirange's lower bound infinite?", func(r *types.RangeValue) bool { return !r.Empty && r.Lower.Infinite() }},
	{"upper_inf", "is the range's upper bound infinite?", "is the multirange's upper bound infinite?", func(r *types.RangeValue) bool { return !r.Empty && r.Upper.Infinite() }},
}

func init() {
	for _, p := range rangeFacts {
		f := func(_ *Context, a []datum.Datum) (datum.Datum, error) { return newBool(p.holds(spanOf(a[0]))) }
		register(scalar(p.name+"(anyrange) bool", p.ofRange, f), scalar(p.name+"(anymultirange) bool", p.ofMultirange, f))
	}
	lower := func(_ *Context, a []datum.Datum) (datum.Datum, error) { return spanOf(a[0]).Lower.Value, nil }
	upper := func(_ *Context, a []datum.Datum) (datum.Datum, error) { return spanOf(a[0]).Upper.Value, nil }
	register(
		scalar("lower(anyrange) anyelement", "lower bound of range", lower),
		scalar("lower(anymultirange) anyelement", "lower bound of multirange", lower),
		scalar("upper(anyrange) anyelement", "upper bound of range", upper),
		scalar("upper(anymultirange) anyelement", "upper bound of multirange", upper),
		scalar("range_merge(anyrange, anyrange) anyrange", "the smallest range which includes both of the given ranges",
			ofRanges(func(r, s *types.RangeValue) (*types.RangeValue, error) { return types.MergeRanges(r, s), nil })),
		scalar("range_merge(anymultirange) anyrange", "the smallest range which includes the whole multirange", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return datum.Datum{OID: types.RangeTypeOfMultirange(a[0].OID).OID, X: a[0].Multirange().Span()}, nil
		}),
		scalar("multirange(anyrange) anymultirange", "anymultirange cast", toMultirange),
		rows("unnest(anymultirange) anyrange", "expand multirange to set of ranges", unnestMultirange),
	)
	for _, t := range []string{"range", "multirange"} {
		register(scalar(t+"_cmp(any"+t+", any"+t+") int4", "less-equal-greater", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newInt4(types.Compare(a[0], a[1]))
		}))
	}
	for _, name := range []string{"int4range", "int8range", "daterange"} {
		// Ranges are always in canonical form.
		register(scalar(name+"_canonical("+name+") "+name, "convert a range to canonical form", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return a[0], nil
		}))
	}
}

// toMultirange makes a multirange of one range.
func toMultirange(_ *Context, a []datum.Datum) (datum.Datum, error) {
	return types.NewMultirange(multirangeOver(a[0].OID), []*types.RangeValue{a[0].Range()}), nil
}

func unnestMultirange(_ *Context, a []datum.Datum, emit func(datum.Row) error) error {
	oid := types.RangeTypeOfMultirange(a[0].OID).OID
	for _, r := range a[0].Multirange().Ranges {
		if err := emit(datum.Row{{OID: oid, X: r}}); err != nil {
			return err
		}
	}
	return nil
}

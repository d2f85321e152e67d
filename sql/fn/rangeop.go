package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// rangePredicate is an operator between ranges, multiranges, or one of each.
type rangePredicate struct {
	symbol, help string
	holds        func(a, b datum.Datum) bool
}

var rangePredicates = []rangePredicate{
	{"@>", "contains", rangeContains},
	{"<@", "is contained by", func(a, b datum.Datum) bool { return rangeContains(b, a) }},
	{"&&", "overlaps", rangesOverlap},
	{"<<", "is left of", func(a, b datum.Datum) bool { return spanOf(a).Before(spanOf(b)) }},
	{">>", "is right of", func(a, b datum.Datum) bool { return spanOf(b).Before(spanOf(a)) }},
	{"&<", "overlaps or is left of", func(a, b datum.Datum) bool { return spanOf(a).NotRightOf(spanOf(b)) }},
	{"&>", "overlaps or is right of", func(a, b datum.Datum) bool { return spanOf(a).NotLeftOf(spanOf(b)) }},
	{"-|-", "is adjacent to", func(a, b datum.Datum) bool { return spanOf(a).Adjacent(spanOf(b)) }},
}

func init() {
	for _, p := range rangePredicates {
		for _, pair := range []string{"anyrange, anyrange", "anyrange, anymultirange", "anymultirange, anyrange", "anymultirange, anymultirange"} {
			register(operator(p.symbol, pair+" -> bool", p.help, func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return newBool(p.holds(a[0], a[1]))
			}))
		}
	}
	for _, t := range []string{"anyrange", "anymultirange"} {
		register(
			operator("@>", t+", anyelement -> bool", "contains", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return newBool(rangeHas(a[0], a[1]))
			}),
			operator("<@", "anyelement, "+t+" -> bool", "is contained by", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return newBool(rangeHas(a[1], a[0]))
			}))
		for _, r := range relations {
			register(operator(r.symbol, t+", "+t+" -> bool", r.help, compares(r)))
		}
	}
	register(
		operator("+", "anyrange, anyrange -> anyrange", "range union", ofRanges(types.UnionRanges)),
		operator("-", "anyrange, anyrange -> anyrange", "range difference", ofRanges(types.SubtractRange)),
		operator("*", "anyrange, anyrange -> anyrange", "range intersection", ofRanges(intersectRanges)),
		operator("+", "anymultirange, anymultirange -> anymultirange", "multirange union", ofMultiranges(unionMultiranges)),
		operator("-", "anymultirange, anymultirange -> anymultirange", "multirange minus", ofMultiranges(types.SubtractMultirange)),
		operator("*", "anymultirange, anymultirange -> anymultirange", "multirange intersect", ofMultiranges(intersectMultiranges)),
	)
}

// spanOf is a range itself, and the smallest range around a multirange.
func spanOf(v datum.Datum) *types.RangeValue {
	if m, ok := v.X.(*types.MultirangeValue); ok {
		return m.Span()
	}
	return v.Range()
}

func rangeHas(r, v datum.Datum) bool {
	if m, ok := r.X.(*types.MultirangeValue); ok {
		return m.ContainsValue(v)
	}
	return r.Range().ContainsValue(v)
}

func rangeContains(a, b datum.Datum) bool {
	outer, ok := a.X.(*types.MultirangeValue)
	if !ok {
		return a.Range().Contains(spanOf(b))
	}
	if inner, ok := b.X.(*types.MultirangeValue); ok {
		return outer.Contains(inner)
	}
	return outer.ContainsRange(b.Range())
}

func rangesOverlap(a, b datum.Datum) bool {
	l, leftIsMulti := a.X.(*types.MultirangeValue)
	r, rightIsMulti := b.X.(*types.MultirangeValue)
	switch {
	case leftIsMulti && rightIsMulti:
		return l.Overlaps(r)
	case leftIsMulti:
		return l.OverlapsRange(b.Range())
	case rightIsMulti:
		return r.OverlapsRange(a.Range())
	}
	return a.Range().Overlaps(b.Range())
}

func intersectRanges(r, s *types.RangeValue) (*types.RangeValue, error) {
	return types.IntersectRanges(r, s), nil
}

func unionMultiranges(m, o *types.MultirangeValue) (*types.MultirangeValue, error) {
	return types.UnionMultiranges(m, o), nil
}

func intersectMultiranges(m, o *types.MultirangeValue) (*types.MultirangeValue, error) {
	return types.IntersectMultiranges(m, o), nil
}

// ofRanges makes a function of two ranges of one type.
func ofRanges(f func(r, s *types.RangeValue) (*types.RangeValue, error)) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		r, err := f(a[0].Range(), a[1].Range())
		return datum.Datum{OID: a[0].OID, X: r}, err
	}
}

// ofMultiranges makes a function of two multiranges of one type.
func ofMultiranges(f func(m, o *types.MultirangeValue) (*types.MultirangeValue, error)) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		m, err := f(a[0].Multirange(), a[1].Multirange())
		return datum.Datum{OID: a[0].OID, X: m}, err
	}
}

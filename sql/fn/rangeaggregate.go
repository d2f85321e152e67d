package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		aggregate("range_agg(anyrange) anymultirange", "combine aggregate input into a multirange", newRangeAgg),
		aggregate("range_agg(anymultirange) anymultirange", "combine aggregate input into a multirange", newRangeAgg),
		aggregate("range_intersect_agg(anyrange) anyrange", "range aggregate by intersecting", newRangeIntersectAgg),
		aggregate("range_intersect_agg(anymultirange) anymultirange", "range aggregate by intersecting", newRangeIntersectAgg),
	)
}

// rangeAggSlack is how many ranges are gathered at least before those that
// touch are merged.
const rangeAggSlack = 256

// rangeAgg gathers ranges. Whenever they have doubled, those that touch become
// one, so that the state holds no more than twice what the result needs.
type rangeAgg struct {
	oid     types.OID // of the result
	list    []*types.RangeValue
	seen    bool
	size    int64
	mergeAt int
}

func newRangeAgg(_ *Context, args []types.T) AggState {
	s := &rangeAgg{oid: args[0].OID, mergeAt: rangeAggSlack}
	if t := types.RangeTypeOf(s.oid); t != nil {
		s.oid = t.Multirange
	}
	return s
}

func (s *rangeAgg) Add(args []datum.Datum) error {
	switch x := args[0].X.(type) {
	case nil:
		return nil
	case *types.RangeValue:
		s.list = append(s.list, x)
	case *types.MultirangeValue:
		s.list = append(s.list, x.Ranges...)
	}
	s.seen = true
	s.size += int64(datum.Size(args[0]))
	if len(s.list) >= s.mergeAt {
		merged := types.NewMultirange(s.oid, s.list)
		s.list, s.size = merged.Multirange().Ranges, int64(datum.Size(merged))
		s.mergeAt = max(2*len(s.list), rangeAggSlack)
	}
	return nil
}

// Result leaves the state as it is, for frames that grow.
func (s *rangeAgg) Result() (datum.Datum, error) {
	if !s.seen {
		return datum.Null, nil
	}
	return types.NewMultirange(s.oid, append([]*types.RangeValue(nil), s.list...)), nil
}

func (s *rangeAgg) Size() int64 { return s.size + 64 }

// rangeIntersectAgg holds what all ranges so far have in common.
type rangeIntersectAgg struct{ v datum.Datum }

func newRangeIntersectAgg(*Context, []types.T) AggState { return &rangeIntersectAgg{} }

func (s *rangeIntersectAgg) Add(args []datum.Datum) error {
	v := args[0]
	if v.IsNull() {
		return nil
	}
	if !s.v.IsNull() {
		if m, ok := v.X.(*types.MultirangeValue); ok {
			v.X = types.IntersectMultiranges(s.v.Multirange(), m)
		} else {
			v.X = types.IntersectRanges(s.v.Range(), v.Range())
		}
	}
	s.v = v
	return nil
}

func (s *rangeIntersectAgg) Result() (datum.Datum, error) { return s.v, nil }

func (s *rangeIntersectAgg) Size() int64 { return int64(datum.Size(s.v)) }

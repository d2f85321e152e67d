package exec

import (
	"bytes"
	"slices"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// pointKeys evaluates the points of a scan into stored keys: in key order,
// without repetition and without those that hold a NULL, which equals nothing.
func pointKeys(rt *Runtime, n *planner.Scan, codec *rowenc.Codec) ([][]byte, error) {
	var keys [][]byte
	values := make([]datum.Datum, codec.Columns())
	for _, point := range n.Points {
		err := eachPoint(rt, point, values, 0, func() error {
			key, err := codec.AppendKeyPrefix(nil, values)
			keys = append(keys, key)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(keys) > 1 {
		slices.SortFunc(keys, bytes.Compare)
		keys = slices.CompactFunc(keys, bytes.Equal)
		if n.Reverse {
			slices.Reverse(keys)
		}
	}
	return keys, nil
}

// eachPoint evaluates the key values of a point from position i on and calls
// emit for each key: none if a value is NULL, several if the point has arrays.
func eachPoint(rt *Runtime, point []expr.Expr, values []datum.Datum, i int, emit func() error) error {
	for ; i < len(point); i++ {
		each, many := point[i].(*planner.EachElement)
		if !many {
			d, err := point[i].Eval(rt.Ctx, nil)
			if err != nil || d.IsNull() {
				return err
			}
			values[i] = d
			continue
		}
		d, err := each.Array.Eval(rt.Ctx, nil)
		if err != nil || d.IsNull() {
			return err
		}
		for _, v := range d.X.(*types.Array).Elems {
			if v.IsNull() {
				continue
			}
			values[i] = v
			if err := eachPoint(rt, point, values, i+1, emit); err != nil {
				return err
			}
		}
		return nil
	}
	return emit()
}

// evalKey evaluates key values; null is true if one of them is NULL.
func evalKey(rt *Runtime, exprs []expr.Expr, into []datum.Datum) (null bool, err error) {
	for i, e := range exprs {
		d, err := e.Eval(rt.Ctx, nil)
		if err != nil {
			return false, err
		}
		if d.IsNull() {
			return true, nil
		}
		into[i] = d
	}
	return false, nil
}

// scanSpans evaluates the ranges of a scan into spans of keys: disjoint, in
// the order of the scan.
func scanSpans(rt *Runtime, n *planner.Scan, codec *rowenc.Codec) ([]kv.Span, error) {
	if n.Ranges == nil {
		return []kv.Span{catalog.TableSpan(n.Table)}, nil
	}
	var spans []kv.Span
	for _, r := range n.Ranges {
		low, ok, err := evalBound(rt, r.Low)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		high, ok, err := evalBound(rt, r.High)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		span, err := codec.Span(low, high)
		if err != nil {
			return nil, err
		}
		if !span.Empty() {
			spans = append(spans, span)
		}
	}
	spans = mergeSpans(spans)
	if n.Reverse {
		slices.Reverse(spans)
	}
	return spans, nil
}

// evalBound evaluates one end of a range; ok is false if it holds a NULL, and
// then the range is empty.
func evalBound(rt *Runtime, b planner.Bound) (out rowenc.Bound, ok bool, err error) {
	out.Inclusive = b.Inclusive
	out.Values = make([]datum.Datum, len(b.Values))
	if !b.CutNulls {
		null, err := evalKey(rt, b.Values, out.Values)
		return out, !null, err
	}
	for i, e := range b.Values {
		d, err := e.Eval(rt.Ctx, nil)
		if err != nil {
			return out, false, err
		}
		if d.IsNull() && i >= b.CutFrom {
			out.Values, out.Inclusive = out.Values[:i], false
			break
		}
		if d.IsNull() {
			return out, false, nil
		}
		out.Values[i] = d
	}
	return out, true, nil
}

// mergeSpans sorts spans by their start and joins those that overlap, so that
// no row comes twice.
func mergeSpans(spans []kv.Span) []kv.Span {
	slices.SortFunc(spans, func(a, b kv.Span) int { return bytes.Compare(a.Start, b.Start) })
	out := spans[:0]
	for _, s := range spans {
		if len(out) > 0 {
			last := &out[len(out)-1]
			if last.End == nil || bytes.Compare(s.Start, last.End) <= 0 {
				if last.End != nil && (s.End == nil || bytes.Compare(s.End, last.End) > 0) {
					last.End = s.End
				}
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

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
)

// pointKeys evaluates the points of a scan into stored keys: in key order,
// without repetition and without those that hold a NULL, which equals nothing.
func pointKeys(rt *Runtime, n *planner.Scan, codec *rowenc.Codec) ([][]byte, error) {
	var keys [][]byte
	values := make([]datum.Datum, codec.Columns())
	for _, point := range n.Points {
		null, err := evalKey(rt, point, values)
		if err != nil {
			return nil, err
		}
		if null {
			continue
		}
		key, err := codec.AppendKeyPrefix(nil, values)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
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
	null, err := evalKey(rt, b.Values, out.Values)
	return out, !null, err
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

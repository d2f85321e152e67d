package exec

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// Touched counts the partitions that a scan will read, of how many the table
// has: what EXPLAIN shows. It is an error if the scan's keys can't be computed
// before the plan runs (they depend on an outer row).
func Touched(rt *Runtime, n *planner.Scan) (touched, total int, err error) {
	total = len(rt.Store.Of(catalog.TableSpan(n.Table)))
	if n.Empty {
		return 0, total, nil
	}
	if dependsOnOuter(n) {
		return 0, total, pgerr.New(pgerr.InternalError, "the keys depend on an outer row")
	}
	codec := rowenc.NewCodec(n.Table)
	var spans []kv.Span
	if n.Points != nil {
		keys, err := pointKeys(rt, n, codec)
		if err != nil {
			return 0, total, err
		}
		for _, k := range keys {
			spans = append(spans, kv.PointSpan(k))
		}
	} else if spans, err = scanSpans(rt, n, codec); err != nil {
		return 0, total, err
	}
	seen := map[uint64]bool{}
	for _, s := range spans {
		for _, p := range rt.Store.Of(s) {
			seen[p.ID] = true
		}
	}
	return len(seen), total, nil
}

// dependsOnOuter reports whether a scan's keys are made of an outer row.
func dependsOnOuter(n *planner.Scan) bool {
	found := false
	look := func(list []expr.Expr) {
		for _, e := range list {
			if each, ok := e.(*planner.EachElement); ok {
				e = each.Array
			}
			expr.Walk(e, func(x expr.Expr) bool {
				switch x.(type) {
				case *expr.Outer, *expr.Subquery:
					found = true
				}
				return !found
			})
		}
	}
	for _, p := range n.Points {
		look(p)
	}
	for _, r := range n.Ranges {
		look(r.Low.Values)
		look(r.High.Values)
	}
	return found
}

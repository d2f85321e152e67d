package exec

import (
	"container/heap"
	"slices"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// sorter orders its input. With a limit it keeps only the first rows, in a
// heap. Rows with equal keys keep their order of arrival.
type sorter struct {
	rt   *Runtime
	node *planner.Sort
	in   Operator
	list *rowList
}

// sortRow is a row with its evaluated keys and its place in the input.
type sortRow struct {
	row, keys datum.Row
	seq       int
}

func (s *sorter) Next() (*datum.Batch, error) {
	if s.list == nil {
		s.list = newRowList(columnTypes(s.node.Columns()))
		rows, err := s.sorted()
		if err != nil {
			return nil, err
		}
		s.list.rows = make([]datum.Row, len(rows))
		for i := range rows {
			s.list.rows[i] = rows[i].row
		}
	}
	return s.list.next(), nil
}

func (s *sorter) compare(a, b sortRow) int {
	if c := compareKeys(s.node.Keys, a.keys, b.keys); c != 0 {
		return c
	}
	return a.seq - b.seq
}

func (s *sorter) sorted() ([]sortRow, error) {
	limit, err := rowCount(s.rt, s.node.Limit, -1, "", "")
	if err != nil {
		return nil, err
	}
	if limit == 0 {
		return nil, nil
	}
	h := &topHeap{sorter: s}
	seq := 0
	keys := make(datum.Row, len(s.node.Keys))
	err = eachBatchRow(s.rt, s.in, func(row *batchRow) error {
		for i, k := range s.node.Keys {
			if keys[i], err = row.eval(k.Expr); err != nil {
				return err
			}
		}
		r := sortRow{keys: keys, seq: seq}
		seq++
		full := limit >= 0 && int64(len(h.rows)) >= limit
		if full && s.compare(r, h.rows[0]) >= 0 {
			return nil
		}
		r.keys, r.row = cloneRow(keys), cloneRow(row.row())
		if full {
			h.rows[0] = r
			heap.Fix(h, 0)
			return nil
		}
		if err := s.rt.grow(rowSize(len(r.row) + len(keys))); err != nil {
			return err
		}
		if limit < 0 {
			h.rows = append(h.rows, r)
		} else {
			heap.Push(h, r)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(h.rows, s.compare)
	return h.rows, nil
}

func (s *sorter) Close() { s.in.Close() }

// topHeap keeps the last of the kept rows at the top.
type topHeap struct {
	*sorter
	rows []sortRow
}

func (h *topHeap) Len() int           { return len(h.rows) }
func (h *topHeap) Less(i, j int) bool { return h.compare(h.rows[i], h.rows[j]) > 0 }
func (h *topHeap) Swap(i, j int)      { h.rows[i], h.rows[j] = h.rows[j], h.rows[i] }
func (h *topHeap) Push(x any)         { h.rows = append(h.rows, x.(sortRow)) }
func (h *topHeap) Pop() any {
	r := h.rows[len(h.rows)-1]
	h.rows = h.rows[:len(h.rows)-1]
	return r
}

// sortKeys evaluates sort keys over a row.
func sortKeys(rt *Runtime, keys []planner.SortKey, row datum.Row) (datum.Row, error) {
	out := make(datum.Row, len(keys))
	for i, k := range keys {
		d, err := k.Expr.Eval(rt.Ctx, row)
		if err != nil {
			return nil, err
		}
		out[i] = d
	}
	return out, nil
}

// compareKeys orders two lists of evaluated sort keys.
func compareKeys(keys []planner.SortKey, a, b datum.Row) int {
	for i, k := range keys {
		an, bn := a[i].IsNull(), b[i].IsNull()
		if an || bn {
			if an == bn {
				continue
			}
			if an == k.NullsFirst {
				return -1
			}
			return 1
		}
		if c := types.Compare(a[i], b[i]); c != 0 {
			if k.Desc {
				return -c
			}
			return c
		}
	}
	return 0
}

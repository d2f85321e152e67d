package exec

import (
	"github.com/sparrowdb/sparrow/sql/datum"
)

// topRowsMax is the limit up to which a sort drops rows on arrival: with more,
// sorting all is as good.
const topRowsMax = 1 << 16

// sortThreshold is the last of the first limit rows seen so far: what comes
// behind it cannot be among the first.
type sortThreshold struct {
	layout *sortLayout
	limit  int
	row    *datum.Batch // one row; nil before there are limit rows
	prefix uint64
}

// full is how many rows a store gathers before it is cut to the limit.
func (t *sortThreshold) full() int { return max(2*t.limit, t.limit+datum.BatchRows) }

// set takes the last row of a store that has the first limit rows in order.
func (t *sortThreshold) set(s *rowStore) {
	t.row = datum.NewBatch(t.layout.ts)
	s.gather(t.row, []int32{int32(s.len() - 1)})
	if len(t.layout.columns) > 0 {
		first := &t.layout.columns[0]
		t.prefix = first.prefix(t.row.Cols[first.col], 0)
	}
}

// filter keeps of the selected rows those that come before the threshold; of
// equal ones the earlier is first, so that later ones are out.
func (t *sortThreshold) filter(cols []*datum.Vector, sel []int32) []int32 {
	if t.row == nil || len(t.layout.columns) == 0 {
		return sel
	}
	first := &t.layout.columns[0]
	v := cols[first.col]
	rows := &datum.Batch{Cols: cols}
	out := make([]int32, 0, len(sel)/4)
	for _, i := range sel {
		switch p := first.prefix(v, int(i)); {
		case p > t.prefix:
		case p < t.prefix, t.layout.compare(rows, int(i), t.row, 0) < 0:
			out = append(out, i)
		}
	}
	return out
}

package exec

import (
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// seenRows drops rows that came before, as far as work_mem has room to know them and
// as long as that is worth it: what follows it drops the others.
type seenRows struct {
	table   *keyTable // nil: it drops no more
	account *limits.Account
	ts      []types.T
	asked   int
	numbers []int32
}

// seenTrial is after how many rows a table is given up of which more than seven in
// eight were new.
const seenTrial = 1 << 15

func newSeenRows(rt *Runtime, ts []types.T) *seenRows {
	account := rt.newWork()
	return &seenRows{table: newKeyTable(ts, account), account: account, ts: ts}
}

// fresh appends to sel[:0] the live rows of b, whose first columns are looked at, but
// for those known to have come before.
func (s *seenRows) fresh(b *datum.Batch, sel []int32) []int32 {
	sel = sel[:0]
	if s.table == nil {
		return append(sel, selection(b)...)
	}
	s.numbers = number(s.numbers, b.N)
	next := int32(s.table.len())
	s.table.assign(b.Cols[:len(s.ts)], b.N, b.Sel, s.numbers)
	for i := range b.Rows() {
		at := int32(b.Index(i))
		switch n := s.numbers[at]; {
		case n < 0:
			sel = append(sel, at)
		case n >= next:
			sel = append(sel, at)
			next = n + 1
		}
	}
	if s.asked += b.Rows(); s.asked >= seenTrial && s.table.len() > s.asked/8*7 {
		s.close()
	}
	return sel
}

func (s *seenRows) close() {
	s.table = nil
	s.account.Close()
}

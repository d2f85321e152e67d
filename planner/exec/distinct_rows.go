package exec

import (
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// distinctRows remembers rows, within the statement's memory: for what can't do
// without an answer at once.
type distinctRows struct {
	table   *keyTable
	account *limits.Account
	numbers []int32
	sel     []int32
}

func newDistinctRows(rt *Runtime, ts []types.T) *distinctRows {
	account := limits.NewAccount("operator", rt.Memory, nil)
	return &distinctRows{table: newKeyTable(ts, account), account: account}
}

// filter narrows b to the rows that were never seen before.
func (d *distinctRows) filter(b *datum.Batch) error {
	known := int32(d.table.len())
	d.numbers = number(d.numbers, b.N)
	d.table.assign(b.Cols, b.N, b.Sel, d.numbers)
	if d.table.full {
		return d.table.refused
	}
	d.sel, _ = freshRows(b, d.numbers, known, d.sel[:0])
	b.Sel = d.sel
	return nil
}

func (d *distinctRows) close() {
	d.table.reset()
	d.account.Close()
}

// number makes room for n numbers.
func number(buf []int32, n int) []int32 {
	if cap(buf) < n {
		return make([]int32, max(n, datum.BatchRows))
	}
	return buf[:n]
}

// freshRows appends to sel the live rows of b whose key got a number of known or
// higher, each number once; unknown lists those that got none.
func freshRows(b *datum.Batch, numbers []int32, known int32, sel []int32) (fresh, unknown []int32) {
	next := known
	for i := range b.Rows() {
		at := int32(b.Index(i))
		switch n := numbers[at]; {
		case n < 0:
			unknown = append(unknown, at)
		case n == next:
			sel = append(sel, at)
			next++
		}
	}
	return sel, unknown
}

package exec

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// numbered makes rows of (key, i), key running through 0 … keys-1 by steps.
func numbered(rows, keys, step int) []*datum.Batch {
	var list []*datum.Batch
	ts := []types.T{types.Of(types.Int8), types.Of(types.Int8)}
	for from := 0; from < rows; from += datum.BatchRows {
		b := datum.NewBatch(ts)
		for i := from; i < min(rows, from+datum.BatchRows); i++ {
			b.AppendRow(datum.Row{types.NewInt8(int64(i * step % keys)), types.NewInt8(int64(i))})
		}
		list = append(list, b)
	}
	return list
}

// BenchmarkJoin joins a million rows with as many, and with a thousand, within
// enough memory and within the default work_mem.
func BenchmarkJoin(b *testing.B) {
	const rows = 1_000_000
	space, err := spill.Open(b.TempDir())
	require.NoError(b, err)
	ts := []types.T{types.Of(types.Int8), types.Of(types.Int8)}
	left := numbered(rows, rows, 7919)
	for _, size := range []int{rows, 1000} {
		right := numbered(size, size, 1)
		for _, work := range []int64{256 << 20, 0} {
			b.Run(fmt.Sprintf("right=%d/work_mem=%d", size, work), func(b *testing.B) {
				n := &planner.Join{
					Left: &planner.Values{Out: columnsOfTypes(ts)}, Right: &planner.Values{Out: columnsOfTypes(ts)},
					LeftKeys: []expr.Expr{column(0)}, RightKeys: []expr.Expr{column(0)}, Out: columnsOfTypes(append(ts, ts...)),
				}
				for range b.N {
					op := newHashJoin(testRuntime(space, work, false), n, &batches{list: left}, &batches{list: right})
					for {
						out, err := op.Next()
						require.NoError(b, err)
						if out == nil {
							break
						}
					}
					op.Close()
				}
			})
		}
	}
}

package exec

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// batches is an operator over batches that a test made.
type batches struct {
	list   []*datum.Batch
	closed bool
}

func (b *batches) Next() (*datum.Batch, error) {
	if len(b.list) == 0 {
		return nil, nil
	}
	next := b.list[0]
	b.list = b.list[1:]
	return next, nil
}

func (b *batches) Close() { b.closed = true }

// testRuntime works within workMem bytes an operator.
func testRuntime(space *spill.Space, workMem int64, atOnce bool) *Runtime {
	rt := &Runtime{
		Ctx:    &expr.Context{Context: fn.Context{Context: context.Background(), Format: types.DefaultFormat}},
		Memory: limits.NewAccount("statement", nil, nil), WorkMem: workMem, SpillAtOnce: atOnce, Spill: space,
	}
	rt.Init()
	return rt
}

// columnsOfTypes announces columns of these types.
func columnsOfTypes(ts []types.T) []planner.Column {
	out := make([]planner.Column, len(ts))
	for i, t := range ts {
		out[i] = planner.Column{Name: fmt.Sprint("c", i), T: t}
	}
	return out
}

func liveRows(list []*datum.Batch) []datum.Row {
	var rows []datum.Row
	for _, b := range list {
		for i := range b.Rows() {
			rows = append(rows, b.Row(b.Index(i), nil))
		}
	}
	return rows
}

// drain reads an operator to its end and closes it.
func drain(t require.TestingT, op Operator) []datum.Row {
	var rows []datum.Row
	for {
		b, err := op.Next()
		require.NoError(t, err)
		if b == nil {
			break
		}
		for i := range b.Rows() {
			rows = append(rows, ownRow(b.Row(b.Index(i), nil)))
		}
	}
	op.Close()
	return rows
}

func TestSortIsTheSameHoweverItIsDone(t *testing.T) {
	space, err := spill.Open(t.TempDir())
	require.NoError(t, err)
	all := []types.T{types.Of(types.Int8), types.Of(types.Text), types.Of(types.Float8), types.Of(types.Variant)}
	rapid.Check(t, func(rt *rapid.T) {
		ts := rapid.SliceOfN(rapid.SampledFrom(all), 1, 3).Draw(rt, "types")
		ts = append(ts, types.Of(types.Int8))
		var list []*datum.Batch
		for range rapid.IntRange(0, 6).Draw(rt, "batches") {
			list = append(list, keyBatch(rt, ts))
		}
		var keys []planner.SortKey
		for range rapid.IntRange(0, 3).Draw(rt, "keys") {
			at := rapid.IntRange(0, len(ts)-1).Draw(rt, "column")
			var e expr.Expr = &expr.Column{Index: at, T: ts[at]}
			if rapid.Bool().Draw(rt, "computed") {
				e = &expr.IsNull{Arg: e}
			}
			keys = append(keys, planner.SortKey{Expr: e, Desc: rapid.Bool().Draw(rt, "desc"), NullsFirst: rapid.Bool().Draw(rt, "nulls")})
		}
		node := &planner.Sort{Input: &planner.Values{Out: columnsOfTypes(ts)}, Keys: keys}
		limit := rapid.IntRange(-1, 40).Draw(rt, "limit")
		if limit >= 0 {
			node.Limit = expr.NewConst(types.NewInt8(int64(limit)))
		}
		runtime := testRuntime(space, int64(rapid.SampledFrom([]int{0, 1}).Draw(rt, "work_mem")), rapid.Bool().Draw(rt, "at once"))
		want := liveRows(list)
		evaluate := func(r datum.Row) datum.Row {
			out, err := sortKeys(runtime, keys, r)
			require.NoError(rt, err)
			return out
		}
		slices.SortStableFunc(want, func(a, b datum.Row) int { return compareKeys(keys, evaluate(a), evaluate(b)) })
		if limit >= 0 {
			want = want[:min(limit, len(want))]
		}
		in := &batches{list: list}
		got := drain(rt, newSorter(runtime, node, in))
		require.Equal(rt, fmt.Sprint(want), fmt.Sprint(got))
		require.True(rt, in.closed)
		require.Zero(rt, runtime.Memory.Used())
		require.Zero(rt, space.Used())
	})
}

// TestSortOfMoreThanFits sorts many rows within 64 KiB, so that runs are merged
// in more than one pass, and the first few of them.
func TestSortOfMoreThanFits(t *testing.T) {
	space, err := spill.Open(t.TempDir())
	require.NoError(t, err)
	ts := []types.T{types.Of(types.Text), types.Of(types.Int8)}
	for _, limit := range []int64{-1, 5, 5000} {
		const rows = 200_000
		in := &batches{}
		for from := 0; from < rows; from += datum.BatchRows {
			b := datum.NewBatch(ts)
			for i := from; i < min(rows, from+datum.BatchRows); i++ {
				k := int64(i) * 7919 % rows
				b.AppendRow(datum.Row{types.NewText(fmt.Sprintf("same eight bytes %08d", k)), types.NewInt8(k)})
			}
			in.list = append(in.list, b)
		}
		node := &planner.Sort{Input: &planner.Values{Out: columnsOfTypes(ts)}, Keys: []planner.SortKey{{Expr: &expr.Column{Index: 0, T: ts[0]}}}}
		want := int64(rows)
		if limit >= 0 {
			node.Limit = expr.NewConst(types.NewInt8(limit))
			want = limit
		}
		rt := testRuntime(space, 1, false)
		got := drain(t, newSorter(rt, node, in))
		require.Len(t, got, int(want))
		for i, r := range got {
			require.Equal(t, int64(i), r[1].I)
		}
		require.LessOrEqual(t, rt.Memory.Peak(), int64(workFloor))
		require.Zero(t, space.Used())
	}
}

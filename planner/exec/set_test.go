package exec

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

var setTypes = []types.T{types.Of(types.Int8), types.Of(types.Text), types.Of(types.Float8), types.Of(types.Variant)}

func drawBatches(t *rapid.T, ts []types.T) []*datum.Batch {
	var list []*datum.Batch
	for range rapid.IntRange(0, 5).Draw(t, "batches") {
		list = append(list, keyBatch(t, ts))
	}
	return list
}

// sortedRows shows rows in an order of their own; equal ones of different types
// look the same.
func sortedRows(rows []datum.Row) []string {
	var out []string
	for _, r := range rows {
		line := ""
		for _, d := range r {
			if d.IsNull() {
				line += "NULL|"
			} else {
				line += fmt.Sprint(types.FamilyOf(d.OID), ":", types.TextOf(d, nil), "|")
			}
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

func TestDistinctIsTheSameHoweverItIsDone(t *testing.T) {
	space, err := spill.Open(t.TempDir())
	require.NoError(t, err)
	rapid.Check(t, func(rt *rapid.T) {
		ts := rapid.SliceOfN(rapid.SampledFrom(setTypes), 1, 3).Draw(rt, "types")
		list := drawBatches(rt, ts)
		node := &planner.Distinct{Input: &planner.Values{Out: columnsOfTypes(ts)}}
		if rapid.Bool().Draw(rt, "on") {
			node.On = []expr.Expr{&expr.Column{Index: len(ts) - 1, T: ts[len(ts)-1]}}
		}
		seen, want := &naive{}, []datum.Row(nil)
		for _, r := range liveRows(list) {
			key := r
			if node.On != nil {
				key = r[len(r)-1:]
			}
			if n := len(seen.rows); int(seen.number(key, true)) == n {
				want = append(want, r)
			}
		}
		runtime := testRuntime(space, 1, rapid.Bool().Draw(rt, "at once"))
		got := drain(rt, newDistinct(runtime, node, &batches{list: list}))
		require.Equal(rt, sortedRows(want), sortedRows(got))
		require.Zero(rt, runtime.Memory.Used())
		require.Zero(rt, space.Used())
	})
}

func TestSetDifferenceIsTheSameHoweverItIsDone(t *testing.T) {
	space, err := spill.Open(t.TempDir())
	require.NoError(t, err)
	rapid.Check(t, func(rt *rapid.T) {
		ts := rapid.SliceOfN(rapid.SampledFrom(setTypes), 0, 3).Draw(rt, "types")
		left, right := drawBatches(rt, ts), drawBatches(rt, ts)
		node := &planner.SetOp{Op: planner.Intersect, All: rapid.Bool().Draw(rt, "all"), Out: columnsOfTypes(ts)}
		if rapid.Bool().Draw(rt, "except") {
			node.Op = planner.Except
		}
		keys, want := &naive{}, []datum.Row(nil)
		count, given := map[int32]int{}, map[int32]bool{}
		for _, r := range liveRows(right) {
			count[keys.number(r, true)]++
		}
		for _, r := range liveRows(left) {
			n := keys.number(r, true)
			partner := count[n] > 0
			if node.All {
				count[n]--
			}
			if partner == (node.Op == planner.Intersect) && (node.All || !given[n]) {
				want = append(want, r)
				given[n] = true
			}
		}
		runtime := testRuntime(space, 1, rapid.Bool().Draw(rt, "at once"))
		op := newSetDifference(runtime, node, &batches{list: left}, &batches{list: right})
		got := drain(rt, op)
		require.Equal(rt, sortedRows(want), sortedRows(got))
		require.Zero(rt, runtime.Memory.Used())
		require.Zero(rt, space.Used())
	})
}

// TestSpoolIsReadWhileItGrows reads a list with several readers that stand at
// different places when it goes over into a file.
func TestSpoolIsReadWhileItGrows(t *testing.T) {
	space, err := spill.Open(t.TempDir())
	require.NoError(t, err)
	rapid.Check(t, func(rt *rapid.T) {
		ts := setTypes[:2]
		runtime := testRuntime(space, 1, rapid.Bool().Draw(rt, "at once"))
		spool := newRowSpool(runtime, ts)
		var want []datum.Row
		readers := map[*spoolReader][]datum.Row{}
		step := func(r *spoolReader) bool {
			b, err := r.next()
			require.NoError(rt, err)
			if b == nil {
				return false
			}
			for i := range b.Rows() {
				readers[r] = append(readers[r], ownRow(b.Row(b.Index(i), nil)))
			}
			return true
		}
		for range rapid.IntRange(1, 30).Draw(rt, "steps") {
			if rapid.Bool().Draw(rt, "reader") {
				readers[spool.read()] = nil
			}
			b := keyBatch(rt, ts)
			want = append(want, liveRows([]*datum.Batch{b})...)
			require.NoError(rt, spool.append(b))
			for r := range readers {
				if rapid.Bool().Draw(rt, "read") {
					step(r)
				}
			}
		}
		for r := range readers {
			for step(r) {
			}
			require.Equal(rt, fmt.Sprint(want), fmt.Sprint(readers[r]))
		}
		spool.close()
		require.Zero(rt, runtime.Memory.Used())
		require.Zero(rt, space.Used())
	})
}

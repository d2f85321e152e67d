package exec

import (
	"context"
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

// naiveJoin joins by looking at each pair.
func naiveJoin(t require.TestingT, rt *Runtime, n *planner.Join, left, right []datum.Row) []datum.Row {
	var out []datum.Row
	met := make([]bool, len(right))
	rightNull := false
	key := func(keys []expr.Expr, row datum.Row) (k datum.Row, null bool) {
		for _, e := range keys {
			d, err := e.Eval(rt.Ctx, row)
			require.NoError(t, err)
			k, null = append(k, d), null || d.IsNull()
		}
		return k, null
	}
	for _, r := range right {
		_, null := key(n.RightKeys, r)
		rightNull = rightNull || null
	}
	nulls := func(n int) datum.Row { return make(datum.Row, n) }
	for _, l := range left {
		lk, null := key(n.LeftKeys, l)
		if n.NullAware && (rightNull || null && len(right) > 0) {
			continue
		}
		matched := false
		for i, r := range right {
			rk, rightNull := key(n.RightKeys, r)
			both := append(cloneRow(l), r...)
			if null || rightNull || !equalRows(lk, rk) {
				continue
			}
			if n.On != nil {
				ok, err := isTrue(rt, n.On, both)
				require.NoError(t, err)
				if !ok {
					continue
				}
			}
			matched, met[i] = true, true
			if n.Kind != planner.JoinSemi && n.Kind != planner.JoinAnti {
				out = append(out, both)
			}
		}
		switch {
		case n.Kind == planner.JoinSemi && matched, n.Kind == planner.JoinAnti && !matched:
			out = append(out, l)
		case keepsLeft(n.Kind) && !matched:
			out = append(out, append(cloneRow(l), nulls(len(n.Right.Columns()))...))
		}
	}
	for i, r := range right {
		if keepsRight(n.Kind) && !met[i] {
			out = append(out, append(nulls(len(n.Left.Columns())), r...))
		}
	}
	return out
}

// drawJoin makes a join node over inputs of these types.
func drawJoin(t *rapid.T, leftTypes, rightTypes []types.T, keys int) *planner.Join {
	n := &planner.Join{
		Kind: planner.JoinKind(rapid.IntRange(0, 5).Draw(t, "kind")),
		Left: &planner.Values{Out: columnsOfTypes(leftTypes)}, Right: &planner.Values{Out: columnsOfTypes(rightTypes)},
	}
	for i := range keys {
		var l, r expr.Expr = &expr.Column{Index: i, T: leftTypes[i]}, &expr.Column{Index: i, T: rightTypes[i]}
		if rapid.IntRange(0, 3).Draw(t, "computed") == 0 {
			l, r = &expr.Coalesce{Args: []expr.Expr{l}, T: leftTypes[i]}, &expr.Coalesce{Args: []expr.Expr{r}, T: rightTypes[i]}
		}
		n.LeftKeys, n.RightKeys = append(n.LeftKeys, l), append(n.RightKeys, r)
	}
	if rapid.Bool().Draw(t, "on") {
		last := len(leftTypes) - 1
		a := &expr.IsNull{Arg: &expr.Column{Index: last, T: leftTypes[last]}, Not: rapid.Bool().Draw(t, "not")}
		b := &expr.IsNull{Arg: &expr.Column{Index: len(leftTypes) + len(rightTypes) - 1, T: rightTypes[len(rightTypes)-1]}}
		n.On = &expr.Or{Args: []expr.Expr{a, b}}
	}
	if n.Kind == planner.JoinAnti && n.On == nil && keys > 0 {
		n.NullAware = rapid.Bool().Draw(t, "null aware")
	}
	n.Out = n.Left.Columns()
	if n.Kind != planner.JoinSemi && n.Kind != planner.JoinAnti {
		n.Out = append(slices.Clone(n.Out), n.Right.Columns()...)
	}
	return n
}

func TestJoinIsTheSameHoweverItIsDone(t *testing.T) {
	space, err := spill.Open(t.TempDir())
	require.NoError(t, err)
	rapid.Check(t, func(rt *rapid.T) {
		keys := rapid.IntRange(0, 2).Draw(rt, "keys")
		keyTypes := rapid.SliceOfN(rapid.SampledFrom(setTypes), keys, keys).Draw(rt, "types")
		more := func() []types.T {
			return append(slices.Clone(keyTypes), rapid.SliceOfN(rapid.SampledFrom(setTypes), 1, 2).Draw(rt, "columns")...)
		}
		leftTypes, rightTypes := more(), more()
		left, right := drawBatches(rt, leftTypes), drawBatches(rt, rightTypes)
		left, right = left[:min(2, len(left))], right[:min(2, len(right))]
		n := drawJoin(rt, leftTypes, rightTypes, keys)
		n.BuildLeft = rapid.Bool().Draw(rt, "build left")
		runtime := testRuntime(space, 1, rapid.Bool().Draw(rt, "at once"))
		want := naiveJoin(rt, runtime, n, liveRows(left), liveRows(right))
		inputs := [2]*batches{{list: left}, {list: right}}
		op := newHashJoin(runtime, n, inputs[0], inputs[1])
		hidden := rapid.IntRange(-1, len(n.Out)-1).Draw(rt, "column that nobody wants")
		if hidden >= 0 {
			cols := slices.Repeat([]bool{true}, len(n.Out))
			cols[hidden] = false
			op.want(cols)
		}
		got := drain(rt, op)
		if hidden >= 0 {
			for i := range want {
				want[i] = cloneRow(want[i])
				want[i][hidden], got[min(i, len(got)-1)][hidden] = datum.Null, datum.Null
			}
		}
		require.Equal(rt, sortedRows(want), sortedRows(got))
		require.True(rt, inputs[0].closed && inputs[1].closed)
		require.Zero(rt, runtime.Memory.Used())
		require.Zero(rt, space.Used())
	})
}

func TestMergeJoinIsTheSame(t *testing.T) {
	space, err := spill.Open(t.TempDir())
	require.NoError(t, err)
	rapid.Check(t, func(rt *rapid.T) {
		keys := rapid.IntRange(1, 2).Draw(rt, "keys")
		keyTypes := rapid.SliceOfN(rapid.SampledFrom(setTypes), keys, keys).Draw(rt, "types")
		ts := append(slices.Clone(keyTypes), rapid.SampledFrom(setTypes).Draw(rt, "column"))
		left, right := drawBatches(rt, ts), drawBatches(rt, ts)
		left, right = left[:min(3, len(left))], right[:min(2, len(right))]
		n := drawJoin(rt, ts, ts, keys)
		n.NullAware = false
		runtime := testRuntime(space, 1, false)
		want := naiveJoin(rt, runtime, n, liveRows(left), liveRows(right))
		sorted := func(list []*datum.Batch, keys []expr.Expr) Operator {
			s := &planner.Sort{Input: &planner.Values{Out: columnsOfTypes(ts)}}
			for _, k := range keys {
				s.Keys = append(s.Keys, planner.SortKey{Expr: k})
			}
			return newSorter(runtime, s, &batches{list: list})
		}
		op := newMergeJoin(runtime, n, sorted(left, n.LeftKeys), sorted(right, n.RightKeys))
		got := drain(rt, op)
		require.Equal(rt, sortedRows(want), sortedRows(got))
		require.Zero(rt, runtime.Memory.Used())
	})
}

// TestJoinClosedEarly ends joins in the middle, spilled or not.
func TestJoinClosedEarly(t *testing.T) {
	space, err := spill.Open(t.TempDir())
	require.NoError(t, err)
	rapid.Check(t, func(rt *rapid.T) {
		ts := setTypes[:2]
		n := drawJoin(rt, ts, ts, rapid.IntRange(0, 1).Draw(rt, "keys"))
		n.BuildLeft = rapid.Bool().Draw(rt, "build left")
		runtime := testRuntime(space, 1, rapid.Bool().Draw(rt, "at once"))
		live := func() *batches {
			return &batches{list: slices.DeleteFunc(drawBatches(rt, ts), func(b *datum.Batch) bool { return b.Rows() == 0 })}
		}
		left, right := live(), live()
		var op Operator = newHashJoin(runtime, n, left, right)
		if len(n.LeftKeys) > 0 && rapid.Bool().Draw(rt, "merge") {
			op = newMergeJoin(runtime, n, left, right)
		}
		for range rapid.IntRange(0, 5).Draw(rt, "batches read") {
			b, err := op.Next()
			require.NoError(rt, err)
			if b == nil {
				break
			}
		}
		op.Close()
		op.Close()
		require.True(rt, left.closed && right.closed)
		require.Zero(rt, runtime.Memory.Used())
		require.Zero(rt, space.Used())
	})
}

// TestJoinInterrupted ends a join of which no pair qualifies when its statement does.
func TestJoinInterrupted(t *testing.T) {
	ts := []types.T{types.Of(types.Int8), types.Of(types.Int8)}
	one := numbered(10_000, 1, 1)
	n := &planner.Join{
		Left: &planner.Values{Out: columnsOfTypes(ts)}, Right: &planner.Values{Out: columnsOfTypes(ts)},
		LeftKeys: []expr.Expr{column(0)}, RightKeys: []expr.Expr{column(0)}, Out: columnsOfTypes(append(ts, ts...)),
	}
	ctx, cancel := context.WithCancel(context.Background())
	left := 3
	n.On = &expr.Subquery{Kind: expr.SubqueryExists, Correlated: true, T: types.Of(types.Bool)}
	runtime := testRuntime(nil, 256<<20, false)
	runtime.Ctx.Context.Context = ctx
	runtime.Ctx.Subqueries = subqueryFunc(func() {
		if left--; left == 0 {
			cancel()
		}
	})
	op := newHashJoin(runtime, n, &batches{list: one}, &batches{list: one})
	defer op.Close()
	_, err := op.Next()
	require.ErrorIs(t, err, context.Canceled)
	require.GreaterOrEqual(t, left, -pairRows)
}

// subqueryFunc is a subquery without rows that tells when it is run.
type subqueryFunc func()

func (f subqueryFunc) Rows(*expr.Context, any, bool, func(datum.Row) (bool, error)) error {
	f()
	return nil
}

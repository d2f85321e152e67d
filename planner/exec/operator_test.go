package exec

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// ints makes a node of rows of integers; -1 stands for NULL.
func ints(rows ...[]int64) *planner.Values {
	n := &planner.Values{}
	for _, r := range rows {
		var exprs []expr.Expr
		for _, v := range r {
			if v == -1 {
				exprs = append(exprs, expr.NewNull(types.Of(types.Int8)))
			} else {
				exprs = append(exprs, expr.NewConst(types.NewInt8(v)))
			}
		}
		n.Rows = append(n.Rows, exprs)
	}
	for range rows[0] {
		n.Out = append(n.Out, planner.Column{Name: "c", T: types.Of(types.Int8)})
	}
	return n
}

func column(i int) expr.Expr { return &expr.Column{Index: i, T: types.Of(types.Int8)} }

// run returns the rows that a plan gives, -1 for NULL.
func run(t *testing.T, n planner.Node, memory *limits.Account) ([][]int64, error) {
	t.Helper()
	rt := &Runtime{Ctx: &expr.Context{Context: fn.Context{Context: context.Background(), Format: types.DefaultFormat}}, Memory: memory}
	c := NewCursor(rt, n)
	defer c.Close()
	sink := &intSink{}
	_, _, err := c.Fetch(sink, 0)
	return sink.rows, err
}

type intSink struct{ rows [][]int64 }

func (s *intSink) Row(r datum.Row) error {
	var out []int64
	for _, d := range r {
		if d.IsNull() {
			out = append(out, -1)
		} else {
			out = append(out, d.I)
		}
	}
	s.rows = append(s.rows, out)
	return nil
}

func (s *intSink) Batch(b *datum.Batch) error {
	for i := range b.Rows() {
		if err := s.Row(b.Row(b.Index(i), nil)); err != nil {
			return err
		}
	}
	return nil
}

func TestOperators(t *testing.T) {
	count := func(n int64) expr.Expr { return expr.NewConst(types.NewInt8(n)) }
	abc := ints([]int64{3, 1}, []int64{1, 2}, []int64{2, 3}, []int64{1, 4}, []int64{-1, 5})
	byFirst := []planner.SortKey{{Expr: column(0)}}
	for name, c := range map[string]struct {
		plan planner.Node
		want [][]int64
	}{
		"sort, NULLs last, stable": {&planner.Sort{Input: abc, Keys: byFirst}, [][]int64{{1, 2}, {1, 4}, {2, 3}, {3, 1}, {-1, 5}}},
		"top 2":                    {&planner.Sort{Input: abc, Keys: byFirst, Limit: count(2)}, [][]int64{{1, 2}, {1, 4}}},
		"limit and offset":         {&planner.Limit{Input: abc, Count: count(2), Offset: count(1)}, [][]int64{{1, 2}, {2, 3}}},
		"limit with ties":          {&planner.Limit{Input: &planner.Sort{Input: abc, Keys: byFirst}, Count: count(1), WithTies: byFirst}, [][]int64{{1, 2}, {1, 4}}},
		"distinct on":              {&planner.Distinct{Input: abc, On: []expr.Expr{column(0)}}, [][]int64{{3, 1}, {1, 2}, {2, 3}, {-1, 5}}},
		"except all": {&planner.SetOp{Op: planner.Except, All: true, Left: ints([]int64{1}, []int64{1}, []int64{2}, []int64{-1}), Right: ints([]int64{1}, []int64{-1}), Out: ints([]int64{1}).Out},
			[][]int64{{1}, {2}}},
		"intersect": {&planner.SetOp{Op: planner.Intersect, Left: ints([]int64{1}, []int64{1}, []int64{-1}), Right: ints([]int64{1}, []int64{-1}), Out: ints([]int64{1}).Out},
			[][]int64{{1}, {-1}}},
		"full hash join": {&planner.Join{Kind: planner.JoinFull, Left: ints([]int64{1}, []int64{2}, []int64{-1}), Right: ints([]int64{2}, []int64{3}, []int64{-1}),
			LeftKeys: []expr.Expr{column(0)}, RightKeys: []expr.Expr{column(0)}, Out: ints([]int64{1, 1}).Out},
			[][]int64{{1, -1}, {2, 2}, {-1, -1}, {-1, 3}, {-1, -1}}},
		"anti join": {&planner.Join{Kind: planner.JoinAnti, Left: ints([]int64{1}, []int64{2}), Right: ints([]int64{2}),
			LeftKeys: []expr.Expr{column(0)}, RightKeys: []expr.Expr{column(0)}, Out: ints([]int64{1}).Out}, [][]int64{{1}}},
	} {
		got, err := run(t, c.plan, nil)
		require.NoError(t, err, name)
		require.Equal(t, c.want, got, name)
	}
}

// TestMemoryRefused ends a sort of a row that is larger than the statement may
// hold: no file helps there.
func TestMemoryRefused(t *testing.T) {
	account := limits.NewAccount("statement", nil, func() int64 { return 5 })
	_, err := run(t, &planner.Sort{Input: ints([]int64{1}, []int64{2}), Keys: []planner.SortKey{{Expr: column(0)}}}, account)
	require.ErrorIs(t, err, limits.ErrMemory)
	require.Zero(t, account.Used(), "the cursor gives all back")
}

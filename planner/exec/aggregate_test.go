package exec

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// aggregated are the columns of the test's rows: a type and values of it.
var aggregated = []struct {
	t      types.T
	values []types.Value
}{
	{types.Of(types.Int4), []types.Value{types.Null, types.NewInt4(0), types.NewInt4(7), types.NewInt4(math.MinInt32)}},
	{types.Of(types.Int8), []types.Value{types.Null, types.NewInt8(-3), types.NewInt8(math.MaxInt64), types.NewInt8(math.MinInt64)}},
	{types.Of(types.Float8), []types.Value{types.Null, types.NewFloat8(0), types.NewFloat8(math.Copysign(0, -1)), types.NewFloat8(1.5),
		types.NewFloat8(math.NaN()), types.NewFloat8(math.Inf(1))}},
	{types.Of(types.Numeric), []types.Value{types.Null, numeric("0.10"), numeric("-3"), numeric("9223372036854775807"), numeric("1.000000000000000000001"),
		numeric("123456789012345678901234567890"), numeric("NaN"), numeric("Infinity"), numeric("-Infinity")}},
	{types.Of(types.Text), []types.Value{types.Null, types.NewText(""), types.NewText("b"), types.NewText("a somewhat longer text")}},
	{types.Of(types.Bool), []types.Value{types.Null, types.NewBool(true), types.NewBool(false)}},
}

func numeric(text string) types.Value {
	v, err := types.Cast(types.NewText(text), types.Of(types.Numeric), types.Explicit, types.DefaultFormat)
	if err != nil {
		panic(err)
	}
	return v
}

// aggregateNames has those that a column of a type is tried with.
var aggregateNames = map[types.OID][]string{
	types.Int4:    {"count", "sum", "avg", "min", "max", "bit_and", "bit_or", "bit_xor", "stddev", "array_agg"},
	types.Int8:    {"count", "sum", "avg", "min", "max", "bit_xor", "variance", "array_agg"},
	types.Float8:  {"count", "sum", "avg", "min", "max", "stddev", "var_pop", "array_agg"},
	types.Numeric: {"count", "sum", "avg", "min", "max", "array_agg"},
	types.Text:    {"count", "min", "max", "array_agg"},
	types.Bool:    {"count", "bool_and", "bool_or", "every", "array_agg"},
}

func drawCall(t *rapid.T) planner.AggCall {
	call := planner.AggCall{Agg: &expr.Aggregate{T: types.Of(types.Int8)}}
	if rapid.IntRange(0, 3).Draw(t, "filtered") == 0 {
		call.Filter = &expr.Column{Index: 5, T: types.Of(types.Bool)}
	}
	at := rapid.IntRange(-1, len(aggregated)-1).Draw(t, "argument")
	if at < 0 {
		return call
	}
	typ := aggregated[at].t
	name := rapid.SampledFrom(aggregateNames[typ.OID]).Draw(t, "aggregate")
	o, _, err := fn.ResolveOverload(name, fn.Aggregates(name), []types.T{typ}, false, nil)
	require.NoError(t, err)
	call.Agg.F, call.Agg.Args = o, []expr.Expr{&expr.Column{Index: at, T: typ}}
	call.Agg.T = aggregateType(o, typ)
	call.Distinct = rapid.IntRange(0, 4).Draw(t, "distinct") == 0
	for range rapid.IntRange(0, 2).Draw(t, "order") {
		by := at
		if !call.Distinct {
			by = rapid.IntRange(0, len(aggregated)-1).Draw(t, "order by")
		}
		call.OrderBy = append(call.OrderBy, planner.SortKey{Expr: &expr.Column{Index: by, T: aggregated[by].t},
			Desc: rapid.Bool().Draw(t, "descending"), NullsFirst: rapid.Bool().Draw(t, "nulls first")})
	}
	return call
}

func aggregateType(o *fn.Overload, arg types.T) types.T {
	if o.Name == "array_agg" {
		return types.Of(types.ArrayOf(arg.OID))
	}
	return types.Of(o.Result)
}

// naiveCall keeps the arguments of one call for one group.
type naiveCall struct {
	call *planner.AggCall
	rows []naiveArgs
}

type naiveArgs struct{ args, keys datum.Row }

func (c *naiveCall) add(rt *Runtime, row datum.Row) error {
	if c.call.Filter != nil {
		if keep, err := isTrue(rt, c.call.Filter, row); err != nil || !keep {
			return err
		}
	}
	var a naiveArgs
	for _, e := range c.call.Agg.Args {
		d, err := e.Eval(rt.Ctx, row)
		if err != nil || d.IsNull() && c.call.Agg.F.Strict {
			return err
		}
		a.args = append(a.args, d)
	}
	var err error
	if a.keys, err = sortKeys(rt, c.call.OrderBy, row); err != nil {
		return err
	}
	c.rows = append(c.rows, a)
	return nil
}

func (c *naiveCall) result(rt *Runtime) (datum.Datum, error) {
	if c.call.Agg.F == nil {
		return types.NewInt8(int64(len(c.rows))), nil
	}
	if c.call.Distinct {
		seen := &naive{}
		c.rows = slices.DeleteFunc(c.rows, func(a naiveArgs) bool {
			n := len(seen.rows)
			return int(seen.number(a.args, true)) < n
		})
	}
	slices.SortStableFunc(c.rows, func(a, b naiveArgs) int {
		if r := compareKeys(c.call.OrderBy, a.keys, b.keys); r != 0 || !c.call.Distinct {
			return r
		}
		return slices.CompareFunc(a.args, b.args, types.Compare)
	})
	acc := newAccumulator(rt, c.call)
	for _, a := range c.rows {
		if err := acc.feed(a.args); err != nil {
			return datum.Null, err
		}
	}
	return acc.state.Result()
}

// aggregateByRow is what the calls give for each set of equal keys, computed row by
// row.
func aggregateByRow(rt *Runtime, node *planner.Aggregate, rows []datum.Row) (out []datum.Row, err error) {
	seen := &naive{}
	var groups [][]*naiveCall
	for _, r := range rows {
		key := make(datum.Row, len(node.Keys))
		for i, k := range node.Keys {
			key[i] = r[k.(*expr.Column).Index]
		}
		g := int(seen.number(key, true))
		if g == len(groups) {
			var list []*naiveCall
			for i := range node.Aggs {
				list = append(list, &naiveCall{call: &node.Aggs[i]})
			}
			groups = append(groups, list)
		}
		for _, acc := range groups[g] {
			if err := acc.add(rt, r); err != nil {
				return nil, err
			}
		}
	}
	for g, list := range groups {
		row := cloneRow(seen.rows[g])
		for _, acc := range list {
			d, err := acc.result(rt)
			if err != nil {
				return nil, err
			}
			row = append(row, d)
		}
		out = append(out, row)
	}
	return out, nil
}

// sortedBatches cuts rows, ordered by keys, into batches of n.
func sortedBatches(ts []types.T, keys []expr.Expr, rows []datum.Row, n int) (list []*datum.Batch) {
	slices.SortStableFunc(rows, func(x, y datum.Row) int {
		for _, k := range keys {
			at := k.(*expr.Column).Index
			if c := types.Compare(x[at], y[at]); c != 0 {
				return c
			}
		}
		return 0
	})
	for part := range slices.Chunk(rows, n) {
		b := datum.NewBatch(ts)
		for _, r := range part {
			b.AppendRow(r)
		}
		list = append(list, b)
	}
	return list
}

func TestAggregatesAreTheSameHoweverTheyAreDone(t *testing.T) {
	space, err := spill.Open(t.TempDir())
	require.NoError(t, err)
	var ts []types.T
	for _, c := range aggregated {
		ts = append(ts, c.t)
	}
	rapid.Check(t, func(rt *rapid.T) {
		in := &batches{}
		for range rapid.IntRange(1, 4).Draw(rt, "batches") {
			b := datum.NewBatch(ts)
			for range rapid.IntRange(1, 150).Draw(rt, "rows") {
				row := make(datum.Row, len(ts))
				for i := range row {
					row[i] = rapid.SampledFrom(aggregated[i].values).Draw(rt, "value")
				}
				b.AppendRow(row)
			}
			in.list = append(in.list, b)
		}
		node := &planner.Aggregate{Input: &planner.Values{Out: columnsOfTypes(ts)}}
		for range rapid.IntRange(1, 3).Draw(rt, "keys") {
			at := rapid.IntRange(0, len(ts)-1).Draw(rt, "key")
			node.Keys = append(node.Keys, &expr.Column{Index: at, T: ts[at]})
			node.Out = append(node.Out, planner.Column{Name: "k", T: ts[at]})
		}
		for range rapid.IntRange(0, 4).Draw(rt, "calls") {
			call := drawCall(rt)
			node.Aggs = append(node.Aggs, call)
			node.Out = append(node.Out, planner.Column{Name: "a", T: call.Agg.T})
		}
		if node.Sorted = rapid.Bool().Draw(rt, "sorted"); node.Sorted {
			in.list = sortedBatches(ts, node.Keys, liveRows(in.list), rapid.IntRange(1, 100).Draw(rt, "rows of a batch"))
		}
		want, wantErr := aggregateByRow(testRuntime(space, 0, false), node, liveRows(in.list))
		runtime := testRuntime(space, 1, rapid.Bool().Draw(rt, "at once"))
		var op Operator
		if !node.Sorted && mergesExactly(node) && rapid.Bool().Draw(rt, "parallel") {
			workers := make([]*aggregate, rapid.IntRange(1, 3).Draw(rt, "workers"))
			for i := range workers {
				own := *runtime
				own.Ctx = testRuntime(space, 0, false).Ctx
				workers[i] = &aggregate{rt: &own, node: node, in: &batches{}}
			}
			for _, b := range in.list {
				w := workers[rapid.IntRange(0, len(workers)-1).Draw(rt, "worker")].in.(*batches)
				w.list = append(w.list, b)
			}
			op = &parallelAggregate{aggregate: &aggregate{rt: runtime, node: node}, workers: workers}
		} else {
			op = newAggregate(runtime, node, in)
		}
		var got []datum.Row
		var gotErr error
		for {
			b, err := op.Next()
			if gotErr = err; b == nil {
				break
			}
			for i := range b.Rows() {
				got = append(got, b.Row(b.Index(i), nil))
			}
		}
		op.Close()
		if wantErr != nil {
			require.EqualError(rt, gotErr, wantErr.Error())
		} else {
			require.NoError(rt, gotErr)
			require.Equal(rt, sortedRows(want), sortedRows(got))
		}
		require.Zero(rt, runtime.Memory.Used())
		require.Zero(rt, space.Used())
	})
}

// BenchmarkGroup sums by an integer and by a text key of 1,000 values.
func BenchmarkGroup(b *testing.B) {
	ts := []types.T{types.Of(types.Int8), types.Of(types.Text), types.Of(types.Int8)}
	rows := datum.NewBatch(ts)
	for i := range int64(datum.BatchRows) {
		k := i * 7919 % 1000
		rows.AppendRow(datum.Row{types.NewInt8(k), types.NewText(fmt.Sprint("key ", k)), types.NewInt8(i)})
	}
	sum, _, err := fn.ResolveOverload("sum", fn.Aggregates("sum"), ts[2:], false, nil)
	require.NoError(b, err)
	for name, keys := range map[string][]int{"none": {}, "int": {0}, "text": {1}, "both": {0, 1}} {
		b.Run(name, func(b *testing.B) {
			node := &planner.Aggregate{Input: &planner.Values{Out: columnsOfTypes(ts)}, Scalar: len(keys) == 0}
			for _, k := range keys {
				node.Keys = append(node.Keys, &expr.Column{Index: k, T: ts[k]})
				node.Out = append(node.Out, planner.Column{T: ts[k]})
			}
			node.Aggs = []planner.AggCall{{Agg: &expr.Aggregate{F: sum, Args: []expr.Expr{&expr.Column{Index: 2, T: ts[2]}}, T: types.Of(types.Numeric)}}}
			node.Out = append(node.Out, planner.Column{T: types.Of(types.Numeric)})
			in := &batches{}
			for range b.N {
				in.list = append(in.list, rows)
			}
			b.ReportAllocs()
			op := newAggregate(testRuntime(nil, 0, false), node, in)
			for {
				out, err := op.Next()
				require.NoError(b, err)
				if out == nil {
					break
				}
			}
			b.SetBytes(datum.BatchRows)
			op.Close()
		})
	}
}

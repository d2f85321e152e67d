package exec

import (
	"slices"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// aggregate groups its input by hash.
type aggregate struct {
	rt   *Runtime
	node *planner.Aggregate
	in   Operator
	list *rowList
}

// group is the state of one group: an accumulator per aggregate call.
type group []*accumulator

// grouping is one grouping set at work.
type grouping struct {
	set    []int // indexes into the keys
	keys   *rowSet
	groups []group
}

func (a *aggregate) Next() (*datum.Batch, error) {
	if a.list == nil {
		a.list = newRowList(columnTypes(a.node.Out))
		if err := a.run(); err != nil {
			return nil, err
		}
	}
	return a.list.next(), nil
}

func (a *aggregate) run() error {
	if n, ok, err := a.countOnly(); ok || err != nil {
		a.list.rows = []datum.Row{{types.NewInt8(n)}}
		return err
	}
	sets := a.node.Sets
	if sets == nil {
		all := make([]int, len(a.node.Keys))
		for i := range all {
			all[i] = i
		}
		sets = [][]int{all}
	}
	work := make([]*grouping, len(sets))
	for i, set := range sets {
		work[i] = &grouping{set: set, keys: newRowSet(a.rt)}
	}
	keys := make(datum.Row, len(a.node.Keys))
	masked := make(datum.Row, len(a.node.Keys))
	err := eachBatchRow(a.rt, a.in, func(row *batchRow) error {
		for i, k := range a.node.Keys {
			d, err := row.eval(k)
			if err != nil {
				return err
			}
			keys[i] = d
		}
		for _, g := range work {
			clear(masked)
			for _, i := range g.set {
				masked[i] = keys[i]
			}
			if err := a.add(g, masked, row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, g := range work {
		if err := a.finish(g, i); err != nil {
			return err
		}
	}
	return nil
}

// countOnly answers a lone count(*) from the batches' row counts.
func (a *aggregate) countOnly() (n int64, ok bool, err error) {
	if !a.node.Scalar || a.node.Sets != nil || len(a.node.Aggs) != 1 || len(a.node.Keys) > 0 {
		return 0, false, nil
	}
	if c := a.node.Aggs[0]; c.Agg.F != nil || c.Filter != nil {
		return 0, false, nil
	}
	for {
		b, err := a.in.Next()
		if err != nil || b == nil {
			return n, true, err
		}
		n += int64(b.Rows())
	}
}

func (a *aggregate) add(g *grouping, keys datum.Row, row *batchRow) error {
	n, fresh, err := g.keys.add(keys)
	if err != nil {
		return err
	}
	if fresh {
		g.groups = append(g.groups, a.newGroup())
	}
	for _, acc := range g.groups[n] {
		if err := acc.add(row); err != nil {
			return err
		}
	}
	return nil
}

func (a *aggregate) newGroup() group {
	g := make(group, len(a.node.Aggs))
	for i := range a.node.Aggs {
		g[i] = newAccumulator(a.rt, &a.node.Aggs[i])
	}
	return g
}

// finish appends the result rows of a grouping set. The empty set has one row
// even without input.
func (a *aggregate) finish(g *grouping, number int) error {
	if len(g.groups) == 0 && (a.node.Scalar || (a.node.Sets != nil && len(g.set) == 0)) {
		g.keys.rows = append(g.keys.rows, make(datum.Row, len(a.node.Keys)))
		g.groups = append(g.groups, a.newGroup())
	}
	for i, gr := range g.groups {
		out := make(datum.Row, len(a.node.Out))
		copy(out, g.keys.rows[i])
		if a.node.Sets != nil {
			out[len(out)-1] = types.NewInt4(int32(number))
		}
		for k, acc := range gr {
			d, err := acc.result(out)
			if err != nil {
				return err
			}
			out[len(a.node.Keys)+k] = d
		}
		a.list.rows = append(a.list.rows, out)
	}
	return nil
}

func (a *aggregate) Close() { a.in.Close() }

// accumulator runs one aggregate call over one group.
type accumulator struct {
	rt     *Runtime
	call   *planner.AggCall
	state  fn.AggState // nil for count(*)
	count  int64
	size   int64
	seen   *rowSet   // DISTINCT
	sorted []sortRow // ORDER BY: arguments kept until the end
	args   datum.Row
}

func newAccumulator(rt *Runtime, call *planner.AggCall) *accumulator {
	acc := &accumulator{rt: rt, call: call, args: make(datum.Row, len(call.Agg.Args))}
	if call.Agg.F != nil {
		ts := make([]types.T, len(call.Agg.Args))
		for i, e := range call.Agg.Args {
			ts[i] = e.Type()
		}
		acc.state = call.Agg.F.NewAgg(&rt.Ctx.Context, ts)
	}
	if call.Distinct {
		acc.seen = newRowSet(rt)
	}
	return acc
}

func (a *accumulator) add(row *batchRow) error {
	if a.call.Filter != nil {
		keep, err := row.eval(a.call.Filter)
		if err != nil || keep.IsNull() || !keep.Bool() {
			return err
		}
	}
	if a.state == nil {
		a.count++
		return nil
	}
	for i, e := range a.call.Agg.Args {
		d, err := row.eval(e)
		if err != nil {
			return err
		}
		if d.IsNull() && a.call.Agg.F.Strict {
			return nil
		}
		a.args[i] = d
	}
	if a.seen != nil {
		_, fresh, err := a.seen.add(a.args)
		if err != nil || !fresh || len(a.call.OrderBy) == 0 {
			return err // fed at the end
		}
	}
	if len(a.call.OrderBy) > 0 {
		keys, err := sortKeys(a.rt, a.call.OrderBy, row.row())
		if err != nil {
			return err
		}
		a.sorted = append(a.sorted, sortRow{row: cloneRow(a.args), keys: keys, seq: len(a.sorted)})
		return a.rt.grow(rowSize(len(a.args) + len(keys)))
	}
	return a.feed(a.args)
}

func (a *accumulator) feed(args datum.Row) error {
	if err := a.state.Add(args); err != nil {
		return err
	}
	if size := a.state.Size(); size > a.size {
		if err := a.rt.grow(size - a.size); err != nil {
			return err
		}
		a.size = size
	}
	return nil
}

// result is that of the group whose keys are the first columns of row.
func (a *accumulator) result(row datum.Row) (datum.Datum, error) {
	if a.state == nil {
		return types.NewInt8(a.count), nil
	}
	slices.SortFunc(a.sorted, func(x, y sortRow) int {
		if c := compareKeys(a.call.OrderBy, x.keys, y.keys); c != 0 {
			return c
		}
		return x.seq - y.seq
	})
	if a.seen != nil && len(a.call.OrderBy) == 0 {
		// PostgreSQL finds distinct arguments by sorting, and so aggregates them in order.
		slices.SortFunc(a.seen.rows, func(x, y datum.Row) int { return slices.CompareFunc(x, y, types.Compare) })
		for _, r := range a.seen.rows {
			a.sorted = append(a.sorted, sortRow{row: r})
		}
	}
	if err := a.begin(row); err != nil {
		return datum.Null, err
	}
	for _, r := range a.sorted {
		if err := a.feed(r.row); err != nil {
			return datum.Null, err
		}
	}
	a.sorted = nil
	return a.state.Result()
}

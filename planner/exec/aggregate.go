package exec

import (
	"slices"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

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

package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// accumulator runs one aggregate call over one group.
type accumulator struct {
	rt    *Runtime
	call  *planner.AggCall
	state fn.AggState
	size  int64
	args  datum.Row
}

func newAccumulator(rt *Runtime, call *planner.AggCall) *accumulator {
	ts := make([]types.T, len(call.Agg.Args))
	for i, e := range call.Agg.Args {
		ts[i] = e.Type()
	}
	return &accumulator{rt: rt, call: call, args: make(datum.Row, len(ts)), state: call.Agg.F.NewAgg(&rt.Ctx.Context, ts)}
}

func (a *accumulator) add(row *batchRow) error {
	if a.call.Filter != nil {
		keep, err := row.eval(a.call.Filter)
		if err != nil || keep.IsNull() || !keep.Bool() {
			return err
		}
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

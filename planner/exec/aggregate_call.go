package exec

import (
	"unsafe"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
)

// callState is the state of one aggregate call over all groups.
type callState interface {
	// resize makes room for groups numbered below n.
	resize(n int) error
	// add takes the live rows of b; groups is the group by row number, nil: all
	// rows are of group 0.
	add(groups []int32, b *datum.Batch) error
	// result appends the results of the groups from from to before to to column
	// col of out, whose keys are there.
	result(out *datum.Batch, col, from, to int) error
	// size is what the state holds, in bytes, but for what it accounted itself.
	size() int64
	close()
}

func newCallStates(rt *Runtime, calls []planner.AggCall) []callState {
	list := make([]callState, len(calls))
	for i := range calls {
		list[i] = newCallState(rt, &calls[i])
	}
	return list
}

func newCallState(rt *Runtime, call *planner.AggCall) callState {
	switch {
	case call.Distinct || len(call.OrderBy) > 0:
		return newOrderedCall(rt, call)
	case call.Agg.F == nil:
		return &typedCall{rt: rt, call: call, kernel: fn.NewCountKernel()}
	case len(call.Agg.Args) == 1:
		if k := fn.NewKernel(call.Agg.F, call.Agg.Args[0].Type()); k != nil {
			return &typedCall{rt: rt, call: call, kernel: k}
		}
	}
	return &anyCall{rt: rt, call: call}
}

// typedCall computes a call column by column.
type typedCall struct {
	rt     *Runtime
	call   *planner.AggCall
	kernel fn.AggKernel
	sel    []int32
	all    []int32 // 0, 1, 2 …
}

func (c *typedCall) resize(n int) error { c.kernel.Resize(n); return nil }
func (c *typedCall) size() int64        { return c.kernel.Size() }
func (c *typedCall) close()             {}

func (c *typedCall) add(groups []int32, b *datum.Batch) error {
	rows := *b
	if c.call.Filter != nil {
		if err := expr.FilterBatch(c.rt.Ctx, c.call.Filter, &rows); err != nil || rows.Rows() == 0 {
			return err
		}
	}
	var arg *datum.Vector
	if len(c.call.Agg.Args) > 0 {
		var err error
		if arg, err = expr.EvalBatch(c.rt.Ctx, c.call.Agg.Args[0], &rows); err != nil {
			return err
		}
	}
	return c.kernel.Add(groups, c.present(&rows, arg), arg)
}

// present lists the live rows whose argument is not NULL.
func (c *typedCall) present(b *datum.Batch, arg *datum.Vector) []int32 {
	hasNulls := arg != nil && arg.Nulls != nil
	if b.Sel != nil && !hasNulls {
		return b.Sel
	}
	if !hasNulls {
		for len(c.all) < b.N {
			c.all = append(c.all, int32(len(c.all)))
		}
		return c.all[:b.N]
	}
	c.sel = c.sel[:0]
	for i := range b.Rows() {
		if at := b.Index(i); !arg.Nulls[at] {
			c.sel = append(c.sel, int32(at))
		}
	}
	return c.sel
}

func (c *typedCall) result(out *datum.Batch, col, from, to int) error {
	return c.kernel.Result(out.Cols[col], from, to)
}

// anyCall has an accumulator for each group.
type anyCall struct {
	rt   *Runtime
	call *planner.AggCall
	list []*accumulator
}

// accumulatorBytes is about what an accumulator takes without what it keeps.
const accumulatorBytes = int64(unsafe.Sizeof(accumulator{})) + 64

func (c *anyCall) size() int64 { return int64(cap(c.list))*8 + int64(len(c.list))*accumulatorBytes }

func (c *anyCall) close() {}

func (c *anyCall) resize(n int) error {
	for len(c.list) < n {
		c.list = append(c.list, newAccumulator(c.rt, c.call))
	}
	return nil
}

func (c *anyCall) add(groups []int32, b *datum.Batch) error {
	row := batchRow{rt: c.rt, batch: b}
	for i := range b.Rows() {
		row.at, row.built = b.Index(i), false
		group := 0
		if groups != nil {
			group = int(groups[row.at])
		}
		if err := c.list[group].add(&row); err != nil {
			return err
		}
	}
	return nil
}

func (c *anyCall) result(out *datum.Batch, col, from, to int) error {
	for _, acc := range c.list[from:to] {
		d, err := acc.state.Result()
		if err != nil {
			return err
		}
		out.Cols[col].Append(d)
	}
	return nil
}

// keysOf fills row with the keys of the i-th group of out, and the number of its set.
func keysOf(out *datum.Batch, i int, row datum.Row) {
	for k, v := range out.Cols {
		if row[k] = datum.Null; v.Len() == out.N {
			row[k] = v.Get(i)
		}
	}
}

func closeCalls(calls []callState) {
	for _, c := range calls {
		c.close()
	}
}

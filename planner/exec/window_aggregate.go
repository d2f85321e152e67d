package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// windowAggregate is an aggregate over frames. Its state holds the rows
// first … end-1: a frame that grows is added to, from one that moves on rows are taken out
// again where the aggregate can do so exactly (fn.InverseState, fn.SlidingState), and else it
// starts over.
type windowAggregate struct {
	w          *window
	call       *planner.WindowCall
	ts         []types.T
	stable     bool // arguments are the same each time
	state      fn.AggState
	first, end int
	size       int64
	result     datum.Datum
	valid      bool // result is that of the state
	args       datum.Row
	buf        datum.Row
	growing    bool // frames begin with the partition and have no holes
	sliding    bool // state is a fn.SlidingState
}

func newWindowAggregate(w *window, c *planner.WindowCall) *windowAggregate {
	a := &windowAggregate{w: w, call: c, args: make(datum.Row, len(c.Args)), stable: c.Filter == nil || !expr.IsVolatile(c.Filter)}
	for _, e := range c.Args {
		a.ts = append(a.ts, e.Type())
		a.stable = a.stable && !expr.IsVolatile(e)
	}
	moves := w.node.Frame.Start.Kind != planner.UnboundedPreceding && w.node.Frame.Exclude == planner.ExcludeNoOthers
	a.sliding = moves && a.stable && c.F.NewSliding != nil
	a.growing = w.node.Frame.Start.Kind == planner.UnboundedPreceding && w.node.Frame.Exclude == planner.ExcludeNoOthers
	return a
}

func (a *windowAggregate) needs(r *windowRow) int {
	switch {
	case a.growing && a.state != nil:
		return max(a.end, 0)
	case a.state == nil:
		return r.first
	}
	return min(r.first, a.first)
}

// begin forgets the state.
func (a *windowAggregate) begin() {
	a.w.rt.Memory.Shrink(a.size)
	a.state, a.size, a.first, a.end, a.valid = nil, 0, 0, 0, false
}

func (a *windowAggregate) restart(first int) {
	a.begin()
	c := &a.w.rt.Ctx.Context
	if a.sliding {
		a.state = a.call.F.NewSliding(c, a.ts)
	} else {
		a.state = a.call.F.NewAgg(c, a.ts)
	}
	a.first, a.end = first, first
}

func (a *windowAggregate) value(r *windowRow) (datum.Datum, error) {
	whole := r.n == 0 || r.n == 1 && r.spans[0] == [2]int{r.first, r.end}
	if !whole {
		if d, ok, err := a.without(r); ok || err != nil {
			return d, err
		}
		return a.afresh(r)
	}
	first, end := r.first, r.end
	if r.n == 0 {
		end = first
	}
	if err := a.moveTo(first, end); err != nil {
		return datum.Null, err
	}
	if !a.valid {
		d, err := a.state.Result()
		if err != nil {
			return datum.Null, err
		}
		a.result, a.valid = d, true
	}
	return a.result, nil
}

// moveTo brings the state to the rows first … end-1.
func (a *windowAggregate) moveTo(first, end int) error {
	if a.state == nil || first < a.first || end < a.end || first >= a.end && first != a.first {
		a.restart(first)
	}
	if a.first < first {
		ok, err := a.remove(a.first, first)
		if err != nil {
			return err
		}
		if !ok {
			a.restart(first)
		}
		a.first = first
	}
	if a.end < end {
		if err := a.add(a.end, end); err != nil {
			return err
		}
		a.end = end
	}
	return nil
}

// without computes a frame with exclusions by taking the excluded rows out and
// putting them back; ok is false if that cannot be done.
func (a *windowAggregate) without(r *windowRow) (d datum.Datum, ok bool, err error) {
	if !a.invertible() {
		return datum.Null, false, nil
	}
	if err := a.moveTo(r.first, r.end); err != nil {
		return datum.Null, false, err
	}
	var gaps [4][2]int
	n, at := 0, r.first
	for _, s := range r.spans[:r.n] {
		gaps[n] = [2]int{at, s[0]}
		n, at = n+1, s[1]
	}
	gaps[n] = [2]int{at, r.end}
	for _, g := range gaps[:n+1] {
		if ok, err := a.remove(g[0], g[1]); !ok || err != nil {
			a.begin()
			return datum.Null, false, err
		}
	}
	if d, err = a.state.Result(); err != nil {
		return datum.Null, false, err
	}
	for _, g := range gaps[:n+1] {
		if err := a.add(g[0], g[1]); err != nil {
			return datum.Null, false, err
		}
	}
	return d, true, nil
}

// afresh computes a frame with exclusions from nothing.
func (a *windowAggregate) afresh(r *windowRow) (datum.Datum, error) {
	a.restart(0)
	for _, s := range r.spans[:r.n] {
		if err := a.add(s[0], s[1]); err != nil {
			return datum.Null, err
		}
	}
	d, err := a.state.Result()
	a.begin()
	return d, err
}

// load evaluates the arguments of a row; ok is false if it does not count.
func (a *windowAggregate) load(at int) (ok bool, err error) {
	if a.call.Filter != nil {
		keep, err := a.w.rows.eval(a.call.Filter, at, &a.buf)
		if err != nil || keep.IsNull() || !keep.Bool() {
			return false, err
		}
	}
	for i, e := range a.call.Args {
		if a.args[i], err = a.w.rows.eval(e, at, &a.buf); err != nil {
			return false, err
		}
		if a.args[i].IsNull() && a.call.F.Strict {
			return false, nil
		}
	}
	return true, nil
}

func (a *windowAggregate) add(first, end int) error {
	for at := first; at < end; at++ {
		if at%datum.BatchRows == 0 {
			if err := a.w.rt.interrupted(); err != nil {
				return err
			}
		}
		ok, err := a.load(at)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if err := a.state.Add(a.args); err != nil {
			return err
		}
		a.valid = false
		if size := a.state.Size(); size > a.size {
			if err := a.w.rt.grow(size - a.size); err != nil {
				return err
			}
			a.size = size
		}
	}
	return nil
}

func (a *windowAggregate) invertible() bool {
	if !a.stable {
		return false
	}
	if a.state == nil {
		a.restart(0)
	}
	_, ok := a.state.(fn.InverseState)
	return ok
}

// remove takes rows out; ok is false if the state cannot do so.
func (a *windowAggregate) remove(first, end int) (ok bool, err error) {
	if first >= end {
		return true, nil
	}
	inverse, ok := a.state.(fn.InverseState)
	if !(ok || a.sliding) || !a.stable {
		return false, nil
	}
	for at := first; at < end; at++ {
		counts, err := a.load(at)
		if err != nil {
			return false, err
		}
		if !counts {
			continue
		}
		a.valid = false
		if a.sliding {
			if err := a.state.(fn.SlidingState).Drop(a.args); err != nil {
				return false, err
			}
			continue
		}
		if ok, err := inverse.Remove(a.args); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

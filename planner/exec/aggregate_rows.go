package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// orderedCall computes a call whose rows have to come in an order: with ORDER BY,
// WITHIN GROUP, or DISTINCT, which PostgreSQL finds by sorting, and so aggregates in
// order too. The rows of all groups go into one sort, by group before anything else,
// which spills by itself; they are aggregated when the results are asked for.
type orderedCall struct {
	rt     *Runtime
	call   *planner.AggCall
	sorter *sorter
	kernel fn.AggKernel // nil: an accumulator for each group
	seen   *seenRows    // DISTINCT
	counts []int64      // rows by group
	width  int          // arguments, behind the group in the sorted rows
	rows   *datum.Batch
	sel    []int32

	sorted *datum.Batch // rows that come out; nil before the first
	at     int
	last   *datum.Batch // DISTINCT: the last row of the batch before
}

func newOrderedCall(rt *Runtime, call *planner.AggCall) *orderedCall {
	c := &orderedCall{rt: rt, call: call, width: len(call.Agg.Args), sel: []int32{}}
	ts := []types.T{types.Of(types.Int4)}
	keys := []planner.SortKey{{Expr: &expr.Column{Index: 0, T: ts[0]}}}
	ordered := make([]bool, c.width)
	for _, e := range call.Agg.Args {
		ts = append(ts, e.Type())
	}
	for _, k := range call.OrderBy {
		at := c.argument(k.Expr)
		if at < 0 {
			at = len(ts)
			ts = append(ts, k.Expr.Type())
		} else {
			ordered[at-1] = true
		}
		k.Expr = &expr.Column{Index: at, T: ts[at]}
		keys = append(keys, k)
	}
	if call.Distinct {
		for i, done := range ordered {
			if !done {
				keys = append(keys, planner.SortKey{Expr: &expr.Column{Index: 1 + i, T: ts[1+i]}})
			}
		}
		c.seen = newSeenRows(rt, ts[:1+c.width])
		c.last = datum.NewBatch(ts[:1+c.width])
	}
	if c.width == 1 {
		c.kernel = fn.NewKernel(call.Agg.F, ts[1])
	}
	out := make([]planner.Column, len(ts))
	for i, t := range ts {
		out[i].T = t
	}
	c.sorter = newSorter(rt, &planner.Sort{Input: &planner.Values{Out: out}, Keys: keys}, &values{rt: rt, node: &planner.Values{Out: out}})
	c.rows = &datum.Batch{Cols: make([]*datum.Vector, len(ts))}
	c.rows.Cols[0] = datum.NewVector(ts[0])
	return c
}

// argument is the column of the sorted rows that an ORDER BY expression is as an
// argument, or -1.
func (c *orderedCall) argument(e expr.Expr) int {
	key, ok := plainColumn(e)
	for i, a := range c.call.Agg.Args {
		if at, isColumn := plainColumn(a); ok && isColumn && at == key {
			return 1 + i
		}
	}
	return -1
}

func (c *orderedCall) size() int64 { return int64(cap(c.counts)) * 8 }

func (c *orderedCall) resize(n int) error {
	for len(c.counts) < n {
		c.counts = append(c.counts, 0)
	}
	return nil
}

// add hands the rows that count to the sort.
func (c *orderedCall) add(groups []int32, b *datum.Batch) error {
	in := *b
	if c.call.Filter != nil {
		if err := expr.FilterBatch(c.rt.Ctx, c.call.Filter, &in); err != nil || in.Rows() == 0 {
			return err
		}
	}
	if err := c.evaluate(&in); err != nil {
		return err
	}
	c.group(groups, in.N)
	rows := c.rows
	rows.N, rows.Sel = in.N, in.Sel
	if c.call.Agg.F.Strict || c.kernel != nil {
		c.dropNulls(rows)
	}
	if c.seen != nil {
		c.sel = c.seen.fresh(rows, c.sel)
		rows.Sel = c.sel
	}
	if rows.Rows() == 0 {
		return nil
	}
	for i := range rows.Rows() {
		c.counts[rows.Cols[0].Ints[rows.Index(i)]]++
	}
	return c.sorter.add(rows)
}

// evaluate computes the columns of the rows behind the group.
func (c *orderedCall) evaluate(in *datum.Batch) error {
	at := 1
	next := func(e expr.Expr) (err error) {
		c.rows.Cols[at], err = expr.EvalBatch(c.rt.Ctx, e, in)
		at++
		return err
	}
	for _, e := range c.call.Agg.Args {
		if err := next(e); err != nil {
			return err
		}
	}
	for _, k := range c.call.OrderBy {
		if c.argument(k.Expr) < 0 {
			if err := next(k.Expr); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *orderedCall) group(groups []int32, n int) {
	v := c.rows.Cols[0]
	v.Reset()
	ints := v.GrowInts(n)
	for i := range ints {
		ints[i] = 0
		if groups != nil {
			ints[i] = int64(groups[i])
		}
	}
}

// dropNulls leaves the rows without a NULL among the arguments.
func (c *orderedCall) dropNulls(b *datum.Batch) {
	for _, v := range b.Cols[1 : 1+c.width] {
		if v.Nulls == nil && v.Kind != datum.KindDatum {
			continue
		}
		kept := make([]int32, 0, b.Rows())
		for i := range b.Rows() {
			if at := b.Index(i); !v.IsNull(at) {
				kept = append(kept, int32(at))
			}
		}
		b.Sel = kept
	}
}

func (c *orderedCall) result(out *datum.Batch, col, from, to int) error {
	if c.sorted == nil {
		if err := c.start(); err != nil {
			return err
		}
	}
	if c.kernel != nil {
		return c.kernel.Result(out.Cols[col], from, to)
	}
	keys := make(datum.Row, len(out.Cols))
	for g := from; g < to; g++ {
		keysOf(out, g-from, keys)
		d, err := c.one(g, keys)
		if err != nil {
			return err
		}
		out.Cols[col].Append(d)
	}
	return nil
}

// start ends the input. A kernel takes it at once.
func (c *orderedCall) start() error {
	err := c.sorter.finish()
	if err == nil {
		err = c.advance()
	}
	if err != nil || c.kernel == nil {
		return err
	}
	c.kernel.Resize(len(c.counts))
	var groups []int32
	for c.sorted.N > 0 {
		groups = number(groups, c.sorted.N)
		c.sel = c.sel[:0]
		for i, g := range c.sorted.Cols[0].Ints[:c.sorted.N] {
			groups[i] = int32(g)
			if c.at = i; !c.repeats() {
				c.sel = append(c.sel, int32(i))
			}
		}
		if err := c.kernel.Add(groups, c.sel, c.sorted.Cols[1]); err != nil {
			return err
		}
		if err := c.advance(); err != nil {
			return err
		}
	}
	return nil
}

// one aggregates the rows of group g, which come next.
func (c *orderedCall) one(g int, keys datum.Row) (datum.Datum, error) {
	acc := newAccumulator(c.rt, c.call)
	defer func() { c.rt.Memory.Shrink(acc.size) }()
	if state, ok := acc.state.(fn.OrderedState); ok {
		if err := c.begin(state, keys, int(c.counts[g])); err != nil {
			return datum.Null, err
		}
	}
	for c.sorted.N > 0 && c.sorted.Cols[0].Ints[c.at] == int64(g) {
		if !c.repeats() {
			for i, v := range c.sorted.Cols[1 : 1+c.width] {
				acc.args[i] = v.Get(c.at)
			}
			if err := acc.feed(acc.args); err != nil {
				return datum.Null, err
			}
		}
		if c.at++; c.at == c.sorted.N {
			if err := c.advance(); err != nil {
				return datum.Null, err
			}
		}
	}
	return acc.state.Result()
}

// begin gives an ordered-set aggregate its direct arguments, which see the keys of
// the group.
func (c *orderedCall) begin(state fn.OrderedState, keys datum.Row, rows int) error {
	direct := make([]datum.Datum, len(c.call.Direct))
	for i, e := range c.call.Direct {
		d, err := e.Eval(c.rt.Ctx, keys)
		if err != nil {
			return err
		}
		direct[i] = d
	}
	return state.Begin(direct, rows, func(x, y []datum.Datum) int { return compareKeys(c.call.OrderBy, x, y) })
}

// repeats reports whether the row at hand has the group and the arguments of the one
// before it, for DISTINCT.
func (c *orderedCall) repeats() bool {
	if c.last == nil {
		return false
	}
	cols := c.sorted.Cols[:1+c.width]
	if c.at > 0 {
		return sameKeys(cols, c.at-1, cols, c.at)
	}
	return c.last.N > 0 && sameKeys(c.last.Cols, 0, cols, 0)
}

// advance gets the next sorted rows; none are left when it has no rows.
func (c *orderedCall) advance() error {
	if c.last != nil && c.sorted != nil {
		c.last.Reset()
		for i, v := range c.last.Cols {
			appendOwned(v, c.sorted.Cols[i], []int32{int32(c.sorted.N - 1)})
		}
		c.last.N = 1
	}
	b, err := c.sorter.Next()
	if err != nil {
		return err
	}
	if b == nil {
		b = &datum.Batch{}
	}
	c.sorted, c.at = b, 0
	return nil
}

func (c *orderedCall) close() {
	c.sorter.Close()
	if c.seen != nil {
		c.seen.close()
	}
}

package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
)

// window computes window functions, partition by partition. It reads no further
// than the frames of the rows that it hands out reach.
type window struct {
	rt     *Runtime
	node   *planner.Window
	in     Operator
	batch  *datum.Batch
	input  *windowInput
	rows   *partitionRows
	frame  frames
	calls  []windowValue
	framed bool // calls look at the frame
	at     int  // row of the partition that comes next
	open   bool // there is a partition at hand
	sel    []int32
}

// windowValue computes one call for the row at hand.
type windowValue interface {
	// begin is called before the first row of a partition.
	begin()
	value(r *windowRow) (datum.Datum, error)
	// needs is the first row that will be asked for after row r.
	needs(r *windowRow) int
}

func newWindow(rt *Runtime, n *planner.Window, in Operator) *window {
	w := &window{rt: rt, node: n, in: in, input: &windowInput{rt: rt, node: n, in: in}}
	w.rows = newPartitionRows(rt, columnTypes(n.Input.Columns()), w.input)
	w.frame = frames{rt: rt, frame: &n.Frame, rows: w.rows}
	if len(n.Order) == 1 {
		w.frame.key = n.Order[0]
	}
	for i := range n.Calls {
		c := &n.Calls[i]
		w.framed = w.framed || c.F.Kind == fn.AggregateFn || len(c.Args) > 0 && !c.F.Beyond
		if c.F.Kind == fn.AggregateFn {
			w.calls = append(w.calls, newWindowAggregate(w, c))
		} else {
			w.calls = append(w.calls, &windowFunction{call: c})
		}
	}
	return w
}

func (w *window) Next() (*datum.Batch, error) {
	if w.batch == nil {
		w.batch = datum.NewBatch(columnTypes(w.node.Out))
		if err := w.frame.offsets(); err != nil {
			return nil, err
		}
	}
	w.batch.Reset()
	if err := w.rt.interrupted(); err != nil {
		return nil, err
	}
	for w.batch.N < datum.BatchRows {
		more, err := w.advance()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		if err := w.emit(); err != nil {
			return nil, err
		}
	}
	if w.batch.N == 0 {
		return nil, nil
	}
	return w.batch, nil
}

// advance goes on to the next partition where the one at hand has ended; more is false at
// the end of the input.
func (w *window) advance() (more bool, err error) {
	if w.open {
		if more, err := w.rows.has(w.at); more || err != nil {
			return more, err
		}
	}
	w.rows.reset()
	w.frame.begin()
	for _, c := range w.calls {
		c.begin()
	}
	w.at, w.open = 0, false
	if err := w.input.fill(); err != nil || w.input.ended {
		return false, err
	}
	w.input.open()
	w.open = true
	return w.rows.has(0)
}

// emit hands out rows of one chunk, as many as are there.
func (w *window) emit() error {
	first := w.at
	chunk, err := w.rows.chunk(first)
	if err != nil {
		return err
	}
	inputs := len(chunk.Cols)
	r := windowRow{w: w}
	w.sel = w.sel[:0]
	for n := min(datum.BatchRows-w.batch.N, chunk.N-first&chunkMask); len(w.sel) < n; w.at++ {
		r.row = w.at
		if w.framed {
			if r.first, r.end, err = w.frame.bounds(w.at); err != nil {
				return err
			}
			r.exclude(w.node.Frame.Exclude)
			if r.err != nil {
				return r.err
			}
		}
		for i, c := range w.calls {
			r.call = &w.node.Calls[i]
			d, err := c.value(&r)
			if err == nil {
				err = r.err
			}
			if err != nil {
				return err
			}
			w.batch.Cols[inputs+i].Append(d)
		}
		w.sel = append(w.sel, int32(w.at&chunkMask))
	}
	for j, v := range chunk.Cols {
		w.batch.Cols[j].AppendSel(v, w.sel)
	}
	w.batch.N += len(w.sel)
	low := r.row + 1
	if w.framed {
		low = w.frame.needs(&r)
	}
	for i, c := range w.calls {
		r.call = &w.node.Calls[i]
		low = min(low, c.needs(&r))
	}
	w.rows.forget(low)
	return nil
}

func (w *window) Close() {
	w.rows.reset()
	for _, c := range w.calls {
		c.begin()
	}
	w.rows.account.Close()
	w.in.Close()
}

// exclude cuts what EXCLUDE says out of the frame.
func (r *windowRow) exclude(x planner.Exclusion) {
	r.n = 0
	gap, until := r.end, r.end
	switch x {
	case planner.ExcludeCurrentRow:
		gap, until = r.row, r.row+1
	case planner.ExcludeGroup, planner.ExcludeTies:
		gap, until = r.Peers()
	}
	r.span(r.first, min(gap, r.end))
	if x == planner.ExcludeTies {
		r.span(max(r.row, r.first), min(r.row+1, r.end))
	}
	r.span(max(until, r.first), r.end)
}

func (r *windowRow) span(first, end int) {
	if first < end {
		r.spans[r.n] = [2]int{first, end}
		r.n++
	}
}

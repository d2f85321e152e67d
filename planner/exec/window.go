package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
)

// window computes window functions, partition by partition: it keeps the rows of
// one, and hands each out with the results of its calls.
type window struct {
	rt    *Runtime
	node  *planner.Window
	in    Operator
	src   rowReader
	batch *datum.Batch
	rows  *partitionRows
	frame frames
	calls []windowValue
	at    int // row of the partition that comes next

	keys    datum.Row // PARTITION BY of the partition at hand
	pending datum.Row // first row of the next partition
	started bool
	ended   bool
	buf     datum.Row
}

// windowValue computes one call for the row at hand.
type windowValue interface {
	// begin is called before the first row of a partition.
	begin()
	value(r *windowRow) (datum.Datum, error)
}

func newWindow(rt *Runtime, n *planner.Window, in Operator) *window {
	w := &window{rt: rt, node: n, in: in, rows: &partitionRows{rt: rt}}
	w.src.op = in
	w.frame = frames{rt: rt, frame: &n.Frame, rows: w.rows}
	if len(n.Order) == 1 {
		w.frame.key = n.Order[0]
	}
	w.rows.keepKeys = w.frame.ranged()
	for i := range n.Calls {
		c := &n.Calls[i]
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
		if w.at >= w.rows.len() {
			more, err := w.load()
			if err != nil {
				return nil, err
			}
			if !more {
				break
			}
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

// emit hands out the row at hand.
func (w *window) emit() error {
	r := windowRow{w: w, row: w.at}
	var err error
	if r.first, r.end, err = w.frame.bounds(w.at); err != nil {
		return err
	}
	r.exclude(w.node.Frame.Exclude)
	w.buf = append(w.buf[:0], w.rows.row(w.at)...)
	for i, c := range w.calls {
		r.call = &w.node.Calls[i]
		d, err := c.value(&r)
		if err != nil {
			return err
		}
		w.buf = append(w.buf, d)
	}
	w.batch.AppendRow(w.buf)
	w.at++
	return nil
}

// load reads the next partition.
func (w *window) load() (bool, error) {
	w.rows.reset()
	w.at = 0
	if w.pending != nil {
		if err := w.keep(w.pending); err != nil {
			return false, err
		}
		w.pending = nil
	}
	for n := 0; !w.ended; n++ {
		if n%datum.BatchRows == datum.BatchRows-1 {
			if err := w.rt.interrupted(); err != nil {
				return false, err
			}
		}
		row, err := w.src.read()
		if err != nil {
			return false, err
		}
		if row == nil {
			w.ended = true
			break
		}
		same, err := w.samePartition(row)
		if err != nil {
			return false, err
		}
		if !same {
			w.pending = ownRow(row)
			break
		}
		if err := w.keep(row); err != nil {
			return false, err
		}
	}
	if w.rows.len() == 0 {
		return false, nil
	}
	w.frame.begin()
	for _, c := range w.calls {
		c.begin()
	}
	return true, nil
}

// samePartition compares a row with the partition at hand; if it is of another one,
// that is at hand from then on.
func (w *window) samePartition(row datum.Row) (bool, error) {
	if len(w.node.Partition) == 0 {
		return true, nil
	}
	keys := make(datum.Row, len(w.node.Partition))
	for i, e := range w.node.Partition {
		d, err := e.Eval(w.rt.Ctx, row)
		if err != nil {
			return false, err
		}
		keys[i] = d
	}
	if w.started && equalRows(w.keys, keys) {
		return true, nil
	}
	first := !w.started
	w.keys, w.started = ownRow(keys), true
	return first, nil
}

func (w *window) keep(row datum.Row) error {
	keys, err := sortKeys(w.rt, w.node.Order, row)
	if err != nil {
		return err
	}
	return w.rows.append(row, keys, w.node.Order)
}

func (w *window) Close() {
	w.rows.reset()
	for _, c := range w.calls {
		c.begin()
	}
	w.in.Close()
}

// windowRow is the row at hand as window functions see it (fn.WindowRow).
type windowRow struct {
	w    *window
	call *planner.WindowCall
	row  int
	// first … end-1 is the frame before exclusion, spans are what is left of it.
	first, end int
	spans      [3][2]int
	n          int // of spans
}

// exclude cuts what EXCLUDE says out of the frame.
func (r *windowRow) exclude(x ast.Exclusion) {
	r.n = 0
	gap, until := r.end, r.end
	switch x {
	case ast.ExcludeCurrentRow:
		gap, until = r.row, r.row+1
	case ast.ExcludeGroup, ast.ExcludeTies:
		gap, until = r.Peers()
	}
	r.span(r.first, min(gap, r.end))
	if x == ast.ExcludeTies {
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

func (r *windowRow) Row() int          { return r.row }
func (r *windowRow) Rows() int         { return r.w.rows.len() }
func (r *windowRow) Peers() (int, int) { return r.w.rows.peers(r.row) }
func (r *windowRow) PeerGroup() int    { return r.w.rows.group(r.row) }
func (r *windowRow) Args() int         { return len(r.call.Args) }

func (r *windowRow) Arg(i int) (datum.Datum, error) { return r.ArgAt(i, r.row) }

func (r *windowRow) ArgAt(i, row int) (datum.Datum, error) {
	e := r.call.Args[i]
	if c, ok := e.(*expr.Column); ok {
		return r.w.rows.row(row)[c.Index], nil
	}
	return e.Eval(r.w.rt.Ctx, r.w.rows.row(row))
}

func (r *windowRow) FrameRow(n int) (int, bool) {
	if n < 0 {
		n = -n - 1
		for i := r.n - 1; i >= 0; i-- {
			s := r.spans[i]
			if n < s[1]-s[0] {
				return s[1] - 1 - n, true
			}
			n -= s[1] - s[0]
		}
		return 0, false
	}
	for _, s := range r.spans[:r.n] {
		if n < s[1]-s[0] {
			return s[0] + n, true
		}
		n -= s[1] - s[0]
	}
	return 0, false
}

// windowFunction is a call of a function that is no aggregate.
type windowFunction struct{ call *planner.WindowCall }

func (f *windowFunction) begin() {}

func (f *windowFunction) value(r *windowRow) (datum.Datum, error) { return f.call.F.Window(r) }

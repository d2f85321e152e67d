package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// windowInput cuts the sorted input of a window into partitions, and those into
// groups of peers.
type windowInput struct {
	rt    *Runtime
	node  *planner.Window
	in    Operator
	batch *datum.Batch
	sel   []int32 // rows of batch that are left
	ended bool

	partition, order []*datum.Vector // keys of the rows of batch
	here, last       datum.Row       // keys of the partition at hand, and of the last row
	buf              datum.Row
}

// fill makes sure that there are rows left, unless the input has ended.
func (w *windowInput) fill() (err error) {
	for len(w.sel) == 0 && !w.ended {
		if err := w.rt.interrupted(); err != nil {
			return err
		}
		if w.batch, err = w.in.Next(); err != nil {
			return err
		}
		if w.batch == nil {
			w.ended = true
			return nil
		}
		w.sel = selection(w.batch)
		w.partition, w.order = w.partition[:0], w.order[:0]
		for _, e := range w.node.Partition {
			v, err := expr.EvalBatch(w.rt.Ctx, e, w.batch)
			if err != nil {
				return err
			}
			w.partition = append(w.partition, v)
		}
		for _, k := range w.node.Order {
			v, err := expr.EvalBatch(w.rt.Ctx, k.Expr, w.batch)
			if err != nil {
				return err
			}
			w.order = append(w.order, v)
		}
	}
	return nil
}

// open begins the partition of the next row.
func (w *windowInput) open() {
	w.here = ownRow(w.keys(w.partition, w.sel[0]))
	w.last = nil
}

func (w *windowInput) keys(cols []*datum.Vector, row int32) datum.Row {
	w.buf = w.buf[:0]
	for _, v := range cols {
		w.buf = append(w.buf, v.Get(int(row)))
	}
	return w.buf
}

// take moves rows of the partition at hand to rows; more is false if it has ended.
func (w *windowInput) take(rows *partitionRows) (more bool, err error) {
	if err := w.fill(); err != nil || w.ended {
		return false, err
	}
	n := 0
	for ; n < len(w.sel); n++ {
		row := w.sel[n]
		if len(w.partition) > 0 && !equalRows(w.here, w.keys(w.partition, row)) {
			break
		}
		keys := w.keys(w.order, row)
		if w.last != nil && compareKeys(w.node.Order, w.last, keys) == 0 {
			continue
		}
		if err := rows.group(n); err != nil {
			return false, err
		}
		w.last = append(w.last[:0], keys...)
		if w.last == nil {
			w.last = datum.Row{}
		}
	}
	if n == 0 {
		return false, nil
	}
	if len(w.last) > 0 {
		w.last = ownRow(w.last) // the batch ends before the group may
	}
	err = rows.append(w.batch.Cols, w.sel[:n])
	w.sel = w.sel[n:]
	return true, err
}

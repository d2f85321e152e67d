package exec

import (
	"errors"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// runPoint runs a plan that reads one row by its key, without operators and
// batches. ok is false if the plan is no such plan.
func runPoint(rt *Runtime, root planner.Node, sink Sink) (ok bool, rows int, err error) {
	var exprs []expr.Expr
	if p, isProject := root.(*planner.Project); isProject {
		exprs, root = p.Exprs, p.Input
	}
	n, isScan := root.(*planner.Scan)
	if !isScan || len(n.Points) != 1 || n.Lock != nil || n.Empty || n.Limit != nil || rt.Stats != nil {
		return false, 0, nil
	}
	for _, e := range exprs {
		if _, set := e.(*expr.SetCall); set {
			return false, 0, nil
		}
	}
	dec := newRowDecoder(rt, n.Table, n.Cols)
	keys, err := pointKeys(rt, n, dec.codec)
	if err != nil || len(keys) == 0 {
		return true, 0, err
	}
	if len(keys) > 1 {
		return false, 0, nil
	}
	row := make(datum.Row, len(n.Cols))
	found, err := getRow(rt, n, dec, keys[0], row)
	if err != nil || !found {
		return true, 0, err
	}
	if exprs == nil {
		return true, 1, sink.Row(row)
	}
	out := make(datum.Row, len(exprs))
	for i, e := range exprs {
		if out[i], err = e.Eval(rt.Ctx, row); err != nil {
			return true, 0, err
		}
	}
	return true, 1, sink.Row(out)
}

// getRow reads one row into row and meters it. found is false if there is no
// such row, or the scan's filter drops it.
func getRow(rt *Runtime, n *planner.Scan, dec *rowDecoder, key []byte, row datum.Row) (found bool, err error) {
	if err := rt.interrupted(); err != nil {
		return false, err
	}
	part := rt.Store.Locate(key)
	value, bytes, done, err := dec.get(key, row)
	if errors.Is(err, kv.ErrNotFound) {
		rt.Meter.AddPointRead(part, 0)
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if !done {
		gone, err := dec.gone(value)
		if err != nil {
			return false, err
		}
		if gone {
			rt.Meter.AddPointRead(part, 0)
			return false, nil
		}
		if value, err = dec.whole(rt.Reader, key, value); err != nil {
			return false, err
		}
		if bytes, err = dec.decode(key, value, row); err != nil {
			return false, err
		}
	}
	rt.Meter.AddPointRead(part, bytes)
	if n.Filter == nil {
		return true, nil
	}
	return isTrue(rt, n.Filter, row)
}

package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// functionScan runs the functions of a FROM item side by side (ROWS FROM): as
// many rows as the longest gives, the others padded with NULL.
type functionScan struct {
	rt    *Runtime
	node  *planner.FunctionScan
	batch *datum.Batch
	sets  []*setRows // by call; nil where it is no set or has ended
	row   datum.Row
	first bool
	count int64
}

func (f *functionScan) Next() (*datum.Batch, error) {
	if f.batch == nil {
		f.batch = datum.NewBatch(columnTypes(f.node.Out))
		f.row, f.first = make(datum.Row, len(f.node.Out)), true
		f.sets = make([]*setRows, len(f.node.Calls))
		for i, call := range f.node.Calls {
			if set, ok := call.(*expr.SetCall); ok {
				f.sets[i] = openSet(f.rt, set, nil)
			}
		}
	}
	f.batch.Reset()
	for f.batch.N < datum.BatchRows {
		more, err := f.step()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		f.batch.AppendRow(f.row)
	}
	if f.batch.N == 0 {
		return nil, nil
	}
	return f.batch, nil
}

// step makes the next row and reports whether there is one. A function that
// returns no set is one row.
func (f *functionScan) step() (bool, error) {
	clear(f.row)
	any, at := false, 0
	for i, call := range f.node.Calls {
		set, ok := call.(*expr.SetCall)
		switch {
		case !ok && f.first:
			d, err := call.Eval(f.rt.Ctx, nil)
			if err != nil {
				return false, err
			}
			f.row[at], any = d, true
		case f.sets[i] != nil:
			r, err := f.sets[i].read()
			if err != nil {
				return false, err
			}
			if r == nil {
				f.sets[i].close()
				f.sets[i] = nil
				break
			}
			copy(f.row[at:], r)
			any = true
		}
		if at++; ok {
			at += max(1, len(set.Cols)) - 1
		}
	}
	f.first = false
	if f.count++; f.node.Ordinality {
		f.row[len(f.row)-1] = types.NewInt8(f.count)
	}
	return any, nil
}

func (f *functionScan) Close() {
	for _, set := range f.sets {
		if set != nil {
			set.close()
		}
	}
	f.sets = nil
}

// callSet evaluates the arguments of a set-returning function and runs it. A
// strict one gives no rows when an argument is NULL.
func callSet(rt *Runtime, call *expr.SetCall, row datum.Row, emit func(datum.Row) error) error {
	args := make([]datum.Datum, len(call.Args))
	for i, a := range call.Args {
		d, err := a.Eval(rt.Ctx, row)
		if err != nil {
			return err
		}
		if d.IsNull() && call.F.Strict {
			return nil
		}
		args[i] = d
	}
	return call.F.Rows(&rt.Ctx.Context, args, emit)
}

// recordOf makes a record of a row.
func recordOf(cols []fn.ResultColumn, r datum.Row) datum.Datum {
	rec := &types.RecordValue{Names: make([]string, len(cols)), Fields: cloneRow(r)}
	for i, c := range cols {
		rec.Names[i] = c.Name
	}
	return datum.Datum{OID: types.Record, X: rec}
}

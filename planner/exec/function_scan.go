package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// functionScan runs the functions of a FROM item side by side (ROWS FROM).
type functionScan struct {
	rt   *Runtime
	node *planner.FunctionScan
	list *rowList
}

func (f *functionScan) Next() (*datum.Batch, error) {
	if f.list == nil {
		f.list = newRowList(columnTypes(f.node.Out))
		if err := f.run(); err != nil {
			return nil, err
		}
	}
	return f.list.next(), nil
}

func (f *functionScan) run() error {
	width := len(f.node.Out)
	at := 0
	for _, call := range f.node.Calls {
		n := 0
		emit := func(r datum.Row) error {
			if n == len(f.list.rows) {
				if err := f.rt.grow(rowSize(width)); err != nil {
					return err
				}
				f.list.rows = append(f.list.rows, make(datum.Row, width))
			}
			copy(f.list.rows[n][at:], r)
			n++
			return f.rt.interrupted()
		}
		cols := 1
		if set, ok := call.(*expr.SetCall); ok {
			cols = max(1, len(set.Cols))
			if err := callSet(f.rt, set, nil, emit); err != nil {
				return err
			}
		} else {
			d, err := call.Eval(f.rt.Ctx, nil)
			if err != nil {
				return err
			}
			if err := emit(datum.Row{d}); err != nil {
				return err
			}
		}
		at += cols
	}
	if f.node.Ordinality {
		for i, r := range f.list.rows {
			r[width-1] = types.NewInt8(int64(i) + 1)
		}
	}
	return nil
}

func (f *functionScan) Close() {}

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

package exec

import (
	"errors"

	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// insert writes the rows of its source, all of them at the first Next.
type insert struct {
	rt   *Runtime
	node *planner.Insert
	w    *rowWriter
	list *rowList
	row  datum.Row // the new row in Shape
	// touched holds the keys that this statement has written, for ON CONFLICT
	// DO UPDATE, which may not change a row twice.
	touched map[string]bool
}

func (in *insert) Next() (*datum.Batch, error) {
	if in.list == nil {
		in.list = newRowList(columnTypes(in.node.Out))
		if err := in.run(); err != nil {
			return nil, err
		}
	}
	return in.list.next(), nil
}

// begin makes ready to write.
func (in *insert) begin() {
	in.w = newRowWriter(in.rt, in.node.Table, in.node.Shape, in.node.Checks)
	in.w.returning = in.node.Returning != nil
	in.row = make(datum.Row, len(in.node.Shape))
	if in.node.Conflict != nil {
		in.touched = map[string]bool{}
	}
	for _, t := range in.node.Targets {
		in.w.name(t)
	}
}

func (in *insert) run() error {
	in.begin()
	src, err := Build(in.rt, in.node.Source)
	if err != nil {
		return err
	}
	defer src.Close()
	if err := eachRow(src, in.write); err != nil {
		return err
	}
	in.w.finish()
	return nil
}

// write inserts one source row.
func (in *insert) write(src datum.Row) error {
	if err := in.rt.interrupted(); err != nil {
		return err
	}
	r, err := in.assemble(src)
	if err != nil {
		return err
	}
	e, err := in.w.encode(r, nil)
	if err != nil {
		return err
	}
	key := e.key
	if len(in.w.checks) > 0 || in.node.Returning != nil {
		if err := in.w.shaped(e, in.row); err != nil {
			return err
		}
		if err := in.w.check(r, in.row); err != nil {
			return err
		}
	}
	err = in.w.putNew(key, e.value)
	if errors.Is(err, kv.ErrExists) {
		if in.node.Conflict != nil {
			in.takeBack(r)
			return in.conflict(key, r)
		}
		in.rt.Meter.AddFailedCheck(in.rt.Store.Locate(key))
		return in.w.duplicate(r)
	}
	if err != nil {
		return err
	}
	if err := in.w.putChunks(key, e.chunks.Puts); err != nil {
		return err
	}
	in.w.meterInsert(key, r)
	in.rt.Affected++
	if in.touched != nil {
		in.touched[string(key)] = true
	}
	return in.returning(in.row)
}

// assemble makes the row that a source row stands for: its targets, then the
// defaults, then the generated columns.
func (in *insert) assemble(src datum.Row) (*storedRow, error) {
	r := &storedRow{key: make([]datum.Datum, in.w.codec.Columns()), cells: make([]rowenc.Cell, 0, len(src))}
	if in.node.Table.HiddenKey() {
		r.key[0] = rowenc.NewHiddenKey()
	}
	for i, t := range in.node.Targets {
		if err := in.w.set(r, t, src[i]); err != nil {
			return nil, err
		}
	}
	for _, d := range in.node.Defaults {
		v, err := d.Value.Eval(in.rt.Ctx, nil)
		if err != nil {
			return nil, err
		}
		if err := in.w.set(r, d.Target, v); err != nil {
			return nil, err
		}
	}
	return r, in.w.generate(r, in.node.Generated, in.row)
}

// takeBack undoes the figures of a row that is not inserted after all.
func (in *insert) takeBack(r *storedRow) {
	for _, c := range r.cells {
		in.w.count(c.ID, -1, -rowenc.ValueBytes(c.V))
	}
}

// returning keeps a row of RETURNING.
func (in *insert) returning(row datum.Row) error {
	return appendReturning(in.rt, in.list, in.node.Returning, row)
}

// appendReturning evaluates RETURNING over a row.
func appendReturning(rt *Runtime, list *rowList, exprs []expr.Expr, row datum.Row) error {
	if exprs == nil {
		return nil
	}
	out := make(datum.Row, len(exprs))
	for i, e := range exprs {
		d, err := e.Eval(rt.Ctx, row)
		if err != nil {
			return err
		}
		out[i] = d
	}
	list.rows = append(list.rows, out)
	return rt.grow(rowSize(len(out)))
}

func (in *insert) Close() {}

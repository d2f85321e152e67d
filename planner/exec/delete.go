package exec

import (
	"errors"

	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// deleteRows removes the rows of its source, all of them at the first Next.
type deleteRows struct {
	rt   *Runtime
	node *planner.Delete
	w    *rowWriter
	list *rowList
}

func (d *deleteRows) Next() (*datum.Batch, error) {
	if d.list == nil {
		d.list = newRowList(columnTypes(d.node.Out))
		if err := d.run(); err != nil {
			return nil, err
		}
	}
	return d.list.next(), nil
}

func (d *deleteRows) run() error {
	d.w = newRowWriter(d.rt, d.node.Table, d.node.Shape, nil)
	src, err := Build(d.rt, d.node.Source)
	if err != nil {
		return err
	}
	defer src.Close()
	if err := eachRow(src, d.write); err != nil {
		return err
	}
	d.w.finish()
	return nil
}

func (d *deleteRows) write(row datum.Row) error {
	if err := d.rt.interrupted(); err != nil {
		return err
	}
	key, err := d.w.keyOf(row)
	if err != nil {
		return err
	}
	value, err := d.w.latest(key)
	if errors.Is(err, kv.ErrNotFound) {
		return nil // the source gave it twice, or it has just gone
	}
	if err != nil {
		return err
	}
	old, err := d.w.load(key, value)
	if err != nil {
		return err
	}
	err = old.each(func(c rowenc.Cell) error {
		d.w.count(c.ID, -1, -rowenc.ValueBytes(c.V))
		return nil
	})
	if err != nil {
		return err
	}
	if err := d.rt.Txn.Delete(d.rt.context(), key); err != nil {
		return err
	}
	if err := d.w.deleteChunks(key, old.chunks()); err != nil {
		return err
	}
	d.w.meterDelete(key, old)
	d.rt.Affected++
	return appendReturning(d.rt, d.list, d.node.Returning, row)
}

func (d *deleteRows) Close() {}

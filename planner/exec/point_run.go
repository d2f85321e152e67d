package exec

import (
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// fewColumns is how many attributes a point read decodes one by one at most.
const fewColumns = 8

// get reads the row of a key: its value or, with done, into row what is asked
// for, and its size in the table model's terms. The latter is for few columns of
// a row in a block that is not in use: the others stay undecoded.
func (d *rowDecoder) get(key []byte, row datum.Row) (value []byte, bytes int64, done bool, err error) {
	reader, ok := d.rt.Reader.(kv.RunReader)
	if !ok || d.values || len(d.slots) > fewColumns {
		value, err = d.rt.Reader.Get(d.rt.context(), key)
		return value, 0, false, err
	}
	var run kv.Run
	if err := reader.GetRun(d.rt.context(), key, &run); err != nil {
		return nil, 0, false, err
	}
	if run.Columns == nil {
		return run.Value, 0, false, nil
	}
	if columns, ok := run.Columns.(*rowenc.Columns); !ok || d.hides(&run) || !columns.ByColumn() {
		value, err = run.Columns.AppendValue(nil, run.First)
		return value, 0, false, err
	}
	run.Keys = pointKey(key)
	if d.single == nil {
		d.single = &datum.Batch{}
		for _, c := range d.cols {
			d.single.Cols = append(d.single.Cols, datum.NewVector(c.T))
		}
	}
	d.single.Reset()
	if bytes, err = d.appendRun(d.single, &run, 0, 1); err != nil {
		return nil, 0, false, err
	}
	d.single.Row(0, row)
	return nil, bytes, true, nil
}

// pointKey is the key of a run of one row.
type pointKey []byte

// Key returns it.
func (k pointKey) Key(int) []byte { return k }

package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// values evaluates lists of expressions.
type values struct {
	rt    *Runtime
	node  *planner.Values
	batch *datum.Batch
	next  int
	row   datum.Row
}

func (v *values) Next() (*datum.Batch, error) {
	if v.next >= len(v.node.Rows) {
		return nil, nil
	}
	if err := v.rt.interrupted(); err != nil {
		return nil, err
	}
	if v.batch == nil {
		v.batch = datum.NewBatch(columnTypes(v.node.Out))
	}
	v.batch.Reset()
	for v.next < len(v.node.Rows) && v.batch.N < datum.BatchRows {
		v.row = v.row[:0]
		for _, e := range v.node.Rows[v.next] {
			d, err := e.Eval(v.rt.Ctx, nil)
			if err != nil {
				return nil, err
			}
			v.row = append(v.row, d)
		}
		v.batch.AppendRow(v.row)
		v.next++
	}
	return v.batch, nil
}

func (v *values) Close() {}

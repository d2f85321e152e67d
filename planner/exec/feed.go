package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// feed gives the rows that Runtime.NextRow brings from outside.
type feed struct {
	rt    *Runtime
	node  *planner.Feed
	batch *datum.Batch
}

// feedRows is the size of a feed's batches: one, so that an error in a row is
// reported with the line of COPY data that was read last.
const feedRows = 1

func (f *feed) Next() (*datum.Batch, error) {
	if f.batch == nil {
		f.batch = datum.NewBatch(columnTypes(f.node.Out))
	}
	f.batch.Reset()
	for f.batch.N < feedRows {
		row, err := f.rt.NextRow()
		if err != nil {
			return nil, err
		}
		if row == nil {
			break
		}
		f.batch.AppendRow(row)
	}
	if f.batch.N == 0 {
		return nil, nil
	}
	return f.batch, nil
}

func (f *feed) Close() {}

package exec

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// rowReader reads an operator row by row.
type rowReader struct {
	op    Operator
	batch *datum.Batch
	next  int
	buf   datum.Row
}

// read returns the next row, valid until the following call, or nil at the end.
func (r *rowReader) read() (datum.Row, error) {
	for r.batch == nil || r.next >= r.batch.Rows() {
		b, err := r.op.Next()
		if err != nil || b == nil {
			r.batch = nil
			return nil, err
		}
		r.batch, r.next = b, 0
	}
	r.buf = r.batch.Row(r.batch.Index(r.next), r.buf)
	r.next++
	if r.buf == nil { // a row without columns is still a row
		r.buf = datum.Row{}
	}
	return r.buf, nil
}

// eachRow calls f for every row of op. f keeps nothing of the row.
func eachRow(op Operator, f func(datum.Row) error) error {
	r := rowReader{op: op}
	for {
		row, err := r.read()
		if err != nil || row == nil {
			return err
		}
		if err := f(row); err != nil {
			return err
		}
	}
}

// rowList hands out rows that are in memory, batch by batch.
type rowList struct {
	batch *datum.Batch
	rows  []datum.Row
}

func newRowList(ts []types.T) *rowList { return &rowList{batch: datum.NewBatch(ts)} }

// next returns the next batch of the list, or nil.
func (l *rowList) next() *datum.Batch {
	if len(l.rows) == 0 {
		return nil
	}
	l.batch.Reset()
	n := min(len(l.rows), datum.BatchRows)
	for _, r := range l.rows[:n] {
		l.batch.AppendRow(r)
	}
	l.rows = l.rows[n:]
	return l.batch
}

// ownRow copies a row so that it may be kept for long and by few: its strings
// share no memory with the block that they were read from, all of which they
// would keep.
func ownRow(r datum.Row) datum.Row {
	out := cloneRow(r)
	for i := range out {
		out[i].S = strings.Clone(out[i].S)
	}
	return out
}

// cloneRow copies a row so that it may be kept.
func cloneRow(r datum.Row) datum.Row { return append(make(datum.Row, 0, len(r)), r...) }

// equalRows reports whether two rows are equal, NULLs to each other too.
func equalRows(a, b datum.Row) bool {
	for i := range a {
		an, bn := a[i].IsNull(), b[i].IsNull()
		if an || bn {
			if an != bn {
				return false
			}
			continue
		}
		if types.Compare(a[i], b[i]) != 0 {
			return false
		}
	}
	return true
}

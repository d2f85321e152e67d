package exec

import (
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// lockRows locks the rows of its input, table by table.
type lockRows struct {
	rt     *Runtime
	node   *planner.LockRows
	in     rowReader
	tables []*lockedTable
	batch  *datum.Batch
	left   int64
	row    datum.Row
	ended  bool
}

// lockedTable finds the rows of one table among the columns of the input.
type lockedTable struct {
	*planner.LockedTable
	codec  *rowenc.Codec
	dec    *rowDecoder
	key    []datum.Datum
	newest datum.Row // Cols of a row that has changed
}

func newLockRows(rt *Runtime, n *planner.LockRows, in Operator) Operator {
	l := &lockRows{rt: rt, node: n, in: rowReader{op: in}}
	for i := range n.Tables {
		t := &lockedTable{LockedTable: &n.Tables[i], dec: newRowDecoder(rt, n.Tables[i].Table, n.Tables[i].Cols)}
		t.codec = t.dec.codec
		t.key = make([]datum.Datum, t.codec.Columns())
		t.newest = make(datum.Row, len(t.Cols))
		l.tables = append(l.tables, t)
	}
	return l
}

func (l *lockRows) Next() (*datum.Batch, error) {
	if l.batch == nil {
		var err error
		if l.left, err = rowCount(l.rt, l.node.Limit, -1, pgerr.InvalidRowCountInLimit, "LIMIT"); err != nil {
			return nil, err
		}
		l.batch = datum.NewBatch(columnTypes(l.node.Columns()))
	}
	l.batch.Reset()
	for !l.ended && l.left != 0 && l.batch.N < lockBatch {
		row, err := l.in.read()
		if err != nil {
			return nil, err
		}
		if row == nil {
			l.ended = true
			break
		}
		l.row = append(l.row[:0], row...)
		keep, err := l.lock()
		if err != nil {
			return nil, err
		}
		if keep {
			l.batch.AppendRow(l.row)
			if l.left > 0 {
				l.left--
			}
		}
	}
	if l.batch.N == 0 {
		return nil, nil
	}
	return l.batch, nil
}

// lock locks the row at hand in every table. What has changed is read anew, and
// the row is kept if it still fits.
func (l *lockRows) lock() (keep bool, err error) {
	changed := false
	for _, t := range l.tables {
		value, keep, err := l.lockIn(t)
		if err != nil || !keep {
			return false, err
		}
		changed = changed || value
	}
	if !changed || l.node.Recheck == nil {
		return true, nil
	}
	return isTrue(l.rt, l.node.Recheck, l.row)
}

func (l *lockRows) lockIn(t *lockedTable) (changed, keep bool, err error) {
	for i, c := range t.Cols {
		if c.Kind == planner.ScanKey {
			t.key[c.Key] = l.row[t.At[i]]
		}
	}
	key, err := t.codec.AppendKeyPrefix(nil, t.key)
	if err != nil {
		return false, false, err
	}
	value, keep, err := lockRow(t.dec, t.Lock, key)
	if err != nil || !keep || value == nil {
		return false, keep, err
	}
	if _, err := t.dec.decode(key, value, t.newest); err != nil {
		return false, false, err
	}
	for i, at := range t.At {
		l.row[at] = t.newest[i]
	}
	return true, true, nil
}

func (l *lockRows) Close() { l.in.op.Close() }

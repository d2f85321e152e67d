package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// keyedSource gives the rows of a scan one by one with their stored keys,
// filtered.
type keyedSource interface {
	Operator
	// nextKeyed fills row and returns its key, which the caller may keep; ok is
	// false at the end.
	nextKeyed(row datum.Row) (key []byte, ok bool, err error)
}

// lockScan locks the rows of a scan. Under READ COMMITTED a row that somebody
// changed meanwhile is read again and looked at again, as PostgreSQL does;
// under stricter levels it is a serialization failure.
type lockScan struct {
	rt    *Runtime
	node  *planner.Scan
	src   keyedSource
	dec   *rowDecoder
	batch *datum.Batch
	left  int64
	row   datum.Row
}

// lockBatch is how many rows are locked before they are handed on, when no
// limit says that fewer are wanted.
const lockBatch = 256

func (l *lockScan) Next() (*datum.Batch, error) {
	if l.batch == nil {
		var err error
		if l.left, err = rowCount(l.rt, l.node.Limit, -1, pgerr.InvalidRowCountInLimit, "LIMIT"); err != nil {
			return nil, err
		}
		l.batch = datum.NewBatch(columnTypes(l.node.Out))
		l.row = make(datum.Row, len(l.node.Cols))
	}
	l.batch.Reset()
	for l.left != 0 && l.batch.N < lockBatch {
		key, ok, err := l.src.nextKeyed(l.row)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		keep, err := l.lock(key)
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

// lock locks the row at hand; keep is false if it is passed over, or no longer
// fits.
func (l *lockScan) lock(key []byte) (keep bool, err error) {
	value, keep, err := lockRow(l.dec, l.node.Lock, key)
	if err != nil || !keep || value == nil {
		return keep, err
	}
	if _, err := l.dec.decode(key, value, l.row); err != nil {
		return false, err
	}
	if l.node.Filter == nil {
		return true, nil
	}
	return isTrue(l.rt, l.node.Filter, l.row)
}

func (l *lockScan) Close() { l.src.Close() }

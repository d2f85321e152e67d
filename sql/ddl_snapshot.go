package sql

import (
	"bytes"
	"fmt"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
)

// seesAllRows is a serialization failure when rows of a table, whose writers the
// caller keeps away, have changed since the transaction's fixed snapshot: what is
// checked or rewritten by that snapshot would leave them out. READ COMMITTED
// looks at the newest rows.
func (d *ddl) seesAllRows(t *catalog.Table) error {
	if d.fixedAt == 0 {
		return nil
	}
	then, err := d.partitions.Snapshot(d.ctx, d.fixedAt)
	if err != nil {
		return err
	}
	defer then.Close()
	now, err := d.partitions.Snapshot(d.ctx, 0)
	if err != nil {
		return err
	}
	defer now.Close()
	if now.ReadTS() == then.ReadTS() {
		return nil
	}
	span := catalog.TableSpan(t)
	a, b := then.Scan(d.ctx, span, kv.ScanOptions{}), now.Scan(d.ctx, span, kv.ScanOptions{})
	defer a.Close()
	defer b.Close()
	for {
		moreThen, moreNow := a.Next(), b.Next()
		if err := a.Err(); err != nil {
			return err
		}
		if err := b.Err(); err != nil {
			return err
		}
		if moreThen != moreNow || moreNow && !(bytes.Equal(a.Key(), b.Key()) && bytes.Equal(a.Value(), b.Value())) {
			return fmt.Errorf("%w: rows of %s have changed since the snapshot", kv.ErrConflict, t.Name)
		}
		if !moreNow {
			return nil
		}
	}
}

package exec

import (
	"github.com/sparrowdb/sparrow/sql/datum"
)

// fetch reads the rows of some keys at once, meters each, and appends those that
// exist to b. rows, if not nil, gets the number in b of each key's row, -1 for none.
func (d *rowDecoder) fetch(keys [][]byte, b *datum.Batch, rows []int32) error {
	rt := d.rt
	found, err := rt.Reader.BatchGet(rt.context(), keys)
	if err != nil {
		return err
	}
	for i, value := range found {
		var n int64
		gone := value == nil
		if !gone {
			if gone, err = d.gone(value); err != nil {
				return err
			}
		}
		if rows != nil {
			rows[i] = -1
		}
		if !gone {
			if value, err = d.whole(rt.Reader, keys[i], value); err != nil {
				return err
			}
			if rows != nil {
				rows[i] = int32(b.N)
			}
			if n, err = d.appendTo(b, keys[i], value); err != nil {
				return err
			}
		}
		rt.Meter.AddPointRead(rt.Store.Locate(keys[i]), n)
	}
	return nil
}

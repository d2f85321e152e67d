package rowenc

import "github.com/sparrowdb/sparrow/kv"

// Bytes is what AppendTo returns for the whole run. Of all rows of a block it
// takes the sums of the head; else it may read the lengths of values.
func (d *RunDecoder) Bytes(run *kv.Run) (bytes int64, err error) {
	c, ok := run.Columns.(*Columns)
	if !ok {
		return d.rowBytes(run)
	}
	if d.keys != nil {
		if bytes, err = d.keys.bytes(c, run); err != nil {
			return 0, err
		}
	}
	for _, i := range d.rows.attrs {
		col := &d.rows.cols[i]
		var size int64
		if run.Whole() {
			size, err = d.wholeBytes(c, col)
		} else {
			size, err = d.partBytes(c, col, run)
		}
		if err != nil {
			return 0, err
		}
		bytes += size
	}
	return bytes, nil
}

func (d *RunDecoder) rowBytes(run *kv.Run) (bytes int64, err error) {
	for i := range run.Rows {
		value := run.Value
		if run.Columns != nil {
			if value, err = run.Columns.AppendValue(nil, run.ValueAt(i)); err != nil {
				return 0, err
			}
		}
		size, err := d.rows.Decode(run.KeyAt(i), value, d.rows.row)
		if err != nil {
			return 0, err
		}
		bytes += size
	}
	return bytes, nil
}

// wholeBytes is the size of all cells of a column.
func (d *RunDecoder) wholeBytes(c *Columns, col *Column) (bytes int64, err error) {
	if d.sources, err = c.sources(d.sources[:0], col.Attr); err != nil {
		return 0, err
	}
	for i := range d.sources {
		s := &d.sources[i]
		size, err := s.allBytes()
		if err != nil {
			return 0, err
		}
		bytes += size + int64(col.NameBytes)*int64(s.cells())
	}
	return bytes, nil
}

// partBytes is the size of the cells of a column that a run has.
func (d *RunDecoder) partBytes(c *Columns, col *Column, run *kv.Run) (bytes int64, err error) {
	if err := d.open(c, col); err != nil {
		return 0, err
	}
	for i := range d.sources {
		s := &d.sources[i]
		if run.Sel == nil {
			low := run.ValueAt(0)
			if run.Reverse {
				low -= run.Rows - 1
			}
			first, last := s.before(low), s.before(low+run.Rows)
			size, err := s.valueBytes(first, last)
			if err != nil {
				return 0, err
			}
			bytes += size + int64(col.NameBytes)*int64(last-first)
			continue
		}
		for _, row := range run.Sel {
			if cell, ok := s.find(int(row)); ok {
				size, err := s.valueBytes(cell, cell+1)
				if err != nil {
					return 0, err
				}
				bytes += size + int64(col.NameBytes)
			}
		}
	}
	return bytes, nil
}

package rowenc

// rowIndex is the index of a sparse block; nil while searching does.
func (c *Columns) rowIndex() *rowIndex {
	if x := c.index.Load(); x != nil || !c.layout.sparse || c.searched.Add(1) <= indexAfter {
		return x
	}
	c.indexOnce.Do(func() {
		x := &rowIndex{refs: c.orderedRefs()}
		c.fillIndex(x)
		c.memory.Add(int64(8*cap(x.refs) + 4*cap(x.starts) + 4*cap(x.entries)))
		c.index.Store(x)
	})
	return c.index.Load()
}

// orderedRefs are all columns of attributes in order.
func (c *Columns) orderedRefs() []columnRef {
	columns := len(c.wide)
	for g := range c.tails {
		columns += c.tails[g].columns
	}
	refs := make([]columnRef, 0, columns)
	wide := 0
	for wide < len(c.wide) && c.wide[wide].id == 0 {
		wide++
	}
	// wideBefore adds the columns of the head that come before a key.
	wideBefore := func(key columnKey) {
		for wide < len(c.wide) && newColumnKey(c.wide[wide].id, c.wide[wide].ord, c.wide[wide].tag) < key {
			refs = append(refs, columnRef{-1, int32(wide)})
			wide++
		}
	}
	for g := range c.tails {
		for i := range c.tails[g].columns {
			ref := columnRef{int32(g), int32(i)}
			column := c.at(ref)
			wideBefore(column.key())
			refs = append(refs, ref)
		}
	}
	wideBefore(^columnKey(0))
	return refs
}

// fillIndex enters every cell at its row.
func (c *Columns) fillIndex(x *rowIndex) {
	starts := make([]uint32, c.rows+2)
	next := starts[2:] // while cells are counted; then one less
	c.eachColumn(x.refs, func(_ int, rows []uint16) {
		for _, row := range rows {
			next[row]++
		}
	})
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	next = starts[1:]
	x.entries = make([]rowEntry, starts[c.rows+1])
	c.eachColumn(x.refs, func(ref int, rows []uint16) {
		for cell, row := range rows {
			x.entries[next[row]] = rowEntry{uint16(ref), uint16(cell)}
			next[row]++
		}
	})
	x.starts = starts[:c.rows+1]
}

// eachColumn calls do with the rows of each column.
func (c *Columns) eachColumn(refs []columnRef, do func(ref int, rows []uint16)) {
	var scratch, all []uint16
	for ref := range refs {
		column := c.at(refs[ref])
		switch {
		case column.tail != nil:
			do(ref, column.tail.rows[column.first:column.first+column.cells])
		case column.wide.all():
			for len(all) < column.cells {
				all = append(all, uint16(len(all)))
			}
			do(ref, all[:column.cells])
		default:
			do(ref, column.wide.rows(0, column.cells, &scratch))
		}
	}
}

package rowenc

import (
	"encoding/binary"
	"fmt"

	"github.com/sparrowdb/sparrow/catalog"
)

// rowLayout is what rows are put together from: all columns, in the order of
// cells in a row and, if rows have few of the columns, what each row has.
type rowLayout struct {
	refs    []columnRef
	starts  []uint32 // where each row's entries start, and the end; nil if rows have most columns
	entries []rowEntry
	form    *columnData
	time    *columnData
	scales  *columnData
	scale   []*columnData
}

// columnRef points to a column of attributes.
type columnRef struct {
	group  int32 // tail group; -1 for a column in the head
	column int32 // in its tail group, or the head
}

// rowEntry is a cell of a row.
type rowEntry struct {
	ref  uint16
	cell uint16 // in its column
}

const (
	// sparseColumnsMin and sparseShare say when rows get entries: in blocks of
	// so many columns, when less than one in so many cells is there.
	sparseColumnsMin = 16
	sparseShare      = 4
)

// rowColumn is a column that rows take cells from.
type rowColumn struct {
	id    catalog.AttrID
	ord   uint32
	tag   Tag
	wide  *columnData
	tail  *tailData
	first int // cell of the tail group
	cells int
}

// at finds a column that layOut has opened.
func (c *Columns) at(ref columnRef) rowColumn {
	if ref.group < 0 {
		w := &c.wide[ref.column]
		return rowColumn{id: w.id, ord: w.ord, tag: w.tag, wide: w.data.Load(), cells: int(w.cells)}
	}
	t := c.tails[ref.group].data.Load()
	first := t.starts[ref.column]
	return rowColumn{id: catalog.AttrID(t.ids[ref.column]), ord: t.ord(int(ref.column)), tag: t.tags[ref.column],
		tail: t, first: int(first), cells: int(t.starts[ref.column+1] - first)}
}

func (r *rowColumn) key() columnKey { return columnKey{r.id, r.ord, r.tag} }

// find is the cell of a row.
func (r *rowColumn) find(row int) (int, bool) {
	if r.wide != nil {
		return r.wide.find(row)
	}
	return r.tail.find(r.first, r.cells, row)
}

func (r *rowColumn) appendPayload(dst []byte, cell int) []byte {
	if r.wide != nil {
		return r.wide.appendPayload(dst, cell)
	}
	return append(dst, r.tail.payload(r.first+cell)...)
}

func (r *rowColumn) age(cell int) int64 {
	if r.wide != nil {
		return r.wide.ages.at(cell)
	}
	return r.tail.ages[r.first+cell]
}

// AppendValue implements kv.Columns.
func (c *Columns) AppendValue(dst []byte, i int) ([]byte, error) {
	if i < 0 || i >= c.rows {
		return dst, fmt.Errorf("rowenc: value %d of %d", i, c.rows)
	}
	c.layoutOnce.Do(c.layOut)
	if c.layoutErr != nil {
		return dst, c.layoutErr
	}
	l := &c.layout
	timed := c.timed
	if l.form != nil {
		timed = l.form.ints.at(i) == timedVersion
	}
	if timed {
		cell, ok := l.time.find(i)
		if !ok {
			return dst, corrupt("timed row without a timestamp")
		}
		dst = binary.AppendUvarint(append(dst, timedVersion), uint64(l.time.ints.at(cell)))
	} else {
		dst = append(dst, rowVersion)
	}
	dst, err := l.appendScales(dst, i)
	if err != nil {
		return dst, err
	}
	if l.starts != nil {
		return c.appendCells(dst, l.entries[l.starts[i]:l.starts[i+1]], timed), nil
	}
	var room [64]rowEntry
	entries := room[:0]
	for ref := range l.refs {
		column := c.at(l.refs[ref])
		if cell, ok := column.find(i); ok {
			entries = append(entries, rowEntry{uint16(ref), uint16(cell)})
		}
	}
	return c.appendCells(dst, entries, timed), nil
}

func (l *rowLayout) appendScales(dst []byte, row int) ([]byte, error) {
	if l.scales == nil {
		return append(dst, 0), nil
	}
	n := l.scales.ints.at(row)
	dst = binary.AppendUvarint(dst, uint64(n))
	for k := range n {
		if k >= int64(len(l.scale)) {
			return dst, corrupt("scales of a row")
		}
		cell, ok := l.scale[k].find(row)
		if !ok {
			return dst, corrupt("scales of a row")
		}
		dst = binary.AppendUvarint(dst, uint64(l.scale[k].ints.at(cell)))
	}
	return dst, nil
}

// appendCells appends the cells of a row: their number, header and payloads.
func (c *Columns) appendCells(dst []byte, entries []rowEntry, timed bool) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(entries)))
	// As in EncodeRow, payloads wait for their lengths to be in the header.
	var scratch [1024]byte
	payloads := scratch[:0]
	last := catalog.AttrID(0)
	for _, e := range entries {
		column := c.at(c.layout.refs[e.ref])
		from := len(payloads)
		payloads = column.appendPayload(payloads, int(e.cell))
		dst = append(binary.AppendUvarint(dst, uint64(column.id-last)), byte(column.tag))
		dst = binary.AppendUvarint(dst, uint64(len(payloads)-from))
		if timed {
			dst = binary.AppendUvarint(dst, uint64(column.age(int(e.cell))))
		}
		last = column.id
	}
	return append(dst, payloads...)
}

// layOut opens all columns.
func (c *Columns) layOut() {
	if c.layoutErr = c.layOutRoles(); c.layoutErr != nil {
		return
	}
	l := &c.layout
	var tails []columnRef
	for g := range c.tails {
		t, err := c.openTail(g)
		if err != nil {
			c.layoutErr = err
			return
		}
		for i := range t.ids {
			tails = append(tails, columnRef{int32(g), int32(i)})
		}
	}
	l.refs = make([]columnRef, 0, len(tails)+len(c.wide))
	for i := range c.wide {
		if c.wide[i].id == 0 {
			continue
		}
		if _, err := c.openWide(i); err != nil {
			c.layoutErr = err
			return
		}
		w := c.at(columnRef{-1, int32(i)})
		for len(tails) > 0 {
			if t := c.at(tails[0]); t.key().compare(w.key()) > 0 {
				break
			}
			l.refs, tails = append(l.refs, tails[0]), tails[1:]
		}
		l.refs = append(l.refs, columnRef{-1, int32(i)})
	}
	l.refs = append(l.refs, tails...)
	c.layoutErr = c.index()
	c.memory.Add(int64(8*cap(l.refs) + 4*cap(l.starts) + 4*cap(l.entries)))
}

func (c *Columns) layOutRoles() (err error) {
	l := &c.layout
	if c.plain && c.timed {
		if l.form, err = c.role(roleForm, 0); err != nil {
			return err
		}
		if l.form == nil || l.form.cells != c.rows {
			return corrupt("forms of rows")
		}
	}
	if l.time, err = c.role(roleTime, 0); err != nil {
		return err
	}
	if c.timed && l.time == nil {
		return corrupt("timestamps of rows")
	}
	if l.scales, err = c.role(roleScales, 0); err != nil || l.scales == nil {
		return err
	}
	if l.scales.cells != c.rows {
		return corrupt("scales of rows")
	}
	for k := 0; ; k++ {
		s, err := c.role(roleScale, k)
		if err != nil || s == nil {
			return err
		}
		l.scale = append(l.scale, s)
	}
}

// index checks the order of columns and makes the entries of sparse rows.
func (c *Columns) index() error {
	l := &c.layout
	cells := 0
	for i := range l.refs {
		column := c.at(l.refs[i])
		cells += column.cells
		if i == 0 {
			continue
		}
		if before := c.at(l.refs[i-1]); before.key().compare(column.key()) >= 0 {
			return corrupt("order of columns")
		}
	}
	if len(l.refs) > blockColumnsMax {
		return corrupt("number of columns")
	}
	if len(l.refs) < sparseColumnsMin || cells > c.rows*len(l.refs)/sparseShare {
		return nil
	}
	starts := make([]uint32, c.rows+1)
	c.eachCell(func(_, row, _ int) { starts[row+1]++ })
	for i := range c.rows {
		starts[i+1] += starts[i]
	}
	l.entries = make([]rowEntry, cells)
	c.eachCell(func(ref, row, cell int) {
		l.entries[starts[row]] = rowEntry{uint16(ref), uint16(cell)}
		starts[row]++
	})
	copy(starts[1:], starts)
	starts[0] = 0
	l.starts = starts
	return nil
}

// eachCell calls do for every cell, by column.
func (c *Columns) eachCell(do func(ref, row, cell int)) {
	var scratch []uint16
	for ref := range c.layout.refs {
		column := c.at(c.layout.refs[ref])
		var rows []uint16
		switch {
		case column.tail != nil:
			rows = column.tail.rows[column.first : column.first+column.cells]
		case column.wide.all():
			for i := range column.cells {
				do(ref, i, i)
			}
			continue
		default:
			rows = column.wide.rows(0, column.cells, &scratch)
		}
		for cell, row := range rows {
			do(ref, int(row), cell)
		}
	}
}

package rowenc

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/sparrowdb/sparrow/catalog"
)

// rowLayout is what rows are put together from.
type rowLayout struct {
	form   *columnData
	time   *columnData
	scales *columnData
	scale  []*columnData
	sparse bool // rows have few of the columns
}

// rowIndex says what each row of a sparse block has.
type rowIndex struct {
	refs    []columnRef // all columns, in the order of cells in a row
	starts  []uint32    // where each row's entries start, and the end
	entries []rowEntry
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

// rowCell is a cell of a row that is being put together.
type rowCell struct {
	columnRef
	cell int32
}

const (
	// sparseColumnsMin and sparseShare say when rows get an index: in blocks of
	// so many columns, when less than one in so many cells is there.
	sparseColumnsMin = 16
	sparseShare      = 4
	// indexAfter is how many rows are put together by a search of all columns
	// before an index is made: it pays for several.
	indexAfter = 4
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

func (r *rowColumn) key() columnKey { return newColumnKey(r.id, r.ord, r.tag) }

func (r *rowColumn) appendPayload(dst []byte, cell int) ([]byte, error) {
	if r.wide != nil {
		return r.wide.appendPayload(dst, cell)
	}
	return append(dst, r.tail.payload(r.first+cell)...), nil
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
	var room [64]rowCell
	if x := c.rowIndex(); x != nil {
		return c.appendCells(dst, x.cells(room[:0], i), timed)
	}
	return c.appendCells(dst, c.findCells(room[:0], i), timed)
}

// cells appends what a row has.
func (x *rowIndex) cells(dst []rowCell, row int) []rowCell {
	for _, e := range x.entries[x.starts[row]:x.starts[row+1]] {
		dst = append(dst, rowCell{x.refs[e.ref], int32(e.cell)})
	}
	return dst
}

// findCells appends what a row has, found by a search of all columns.
func (c *Columns) findCells(dst []rowCell, row int) []rowCell {
	for i := range c.wide {
		if c.wide[i].id == 0 {
			continue
		}
		if cell, ok := c.wide[i].data.Load().find(row); ok {
			dst = append(dst, rowCell{columnRef{-1, int32(i)}, int32(cell)})
		}
	}
	wide := len(dst)
	for g := range c.tails {
		t := c.tails[g].data.Load()
		column := 0
		for cell, r := range t.rows {
			if int(r) != row {
				continue
			}
			for int(t.starts[column+1]) <= cell {
				column++
			}
			dst = append(dst, rowCell{columnRef{int32(g), int32(column)}, int32(cell) - int32(t.starts[column])})
		}
	}
	if wide > 0 && wide < len(dst) {
		slices.SortFunc(dst, func(a, b rowCell) int {
			x, y := c.at(a.columnRef), c.at(b.columnRef)
			return cmp.Compare(x.key(), y.key())
		})
	}
	return dst
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
func (c *Columns) appendCells(dst []byte, cells []rowCell, timed bool) ([]byte, error) {
	dst = binary.AppendUvarint(dst, uint64(len(cells)))
	// As in EncodeRow, payloads wait for their lengths to be in the header.
	var scratch [1024]byte
	payloads := scratch[:0]
	last := catalog.AttrID(0)
	for _, e := range cells {
		column := c.at(e.columnRef)
		from := len(payloads)
		var err error
		if payloads, err = column.appendPayload(payloads, int(e.cell)); err != nil {
			return dst, err
		}
		dst = append(binary.AppendUvarint(dst, uint64(column.id-last)), byte(column.tag))
		dst = binary.AppendUvarint(dst, uint64(len(payloads)-from))
		if timed {
			dst = binary.AppendUvarint(dst, uint64(column.age(int(e.cell))))
		}
		last = column.id
	}
	return append(dst, payloads...), nil
}

// layOut opens all columns.
func (c *Columns) layOut() {
	if c.layoutErr = c.layOutRoles(); c.layoutErr != nil {
		return
	}
	columns, cells := len(c.wide), 0
	for i := range c.wide {
		if _, c.layoutErr = c.openWide(i); c.layoutErr != nil {
			return
		}
		cells += int(c.wide[i].cells)
	}
	for g := range c.tails {
		if _, c.layoutErr = c.openTail(g); c.layoutErr != nil {
			return
		}
		columns += c.tails[g].columns
		cells += c.tails[g].cells
	}
	c.layout.sparse = columns >= sparseColumnsMin && columns <= blockColumnsMax && cells <= c.rows*columns/sparseShare
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

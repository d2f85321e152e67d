package rowenc

import "github.com/sparrowdb/sparrow/sql/datum"

// cellSource is the cells of one attribute that are of one type. Cells are
// counted from 0, in the order of rows.
type cellSource struct {
	tag    Tag
	head   *wideColumn // nil for a column of a tail group
	wide   *columnData // of a column with a head, once it has been opened
	tail   *tailData
	column int // in wide, or in the tail group
}

func (s *cellSource) cells() int {
	if s.head != nil {
		return int(s.head.cells)
	}
	return int(s.tail.starts[s.column+1] - s.tail.starts[s.column])
}

// first is the number of its first cell in the tail group.
func (s *cellSource) first() int { return int(s.tail.starts[s.column]) }

// find is the cell of a row.
func (s *cellSource) find(row int) (int, bool) {
	if s.wide != nil {
		return s.wide.find(row)
	}
	return s.tail.find(s.first(), s.cells(), row)
}

// before is the number of cells in front of a row.
func (s *cellSource) before(row int) int {
	if s.wide != nil {
		return s.wide.before(row)
	}
	rows := s.tail.rows[s.first() : s.first()+s.cells()]
	n := 0
	for n < len(rows) && int(rows[n]) < row {
		n++
	}
	return n
}

// row is the row of a cell. scratch is memory to use.
func (s *cellSource) row(cell int, scratch *[]uint16) int {
	switch {
	case s.wide == nil:
		return int(s.tail.rows[s.first()+cell])
	case s.wide.all():
		return cell
	default:
		return int(s.wide.rows(cell, cell+1, scratch)[0])
	}
}

// datum is the value of a cell.
func (s *cellSource) datum(cell int) (datum.Datum, error) {
	if s.tail != nil {
		return s.tail.datum(s.tag, s.first()+cell)
	}
	return s.wide.datum(cell)
}

// valueBytes is the sum of ValueBytes of the cells [from, to).
func (s *cellSource) valueBytes(from, to int) (int64, error) {
	if s.wide != nil && to-from == s.wide.cells {
		return s.allBytes()
	}
	if s.wide != nil {
		return s.wide.valueBytes(from, to)
	}
	var n int64
	for ; from < to; from++ {
		v, err := s.datum(from)
		if err != nil {
			return 0, err
		}
		n += ValueBytes(v)
	}
	return n, nil
}

// allBytes is the sum of ValueBytes of all cells.
func (s *cellSource) allBytes() (int64, error) {
	switch {
	case s.head == nil:
		return s.valueBytes(0, s.cells())
	case ofAnySize(s.head.id, s.tag):
		return s.head.sum, nil
	default:
		return fixedBytes(s.tag) * int64(s.head.cells), nil
	}
}

// bounds are the bounds of all cells.
func (s *cellSource) bounds() columnBounds {
	if s.head != nil {
		return s.head.bounds
	}
	payloads := make([][]byte, 0, s.cells())
	for cell := range s.cells() {
		payloads = append(payloads, s.tail.payload(s.first()+cell))
	}
	var sc valuesScratch
	v := sc.values(s.tag, payloads)
	return v.bounds(s.tag)
}

package rowenc

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// tailData is a tail group that has been opened for reading.
type tailData struct {
	ids    []uint32
	ords   []uint32 // nil unless the block has timed rows
	tags   []Tag
	starts []uint32 // the first cell of each column, and the end
	rows   []uint16 // of each cell
	ends   []uint32 // where each cell's payload ends in data
	data   []byte
	ages   []int64 // of each cell; nil unless the block has timed rows
}

// tailBuffers holds buffers to decompress tail groups to.
var tailBuffers = sync.Pool{New: func() any { return new([]byte) }}

// readTail opens a tail group of a block of total rows.
func readTail(s *section, g *tailGroup, total int, timed bool) (*tailData, error) {
	buf := tailBuffers.Get().(*[]byte)
	defer tailBuffers.Put(buf)
	*buf = slices.Grow((*buf)[:0], s.raw+decompressSlack)
	raw, err := s.decompress((*buf)[:0:cap(*buf)])
	if err != nil {
		return nil, err
	}
	r := &blockReader{b: raw}
	if g.columns > len(raw) || g.cells > len(raw) {
		return nil, corrupt("size of a tail group")
	}
	t := &tailData{ids: make([]uint32, g.columns), tags: make([]Tag, g.columns), starts: make([]uint32, g.columns+1)}
	if t.readColumns(r, g, timed); r.bad {
		return nil, corrupt("columns of a tail group")
	}
	t.rows, t.ends = make([]uint16, g.cells), make([]uint32, g.cells)
	t.readRows(r, total)
	payloads, deltas := t.readLengths(r)
	if timed {
		t.ages = make([]int64, g.cells)
		for i := range t.ages {
			t.ages[i] = int64(r.uvarint(math.MaxInt64))
		}
	}
	if r.bad {
		return nil, corrupt("cells of a tail group")
	}
	t.data = make([]byte, 0, r.left()+deltas*binary.MaxVarintLen64/2)
	if !t.readPayloads(r.bytes(payloads), r.bytes(r.left())) {
		return nil, corrupt("values of a tail group")
	}
	return t, nil
}

func (t *tailData) readColumns(r *blockReader, g *tailGroup, timed bool) {
	id := uint64(g.first)
	for i := range t.ids {
		id += r.uvarint(math.MaxUint32)
		if id > uint64(g.last) {
			r.fail()
			return
		}
		t.ids[i] = uint32(id)
	}
	if timed {
		t.ords = make([]uint32, g.columns)
		for i := range t.ords {
			t.ords[i] = uint32(r.uvarint(columnOrdMax))
		}
	}
	for i, tag := range r.bytes(g.columns) {
		t.tags[i] = Tag(tag)
	}
	cells := 0
	for i := range t.ids {
		t.starts[i] = uint32(cells)
		cells += int(r.uvarint(uint64(g.cells))) + 1
		if cells > g.cells {
			r.fail()
			return
		}
	}
	t.starts[g.columns] = uint32(cells)
	if cells != g.cells {
		r.fail()
	}
}

func (t *tailData) readRows(r *blockReader, total int) {
	for i := range t.ids {
		row := -1
		rows := t.rows[t.starts[i]:t.starts[i+1]]
		for k := range rows {
			row += r.gap() + 1
			rows[k] = uint16(row)
		}
		if row >= total {
			r.fail()
		}
	}
}

// readLengths puts the lengths of payloads in ends, and returns their sum and
// how many cells are differences.
func (t *tailData) readLengths(r *blockReader) (payloads, deltas int) {
	for i, tag := range t.tags {
		cells := t.ends[t.starts[i]:t.starts[i+1]]
		switch naturalValues(tag &^ tailDelta) {
		case valuesInts, valuesFloats:
			if tag&tailDelta != 0 {
				deltas += len(cells)
			}
		default:
			for k := range cells {
				n := r.count()
				cells[k] = uint32(n)
				payloads += n
			}
		}
	}
	return payloads, deltas
}

// readPayloads gathers the payloads in data, in the order of cells. The
// lengths in ends become ends.
func (t *tailData) readPayloads(payloads, numbers []byte) bool {
	for i, tag := range t.tags {
		delta := tag&tailDelta != 0
		tag &^= tailDelta
		t.tags[i] = tag
		cells := t.ends[t.starts[i]:t.starts[i+1]]
		values := naturalValues(tag)
		if values != valuesInts && values != valuesFloats {
			end := uint32(len(t.data))
			size := 0
			for k, n := range cells {
				size += int(n)
				end += n
				cells[k] = end
			}
			t.data, payloads = append(t.data, payloads[:size]...), payloads[size:]
			continue
		}
		last := int64(0)
		from := len(t.data)
		for k := range cells {
			n := numberBytes(tag, numbers)
			if n < 0 || n > len(numbers) {
				return false
			}
			if delta {
				d, _ := binary.Varint(numbers[:n])
				last += d
				t.data = binary.AppendVarint(t.data, last)
				cells[k] = uint32(len(t.data))
			} else {
				from += n
				t.data = append(t.data, numbers[:n]...)
				cells[k] = uint32(from)
			}
			numbers = numbers[n:]
		}
	}
	return len(payloads) == 0 && len(numbers) == 0
}

// numberBytes is the length of the number that b begins with, -1 if it is cut.
func numberBytes(tag Tag, b []byte) int {
	switch tag {
	case tagBool:
		return 1
	case tagFloat4:
		return 4
	case tagFloat8:
		return 8
	}
	for i, x := range b {
		if x < 0x80 {
			return i + 1
		}
	}
	return -1
}

// attribute is the first column of an attribute; ok is false if it has none here.
func (t *tailData) attribute(id catalog.AttrID) (int, bool) {
	return slices.BinarySearch(t.ids, uint32(id))
}

// find is the cell that a row has in a column of cells cells from first on,
// counted from there.
func (t *tailData) find(first, cells, row int) (int, bool) {
	return slices.BinarySearch(t.rows[first:first+cells], uint16(row))
}

func (t *tailData) ord(column int) uint32 {
	if t.ords == nil {
		return 0
	}
	return t.ords[column]
}

// payload is the payload of a cell of the group.
func (t *tailData) payload(cell int) []byte {
	from := uint32(0)
	if cell > 0 {
		from = t.ends[cell-1]
	}
	return t.data[from:t.ends[cell]:t.ends[cell]]
}

// datum is the value of a cell. Strings share the group's memory.
func (t *tailData) datum(tag Tag, cell int) (datum.Datum, error) {
	b := t.payload(cell)
	if naturalValues(tag) == valuesStrings && (tag != tagUUID || len(b) == 16) {
		return datum.Datum{OID: tagTypes[tag], S: view(b)}, nil
	}
	return decodeCell(tag, b)
}

// memory is the bytes that it holds.
func (t *tailData) memory() int64 {
	const self = 200
	return self + int64(4*cap(t.ids)+4*cap(t.ords)+cap(t.tags)+4*cap(t.starts)+2*cap(t.rows)+4*cap(t.ends)+cap(t.data)+8*cap(t.ages))
}

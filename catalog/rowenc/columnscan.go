package rowenc

import (
	"encoding/binary"
	"math"

	"github.com/sparrowdb/sparrow/catalog"
)

const (
	// rowScalesMax bounds the display scales at the front of a row: there is one
	// for each numeric key column.
	rowScalesMax = 64
	// cellTagMax bounds the tags of cells in a block.
	cellTagMax = 0x7f
)

// scannedCell is a cell of a row that is being laid out by column.
type scannedCell struct {
	id      catalog.AttrID
	ord     uint32 // of the cell among the attribute's, newest first
	tag     Tag
	age     int64
	length  int
	payload []byte
}

// rowScan takes a row apart, to the last byte and in the one form that
// AppendValue gives back.
type rowScan struct {
	timed  bool
	time   int64
	scales []int64
	cells  []scannedCell
}

// scan reports whether value is a row in its one form. The payloads share its
// memory.
func (s *rowScan) scan(value []byte) bool {
	if len(value) == 0 || value[0] != rowVersion && value[0] != timedVersion {
		return false
	}
	in := strictReader{b: value[1:]}
	s.timed, s.time = value[0] == timedVersion, 0
	if s.timed {
		s.time = int64(in.uvarint(math.MaxInt64))
	}
	s.scales = s.scales[:0]
	for n := in.uvarint(rowScalesMax); n > 0; n-- {
		s.scales = append(s.scales, int64(in.uvarint(math.MaxInt32)))
	}
	s.cells = s.cells[:0]
	id, ord := uint64(0), uint32(0)
	for n := in.uvarint(uint64(len(value)) / headerCellMin); n > 0 && !in.bad; n-- {
		delta := in.uvarint(math.MaxUint32)
		if delta == 0 {
			if ord++; !s.timed || id == 0 || ord > columnOrdMax {
				return false
			}
		} else {
			id, ord = id+delta, 0
		}
		if id > math.MaxUint32 {
			return false
		}
		c := scannedCell{id: catalog.AttrID(id), ord: ord, tag: Tag(in.uvarint(cellTagMax))}
		c.length = int(in.uvarint(uint64(len(value))))
		if s.timed {
			c.age = int64(in.uvarint(math.MaxInt64))
		}
		s.cells = append(s.cells, c)
	}
	if in.bad {
		return false
	}
	for i := range s.cells {
		c := &s.cells[i]
		if c.length > len(in.b) {
			return false
		}
		c.payload, in.b = in.b[:c.length:c.length], in.b[c.length:]
	}
	return len(in.b) == 0
}

// oldest is the time of the oldest newest cell, or the row's if it has none.
func (s *rowScan) oldest() int64 {
	age := int64(0)
	for i := range s.cells {
		if c := &s.cells[i]; c.ord == 0 {
			age = max(age, c.age)
		}
	}
	return s.time - age
}

// strictReader takes uvarints that have no shorter form.
type strictReader struct {
	b   []byte
	bad bool
}

func (r *strictReader) uvarint(most uint64) uint64 {
	if len(r.b) > 0 && r.b[0] < 0x80 && uint64(r.b[0]) <= most {
		x := r.b[0]
		r.b = r.b[1:]
		return uint64(x)
	}
	x, n := binary.Uvarint(r.b)
	if n <= 0 || x > most || n != uvarintLen(x) {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[n:]
	return x
}

package rowenc

import (
	"encoding/binary"
	"math"
	"sync/atomic"

	"github.com/klauspost/compress/s2"

	"github.com/sparrowdb/sparrow/catalog"
)

// blockVersion is the first byte of a block by column.
const blockVersion = 1

// The second byte of a block: what its rows are, and how the head is kept.
const (
	flagPlain  = 1 << iota // there are plain rows
	flagTimed              // there are timed rows
	flagHeadS2             // the head is compressed
)

const (
	// blockRowsMax bounds the rows of a block: their numbers fit 16 bits.
	blockRowsMax = 1 << 16
	// blockColumnsMax bounds its columns, for the same reason.
	blockColumnsMax = 1<<16 - 1
	// headPlainBytes is the size below which a head isn't compressed.
	headPlainBytes = 512
)

// Columns of attribute 0 hold what rows have besides cells, all as integers.
// What they hold stands in the place of the tag.
const (
	roleForm   Tag = 1 + iota // the first byte of each row, if rows differ in it
	roleScales                // how many scales each row has, if any has some
	roleScale                 // scale number ord
	roleTime                  // the timestamp of each timed row
)

// wideColumn is a column with an entry of its own in the head.
type wideColumn struct {
	id      catalog.AttrID // 0 for what is no attribute
	ord     uint32
	tag     Tag
	section int32
	offset  uint32
	length  uint32
	cells   int32
	sum     int64 // of ValueBytes, if cells differ in it
	bounds  columnBounds
	data    atomic.Pointer[columnData]
}

// ofAnySize reports whether the cells of a column may differ in ValueBytes.
func ofAnySize(id catalog.AttrID, tag Tag) bool {
	if v := naturalValues(tag); id == 0 || v == valuesInts || v == valuesFloats {
		return false
	}
	return true
}

// tailGroup is an entry of the head for a tail group.
type tailGroup struct {
	first, last    uint32 // attribute ids
	columns, cells int
	section        int
	data           atomic.Pointer[tailData]
}

func (w *wideColumn) append(dst []byte, lastID catalog.AttrID, timed bool) []byte {
	dst = append(binary.AppendUvarint(dst, uint64(w.id-lastID)), byte(w.tag))
	if timed || w.id == 0 {
		dst = binary.AppendUvarint(dst, uint64(w.ord))
	}
	dst = binary.AppendUvarint(dst, uint64(w.cells-1))
	dst = binary.AppendUvarint(dst, uint64(w.section))
	dst = binary.AppendUvarint(dst, uint64(w.offset))
	dst = binary.AppendUvarint(dst, uint64(w.length))
	if ofAnySize(w.id, w.tag) {
		dst = binary.AppendUvarint(dst, uint64(w.sum))
	}
	return w.bounds.append(dst)
}

func (w *wideColumn) read(r *blockReader, lastID catalog.AttrID, c *Columns) {
	id := uint64(lastID) + r.uvarint(math.MaxUint32)
	w.id, w.tag = catalog.AttrID(id), Tag(r.byte())
	if c.timed || id == 0 {
		w.ord = uint32(r.uvarint(columnOrdMax))
	}
	w.cells = int32(r.uvarint(uint64(c.rows-1))) + 1
	w.section = int32(r.uvarint(uint64(max(len(c.sections), 1) - 1)))
	w.offset = uint32(r.uvarint(math.MaxUint32))
	w.length = uint32(r.uvarint(math.MaxUint32))
	if ofAnySize(w.id, w.tag) {
		w.sum = int64(r.uvarint(math.MaxInt64))
	}
	w.bounds.read(r)
	if id > math.MaxUint32 || len(c.sections) == 0 || uint64(w.offset)+uint64(w.length) > uint64(c.sections[w.section].raw) {
		r.fail()
	}
}

// wideColumnMin and the others are the least bytes of an entry of the head.
const (
	sectionHeadMin = 2
	wideColumnMin  = 6
	tailGroupMin   = 4
)

// appendBlock puts a block together: the fixed start, head and sections.
func appendBlock(dst []byte, flags byte, rows int, head, sections []byte) []byte {
	var packed []byte
	if len(head) >= headPlainBytes {
		if packed = s2.EncodeBetter(nil, head); len(packed) > len(head)-len(head)/8 {
			packed = nil
		}
	}
	if packed != nil {
		flags |= flagHeadS2
	}
	dst = binary.AppendUvarint(append(dst, blockVersion, flags), uint64(rows))
	if packed != nil {
		head = packed
	}
	dst = binary.AppendUvarint(dst, uint64(len(head)))
	return append(append(dst, head...), sections...)
}

// openHead reads the start and the head of a block.
func (c *Columns) openHead(data []byte) error {
	r := &blockReader{b: data}
	version, flags := r.byte(), r.byte()
	if version != blockVersion {
		return corrupt("version of a block by column")
	}
	c.rows = int(r.uvarint(blockRowsMax))
	c.plain, c.timed = flags&flagPlain != 0, flags&flagTimed != 0
	head := r.bytes(r.count())
	if r.bad || c.rows == 0 || !c.plain && !c.timed {
		return corrupt("start of a block")
	}
	if flags&flagHeadS2 != 0 {
		n, err := s2.DecodedLen(head)
		if err != nil || n > sectionFreeBytes+sectionRatioMax*len(head) {
			return corrupt("length of a block's head")
		}
		if head, err = s2.Decode(nil, head); err != nil {
			return corrupt("head of a block")
		}
		c.memory.Add(int64(len(head)))
	}
	return c.readHead(&blockReader{b: head}, r)
}

func (c *Columns) readHead(h, data *blockReader) error {
	if c.timed {
		c.oldest = h.varint()
	}
	sections := h.count()
	if sections > h.left()/sectionHeadMin {
		return corrupt("sections of a block")
	}
	c.sections = make([]section, sections)
	raw := 0
	for i := range c.sections {
		c.sections[i].readHead(h, data, &raw)
	}
	wide := h.count()
	if wide > h.left()/wideColumnMin {
		return corrupt("columns of a block")
	}
	c.wide = make([]wideColumn, wide)
	last := catalog.AttrID(0)
	for i := range c.wide {
		c.wide[i].read(h, last, c)
		last = c.wide[i].id
	}
	tails := h.count()
	if tails > h.left()/tailGroupMin || tails > sections {
		return corrupt("tail groups of a block")
	}
	c.tails = make([]tailGroup, tails)
	lastTail := uint64(0)
	for i := range c.tails {
		lastTail = c.tails[i].read(h, lastTail, sections-tails+i)
	}
	if h.bad || h.left() > 0 || data.left() > 0 {
		return corrupt("head of a block")
	}
	return nil
}

func (g *tailGroup) append(dst []byte, last uint32) []byte {
	dst = binary.AppendUvarint(dst, uint64(g.first-last))
	dst = binary.AppendUvarint(dst, uint64(g.last-g.first))
	dst = binary.AppendUvarint(dst, uint64(g.columns))
	return binary.AppendUvarint(dst, uint64(g.cells))
}

func (g *tailGroup) read(h *blockReader, last uint64, section int) (end uint64) {
	first := last + h.uvarint(math.MaxUint32)
	end = first + h.uvarint(math.MaxUint32)
	if end > math.MaxUint32 {
		h.fail()
	}
	g.first, g.last, g.section = uint32(first), uint32(end), section
	g.columns = int(h.uvarint(blockColumnsMax))
	g.cells = int(h.uvarint(blockRawBytesMax))
	return end
}

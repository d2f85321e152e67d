package rowenc

import (
	"encoding/binary"
	"sync"

	"github.com/sparrowdb/sparrow/catalog"
)

const (
	// wideCellsMin and wideBytesMin say when a column gets an entry in the head
	// of its own; else it goes to a tail group.
	wideCellsMin = 32
	wideBytesMin = 1 << 10
	// sectionOwnBytes is the size from which a column is compressed alone, and
	// sectionPackBytes that at which a section of several ends.
	sectionOwnBytes  = 4 << 10
	sectionPackBytes = 8 << 10
)

// columnKey is what the cells of a column have in common: from the highest
// bits down the attribute, the ordinal and the tag, so that keys order as
// columns do. Attribute 0 stands for what is no attribute.
type columnKey uint64

const (
	columnTagBits = 7
	columnOrdMax  = 1<<(32-columnTagBits) - 1
)

func newColumnKey(id catalog.AttrID, ord uint32, tag Tag) columnKey {
	return columnKey(uint64(id)<<32 | uint64(ord)<<columnTagBits | uint64(tag))
}

func (k columnKey) id() catalog.AttrID { return catalog.AttrID(k >> 32) }
func (k columnKey) ord() uint32        { return uint32(k) >> columnTagBits }
func (k columnKey) tag() Tag           { return Tag(k & cellTagMax) }

// blockEncoder lays out one block at a time and keeps its memory.
type blockEncoder struct {
	gather  cellGather
	values  valuesScratch
	wide    []*wideColumn
	bodies  [2]packWriter // of numbers; of the others
	tail    tailWriter
	tails   []tailGroup
	metas   []section
	data    []byte // of all sections
	head    []byte
	raw     []byte
	rawSize int
	store   bool // leave sections as they are, for tests of damage
}

// packWriter gathers the bodies of columns for one section.
type packWriter struct {
	body    []byte
	columns []*wideColumn
}

var blockEncoders = sync.Pool{New: func() any { return new(blockEncoder) }}

// Encode implements kv.Codec. It takes plain and timed rows, 65,536 at most.
func (c *ColumnCodec) Encode(dst []byte, values [][]byte) ([]byte, bool) {
	if len(values) == 0 || len(values) > blockRowsMax {
		return dst, false
	}
	e := blockEncoders.Get().(*blockEncoder)
	defer blockEncoders.Put(e)
	defer e.release()
	if !e.gather.gather(values) {
		return dst, false
	}
	return e.encode(dst, len(values))
}

func (e *blockEncoder) encode(dst []byte, rows int) ([]byte, bool) {
	e.wide, e.tails, e.metas, e.data, e.rawSize = e.wide[:0], e.tails[:0], e.metas[:0], e.data[:0], 0
	e.tail.timed = e.gather.timed
	e.tail.reset()
	e.values.strings.section = func(raw []byte) int {
		e.addSection(raw)
		return len(e.metas) - 1
	}
	var tails []*columnCells
	for i := range e.gather.columns {
		c := &e.gather.columns[i]
		if c.id() == 0 || len(c.rows) >= wideCellsMin || c.bytes() >= wideBytesMin || !canonical(c.tag(), c.payloads) {
			e.addWide(c, rows)
		} else {
			tails = append(tails, c)
		}
	}
	for i := range e.bodies {
		e.closePack(&e.bodies[i])
	}
	for i, c := range tails {
		e.tail.add(c)
		if e.tail.bytes() >= tailGroupBytes && i+1 < len(tails) && tails[i+1].id() != c.id() {
			e.closeTail()
		}
	}
	e.closeTail()
	if e.rawSize > blockRawBytesMax {
		return dst, false
	}
	return appendBlock(dst, e.gather.flags(), rows, e.encodeHead(), e.data), true
}

// addWide lays a column out.
func (e *blockEncoder) addWide(c *columnCells, rows int) {
	w := &wideColumn{id: c.id(), ord: c.ord(), tag: c.tag(), cells: int32(len(c.rows))}
	v := columnValues{kind: valuesInts, ints: c.numbers}
	if w.id != 0 {
		v = e.values.values(w.tag, c.payloads)
		if ofAnySize(w.id, w.tag) {
			w.sum = v.sum(w.tag)
		}
		if w.ord == 0 {
			w.bounds = v.bounds(w.tag)
		}
	}
	pack := &e.bodies[0]
	if v.kind == valuesStrings || v.kind == valuesPayloads {
		pack = &e.bodies[1]
	}
	from := len(pack.body)
	pack.body = appendPresence(pack.body, c.rows, rows, &e.values.floats.ints)
	pack.body = v.append(pack.body, w.tag, &e.values)
	if e.gather.timed && w.id != 0 {
		pack.body = appendInts(pack.body, c.ages, &e.values.floats.ints)
	}
	w.offset, w.length = uint32(from), uint32(len(pack.body)-from)
	e.wide = append(e.wide, w)
	if w.length >= sectionOwnBytes {
		w.offset, w.section = 0, int32(len(e.metas))
		e.addSection(pack.body[from:])
		pack.body = pack.body[:from]
		return
	}
	pack.columns = append(pack.columns, w)
	if len(pack.body) >= sectionPackBytes {
		e.closePack(pack)
	}
}

func (e *blockEncoder) closePack(p *packWriter) {
	if len(p.columns) == 0 {
		return
	}
	for _, w := range p.columns {
		w.section = int32(len(e.metas))
	}
	e.addSection(p.body)
	p.body, p.columns = p.body[:0], p.columns[:0]
}

func (e *blockEncoder) closeTail() {
	if e.tail.columns == 0 {
		return
	}
	e.tails = append(e.tails, tailGroup{first: e.tail.first, last: e.tail.last, columns: e.tail.columns, cells: e.tail.cells})
	e.raw = e.tail.append(e.raw[:0])
	e.addSection(e.raw)
	e.tail.reset()
}

// addSection compresses the next section.
func (e *blockEncoder) addSection(raw []byte) {
	from := len(e.data)
	data, method := e.data, byte(sectionStored)
	if e.store {
		data = append(data, raw...)
	} else {
		data, method = appendSection(data, raw)
	}
	e.data = data
	e.metas = append(e.metas, section{method: method, raw: len(raw), size: len(data) - from})
	e.rawSize += len(raw)
}

func (e *blockEncoder) encodeHead() []byte {
	h := e.head[:0]
	if e.gather.timed {
		h = binary.AppendVarint(h, e.gather.oldest)
	}
	h = appendCount(h, len(e.metas))
	for i := range e.metas {
		h = e.metas[i].appendHead(h)
	}
	h = appendCount(h, len(e.wide))
	last := catalog.AttrID(0)
	for _, w := range e.wide {
		h = w.append(h, last, e.gather.timed)
		last = w.id
	}
	h = appendCount(h, len(e.tails))
	end := uint32(0)
	for i := range e.tails {
		h = e.tails[i].append(h, end)
		end = e.tails[i].last
	}
	e.head = h
	return h
}

// release forgets the values, which belong to others.
func (e *blockEncoder) release() {
	e.gather.release()
	e.values.strings.release()
	clear(e.wide)
	for i := range e.bodies {
		p := &e.bodies[i]
		clear(p.columns[:cap(p.columns)])
		p.body, p.columns = p.body[:0], p.columns[:0]
	}
	const kept = 1 << 20
	if cap(e.data) > kept {
		*e = blockEncoder{}
	}
}

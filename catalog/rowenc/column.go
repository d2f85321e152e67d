package rowenc

import (
	"sort"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
)

// ColumnCodec lays rows out by column (COLUMNS.md). It is safe for concurrent
// use.
type ColumnCodec struct {
	// TrimRow is Trim; nil keeps all.
	TrimRow func(key, value []byte) (kept []byte, ok bool)
}

var _ kv.Codec = (*ColumnCodec)(nil)

// Trim implements kv.Codec.
func (c *ColumnCodec) Trim(key, value []byte) (kept []byte, ok bool) {
	if c.TrimRow == nil {
		return value, true
	}
	return c.TrimRow(key, value)
}

// Open implements kv.Codec. Strings that are read from the block may share
// data's memory and outlive the Columns: data must be left to the collector.
func (c *ColumnCodec) Open(data []byte) (kv.Columns, error) {
	columns := &Columns{}
	if err := columns.openHead(data); err != nil {
		return nil, err
	}
	columns.memory.Add(int64(unsafe.Sizeof(*columns)) + int64(len(columns.sections))*int64(unsafe.Sizeof(section{})) +
		int64(len(columns.wide))*int64(unsafe.Sizeof(wideColumn{})) + int64(len(columns.tails))*int64(unsafe.Sizeof(tailGroup{})))
	return columns, nil
}

// Columns is the rows of a block by column. It implements kv.Columns.
type Columns struct {
	rows         int
	plain, timed bool  // which forms of rows there are
	oldest       int64 // see Oldest
	sections     []section
	wide         []wideColumn // by attribute, ordinal and tag
	tails        []tailGroup  // by attribute
	memory       atomic.Int64

	layoutOnce sync.Once
	layout     rowLayout // of rows that are put together again; see columnrow.go
	layoutErr  error
	searched   atomic.Int32 // rows put together without an index
	indexOnce  sync.Once
	index      atomic.Pointer[rowIndex]
	pointReads atomic.Int32 // see ByColumn
}

// pointReadsMax is after how many reads of single rows a block is taken to be in
// use: from then on it pays to have its rows at hand whole.
const pointReadsMax = 16

// ByColumn advises a reader of a few columns of one row: true is to decode those
// (RunDecoder), false to have the row put together (AppendValue). The latter is
// faster once a block's columns are decoded, and much slower before.
func (c *Columns) ByColumn() bool {
	return c.pointReads.Load() < pointReadsMax && c.pointReads.Add(1) <= pointReadsMax
}

// Len implements kv.Columns.
func (c *Columns) Len() int { return c.rows }

// Memory implements kv.Columns.
func (c *Columns) Memory() int64 { return c.memory.Load() }

// Oldest is the Unix time in milliseconds of the oldest cell that a RunDecoder
// may give: no newest cell of an attribute is older. timed is false of a block without
// timed rows; plain rows among timed ones have no times and count for nothing.
func (c *Columns) Oldest() (ms int64, timed bool) { return c.oldest, c.timed }

// openWide opens a column that has an entry in the head.
func (c *Columns) openWide(i int) (*columnData, error) {
	w := &c.wide[i]
	if d := w.data.Load(); d != nil {
		return d, nil
	}
	raw, memory, err := c.sections[w.section].open()
	if err != nil {
		return nil, err
	}
	c.memory.Add(memory)
	d, err := readColumn(c, raw[w.offset:w.offset+w.length], w.tag, int(w.cells), w.id == 0)
	if err != nil {
		return nil, err
	}
	if !w.data.CompareAndSwap(nil, d) { // another was faster
		return w.data.Load(), nil
	}
	c.memory.Add(d.memory())
	return d, nil
}

// openTail opens a tail group.
func (c *Columns) openTail(i int) (*tailData, error) {
	g := &c.tails[i]
	if t := g.data.Load(); t != nil {
		return t, nil
	}
	t, err := readTail(&c.sections[g.section], g, c.rows, c.timed)
	if err != nil {
		return nil, err
	}
	if !g.data.CompareAndSwap(nil, t) {
		return g.data.Load(), nil
	}
	c.memory.Add(t.memory())
	return t, nil
}

// sources appends what the newest cells of an attribute lie in.
func (c *Columns) sources(dst []cellSource, id catalog.AttrID) ([]cellSource, error) {
	at := sort.Search(len(c.wide), func(i int) bool { return c.wide[i].id >= id })
	for ; at < len(c.wide) && c.wide[at].id == id && c.wide[at].ord == 0; at++ {
		dst = append(dst, cellSource{tag: c.wide[at].tag, head: &c.wide[at], column: at})
	}
	g := sort.Search(len(c.tails), func(i int) bool { return c.tails[i].last >= uint32(id) })
	if g == len(c.tails) || c.tails[g].first > uint32(id) {
		return dst, nil
	}
	t, err := c.openTail(g)
	if err != nil {
		return nil, err
	}
	for at, ok := t.attribute(id); ok && at < len(t.ids) && t.ids[at] == uint32(id) && t.ord(at) == 0; at++ {
		dst = append(dst, cellSource{tag: t.tags[at], tail: t, column: at})
	}
	return dst, nil
}

// role is the column of what is no attribute; nil if the block has none.
func (c *Columns) role(tag Tag, ord int) (*columnData, error) {
	for i := range c.wide {
		switch w := &c.wide[i]; {
		case w.id != 0:
			return nil, nil
		case w.tag == tag && w.ord == uint32(ord):
			return c.openWide(i)
		}
	}
	return nil, nil
}

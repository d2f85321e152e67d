package rowenc

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// cellGather sorts the cells of a block's rows by column.
type cellGather struct {
	plain, timed bool
	oldest       int64         // see Columns.Oldest
	columns      []columnCells // by attribute, ordinal and tag, after gather

	scan     rowScan
	numbers  map[columnKey]int32
	keys     []columnKey
	counts   []int32
	next     []int32 // by column, plus 1: the one that followed it last; 0 stands for the start of a row
	cells    []gatheredCell
	order    []int32
	rows     []uint16
	payloads [][]byte
	values   []int64
}

type gatheredCell struct {
	column  int32
	row     uint16
	payload []byte
	value   int64 // the age, or of what is no attribute its number
}

// gather takes the rows apart; it reports whether all have a form that a block can hold.
func (g *cellGather) gather(values [][]byte) bool {
	if g.numbers == nil {
		g.numbers = map[columnKey]int32{}
	}
	clear(g.numbers)
	g.plain, g.timed, g.oldest = false, false, math.MaxInt64
	g.keys, g.counts, g.next, g.cells = g.keys[:0], g.counts[:0], append(g.next[:0], -1), g.cells[:0]
	scaled := false
	for row, value := range values {
		if !g.scan.scan(value) {
			return false
		}
		g.plain, g.timed = g.plain || !g.scan.timed, g.timed || g.scan.timed
		scaled = scaled || len(g.scan.scales) > 0
		if g.scan.timed {
			g.oldest = min(g.oldest, g.scan.oldest())
		}
		last := int32(-1)
		for i := range g.scan.cells {
			c := &g.scan.cells[i]
			last = g.column(newColumnKey(c.id, c.ord, c.tag), last)
			g.add(gatheredCell{column: last, row: uint16(row), payload: c.payload, value: c.age})
		}
		if len(g.keys) > blockColumnsMax {
			return false
		}
	}
	g.gatherRoles(values, scaled)
	g.sort()
	return true
}

// gatherRoles adds what rows have besides cells.
func (g *cellGather) gatherRoles(values [][]byte, scaled bool) {
	mixed := g.plain && g.timed
	if !mixed && !scaled && !g.timed {
		return
	}
	number := func(role Tag, ord uint32, row int, v int64) {
		at := g.column(newColumnKey(0, ord, role), -1)
		g.add(gatheredCell{column: at, row: uint16(row), value: v})
	}
	for row, value := range values {
		g.scan.scan(value)
		if mixed {
			number(roleForm, 0, row, int64(value[0]))
		}
		if scaled {
			number(roleScales, 0, row, int64(len(g.scan.scales)))
		}
		for i, s := range g.scan.scales {
			number(roleScale, uint32(i), row, s)
		}
		if g.scan.timed {
			number(roleTime, 0, row, g.scan.time)
		}
	}
}

func (g *cellGather) add(c gatheredCell) {
	g.cells = append(g.cells, c)
	g.counts[c.column]++
}

// column finds the number of a column. after is the column of the cell before:
// what followed it in another row is most likely what follows it now.
func (g *cellGather) column(key columnKey, after int32) int32 {
	if guess := g.next[after+1]; guess >= 0 && g.keys[guess] == key {
		return guess
	}
	at, ok := g.numbers[key]
	if !ok {
		at = int32(len(g.keys))
		g.numbers[key] = at
		g.keys, g.counts, g.next = append(g.keys, key), append(g.counts, 0), append(g.next, -1)
	}
	g.next[after+1] = at
	return at
}

// sort fills columns.
func (g *cellGather) sort() {
	g.order = g.order[:0]
	for i := range g.keys {
		g.order = append(g.order, int32(i))
	}
	slices.SortFunc(g.order, func(a, b int32) int { return cmp.Compare(g.keys[a], g.keys[b]) })
	n := len(g.cells)
	g.rows, g.payloads, g.values = slices.Grow(g.rows[:0], n)[:n], slices.Grow(g.payloads[:0], n)[:n], slices.Grow(g.values[:0], n)[:n]
	g.columns = slices.Grow(g.columns[:0], len(g.keys))[:len(g.keys)]
	// From here on counts says where the next cell of each column goes.
	at := int32(0)
	for i, column := range g.order {
		end := at + g.counts[column]
		c := &g.columns[i]
		*c = columnCells{columnKey: g.keys[column], rows: g.rows[at:end], payloads: g.payloads[at:end], ages: g.values[at:end]}
		if c.id() == 0 {
			c.payloads, c.ages, c.numbers = nil, nil, c.ages
		}
		g.counts[column] = at
		at = end
	}
	for i := range g.cells {
		c := &g.cells[i]
		to := g.counts[c.column]
		g.counts[c.column]++
		g.rows[to], g.payloads[to], g.values[to] = c.row, c.payload, c.value
	}
}

func (g *cellGather) flags() byte {
	var flags byte
	if g.plain {
		flags |= flagPlain
	}
	if g.timed {
		flags |= flagTimed
	}
	return flags
}

func (g *cellGather) release() {
	clear(g.scan.cells[:cap(g.scan.cells)])
	clear(g.cells[:cap(g.cells)])
	clear(g.payloads[:cap(g.payloads)])
	clear(g.columns[:cap(g.columns)])
}

// bytes is the size of the payloads.
func (c *columnCells) bytes() int {
	n := 0
	for _, p := range c.payloads {
		n += len(p)
	}
	return n
}

func appendCount(dst []byte, n int) []byte { return binary.AppendUvarint(dst, uint64(n)) }

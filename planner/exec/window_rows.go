package exec

import (
	"sort"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// partitionRows keeps the rows of one partition, and where groups of peers begin:
// rows that ORDER BY does not tell apart. Their memory is accounted until reset.
type partitionRows struct {
	rt       *Runtime
	rows     []datum.Row
	starts   []int     // first row of each group
	last     datum.Row // ORDER BY of the last row
	keepKeys bool      // whether keys are kept
	keys     []datum.Datum
	size     int64
	at       int // group of the row that was asked for last
}

// append adds a copy of a row whose ORDER BY keys are given.
func (p *partitionRows) append(row, keys datum.Row, order []planner.SortKey) error {
	kept := ownRow(row)
	n := int64(datum.RowSize(kept)) + 24
	if err := p.rt.grow(n); err != nil {
		return err
	}
	p.size += n
	if len(p.rows) == 0 || compareKeys(order, p.last, keys) != 0 {
		p.starts = append(p.starts, len(p.rows))
		p.last = ownRow(keys)
	}
	if p.keepKeys {
		p.keys = append(p.keys, p.last[0])
	}
	p.rows = append(p.rows, kept)
	return nil
}

func (p *partitionRows) len() int { return len(p.rows) }

func (p *partitionRows) row(i int) datum.Row { return p.rows[i] }

// group is the number of a row's group. Rows are asked for in order, mostly.
func (p *partitionRows) group(i int) int {
	for p.at < len(p.starts) && p.starts[p.at] <= i {
		if p.end(p.at) > i {
			return p.at
		}
		p.at++
	}
	p.at = sort.SearchInts(p.starts, i+1) - 1
	return p.at
}

// end is where a group ends.
func (p *partitionRows) end(group int) int {
	if group+1 < len(p.starts) {
		return p.starts[group+1]
	}
	return len(p.rows)
}

// peers are the rows first … end-1 of a row's group.
func (p *partitionRows) peers(i int) (first, end int) {
	g := p.group(i)
	return p.starts[g], p.end(g)
}

func (p *partitionRows) reset() {
	p.rt.Memory.Shrink(p.size)
	clear(p.rows)
	clear(p.keys)
	p.rows, p.starts, p.keys, p.last, p.size, p.at = p.rows[:0], p.starts[:0], p.keys[:0], nil, 0, 0
}

package rowenc

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// Which rows of a block have a cell in a column (COLUMNS.md): first byte.
const (
	presenceAll  = iota // every row
	presenceBits        // a bit for each row, from the lowest of the first byte up
	presenceRows        // the first row and the distances to the next, less 1, as integers
)

// appendPresence appends the rows, of which there is at least one.
func appendPresence(dst []byte, rows []uint16, total int, sc *intsScratch) []byte {
	if len(rows) == total {
		return append(dst, presenceAll)
	}
	sc.places = slices.Grow(sc.places[:0], len(rows))
	last := -1
	for _, r := range rows {
		sc.places = append(sc.places, int64(int(r)-last-1))
		last = int(r)
	}
	from := len(dst)
	gaps := sc.places
	sc.places = nil // the encoding may need places of its own
	dst = appendInts(append(dst, presenceRows), gaps, sc)
	sc.places = gaps
	bytes := (total + 7) / 8
	if len(dst)-from-1 <= bytes {
		return dst
	}
	dst = append(dst[:from], presenceBits)
	at := len(dst)
	dst = append(dst, make([]byte, bytes)...)
	for _, r := range rows {
		dst[at+int(r)/8] |= 1 << (r % 8)
	}
	return dst
}

// presence tells which rows have a cell, and which cell it is.
type presence struct {
	cells int
	list  []uint16 // the rows, if kept as such
	words []uint64 // a bit for each row, if kept as such
	ranks []uint16 // cells before each word
}

// readPresence takes the presence of cells cells, at least 1, in total rows.
func readPresence(r *blockReader, cells, total int) presence {
	p := presence{cells: cells}
	switch r.byte() {
	case presenceAll:
		if cells != total {
			r.fail()
		}
	case presenceBits:
		p.readBits(r, total)
	case presenceRows:
		gaps := readInts(r, cells)
		if r.bad {
			return p
		}
		p.list = make([]uint16, cells)
		row := int64(-1)
		for i := range p.list {
			gap := gaps.at(i)
			if gap < 0 || gap >= int64(total) || row+gap+1 >= int64(total) {
				r.fail()
				return p
			}
			row += gap + 1
			p.list[i] = uint16(row)
		}
	default:
		r.fail()
	}
	return p
}

func (p *presence) readBits(r *blockReader, total int) {
	b := r.bytes((total + 7) / 8)
	if r.bad {
		return
	}
	p.words = make([]uint64, (total+63)/64)
	p.ranks = make([]uint16, len(p.words))
	n := 0
	for i := range p.words {
		var word [8]byte
		copy(word[:], b[8*i:])
		p.words[i] = binary.LittleEndian.Uint64(word[:])
		p.ranks[i] = uint16(n)
		n += bits.OnesCount64(p.words[i])
	}
	if n != p.cells || total%64 != 0 && p.words[len(p.words)-1]>>(total%64) != 0 {
		r.fail()
	}
}

// all reports whether cell i is row i's.
func (p *presence) all() bool { return p.list == nil && p.words == nil }

// before is the number of cells in front of a row.
func (p *presence) before(row int) int {
	switch {
	case p.list != nil:
		if row > int(p.list[len(p.list)-1]) {
			return len(p.list)
		}
		at, _ := slices.BinarySearch(p.list, uint16(row))
		return at
	case p.words != nil:
		if row/64 >= len(p.words) {
			return p.cells
		}
		return int(p.ranks[row/64]) + bits.OnesCount64(p.words[row/64]&(1<<(row%64)-1))
	default:
		return row
	}
}

// find is a row's cell.
func (p *presence) find(row int) (cell int, ok bool) {
	switch {
	case p.list != nil:
		return slices.BinarySearch(p.list, uint16(row))
	case p.words != nil:
		if p.words[row/64]>>(row%64)&1 == 0 {
			return 0, false
		}
		return p.before(row), true
	default:
		return row, true
	}
}

// rows gives the rows of the cells [from, to), in scratch or in memory of its
// own that must not be changed. It is not asked when all rows have a cell.
func (p *presence) rows(from, to int, scratch *[]uint16) []uint16 {
	if p.list != nil {
		return p.list[from:to]
	}
	out := (*scratch)[:0]
	if from == to {
		return out
	}
	w, _ := slices.BinarySearch(p.ranks, uint16(from))
	for w == len(p.words) || w > 0 && int(p.ranks[w]) > from {
		w--
	}
	skip := from - int(p.ranks[w])
	for ; len(out) < to-from; w++ {
		for word := p.words[w]; word != 0 && len(out) < to-from; word &= word - 1 {
			if skip > 0 {
				skip--
				continue
			}
			out = append(out, uint16(w*64+bits.TrailingZeros64(word)))
		}
	}
	*scratch = out
	return out
}

// memory is the bytes that it holds.
func (p *presence) memory() int64 {
	return int64(2*cap(p.list) + 8*cap(p.words) + 2*cap(p.ranks))
}

package rowenc

import "encoding/binary"

// Columns of few cells lie in tail groups (COLUMNS.md): parts that are read as
// a whole. Each of the streams below holds something of all columns of the
// group, one after the other, so that likes are compressed together.

const (
	// tailGroupBytes is the raw size at which a tail group ends.
	tailGroupBytes = 6 << 10
	// tailDelta marks the tag of a column whose integers, but for the first, are
	// differences to the one before.
	tailDelta = 0x80
)

// tailWriter gathers the columns of one tail group.
type tailWriter struct {
	timed               bool
	first, last         uint32
	columns, cells      int
	ids, ords           []byte
	tags, counts        []byte
	rows, lengths, ages []byte
	numbers, payloads   []byte
	values, deltas      []int64
}

func (w *tailWriter) reset() {
	w.columns, w.cells = 0, 0
	for _, s := range []*[]byte{&w.ids, &w.ords, &w.tags, &w.counts, &w.rows, &w.lengths, &w.ages, &w.numbers, &w.payloads} {
		*s = (*s)[:0]
	}
}

// bytes is the raw size so far.
func (w *tailWriter) bytes() int {
	return len(w.ids) + len(w.ords) + len(w.tags) + len(w.counts) + len(w.rows) + len(w.lengths) + len(w.ages) + len(w.numbers) + len(w.payloads)
}

// add takes a column. Its numbers, if it has any, are canonical.
func (w *tailWriter) add(c *columnCells) {
	id := uint32(c.id())
	if w.columns == 0 {
		w.first, w.last = id, id
	}
	w.ids = binary.AppendUvarint(w.ids, uint64(id-w.last))
	w.last = id
	w.columns++
	w.cells += len(c.rows)
	if w.timed {
		w.ords = binary.AppendUvarint(w.ords, uint64(c.ord()))
		for _, age := range c.ages {
			w.ages = binary.AppendUvarint(w.ages, uint64(age))
		}
	}
	w.counts = binary.AppendUvarint(w.counts, uint64(len(c.rows)-1))
	last := -1
	for _, r := range c.rows {
		w.rows = appendGap(w.rows, int(r)-last-1)
		last = int(r)
	}
	tag := byte(c.tag())
	switch naturalValues(c.tag()) {
	case valuesInts:
		if c.tag() != tagBool && w.addDeltas(c) {
			tag |= tailDelta
			break
		}
		fallthrough
	case valuesFloats:
		for _, p := range c.payloads {
			w.numbers = append(w.numbers, p...)
		}
	default:
		for _, p := range c.payloads {
			w.lengths = binary.AppendUvarint(w.lengths, uint64(len(p)))
			w.payloads = append(w.payloads, p...)
		}
	}
	w.tags = append(w.tags, tag)
}

// addDeltas writes integers as differences if that is shorter.
func (w *tailWriter) addDeltas(c *columnCells) bool {
	plain, from := 0, len(w.numbers)
	last := int64(0)
	for _, p := range c.payloads {
		v, _ := binary.Varint(p)
		w.numbers = binary.AppendVarint(w.numbers, v-last)
		plain += len(p)
		last = v
	}
	if len(w.numbers)-from < plain {
		return true
	}
	w.numbers = w.numbers[:from]
	return false
}

// append appends the group.
func (w *tailWriter) append(dst []byte) []byte {
	for _, s := range [][]byte{w.ids, w.ords, w.tags, w.counts, w.rows, w.lengths, w.ages, w.payloads, w.numbers} {
		dst = append(dst, s...)
	}
	return dst
}

// Gaps between rows take a byte up to gapByteMax, two up to gapPairMax, else
// three.
const (
	gapByteMax = 0xf0 - 1
	gapPairMax = gapByteMax + 15<<8
)

func appendGap(dst []byte, gap int) []byte {
	switch {
	case gap <= gapByteMax:
		return append(dst, byte(gap))
	case gap <= gapPairMax:
		gap -= gapByteMax + 1
		return append(dst, 0xf0|byte(gap>>8), byte(gap))
	default:
		return append(dst, 0xff, byte(gap>>8), byte(gap))
	}
}

// gap takes a gap between rows.
func (r *blockReader) gap() int {
	switch b := r.byte(); {
	case b <= gapByteMax:
		return int(b)
	case b < 0xff:
		return gapByteMax + 1 + int(b&0xf)<<8 + int(r.byte())
	default:
		high := r.byte()
		return int(high)<<8 | int(r.byte())
	}
}

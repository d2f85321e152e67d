package exec

import (
	"github.com/sparrowdb/sparrow/sql/datum"
)

// joinTable finds the rows of a store by key. It is an open-addressing table of
// distinct keys; rows of one key are in a chain, in their order. Rows with a NULL
// among their keys are not in it. Without keys all rows are in one chain.
type joinTable struct {
	side  *joinSide
	store *rowStore
	slots []keySlot // the first row of each key
	same  []int32   // row → next row of the same key, plus 1; 0: the last
	ints  [][]int64 // the only key, if it is an integer, by chunk
	// marks says which rows have met a partner. As long as only keys decide, the
	// first row of a chain stands for all of it.
	marks  []bool
	hashes []uint64
}

// manyRows marks, in the number of a slot, that the key has more than one row.
const manyRows = 1 << 31

// joinRowBytes is what the table takes for a row besides the row itself: slots
// that are at most two thirds and at least a third full, its place in a chain, and a mark.
const joinRowBytes = 3*slotBytes + 4 + 1

func newJoinTable(side *joinSide, store *rowStore) *joinTable {
	return &joinTable{side: side, store: store}
}

// build makes the table of the rows that the store has.
func (t *joinTable) build(rt *Runtime) error {
	n := t.store.len()
	t.marks = make([]bool, n)
	if len(t.side.keys) == 0 {
		return nil
	}
	size := slotsMin
	for 2*size < 3*n {
		size *= 2
	}
	t.slots, t.same, t.ints = make([]keySlot, size), make([]int32, n), nil
	if len(t.side.keys) == 1 && t.side.classes[0] == keyInt {
		for _, c := range t.store.chunks {
			t.ints = append(t.ints, c.Cols[t.side.keys[0]].Ints)
		}
	}
	if cap(t.hashes) < chunkRows {
		t.hashes = make([]uint64, chunkRows)
	}
	// From the last to the first, so that chains are in order.
	for at := len(t.store.chunks) - 1; at >= 0; at-- {
		if err := rt.interrupted(); err != nil {
			return err
		}
		c := t.store.chunks[at]
		keys := t.side.keysOf(c.Cols)
		hashKeys(keys, c.N, nil, t.hashes[:c.N])
		for i := c.N - 1; i >= 0; i-- {
			if nullKey(keys, i) {
				continue
			}
			row := int32(at<<chunkShift + i)
			slot := t.probe(keys, t.side.classes, i, t.hashes[i])
			number := uint32(row + 1)
			if behind := t.slots[slot].number &^ manyRows; behind > 0 {
				t.same[row] = int32(behind)
				number |= manyRows
			}
			t.slots[slot] = keySlot{number: number, tag: uint32(t.hashes[i] >> 32)}
		}
	}
	return nil
}

// probe finds the slot of a key, or the empty one where it would be.
func (t *joinTable) probe(keys []*datum.Vector, classes []keyClass, i int, h uint64) uint64 {
	mask, tag := uint64(len(t.slots)-1), uint32(h>>32)
	at := h & mask
	for ; ; at = (at + 1) & mask {
		s := t.slots[at]
		if s.number == 0 || s.tag == tag && t.equal(keys, classes, i, int(s.number&^manyRows-1)) {
			return at
		}
	}
}

func (t *joinTable) equal(keys []*datum.Vector, classes []keyClass, i, row int) bool {
	if t.ints != nil {
		return t.ints[row>>chunkShift][row&chunkMask] == keys[0].Ints[i]
	}
	chunk := t.store.chunks[row>>chunkShift]
	for k, v := range keys {
		if !sameKey(chunk.Cols[t.side.keys[k]], row&chunkMask, v, i, classes[k]) {
			return false
		}
	}
	return true
}

// find sets heads[i] to the first row of row i's key, -1 if there is none, for the
// rows of sel. single says that no key that was found has a second row.
func (t *joinTable) find(keys []*datum.Vector, n int, sel, heads []int32) (single bool) {
	if len(t.side.keys) == 0 {
		head := int32(-1)
		if t.store.len() > 0 {
			head = 0
		}
		for _, i := range sel {
			heads[i] = head
		}
		return t.store.len() <= 1
	}
	if cap(t.hashes) < n {
		t.hashes = make([]uint64, n)
	}
	hashes := t.hashes[:n]
	hashKeys(keys, n, sel, hashes)
	if t.ints != nil && keys[0].Nulls == nil {
		return t.findInts(keys[0].Ints, hashes, sel, heads)
	}
	single = true
	for _, i := range sel {
		heads[i] = -1
		if nullKey(keys, int(i)) {
			continue
		}
		if s := t.slots[t.probe(keys, t.side.classes, int(i), hashes[i])]; s.number > 0 {
			heads[i] = int32(s.number&^manyRows - 1)
			single = single && s.number < manyRows
		}
	}
	return single
}

// findInts is find for one integer key that is nowhere NULL.
func (t *joinTable) findInts(keys []int64, hashes []uint64, sel, heads []int32) (single bool) {
	slots, mask := t.slots, uint64(len(t.slots)-1)
	many := uint32(0)
	for _, i := range sel {
		h, key := hashes[i], keys[i]
		head := int32(-1)
		for at := h & mask; ; at = (at + 1) & mask {
			s := slots[at]
			if s.number == 0 {
				break
			}
			row := s.number&^manyRows - 1
			if s.tag == uint32(h>>32) && t.ints[row>>chunkShift][row&chunkMask] == key {
				head = int32(row)
				many |= s.number
				break
			}
		}
		heads[i] = head
	}
	return many < manyRows
}

// next is the row behind a row in its chain, or -1.
func (t *joinTable) next(row int32) int32 {
	if t.same != nil {
		return t.same[row] - 1
	}
	if int(row)+1 < t.store.len() {
		return row + 1
	}
	return -1
}

// spreadMarks gives the marks of the first rows of chains to all their rows.
func (t *joinTable) spreadMarks() {
	if t.same == nil {
		for i := range t.marks {
			t.marks[i] = t.marks[0]
		}
		return
	}
	for row := range t.same { // the first row of a chain comes before the others
		if next := t.same[row]; next > 0 && t.marks[row] {
			t.marks[next-1] = true
		}
	}
}

func (t *joinTable) reset() {
	t.store.reset()
	t.slots, t.same, t.ints, t.marks = nil, nil, nil, nil
}

package exec

import (
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// keyTable numbers distinct keys from 0 in order of arrival. NULLs are equal
// to each other, as in DISTINCT and GROUP BY.
//
// It is an open-addressing table of key numbers, at most half full; each slot
// keeps the upper half of its key's hash, so that keys are compared only if
// they are likely to be equal.
type keyTable struct {
	store   *rowStore
	classes []keyClass
	slots   []keySlot
	taken   int64 // bytes of slots taken from the account
	// full says that the account refused a key: keys that are not in the table
	// get no number any more.
	full    bool
	refused error // the account's, if full
	// hashes are those of the last call, by row number before selection.
	hashes []uint64
	own    [1]int32
	all    []int32 // 0, 1, 2 …
}

type keySlot struct {
	number uint32 // of the key, plus 1; 0: empty
	tag    uint32
}

const (
	slotBytes = 8
	slotsMin  = 64
)

func newKeyTable(ts []types.T, account *limits.Account) *keyTable {
	t := &keyTable{store: newRowStore(ts, account), classes: make([]keyClass, len(ts))}
	for i, typ := range ts {
		t.classes[i] = keyClassOf(typ)
	}
	return t
}

// len is the number of keys.
func (t *keyTable) len() int { return t.store.len() }

// keys are the distinct keys, in order of their numbers.
func (t *keyTable) keys() *rowStore { return t.store }

// assign sets out[i] to the number of row i's key for the rows of sel (nil: all n), and
// admits keys that are new. Once the account has refused a key, unknown ones get -1
// (see full): their rows are the caller's to spill. cols are of the
// table's types, or of types of the same class.
func (t *keyTable) assign(cols []*datum.Vector, n int, sel []int32, out []int32) {
	t.hash(cols, n, sel)
	if t.assignOne(cols, n, sel, out) {
		return
	}
	t.each(n, sel, func(i int32) {
		slot, found := t.probe(cols, int(i))
		switch {
		case found:
			out[i] = int32(t.slots[slot].number - 1)
		case t.full:
			out[i] = -1
		default:
			out[i] = t.admit(cols, i, slot)
		}
	})
}

// find is assign without admitting: keys that are not there get -1.
func (t *keyTable) find(cols []*datum.Vector, n int, sel []int32, out []int32) {
	t.hash(cols, n, sel)
	t.each(n, sel, func(i int32) {
		out[i] = -1
		if slot, found := t.probe(cols, int(i)); found {
			out[i] = int32(t.slots[slot].number - 1)
		}
	})
}

func (t *keyTable) each(n int, sel []int32, f func(i int32)) {
	if sel == nil {
		for i := range int32(n) {
			f(i)
		}
		return
	}
	for _, i := range sel {
		f(i)
	}
}

func (t *keyTable) hash(cols []*datum.Vector, n int, sel []int32) {
	if cap(t.hashes) < n {
		t.hashes = make([]uint64, max(n, datum.BatchRows))
	}
	t.hashes = t.hashes[:n]
	hashKeys(cols, n, sel, t.hashes)
}

// probe finds the slot of row i's key, or the empty one where it would be;
// -1 if there are no slots yet.
func (t *keyTable) probe(cols []*datum.Vector, i int) (slot int, found bool) {
	if len(t.slots) == 0 {
		return -1, false
	}
	h := t.hashes[i]
	mask := uint64(len(t.slots) - 1)
	tag := uint32(h >> 32)
	for at := h & mask; ; at = (at + 1) & mask {
		s := t.slots[at]
		if s.number == 0 {
			return int(at), false
		}
		if s.tag == tag && t.same(cols, i, int(s.number-1)) {
			return int(at), true
		}
	}
}

// same reports whether row i of cols is the key of a number.
func (t *keyTable) same(cols []*datum.Vector, i, number int) bool {
	chunk := t.store.chunks[number>>chunkShift]
	for c, v := range cols {
		if !sameKey(chunk.Cols[c], number&chunkMask, v, i, t.classes[c]) {
			return false
		}
	}
	return true
}

// admit adds row i's key, for which probe gave the empty slot, and returns its
// number, or -1 if there is no memory.
func (t *keyTable) admit(cols []*datum.Vector, i int32, slot int) int32 {
	if 2*(t.len()+1) > len(t.slots) {
		if t.refused = t.resize(); t.refused != nil {
			t.full = true
			return -1
		}
		slot, _ = t.probe(cols, int(i))
	}
	t.own[0] = i
	if t.refused = t.store.appendCols(cols, t.own[:]); t.refused != nil {
		t.full = true
		return -1
	}
	t.slots[slot] = keySlot{number: uint32(t.len()), tag: uint32(t.hashes[i] >> 32)}
	return int32(t.len() - 1)
}

// resize doubles the slots. Keys are hashed again, which is cheaper than to
// keep their hashes.
func (t *keyTable) resize() error {
	size := max(slotsMin, 2*len(t.slots))
	bytes := int64(size) * slotBytes
	if err := t.store.account.Grow(bytes); err != nil {
		return err
	}
	t.slots = make([]keySlot, size)
	t.store.account.Shrink(t.taken)
	t.taken = bytes
	mask := uint64(size - 1)
	hashes := make([]uint64, chunkRows)
	number := uint32(0)
	for _, chunk := range t.store.chunks {
		hashKeys(chunk.Cols, chunk.N, nil, hashes)
		for _, h := range hashes[:chunk.N] {
			number++
			at := h & mask
			for t.slots[at].number != 0 {
				at = (at + 1) & mask
			}
			t.slots[at] = keySlot{number: number, tag: uint32(h >> 32)}
		}
	}
	return nil
}

// reset empties the table and gives its memory back.
func (t *keyTable) reset() {
	t.store.account.Shrink(t.taken)
	t.store.reset()
	t.slots, t.taken, t.full, t.refused = nil, 0, false, nil
}

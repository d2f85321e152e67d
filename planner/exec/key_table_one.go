package exec

import "github.com/sparrowdb/sparrow/sql/datum"

// assignOne is assign, after hashing, for a single key whose cells are compared
// as words or as strings; false if the key is another.
func (t *keyTable) assignOne(cols []*datum.Vector, n int, sel []int32, out []int32) bool {
	if len(cols) != 1 || cols[0].Nulls != nil {
		return false
	}
	switch v := cols[0]; {
	case t.classes[0] == keyInt && v.Kind == datum.KindInt:
		assignCells(t, cols, v.Ints, func(stored *datum.Vector) []int64 { return stored.Ints }, n, sel, out)
	case t.classes[0] == keyString && v.Kind == datum.KindString:
		assignCells(t, cols, v.Strs, func(stored *datum.Vector) []string { return stored.Strs }, n, sel, out)
	default:
		return false
	}
	return true
}

// assignCells numbers the cells of the only column. Equal cells that follow each
// other are looked up once.
func assignCells[C comparable](t *keyTable, cols []*datum.Vector, cells []C, stored func(*datum.Vector) []C, n int, sel []int32, out []int32) {
	rows := n
	if sel != nil {
		rows = len(sel)
	}
	last := int32(-1) // the row before
	for k := range rows {
		i := int32(k)
		if sel != nil {
			i = sel[k]
		}
		cell := cells[i]
		if last >= 0 && cell == cells[last] && out[last] >= 0 {
			out[i], last = out[last], i
			continue
		}
		last = i
		slot, found := -1, false
		if len(t.slots) > 0 {
			h := t.hashes[i]
			mask, tag := uint64(len(t.slots)-1), uint32(h>>32)
			for at := h & mask; ; at = (at + 1) & mask {
				s := t.slots[at]
				if slot = int(at); s.number == 0 {
					break
				}
				if s.tag != tag {
					continue
				}
				key, cellAt := t.store.chunks[(s.number-1)>>chunkShift].Cols[0], int((s.number-1)&chunkMask)
				if stored(key)[cellAt] == cell && !key.IsNull(cellAt) {
					found = true
					break
				}
			}
		}
		switch {
		case found:
			out[i] = int32(t.slots[slot].number - 1)
		case t.full:
			out[i] = -1
		default:
			out[i] = t.admit(cols, i, slot)
		}
	}
}

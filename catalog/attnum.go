package catalog

import "math"

// firstFreeAttNum is the attribute number before the first free attribute's:
// above every declared column's, of which a table has at most as many.
const firstFreeAttNum = 1600

// FreeAttNum is the attribute number that clients see of a free attribute, in
// pg_attribute and RowDescription: its id, above all declared columns' numbers,
// so that it never changes. It is 0 for an id past what attribute numbers, which
// have 16 bits, can count.
func FreeAttNum(id AttrID) int16 {
	if id == 0 || id > math.MaxInt16-firstFreeAttNum {
		return 0
	}
	return int16(firstFreeAttNum + id)
}

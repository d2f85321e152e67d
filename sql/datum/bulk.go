package datum

import "slices"

// Grow adds n cells, none of them NULL, for the caller to fill: with GrowInts,
// GrowStrs or GrowVals, by the vector's kind.

// GrowInts adds n cells to a vector of KindInt and returns them.
func (v *Vector) GrowInts(n int) []int64 {
	at := len(v.Ints)
	v.Ints = slices.Grow(v.Ints, n)[:at+n]
	v.growNulls(n)
	return v.Ints[at:]
}

// GrowStrs adds n cells to a vector of KindString and returns them.
func (v *Vector) GrowStrs(n int) []string {
	at := len(v.Strs)
	v.Strs = slices.Grow(v.Strs, n)[:at+n]
	v.growNulls(n)
	return v.Strs[at:]
}

// GrowVals adds n cells to a vector of KindDatum and returns them.
func (v *Vector) GrowVals(n int) []Datum {
	at := len(v.Vals)
	v.Vals = slices.Grow(v.Vals, n)[:at+n]
	v.growNulls(n)
	return v.Vals[at:]
}

func (v *Vector) growNulls(n int) {
	if v.Nulls != nil {
		at := len(v.Nulls)
		v.Nulls = slices.Grow(v.Nulls, n)[:at+n]
		clear(v.Nulls[at:])
	}
}

// NullTail returns the NULL marks of the last n cells, to be changed. A cell
// that is marked must be zero.
func (v *Vector) NullTail(n int) []bool {
	if v.Nulls == nil {
		v.Nulls = make([]bool, v.Len(), max(v.Len(), cap(v.Ints), cap(v.Strs), cap(v.Vals)))
	}
	return v.Nulls[len(v.Nulls)-n:]
}

// AppendNulls adds n NULL cells.
func (v *Vector) AppendNulls(n int) {
	if n == 0 {
		return
	}
	switch v.Kind {
	case KindInt:
		clear(v.GrowInts(n))
	case KindString:
		clear(v.GrowStrs(n))
	default:
		clear(v.GrowVals(n))
	}
	nulls := v.NullTail(n)
	for i := range nulls {
		nulls[i] = true
	}
}

// Truncate keeps the first n cells.
func (v *Vector) Truncate(n int) {
	switch v.Kind {
	case KindInt:
		v.Ints = v.Ints[:n]
	case KindString:
		v.Strs = v.Strs[:n]
	default:
		v.Vals = v.Vals[:n]
	}
	if v.Nulls != nil {
		v.Nulls = v.Nulls[:n]
	}
}

// ReverseTail turns the order of the last n cells round.
func (v *Vector) ReverseTail(n int) {
	at := v.Len() - n
	switch v.Kind {
	case KindInt:
		slices.Reverse(v.Ints[at:])
	case KindString:
		slices.Reverse(v.Strs[at:])
	default:
		slices.Reverse(v.Vals[at:])
	}
	if v.Nulls != nil {
		slices.Reverse(v.Nulls[at:])
	}
}

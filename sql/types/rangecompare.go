package types

import "cmp"

// rangeEnd is a bound that knows its side.
type rangeEnd struct {
	RangeBound
	lower bool
}

func lowerEnd(b RangeBound) rangeEnd { return rangeEnd{b, true} }
func upperEnd(b RangeBound) rangeEnd { return rangeEnd{b, false} }

// outward is the order of a bound before all (after all) that is inside of it.
func (e rangeEnd) outward() int {
	if e.lower {
		return -1
	}
	return 1
}

// compareRangeEnds compares the values of two bounds (range_cmp_bound_values).
func compareRangeEnds(a, b rangeEnd) int {
	switch {
	case a.Infinite() && b.Infinite():
		if a.lower == b.lower {
			return 0
		}
		return a.outward()
	case a.Infinite():
		return a.outward()
	case b.Infinite():
		return -b.outward()
	}
	return Compare(a.Value, b.Value)
}

// compareRangeBounds compares two bounds, and of equal values whether they
// belong to their ranges (range_cmp_bounds).
func compareRangeBounds(a, b rangeEnd) int {
	c := compareRangeEnds(a, b)
	if c != 0 || a.Infinite() || b.Infinite() {
		return c
	}
	switch {
	case !a.Inclusive && !b.Inclusive:
		if a.lower == b.lower {
			return 0
		}
		return -a.outward()
	case !a.Inclusive:
		return -a.outward()
	case !b.Inclusive:
		return b.outward()
	}
	return 0
}

// compareLower compares the lower bounds of two ranges, which are not empty.
func compareLower(a, b *RangeValue) int {
	return compareRangeBounds(lowerEnd(a.Lower), lowerEnd(b.Lower))
}

// compareUpper compares the upper bounds of two ranges, which are not empty.
func compareUpper(a, b *RangeValue) int {
	return compareRangeBounds(upperEnd(a.Upper), upperEnd(b.Upper))
}

// compareLowerUpper compares a's lower bound with b's upper one.
func compareLowerUpper(a, b *RangeValue) int {
	return compareRangeBounds(lowerEnd(a.Lower), upperEnd(b.Upper))
}

// compareRanges is range_cmp: empty ranges first, then by the lower and the
// upper bound.
func compareRanges(a, b *RangeValue) int {
	if a.Empty || b.Empty {
		return cmp.Compare(b2i(b.Empty), b2i(a.Empty))
	}
	return cmp.Or(compareLower(a, b), compareUpper(a, b))
}

// compareMultiranges is multirange_cmp: range by range, the shorter one first.
func compareMultiranges(a, b *MultirangeValue) int {
	for i := 0; i < len(a.Ranges) && i < len(b.Ranges); i++ {
		if c := compareRanges(a.Ranges[i], b.Ranges[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a.Ranges), len(b.Ranges))
}

package types

import "github.com/sparrowdb/sparrow/sql/pgerr"

// ContainsValue reports whether a value of the subtype lies in r.
func (r *RangeValue) ContainsValue(v Value) bool {
	if r.Empty {
		return false
	}
	if !r.Lower.Infinite() {
		if c := Compare(r.Lower.Value, v); c > 0 || c == 0 && !r.Lower.Inclusive {
			return false
		}
	}
	if !r.Upper.Infinite() {
		if c := Compare(r.Upper.Value, v); c < 0 || c == 0 && !r.Upper.Inclusive {
			return false
		}
	}
	return true
}

// Contains reports whether all of s lies in r.
func (r *RangeValue) Contains(s *RangeValue) bool {
	if s.Empty || r.Empty {
		return s.Empty
	}
	return compareLower(r, s) <= 0 && compareUpper(r, s) >= 0
}

// Overlaps reports whether r and s have values in common.
func (r *RangeValue) Overlaps(s *RangeValue) bool {
	return !r.Empty && !s.Empty && compareLowerUpper(r, s) <= 0 && compareLowerUpper(s, r) <= 0
}

// Before reports whether r lies wholly to the left of s.
func (r *RangeValue) Before(s *RangeValue) bool {
	return !r.Empty && !s.Empty && compareLowerUpper(s, r) > 0
}

// NotRightOf reports whether r ends where s ends or earlier.
func (r *RangeValue) NotRightOf(s *RangeValue) bool {
	return !r.Empty && !s.Empty && compareUpper(r, s) <= 0
}

// NotLeftOf reports whether r begins where s begins or later.
func (r *RangeValue) NotLeftOf(s *RangeValue) bool {
	return !r.Empty && !s.Empty && compareLower(r, s) >= 0
}

// Adjacent reports whether r and s touch without overlapping.
func (r *RangeValue) Adjacent(s *RangeValue) bool {
	return !r.Empty && !s.Empty && (meets(r, s) || meets(s, r))
}

// meets reports whether nothing lies between the upper bound of r and the
// lower one of s, and nothing in both (bounds_adjacent).
func meets(r, s *RangeValue) bool {
	upper, lower := r.Upper, s.Lower
	switch c := compareRangeEnds(upperEnd(upper), lowerEnd(lower)); {
	case c == 0:
		return upper.Inclusive != lower.Inclusive
	case c > 0 || !discrete(upper.Value.OID):
		return false
	}
	gap, err := makeRange(RangeBound{upper.Value, !upper.Inclusive}, RangeBound{lower.Value, !lower.Inclusive})
	return err == nil && gap.Empty
}

// MergeRanges is the smallest range that has all of r and s.
func MergeRanges(r, s *RangeValue) *RangeValue {
	switch {
	case r.Empty:
		return s
	case s.Empty:
		return r
	}
	m := &RangeValue{Lower: r.Lower, Upper: r.Upper}
	if compareLower(s, r) <= 0 {
		m.Lower = s.Lower
	}
	if compareUpper(s, r) >= 0 {
		m.Upper = s.Upper
	}
	return m
}

// UnionRanges is MergeRanges of ranges without a gap between them. The error
// is 22000 if there is one.
func UnionRanges(r, s *RangeValue) (*RangeValue, error) {
	if !r.Empty && !s.Empty && !r.Overlaps(s) && !r.Adjacent(s) {
		return nil, pgerr.New(pgerr.DataException, "result of range union would not be contiguous")
	}
	return MergeRanges(r, s), nil
}

// IntersectRanges is what r and s have in common.
func IntersectRanges(r, s *RangeValue) *RangeValue {
	if !r.Overlaps(s) {
		return &RangeValue{Empty: true}
	}
	m := &RangeValue{Lower: s.Lower, Upper: s.Upper}
	if compareLower(r, s) >= 0 {
		m.Lower = r.Lower
	}
	if compareUpper(r, s) <= 0 {
		m.Upper = r.Upper
	}
	return m
}

// SubtractRange is r without s, which must not leave a part on both sides
// (22000).
func SubtractRange(r, s *RangeValue) (*RangeValue, error) {
	left, right, err := cutRange(r, s)
	switch {
	case err != nil:
		return nil, err
	case left != nil && right != nil:
		return nil, pgerr.New(pgerr.DataException, "result of range difference would not be contiguous")
	case left != nil:
		return left, nil
	case right != nil:
		return right, nil
	}
	return &RangeValue{Empty: true}, nil
}

// cutRange takes s out of r: what is left on either side, nil for nothing. If
// they don't overlap, r is the left part.
func cutRange(r, s *RangeValue) (left, right *RangeValue, err error) {
	if !r.Overlaps(s) {
		return r, nil, nil
	}
	if compareLower(r, s) < 0 {
		if left, err = makeRange(r.Lower, RangeBound{s.Lower.Value, !s.Lower.Inclusive}); err != nil {
			return nil, nil, err
		}
	}
	if compareUpper(r, s) > 0 {
		if right, err = makeRange(RangeBound{s.Upper.Value, !s.Upper.Inclusive}, r.Upper); err != nil {
			return nil, nil, err
		}
	}
	return left, right, nil
}

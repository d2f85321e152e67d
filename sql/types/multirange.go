package types

import "slices"

// NewMultirange makes a multirange of type oid of ranges in any order, which
// may overlap. It takes the slice over.
func NewMultirange(oid OID, list []*RangeValue) Value {
	return Value{OID: oid, X: normalRanges(list)}
}

// normalRanges sorts ranges, drops empty ones and merges those that touch
// (multirange_canonicalize).
func normalRanges(list []*RangeValue) *MultirangeValue {
	slices.SortFunc(list, compareRanges)
	out := list[:0]
	for _, r := range list {
		n := len(out)
		switch {
		case r.Empty:
		case n == 0 || out[n-1].Before(r) && !out[n-1].Adjacent(r):
			out = append(out, r)
		default:
			out[n-1] = MergeRanges(out[n-1], r)
		}
	}
	return &MultirangeValue{Ranges: out}
}

// Span is the smallest range that has all of m.
func (m *MultirangeValue) Span() *RangeValue {
	if len(m.Ranges) == 0 {
		return &RangeValue{Empty: true}
	}
	return &RangeValue{Lower: m.Ranges[0].Lower, Upper: m.Ranges[len(m.Ranges)-1].Upper}
}

// from is the index of the first range of m that does not end before s begins.
func (m *MultirangeValue) from(s *RangeValue) int {
	i, _ := slices.BinarySearchFunc(m.Ranges, s, func(r, s *RangeValue) int {
		if r.Before(s) {
			return -1
		}
		return 1
	})
	return i
}

// ContainsValue reports whether a value of the subtype lies in m.
func (m *MultirangeValue) ContainsValue(v Value) bool {
	point := RangeBound{Value: v, Inclusive: true}
	i := m.from(&RangeValue{Lower: point, Upper: point})
	return i < len(m.Ranges) && m.Ranges[i].ContainsValue(v)
}

// ContainsRange reports whether all of s lies in m.
func (m *MultirangeValue) ContainsRange(s *RangeValue) bool {
	if s.Empty {
		return true
	}
	i := m.from(s)
	return i < len(m.Ranges) && m.Ranges[i].Contains(s)
}

// Contains reports whether all of o lies in m.
func (m *MultirangeValue) Contains(o *MultirangeValue) bool {
	for _, r := range o.Ranges {
		if !m.ContainsRange(r) {
			return false
		}
	}
	return true
}

// OverlapsRange reports whether m and s have values in common.
func (m *MultirangeValue) OverlapsRange(s *RangeValue) bool {
	if s.Empty {
		return false
	}
	i := m.from(s)
	return i < len(m.Ranges) && m.Ranges[i].Overlaps(s)
}

// Overlaps reports whether m and o have values in common.
func (m *MultirangeValue) Overlaps(o *MultirangeValue) bool {
	return slices.ContainsFunc(o.Ranges, m.OverlapsRange)
}

// UnionMultiranges is what lies in m or o.
func UnionMultiranges(m, o *MultirangeValue) *MultirangeValue {
	return normalRanges(slices.Concat(m.Ranges, o.Ranges))
}

// IntersectMultiranges is what lies in m and o.
func IntersectMultiranges(m, o *MultirangeValue) *MultirangeValue {
	var out []*RangeValue
	for i, k := 0, 0; i < len(m.Ranges) && k < len(o.Ranges); {
		a, b := m.Ranges[i], o.Ranges[k]
		if both := IntersectRanges(a, b); !both.Empty {
			out = append(out, both)
		}
		if compareUpper(a, b) <= 0 {
			i++
		} else {
			k++
		}
	}
	return normalRanges(out)
}

// SubtractMultirange is what lies in m and not in o. Errors are those of
// NewRange.
func SubtractMultirange(m, o *MultirangeValue) (*MultirangeValue, error) {
	var out []*RangeValue
	for _, r := range m.Ranges {
		for k := o.from(r); r != nil && k < len(o.Ranges) && o.Ranges[k].Overlaps(r); k++ {
			left, right, err := cutRange(r, o.Ranges[k])
			if err != nil {
				return nil, err
			}
			if left != nil {
				out = append(out, left)
			}
			r = right
		}
		if r != nil {
			out = append(out, r)
		}
	}
	return normalRanges(out), nil
}

package types

import "strings"

// appendRange writes the text form of a range (range_out).
func appendRange(buf []byte, r *RangeValue, f *Format) []byte {
	if r.Empty {
		return append(buf, emptyRangeWord...)
	}
	open, end := byte('('), byte(')')
	if r.Lower.Inclusive {
		open = '['
	}
	if r.Upper.Inclusive {
		end = ']'
	}
	buf = appendRangeBound(append(buf, open), r.Lower, f)
	buf = appendRangeBound(append(buf, ','), r.Upper, f)
	return append(buf, end)
}

// appendRangeBound quotes a bound's text where it needs it.
func appendRangeBound(buf []byte, b RangeBound, f *Format) []byte {
	if b.Infinite() {
		return buf
	}
	s := TextOf(b.Value, f)
	if s != "" && !strings.ContainsAny(s, "\"\\()[], \t\n\v\f\r") {
		return append(buf, s...)
	}
	buf = append(buf, '"')
	for i := 0; i < len(s); i++ {
		if s[i] == '"' || s[i] == '\\' {
			buf = append(buf, s[i])
		}
		buf = append(buf, s[i])
	}
	return append(buf, '"')
}

// appendMultirange writes the text form of a multirange (multirange_out).
func appendMultirange(buf []byte, m *MultirangeValue, f *Format) []byte {
	buf = append(buf, '{')
	for i, r := range m.Ranges {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = appendRange(buf, r, f)
	}
	return append(buf, '}')
}

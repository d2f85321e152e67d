package types

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// parseArrayBounds reads explicit bounds, [1:2][0:3]=, and returns them (nil
// if there are none) with the rest, which begins with a brace.
func parseArrayBounds(s string) (bounds []Dim, rest string, err error) {
	p := s
	skip := func() {
		for p != "" && isSpace(p[0]) {
			p = p[1:]
		}
	}
	for skip(); p != "" && p[0] == '['; skip() {
		if len(bounds) >= arrayDimsMax {
			return nil, "", tooManyDims(len(bounds) + 1)
		}
		p = p[1:]
		lower, upper := int64(1), int64(0)
		var ok bool
		if upper, p, ok = cutArrayBound(p); !ok {
			return nil, "", malformedArray(s, "\"[\" must introduce explicitly-specified array dimensions.")
		}
		if p != "" && p[0] == ':' {
			lower = upper
			if upper, p, ok = cutArrayBound(p[1:]); !ok {
				return nil, "", malformedArray(s, "Missing array dimension value.")
			}
		}
		if p == "" || p[0] != ']' {
			return nil, "", malformedArray(s, "Missing \"%s\" after array dimensions.", "]")
		}
		p = p[1:]
		if upper < lower {
			return nil, "", pgerr.New(pgerr.ArraySubscriptError, "upper bound cannot be less than lower bound")
		}
		if upper-lower+1 > arrayItemsMax {
			return nil, "", pgerr.New(pgerr.ProgramLimitExceeded,
				"array size exceeds the maximum allowed (%d)", arrayItemsMax)
		}
		bounds = append(bounds, Dim{Len: int32(upper - lower + 1), Lower: int32(lower)})
	}
	if bounds == nil {
		if p == "" || p[0] != '{' {
			return nil, "", malformedArray(s, "Array value must start with \"{\" or dimension information.")
		}
		return nil, p, nil
	}
	if p == "" || p[0] != '=' {
		return nil, "", malformedArray(s, "Missing \"%s\" after array dimensions.", "=")
	}
	p = p[1:]
	skip()
	if p == "" || p[0] != '{' {
		return nil, "", malformedArray(s, "Array contents must start with \"{\".")
	}
	return bounds, p, nil
}

// cutArrayBound takes a number off the front of s; as C's atoi does, it cuts
// what does not fit an int4.
func cutArrayBound(s string) (n int64, rest string, ok bool) {
	i := 0
	for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == '-' || s[i] == '+') {
		i++
	}
	if i == 0 {
		return 0, s, false
	}
	n, err := strconv.ParseInt(s[:i], 10, 32)
	if err != nil && err.(*strconv.NumError).Err != strconv.ErrRange {
		n = 0
	}
	return n, s[i:], true
}

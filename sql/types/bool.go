package types

import "strings"

// boolWords are the words for a truth value with the length of the shortest
// prefix that is still unique (PostgreSQL's parse_bool_with_len).
var boolWords = []struct {
	word     string
	shortest int
	value    bool
}{
	{"true", 1, true}, {"false", 1, false},
	{"yes", 1, true}, {"no", 1, false},
	{"on", 2, true}, {"off", 2, false},
	{"1", 1, true}, {"0", 1, false},
}

// ParseBool reads a truth value as boolean input and settings do; ok is false
// if s is none. Blanks around it do not matter.
func ParseBool(s string) (b, ok bool) {
	s = trimSpace(s)
	for _, w := range boolWords {
		if len(s) >= w.shortest && len(s) <= len(w.word) && strings.EqualFold(s, w.word[:len(s)]) {
			return w.value, true
		}
	}
	return false, false
}

func parseBool(s string) (Value, error) {
	b, ok := ParseBool(s)
	if !ok {
		return Null, syntaxError(Bool, s)
	}
	return NewBool(b), nil
}

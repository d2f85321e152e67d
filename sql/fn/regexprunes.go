package fn

import (
	"fmt"
	"strings"
)

// runeSet is a set of characters as ranges, both ends included.
type runeSet struct {
	ranges []rune // low, high, low, high …
	not    bool
	fold   bool // letters are of either case
}

func (s *runeSet) add(lo, hi rune) { s.ranges = append(s.ranges, lo, hi) }

func (s *runeSet) has(r rune) bool { return s.contains(r) != s.not }

// addCases adds the other case of the letters in a set. Letters are those of
// the C locale, as for upper and lower.
func (s *runeSet) addCases() {
	for i, n := 0, len(s.ranges); i < n; i += 2 {
		lo, hi := s.ranges[i], s.ranges[i+1]
		if l, h := max(lo, 'a'), min(hi, 'z'); l <= h {
			s.add(l-'a'+'A', h-'a'+'A')
		}
		if l, h := max(lo, 'A'), min(hi, 'Z'); l <= h {
			s.add(l-'A'+'a', h-'A'+'a')
		}
	}
}

func (s *runeSet) contains(r rune) bool {
	for i := 0; i < len(s.ranges); i += 2 {
		if r >= s.ranges[i] && r <= s.ranges[i+1] {
			return true
		}
	}
	return false
}

// write appends the set in the syntax of Go's regexp.
func (s *runeSet) write(b *strings.Builder) {
	switch {
	case len(s.ranges) == 0 && s.not:
		b.WriteString("(?s:.)")
		return
	case len(s.ranges) == 0:
		b.WriteString(`[^\x00-\x{10FFFF}]`)
		return
	}
	b.WriteByte('[')
	if s.not {
		b.WriteByte('^')
	}
	for i := 0; i < len(s.ranges); i += 2 {
		fmt.Fprintf(b, `\x{%X}`, s.ranges[i])
		if s.ranges[i+1] != s.ranges[i] {
			fmt.Fprintf(b, `-\x{%X}`, s.ranges[i+1])
		}
	}
	b.WriteByte(']')
}

// runeClasses are the named classes: those of the C locale, in which
// databases are.
var runeClasses = map[string][]rune{
	"alnum": {'0', '9', 'A', 'Z', 'a', 'z'}, "alpha": {'A', 'Z', 'a', 'z'}, "ascii": {0, 127}, "blank": {'\t', '\t', ' ', ' '},
	"cntrl": {0, 31, 127, 127}, "digit": {'0', '9'}, "graph": {'!', '~'}, "lower": {'a', 'z'}, "print": {' ', '~'},
	"punct": {'!', '/', ':', '@', '[', '`', '{', '~'}, "space": {'\t', '\r', ' ', ' '}, "upper": {'A', 'Z'},
	"xdigit": {'0', '9', 'A', 'F', 'a', 'f'}, "word": {'0', '9', 'A', 'Z', '_', '_', 'a', 'z'},
}

func isWord(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

package fn

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
)

// runeSet is a set of characters as ranges, both ends included.
type runeSet struct {
	ranges []rune // low, high, low, high …
	not    bool
	fold   bool // letters match in any case
}

func (s *runeSet) add(lo, hi rune) { s.ranges = append(s.ranges, lo, hi) }

func (s *runeSet) has(r rune) bool {
	in := s.contains(r)
	if !in && s.fold {
		for f := unicode.SimpleFold(r); f != r && !in; f = unicode.SimpleFold(f) {
			in = s.contains(f)
		}
	}
	return in != s.not
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
	if s.fold {
		b.WriteString("(?i:")
		defer b.WriteByte(')')
	}
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

// complement adds all that other has not.
func (s *runeSet) complement(other *runeSet) {
	type span struct{ lo, hi rune }
	var spans []span
	for i := 0; i < len(other.ranges); i += 2 {
		spans = append(spans, span{other.ranges[i], other.ranges[i+1]})
	}
	sort.Slice(spans, func(i, j int) bool { return spans[i].lo < spans[j].lo })
	next := rune(0)
	for _, sp := range spans {
		if sp.lo > next {
			s.add(next, sp.lo-1)
		}
		next = max(next, sp.hi+1)
	}
	if next <= unicode.MaxRune {
		s.add(next, unicode.MaxRune)
	}
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

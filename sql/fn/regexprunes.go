package fn

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"
)

// runeSet is a set of characters as ranges, both ends included.
type runeSet struct {
	ranges []rune // low, high, low, high …
	not    bool
	fold   bool // letters are of either case
}

func (s *runeSet) add(lo, hi rune) { s.ranges = append(s.ranges, lo, hi) }

func (s *runeSet) has(r rune) bool { return s.contains(r) != s.not }

// addCases adds the other cases of the letters in a set.
func (s *runeSet) addCases() {
	for i, n := 0, len(s.ranges); i < n; i += 2 {
		lo, hi := s.ranges[i], s.ranges[i+1]
		if hi-lo < 256 {
			for r := lo; r <= hi; r++ {
				s.addCase(r)
			}
			continue
		}
		all := casedRunes()
		from, _ := slices.BinarySearch(all, lo)
		for ; from < len(all) && all[from] <= hi; from++ {
			s.addCase(all[from])
		}
	}
}

func (s *runeSet) addCase(r rune) {
	if l := unicode.ToLower(r); l != r {
		s.add(l, l)
	}
	if u := unicode.ToUpper(r); u != r {
		s.add(u, u)
	}
}

// casedRunes are the characters that have another case, in order.
var casedRunes = sync.OnceValue(func() (all []rune) {
	for _, c := range unicode.CaseRanges {
		for r := rune(c.Lo); r <= rune(c.Hi); r++ {
			if unicode.ToLower(r) != r || unicode.ToUpper(r) != r {
				all = append(all, r)
			}
		}
	}
	return all
})

// arrange brings the ranges in order, for contains.
func (s *runeSet) arrange() { s.ranges = unionOfRanges(s.ranges) }

func (s *runeSet) contains(r rune) bool {
	if n := len(s.ranges); n > 16 {
		i, found := sort.Find(n/2, func(i int) int {
			switch {
			case r < s.ranges[2*i]:
				return -1
			case r > s.ranges[2*i+1]:
				return 1
			}
			return 0
		})
		return found && i < n/2
	}
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

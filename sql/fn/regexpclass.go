package fn

import (
	"slices"
	"sync"
	"unicode"
)

// runeClass gives the characters of a named class as ranges in order: those that
// PostgreSQL puts there in the locale C.UTF-8. Digits are ASCII's, those of other
// scripts count as letters, and what is neither letter nor space is punctuation.
func runeClass(name string) ([]rune, bool) {
	if ranges, ok := asciiClasses[name]; ok {
		return ranges, true
	}
	ranges, ok := unicodeClasses()[name]
	return ranges, ok
}

var asciiClasses = map[string][]rune{
	"ascii": {0, 127}, "blank": {'\t', '\t', ' ', ' '}, "cntrl": {0, 31, 127, 159}, "digit": {'0', '9'}, "xdigit": {'0', '9', 'A', 'F', 'a', 'f'},
}

var unicodeClasses = sync.OnceValue(func() map[string][]rune {
	alpha := unionOfRanges(withoutRanges(rangesOf(unicode.L, unicode.Nl, unicode.Nd, unicode.Other_Alphabetic), asciiClasses["digit"]))
	alnum := unionOfRanges(alpha, asciiClasses["digit"])
	fixed := []rune{0xA0, 0xA0, 0x2007, 0x2007, 0x202F, 0x202F} // spaces where no line may break
	space := withoutRanges(unionOfRanges([]rune{'\t', '\r'}, rangesOf(unicode.Z)), fixed)
	signs := rangesOf(unicode.M, unicode.N, unicode.P, unicode.S, unicode.Cf, unicode.Co)
	graph := unionOfRanges(alpha, signs, fixed)
	return map[string][]rune{
		"alpha": alpha, "alnum": alnum, "space": space, "graph": graph,
		"word":  unionOfRanges(alnum, []rune{'_', '_'}),
		"lower": rangesOf(unicode.Lower, unicode.Lt, unicode.Other_Lowercase),
		"upper": rangesOf(unicode.Upper, unicode.Lt, unicode.Other_Uppercase),
		"print": unionOfRanges(graph, rangesOf(unicode.Zs)),
		"punct": withoutRanges(graph, alnum),
	}
})

// rangesOf are the characters of Unicode tables.
func rangesOf(tables ...*unicode.RangeTable) []rune {
	var all []rune
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			all = append(all, lo, hi)
			return
		}
		for r := lo; r <= hi; r += stride {
			all = append(all, r, r)
		}
	}
	for _, t := range tables {
		for _, r := range t.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return unionOfRanges(all)
}

// unionOfRanges brings ranges in order and joins those that touch.
func unionOfRanges(lists ...[]rune) []rune {
	type span struct{ lo, hi rune }
	var spans []span
	for _, l := range lists {
		for i := 0; i < len(l); i += 2 {
			spans = append(spans, span{l[i], l[i+1]})
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return int(a.lo - b.lo) })
	var out []rune
	for _, s := range spans {
		if n := len(out); n > 0 && s.lo <= out[n-1]+1 {
			out[n-1] = max(out[n-1], s.hi)
			continue
		}
		out = append(out, s.lo, s.hi)
	}
	return out
}

// withoutRanges takes some ranges, in order, out of others in order.
func withoutRanges(from, what []rune) []rune {
	var out []rune
	for i := 0; i < len(from); i += 2 {
		lo, hi := from[i], from[i+1]
		for k := 0; k < len(what) && lo <= hi; k += 2 {
			if what[k+1] < lo || what[k] > hi {
				continue
			}
			if what[k] > lo {
				out = append(out, lo, what[k]-1)
			}
			lo = what[k+1] + 1
		}
		if lo <= hi {
			out = append(out, lo, hi)
		}
	}
	return out
}

func isWord(r rune) bool { return r == '_' || isAlnum(r) }

func isAlnum(r rune) bool {
	if r < 128 {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Nd, unicode.Other_Alphabetic)
}

package fn

import (
	"regexp"
	"strings"
	"sync"
)

// regexpARE is a compiled advanced regular expression. Go's regexp, which is
// faster, tells whether and where texts match if it can; areMatcher does the rest:
// what lies beyond Go's, non-greedy matches, and which group has what part.
// It is safe for concurrent use.
type regexpARE struct {
	tree *areTree
	fast *regexp.Regexp // nil: beyond Go's
	// loose matches where the expression does, and elsewhere; it is there for
	// those beyond Go's, and may be nil.
	loose *regexp.Regexp
}

// matches reports whether there is a match anywhere in s.
func (re *regexpARE) matches(c *Context, s string) (bool, error) {
	if re.fast != nil {
		return re.fast.MatchString(s), nil
	}
	m, err := re.in(c, s).search(0)
	return m != nil, err
}

// groups is the number of capturing groups.
func (re *regexpARE) groups() int { return len(re.tree.groups) - 1 }

// finder finds matches in one text, one after the other.
type finder struct {
	re *regexpARE
	m  *areMatcher
	s  string
}

func (re *regexpARE) in(c *Context, s string) *finder {
	return &finder{re: re, s: s, m: newMatcher(c, re.tree, s)}
}

// next finds the first match that starts at offset from or later: offsets of
// match and groups, -1 for a group that took no part; nil: none. The slice is
// valid until the next call.
func (f *finder) next(from int) ([]int, error) {
	re := f.re
	if re.fast == nil || from > 0 && re.tree.leftContext {
		return f.search(from)
	}
	f.m.reset()
	at := re.fast.FindStringIndex(f.s[from:])
	switch {
	case at == nil:
		return nil, nil
	case re.tree.lazy:
		return f.m.findAt(from + at[0]), f.m.err
	case re.groups() == 0:
		return []int{from + at[0], from + at[1]}, nil
	}
	return f.m.between(from+at[0], from+at[1]), f.m.err
}

// search finds the next match without fast. From where loose could match on, it
// tries the next looseSteps characters, then asks loose again.
func (f *finder) search(from int) ([]int, error) {
	for at := from; at <= len(f.s); {
		if f.re.loose != nil {
			found := f.re.loose.FindStringIndex(f.s[at:])
			if found == nil {
				return nil, nil
			}
			at += found[0]
		}
		m, next, err := f.m.find(at, looseSteps)
		if m != nil || err != nil {
			return m, err
		}
		at = next
	}
	return nil, nil
}

const looseSteps = 16

// compiled holds the expressions compiled last, for all sessions.
var compiled = struct {
	sync.RWMutex
	m map[compiledKey]*regexpARE
}{m: map[compiledKey]*regexpARE{}}

type compiledKey struct {
	pattern string
	flags   areFlags
}

// maxCompiled bounds the cache; a full one is emptied.
const maxCompiled = 512

// compileARE compiles an advanced regular expression; errors are 2201B.
func compileARE(pattern string, f areFlags) (*regexpARE, error) {
	f.global = false
	key := compiledKey{pattern, f}
	compiled.RLock()
	re := compiled.m[key]
	compiled.RUnlock()
	if re != nil {
		return re, nil
	}
	tree, err := parseARE(pattern, f)
	if err != nil {
		return nil, err
	}
	re = &regexpARE{tree: tree}
	// What is too large for Go's is left to areMatcher.
	if text := tree.goSyntax(); len(text) <= maxGoSyntax {
		if compiled, err := regexp.Compile(text); err == nil && tree.beyond {
			re.loose = compiled
		} else if err == nil {
			compiled.Longest()
			re.fast = compiled
		}
	}
	compiled.Lock()
	if len(compiled.m) >= maxCompiled {
		clear(compiled.m)
	}
	// The pattern may point into a block's memory.
	key.pattern = strings.Clone(pattern)
	compiled.m[key] = re
	compiled.Unlock()
	return re, nil
}

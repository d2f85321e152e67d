package fn

import (
	"sort"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// areMatcher matches a tree against one text the way PostgreSQL does: the
// match starts as early as can be; its extent is the longest or the shortest,
// as the whole expression prefers; then the parts take, from left to right, as
// much or as little of it as each prefers.
//
// It works with sets of offsets: where can a match of this node end that
// starts here? They are kept, so that the time is polynomial but for back
// references. Those count as another match of their group when ends are
// computed, and are compared when a match is taken apart.
type areMatcher struct {
	c     *Context
	t     *areTree
	s     string
	memo  map[areSpot][]int
	held  int   // offsets in memo
	caps  []int // start and end of each group, -1: none
	steps int
	err   error
}

type areSpot struct{ node, at int }

// areMaxHeld bounds the offsets that one match may keep.
const areMaxHeld = 4 << 20

func newMatcher(c *Context, t *areTree, s string) *areMatcher {
	return &areMatcher{c: c, t: t, s: s, caps: make([]int, 2*len(t.groups))}
}

// step counts work, and notices that the statement was cancelled.
func (m *areMatcher) step() bool {
	if m.steps++; m.steps >= 1024 && m.c != nil && m.c.Context != nil && m.err == nil {
		m.steps = 0
		m.err = m.c.Err()
	}
	return m.err == nil
}

// reset forgets what was found out, to make room.
func (m *areMatcher) reset() {
	if m.held > 0 {
		clear(m.memo)
		m.held = 0
	}
}

// find finds the first match that starts at offset from or one of the steps
// characters behind it: the offsets of match and groups, or nil and where to go on.
func (m *areMatcher) find(from, steps int) (found []int, next int, err error) {
	m.reset()
	i := from
	for ; i <= len(m.s) && steps > 0; steps-- {
		if found := m.findAt(i); found != nil || m.err != nil {
			return found, i, m.err
		}
		_, size := utf8.DecodeRuneInString(m.s[i:])
		i += max(size, 1)
	}
	return nil, i, m.err
}

// findAt finds the match that starts at i, or nil.
func (m *areMatcher) findAt(i int) []int {
	ends := m.ends(m.t.root, i)
	for k := range ends {
		if found := m.between(i, pick(m.t.root, ends, k)); found != nil || m.err != nil {
			return found
		}
	}
	return nil
}

// between takes the match from i to j apart, or returns nil.
func (m *areMatcher) between(i, j int) []int {
	for g := range m.caps {
		m.caps[g] = -1
	}
	if !m.dissect(m.t.root, i, j) || m.err != nil {
		return nil
	}
	m.caps[0], m.caps[1] = i, j
	return m.caps
}

// pick is the k-th of ends in the order that a node prefers.
func pick(n *areNode, ends []int, k int) int {
	if n.prefer == preferShort {
		return ends[k]
	}
	return ends[len(ends)-1-k]
}

func hasOffset(list []int, at int) bool {
	k := sort.SearchInts(list, at)
	return k < len(list) && list[k] == at
}

// ends lists where a match of n that starts at i can end, ascending.
func (m *areMatcher) ends(n *areNode, i int) []int {
	spot := areSpot{n.id, i}
	if list, ok := m.memo[spot]; ok {
		return list
	}
	if !m.step() {
		return nil
	}
	if m.memo == nil {
		m.memo = map[areSpot][]int{}
	}
	list := m.endsFrom(n, []int{i})
	m.memo[spot] = list
	if m.held += len(list) + 4; m.held > areMaxHeld && m.err == nil {
		m.err = pgerr.New(pgerr.OutOfMemory, "regular expression failed: out of memory").
			WithHint("The expression has too many ways to match a text of %d bytes.", len(m.s))
	}
	return list
}

// endsFrom lists where matches of n that start at any of starts can end, both
// ascending. It may return starts.
func (m *areMatcher) endsFrom(n *areNode, starts []int) []int {
	m.steps += len(starts)
	if len(starts) == 0 || !m.step() {
		return nil
	}
	switch n.kind {
	case areEmpty:
		return starts
	case areConcat:
		return m.endsFrom(n.subs[1], m.endsFrom(n.subs[0], starts))
	case areGroup:
		return m.endsFrom(n.subs[0], starts)
	case areBackRef:
		return m.endsFrom(m.t.groups[n.n], starts)
	case areRepeat:
		if len(starts) == 1 && n.subs[0].kind == areChars {
			return m.charEnds(n, starts[0])
		}
		return m.repeatEnds(n, starts)
	}
	var list []int
	if n.kind == areAlt {
		for _, s := range n.subs {
			list = append(list, m.endsFrom(s, starts)...)
		}
		return distinctSorted(list)
	}
	for _, i := range starts {
		switch n.kind {
		case areChars:
			if r, size := utf8.DecodeRuneInString(m.s[i:]); size > 0 && n.set.has(r) {
				list = append(list, i+size)
			}
		case areAssert:
			if m.holds(n.assert, i) {
				list = append(list, i)
			}
		case areLook:
			if m.looks(n, i) != n.not {
				list = append(list, i)
			}
		}
	}
	return list
}

func distinctSorted(list []int) []int {
	sort.Ints(list)
	out := list[:0]
	for k, v := range list {
		if k == 0 || v != list[k-1] {
			out = append(out, v)
		}
	}
	return out
}

// charEnds are the ends of a repeated character.
func (m *areMatcher) charEnds(n *areNode, i int) []int {
	var list []int
	set := n.subs[0].set
	for count := 0; ; count++ {
		if count >= n.min {
			list = append(list, i)
		}
		r, size := utf8.DecodeRuneInString(m.s[i:])
		if size == 0 || n.max >= 0 && count == n.max || !set.has(r) {
			return list
		}
		i += size
		m.steps++
	}
}

// repeatEnds goes on from the offsets that are new, after each repetition.
func (m *areMatcher) repeatEnds(n *areNode, starts []int) []int {
	var list []int
	current, seen := starts, map[int]bool{}
	for count := 0; len(current) > 0 && m.step(); count++ {
		if count >= n.min {
			fresh := current[:0:0]
			for _, j := range current {
				if !seen[j] {
					seen[j] = true
					fresh = append(fresh, j)
				}
			}
			list = append(list, fresh...)
			current = fresh
		}
		if n.max >= 0 && count == n.max {
			break
		}
		current = m.endsFrom(n.subs[0], current)
	}
	return distinctSorted(list)
}

// looks reports whether a lookahead's or lookbehind's expression matches at i.
func (m *areMatcher) looks(n *areNode, i int) bool {
	if !n.behind {
		return len(m.ends(n.subs[0], i)) > 0
	}
	for j := i; j >= 0; j-- {
		if (j == len(m.s) || utf8.RuneStart(m.s[j])) && hasOffset(m.ends(n.subs[0], j), i) {
			return true
		}
	}
	return false
}

// holds reports whether a constraint holds at i.
func (m *areMatcher) holds(kind byte, i int) bool {
	switch kind {
	case 'A':
		return i == 0
	case 'Z':
		return i == len(m.s)
	case '^':
		return i == 0 || m.s[i-1] == '\n'
	case '$':
		return i == len(m.s) || m.s[i] == '\n'
	}
	last, _ := utf8.DecodeLastRuneInString(m.s[:i])
	next, _ := utf8.DecodeRuneInString(m.s[i:])
	before, after := i > 0 && isWord(last), i < len(m.s) && isWord(next)
	switch kind {
	case 'm':
		return !before && after
	case 'M':
		return before && !after
	case 'y':
		return before != after
	}
	return before == after
}

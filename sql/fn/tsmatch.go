package fn

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/types"
)

// ternary is the truth of a query on a document that may lack positions.
type ternary int

const (
	ternaryNo ternary = iota
	ternaryYes
	ternaryMaybe
)

// phrasePlaces are where a part of a phrase ends in the document: everywhere
// but at pos if negate is set.
type phrasePlaces struct {
	pos    []int
	negate bool
	width  int // of the phrase, less one
}

// tsMatcher says where a query's value stands in a document. places is nil if
// only its presence is asked for.
type tsMatcher interface {
	value(n *types.TSNode, places *phrasePlaces) ternary
}

// tsHolds reports whether a document matches a query (TS_execute).
func tsHolds(n *types.TSNode, m tsMatcher) bool {
	return n != nil && tsExecute(n, m) != ternaryNo
}

func tsExecute(n *types.TSNode, m tsMatcher) ternary {
	switch n.Op {
	case types.TSNot:
		switch tsExecute(n.Right, m) {
		case ternaryNo:
			return ternaryYes
		case ternaryYes:
			return ternaryNo
		}
		return ternaryMaybe
	case types.TSAnd, types.TSOr:
		decides := ternaryNo
		if n.Op == types.TSOr {
			decides = ternaryYes
		}
		left := tsExecute(n.Left, m)
		if left == decides {
			return left
		}
		right := tsExecute(n.Right, m)
		if right == decides || left != ternaryMaybe {
			return right
		}
		return ternaryMaybe
	case types.TSPhrase:
		var at phrasePlaces
		if tsPhrase(n, m, &at) == ternaryYes {
			return ternaryYes
		}
		return ternaryNo
	}
	return m.value(n, nil)
}

// Which sides a position may come from, for merge.
const (
	leftOnly = 1 << iota
	rightOnly
	bothSides
)

// tsPhrase executes a node inside a phrase (TS_phrase_execute).
func tsPhrase(n *types.TSNode, m tsMatcher, at *phrasePlaces) ternary {
	switch n.Op {
	case types.TSValue:
		return m.value(n, at)
	case types.TSNot:
		switch tsPhrase(n.Right, m, at) {
		case ternaryNo:
			at.negate = true
			return ternaryYes
		case ternaryYes:
			if len(at.pos) > 0 {
				at.negate = !at.negate
				return ternaryYes
			}
			at.negate = false
			return ternaryNo
		}
		return ternaryMaybe
	}
	var l, r phrasePlaces
	left := tsPhrase(n.Left, m, &l)
	if left == ternaryNo && n.Op != types.TSOr {
		return ternaryNo
	}
	right := tsPhrase(n.Right, m, &r)
	if right == ternaryNo && (n.Op != types.TSOr || left == ternaryNo) {
		return ternaryNo
	}
	if left == ternaryMaybe || right == ternaryMaybe {
		return ternaryMaybe
	}
	if left == ternaryNo {
		l.width = 0
	}
	if right == ternaryNo {
		r.width = 0
	}
	at.width = max(l.width, r.width)
	offL, offR := at.width-l.width, at.width-r.width
	if n.Op == types.TSPhrase {
		offL, offR = n.Distance+r.width, 0
		at.width = n.Distance + l.width + r.width
	}
	merge := func(sides int) ternary {
		at.pos = mergePlaces(&l, &r, sides, offL, offR)
		if len(at.pos) > 0 {
			return ternaryYes
		}
		return ternaryNo
	}
	negated := func(sides int) ternary {
		merge(sides)
		at.negate = true
		return ternaryYes
	}
	if n.Op == types.TSOr {
		switch {
		case l.negate && r.negate:
			return negated(bothSides)
		case l.negate:
			return negated(leftOnly)
		case r.negate:
			return negated(rightOnly)
		}
		return merge(leftOnly | rightOnly | bothSides)
	}
	switch {
	case l.negate && r.negate:
		return negated(leftOnly | rightOnly | bothSides)
	case l.negate:
		return merge(rightOnly)
	case r.negate:
		return merge(leftOnly)
	}
	return merge(bothSides)
}

// mergePlaces joins two ordered lists of positions, shifted by their offsets.
func mergePlaces(l, r *phrasePlaces, sides, offL, offR int) []int {
	var out []int
	i, k := 0, 0
	for i < len(l.pos) || k < len(r.pos) {
		const far = 1 << 30
		a, b := far, far
		if i < len(l.pos) {
			a = l.pos[i] + offL
		}
		if k < len(r.pos) {
			b = r.pos[k] + offR
		}
		side, pos := bothSides, a
		switch {
		case a < b:
			side = leftOnly
			i++
		case b < a:
			side, pos = rightOnly, b
			k++
		default:
			i++
			k++
		}
		if sides&side != 0 && pos > 0 {
			out = append(out, pos)
		}
	}
	return out
}

// vectorMatcher looks values up in a tsvector.
type vectorMatcher []types.TSLexeme

// entries are the lexemes that a value of a query means.
func (v vectorMatcher) entries(n *types.TSNode) []types.TSLexeme {
	i, ok := types.FindLexeme(v, n.Word)
	if !n.Prefix {
		if !ok {
			return nil
		}
		return v[i : i+1]
	}
	end := i
	for end < len(v) && strings.HasPrefix(v[end].Word, n.Word) {
		end++
	}
	return v[i:end]
}

func (v vectorMatcher) value(n *types.TSNode, places *phrasePlaces) ternary {
	res := ternaryNo
	at := map[int]bool{}
	for _, l := range v.entries(n) {
		switch {
		case places == nil && (n.Weights == 0 || len(l.Positions) == 0):
			return ternaryYes
		case len(l.Positions) == 0:
			res = ternaryMaybe
			continue
		}
		for _, p := range l.Positions {
			if n.Weights == 0 || n.Weights&(1<<p.Weight) != 0 {
				at[int(p.Pos)] = true
			}
		}
	}
	if res == ternaryMaybe || len(at) == 0 {
		return res
	}
	if places != nil {
		places.pos = sortedKeys(at)
	}
	return ternaryYes
}

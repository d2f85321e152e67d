package fn

// areKind is the kind of a node of a regular expression's tree.
type areKind byte

const (
	areEmpty   areKind = iota
	areChars           // one character of a set
	areConcat          // subs[0], then subs[1]
	areAlt             // one of subs
	areGroup           // captures what subs[0] matches as group n
	areRepeat          // subs[0] min to max times
	areBackRef         // the text of group n again
	areAssert          // a constraint, see areNode.assert
	areLook            // lookahead or lookbehind of subs[0]
)

// arePreference is whether a node would rather match more or less of the text
// (documentation section 9.7.3.5).
type arePreference byte

const (
	noPreference arePreference = iota
	preferLong
	preferShort
)

// areNode is a part of an advanced regular expression.
type areNode struct {
	id     int // dense, from 0
	kind   areKind
	prefer arePreference
	subs   []*areNode
	set    *runeSet
	assert byte // the escape that means it: A Z m M y Y, or ^ and $ of lines
	// min and max are the counts of areRepeat; max -1: any number. star is the
	// same part any number of times.
	min, max int
	star     *areNode
	n        int // number of the group
	not      bool
	behind   bool
	// exact says that what lies below has neither groups nor back references: the
	// extent of a match is all there is to know.
	exact bool
	// groups are the numbers of the groups below.
	groups []int
}

// areTree is a parsed expression.
type areTree struct {
	root   *areNode
	nodes  int
	groups []*areNode // by number; 0 is nil
	// beyond says that there are back references, lookaround or constraints
	// at either end of a word, which Go's regexp lacks.
	beyond bool
	// lazy says that there are non-greedy quantifiers.
	lazy bool
	// leftContext says that a match depends on the text before it.
	leftContext bool
}

func (t *areTree) node(kind areKind, subs ...*areNode) *areNode {
	n := &areNode{id: t.nodes, kind: kind, subs: subs}
	t.nodes++
	n.exact = kind != areGroup && kind != areBackRef
	for _, s := range subs {
		n.exact = n.exact && s.exact
		n.groups = append(n.groups, s.groups...)
		if kind != areLook && kind != areAlt && n.prefer == noPreference {
			n.prefer = s.prefer
		}
	}
	if kind == areAlt {
		n.prefer = preferLong
	}
	return n
}

// repeat makes a quantified node. {1} changes nothing; {m} has the preference
// of what it repeats, other quantifiers have their own.
func (t *areTree) repeat(sub *areNode, min, max int, lazy, fixed bool) *areNode {
	n := t.node(areRepeat, sub)
	n.min, n.max = min, max
	if !fixed {
		n.prefer = preferLong
		if lazy {
			n.prefer = preferShort
		}
	}
	if lazy {
		t.lazy = true
	}
	if min == 0 && max < 0 {
		n.star = n
	} else {
		n.star = t.node(areRepeat, sub)
		n.star.max, n.star.star, n.star.prefer = -1, n.star, n.prefer
	}
	return n
}

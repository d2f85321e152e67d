package fn

import (
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// The errors of the parser, in PostgreSQL's words.
const (
	areBadDirector = "invalid regexp (reg version 0.8)"
	areBadOption   = "invalid embedded option"
	areBadRepeat   = "quantifier operand invalid"
	areBadParens   = "parentheses () not balanced"
	areBadBracket  = "brackets [] not balanced"
	areBadBraces   = "braces {} not balanced"
	areBadCount    = "invalid repetition count(s)"
	areBadEscape   = "invalid escape \\ sequence"
	areBadRange    = "invalid character range"
	areBadClass    = "invalid character class"
	areBadCollate  = "invalid collating element"
	areBadRef      = "invalid backreference number"
	areTooComplex  = "regular expression is too complex"
)

const (
	areMaxRepeat = 255 // as DUPMAX
	areMaxDepth  = 1000
	areMaxNodes  = 100_000
)

func invalidRegexp(what string) error {
	return pgerr.New(pgerr.InvalidRegularExpression, "invalid regular expression: %s", what)
}

// areParser reads an advanced regular expression (documentation section
// 9.7.3). It gives up at the first error, which is in what.
type areParser struct {
	s     string
	at    int
	f     areFlags
	tree  areTree
	depth int
	look  int // inside so many lookaround constraints
	what  string
}

// parseARE parses a pattern; errors are 2201B.
func parseARE(pattern string, f areFlags) (*areTree, error) {
	p := areParser{}
	var what string
	if p.s, p.f, what = embeddedFlags(pattern, f); what != "" {
		return nil, invalidRegexp(what)
	}
	p.tree.groups = []*areNode{nil}
	if p.f.literal {
		p.tree.root = p.literal()
	} else {
		p.tree.root = p.alternatives()
		if p.at < len(p.s) {
			p.fail(areBadParens)
		}
	}
	if p.what != "" {
		return nil, invalidRegexp(p.what)
	}
	return &p.tree, nil
}

func (p *areParser) fail(what string) {
	if p.what == "" {
		p.what = what
	}
	p.at = len(p.s)
}

func (p *areParser) char(r rune) *areNode {
	set := &runeSet{fold: p.f.fold}
	set.add(r, r)
	return p.chars(set)
}

func (p *areParser) chars(set *runeSet) *areNode {
	if p.tree.nodes > areMaxNodes {
		p.fail(areTooComplex)
	}
	if set.fold {
		set.addCases()
	}
	set.arrange()
	n := p.tree.node(areChars)
	n.set = set
	return n
}

func (p *areParser) assertion(kind byte) *areNode {
	n := p.tree.node(areAssert)
	n.assert = kind
	p.tree.leftContext = p.tree.leftContext || kind != 'Z' && kind != '$'
	p.tree.beyond = p.tree.beyond || kind == 'm' || kind == 'M' || kind == 'y' || kind == 'Y'
	return n
}

func (p *areParser) literal() *areNode {
	var parts []*areNode
	for _, r := range p.s {
		parts = append(parts, p.char(r))
	}
	p.at = len(p.s)
	return p.concat(parts)
}

// concat nests to the right, so that the rest after each part is a node.
func (p *areParser) concat(parts []*areNode) *areNode {
	if len(parts) == 0 {
		return p.tree.node(areEmpty)
	}
	n := parts[len(parts)-1]
	for i := len(parts) - 2; i >= 0; i-- {
		n = p.tree.node(areConcat, parts[i], n)
	}
	return n
}

func (p *areParser) alternatives() *areNode {
	if p.depth++; p.depth > areMaxDepth {
		p.fail(areTooComplex)
		return p.tree.node(areEmpty)
	}
	defer func() { p.depth-- }()
	branches := []*areNode{p.branch()}
	for p.at < len(p.s) && p.s[p.at] == '|' {
		p.at++
		branches = append(branches, p.branch())
	}
	if len(branches) == 1 {
		return branches[0]
	}
	return p.tree.node(areAlt, branches...)
}

func (p *areParser) branch() *areNode {
	var parts []*areNode
	for {
		p.skipSpace()
		if p.at >= len(p.s) || p.s[p.at] == '|' || p.s[p.at] == ')' {
			return p.concat(parts)
		}
		if atom := p.atom(); atom != nil {
			parts = append(parts, p.quantified(atom))
		}
	}
}

// skipSpace skips what expanded syntax ignores, and comments.
func (p *areParser) skipSpace() {
	for p.at < len(p.s) {
		rest := p.s[p.at:]
		switch {
		case strings.HasPrefix(rest, "(?#"):
			end := strings.IndexByte(rest, ')')
			if end < 0 {
				p.fail(areBadParens)
				return
			}
			p.at += end + 1
		case p.f.expanded && strings.IndexByte(" \t\n\r\f\v", rest[0]) >= 0:
			p.at++
		case p.f.expanded && rest[0] == '#':
			for p.at < len(p.s) && p.s[p.at] != '\n' {
				p.at++
			}
		default:
			return
		}
	}
}

// atom reads an atom or a constraint.
func (p *areParser) atom() *areNode {
	r, size := utf8.DecodeRuneInString(p.s[p.at:])
	p.at += size
	switch r {
	case '\\':
		return p.escape()
	case '[':
		return p.bracket()
	case '(':
		return p.group()
	case '.':
		set := &runeSet{not: true}
		if p.f.lineDot {
			set.add('\n', '\n')
		}
		return p.chars(set)
	case '^':
		if p.f.lineAnchor {
			return p.assertion('^')
		}
		return p.assertion('A')
	case '$':
		if p.f.lineAnchor {
			return p.assertion('$')
		}
		return p.assertion('Z')
	case '*', '+', '?':
		p.fail(areBadRepeat)
		return nil
	case '{':
		if p.at < len(p.s) && isDigit(p.s[p.at]) {
			p.fail(areBadRepeat)
			return nil
		}
	}
	return p.char(r)
}

func (p *areParser) group() *areNode {
	rest := p.s[p.at:]
	for _, look := range []struct {
		prefix      string
		not, behind bool
	}{{"?=", false, false}, {"?!", true, false}, {"?<=", false, true}, {"?<!", true, true}} {
		if strings.HasPrefix(rest, look.prefix) {
			p.at += len(look.prefix)
			p.look++
			n := p.tree.node(areLook, p.alternatives())
			p.look--
			n.not, n.behind = look.not, look.behind
			p.tree.beyond = true
			p.tree.leftContext = p.tree.leftContext || look.behind
			p.closeParen()
			return n
		}
	}
	switch {
	case strings.HasPrefix(rest, "?:"):
		p.at += 2
		n := p.alternatives()
		p.closeParen()
		// A constraint in parentheses may be quantified.
		return p.tree.node(areConcat, n, p.tree.node(areEmpty))
	case strings.HasPrefix(rest, "?"):
		p.fail(areBadRepeat)
		return nil
	case p.look > 0:
		n := p.alternatives()
		p.closeParen()
		return n
	}
	number := len(p.tree.groups)
	p.tree.groups = append(p.tree.groups, nil)
	n := p.tree.node(areGroup, p.alternatives())
	n.n, n.groups = number, append([]int{number}, n.groups...)
	p.tree.groups[number] = n
	p.closeParen()
	return n
}

func (p *areParser) closeParen() {
	if p.at >= len(p.s) || p.s[p.at] != ')' {
		p.fail(areBadParens)
		return
	}
	p.at++
}

// quantified reads the quantifier behind an atom, if there is one.
func (p *areParser) quantified(atom *areNode) *areNode {
	p.skipSpace()
	if p.at >= len(p.s) {
		return atom
	}
	lo, hi, fixed := 0, -1, false
	switch c := p.s[p.at]; {
	case c == '*':
		p.at++
	case c == '+':
		lo = 1
		p.at++
	case c == '?':
		hi = 1
		p.at++
	case c == '{' && p.at+1 < len(p.s) && isDigit(p.s[p.at+1]):
		if lo, hi, fixed = p.bound(); p.what != "" {
			return atom
		}
	default:
		return atom
	}
	if atom.kind == areAssert || atom.kind == areLook {
		p.fail(areBadRepeat)
		return atom
	}
	lazy := p.at < len(p.s) && p.s[p.at] == '?'
	if lazy {
		p.at++
	}
	p.skipSpace()
	if p.at < len(p.s) && (strings.IndexByte("*+?", p.s[p.at]) >= 0 || p.s[p.at] == '{' && p.at+1 < len(p.s) && isDigit(p.s[p.at+1])) {
		p.fail(areBadRepeat)
	}
	if fixed && lo == 1 {
		return atom
	}
	return p.tree.repeat(atom, lo, hi, lazy, fixed)
}

// bound reads {m}, {m,} or {m,n}.
func (p *areParser) bound() (lo, hi int, fixed bool) {
	p.at++
	lo = p.number()
	hi, fixed = lo, true
	if p.at < len(p.s) && p.s[p.at] == ',' {
		p.at++
		hi, fixed = -1, false
		if p.at < len(p.s) && isDigit(p.s[p.at]) {
			if hi = p.number(); hi < lo {
				p.fail(areBadCount)
			}
		}
	}
	switch {
	case p.what != "":
	case p.at >= len(p.s):
		p.fail(areBadBraces)
	case p.s[p.at] != '}':
		p.fail(areBadCount)
	default:
		p.at++
	}
	return lo, hi, fixed
}

func (p *areParser) number() int {
	n := 0
	for p.at < len(p.s) && isDigit(p.s[p.at]) {
		if n = n*10 + int(p.s[p.at]-'0'); n > areMaxRepeat {
			p.fail(areBadCount)
			return 0
		}
		p.at++
	}
	return n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

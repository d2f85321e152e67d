package fn

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// areControls are the escapes that stand for one character.
var areControls = map[byte]rune{'a': 7, 'b': 8, 'B': '\\', 'e': 27, 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

// areShorthands are the escapes that stand for a class.
var areShorthands = map[byte]string{'d': "digit", 's': "space", 'w': "word"}

// escape reads what follows a backslash outside brackets.
func (p *areParser) escape() *areNode {
	if p.at >= len(p.s) {
		p.fail(areBadEscape)
		return nil
	}
	c := p.s[p.at]
	if c >= '1' && c <= '9' {
		if n, ok := p.backRef(); ok {
			return n
		}
	}
	class := areShorthands[c|0x20]
	switch {
	case class != "" && c != 'B':
		p.at++
		ranges, _ := runeClass(class)
		set := &runeSet{ranges: ranges, not: c < 'a'}
		return p.chars(set)
	case strings.IndexByte("AmMyYZ", c) >= 0:
		p.at++
		return p.assertion(c)
	}
	r, ok := p.escapedRune()
	if !ok {
		return nil
	}
	return p.char(r)
}

// backRef reads \1 or \12: one digit always, more only if there are so many
// groups.
func (p *areParser) backRef() (*areNode, bool) {
	end := p.at
	for end < len(p.s) && isDigit(p.s[end]) {
		end++
	}
	n, err := strconv.Atoi(p.s[p.at:end])
	if end-p.at > 1 && (err != nil || n >= len(p.tree.groups)) {
		return nil, false
	}
	p.at = end
	if n >= len(p.tree.groups) || p.tree.groups[n] == nil || p.look > 0 {
		p.fail(areBadRef)
		return nil, true
	}
	ref := p.tree.node(areBackRef)
	ref.n, ref.prefer = n, p.tree.groups[n].prefer
	p.tree.beyond = true
	return ref, true
}

// escapedRune reads the escapes that stand for one character, after the
// backslash.
func (p *areParser) escapedRune() (rune, bool) {
	if p.at >= len(p.s) {
		p.fail(areBadEscape)
		return 0, false
	}
	c := p.s[p.at]
	if r, ok := areControls[c]; ok {
		p.at++
		return r, true
	}
	digits, base := 0, 16
	switch {
	case c == 'u':
		digits = 4
	case c == 'U':
		digits = 8
	case c == 'x':
		for p.at+1+digits < len(p.s) && isHex(p.s[p.at+1+digits]) {
			digits++
		}
	case c == 'c' && p.at+1 < len(p.s):
		r := rune(p.s[p.at+1] & 0x1f)
		p.at += 2
		return r, true
	case isDigit(c):
		base = 8
		p.at--
		for digits < 3 && p.at+1+digits < len(p.s) && p.s[p.at+1+digits] >= '0' && p.s[p.at+1+digits] <= '7' {
			digits++
		}
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		p.fail(areBadEscape)
		return 0, false
	default:
		r, size := utf8.DecodeRuneInString(p.s[p.at:])
		p.at += size
		return r, true
	}
	if digits == 0 || p.at+1+digits > len(p.s) {
		p.fail(areBadEscape)
		return 0, false
	}
	v, err := strconv.ParseUint(p.s[p.at+1:p.at+1+digits], base, 32)
	if err != nil || v > utf8.MaxRune {
		p.fail(areBadEscape)
		return 0, false
	}
	p.at += 1 + digits
	return rune(v), true
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

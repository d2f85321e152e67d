package fn

import (
	"strings"
	"unicode/utf8"
)

// bracket reads a bracket expression, after its [.
func (p *areParser) bracket() *areNode {
	for prefix, kind := range map[string]byte{"[:<:]]": 'm', "[:>:]]": 'M'} {
		if strings.HasPrefix(p.s[p.at:], prefix) {
			p.at += len(prefix)
			return p.assertion(kind)
		}
	}
	set := &runeSet{fold: p.f.fold}
	if p.at < len(p.s) && p.s[p.at] == '^' {
		p.at++
		set.not = true
		if p.f.lineDot {
			set.add('\n', '\n')
		}
	}
	for first := true; ; first = false {
		if p.at >= len(p.s) {
			p.fail(areBadBracket)
			return nil
		}
		if p.s[p.at] == ']' && !first {
			p.at++
			return p.chars(set)
		}
		lo, class := p.bracketItem(set)
		if p.what != "" {
			return nil
		}
		rest := p.s[p.at:]
		if len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
			if class {
				p.fail(areBadRange)
				return nil
			}
			p.at++
			hi, class := p.bracketItem(set)
			if p.what == "" && (class || hi < lo) {
				p.fail(areBadRange)
			}
			if p.what != "" {
				return nil
			}
			set.add(lo, hi)
			continue
		}
		if !class {
			set.add(lo, lo)
		}
	}
}

// bracketItem reads one character, which it returns, or a class, which it
// adds to set.
func (p *areParser) bracketItem(set *runeSet) (r rune, class bool) {
	c := p.s[p.at]
	switch {
	case c == '[' && p.at+1 < len(p.s) && strings.IndexByte(":.=", p.s[p.at+1]) >= 0:
		return p.bracketClass(set)
	case c == '\\':
		p.at++
		if p.at < len(p.s) {
			if name := areShorthands[p.s[p.at]|0x20]; name != "" && p.s[p.at] != 'B' {
				if p.s[p.at] < 'a' {
					p.fail(areBadEscape)
					return 0, true
				}
				p.at++
				ranges, _ := runeClass(name)
				set.ranges = append(set.ranges, ranges...)
				return 0, true
			}
		}
		r, _ := p.escapedRune()
		return r, false
	}
	r, size := utf8.DecodeRuneInString(p.s[p.at:])
	p.at += size
	return r, false
}

// bracketClass reads [:name:], [.x.] or [=x=].
func (p *areParser) bracketClass(set *runeSet) (r rune, class bool) {
	kind := p.s[p.at+1]
	end := strings.Index(p.s[p.at+2:], string(kind)+"]")
	if end < 0 {
		p.fail(areBadBracket)
		return 0, true
	}
	name := p.s[p.at+2 : p.at+2+end]
	p.at += 2 + end + 2
	if kind != ':' {
		r, size := utf8.DecodeRuneInString(name)
		if size != len(name) || size == 0 {
			p.fail(areBadCollate)
		}
		return r, false
	}
	ranges, ok := runeClass(name)
	if !ok {
		p.fail(areBadClass)
		return 0, true
	}
	if p.f.fold && (name == "upper" || name == "lower") {
		ranges, _ = runeClass("alpha")
	}
	set.ranges = append(set.ranges, ranges...)
	return 0, true
}

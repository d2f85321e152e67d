package types

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// emptyRangeWord is how an empty range is written.
const emptyRangeWord = "empty"

func malformedRange(s, detail string) error {
	return pgerr.New(pgerr.InvalidTextRepresentation, "malformed range literal: \"%s\"", s).WithDetail("%s", detail)
}

func hasEmptyWord(s string) bool {
	return len(s) >= len(emptyRangeWord) && strings.EqualFold(s[:len(emptyRangeWord)], emptyRangeWord)
}

// parseRange reads the text form of a range (range_in).
func parseRange(oid OID, s string, mod int32, f *Format) (Value, error) {
	r, err := readRange(RangeTypeOf(oid), s, mod, f)
	return Value{OID: oid, X: r}, err
}

func readRange(t *RangeType, s string, mod int32, f *Format) (*RangeValue, error) {
	p := rangeReader{all: s, rest: skipSpace(s)}
	if hasEmptyWord(p.rest) {
		if skipSpace(p.rest[len(emptyRangeWord):]) != "" {
			return nil, malformedRange(s, "Junk after \"empty\" key word.")
		}
		return &RangeValue{Empty: true}, nil
	}
	var lower, upper RangeBound
	switch p.peek() {
	case '[':
		lower.Inclusive = true
	case '(':
	default:
		return nil, malformedRange(s, "Missing left parenthesis or bracket.")
	}
	p.rest = p.rest[1:]
	lowerText, hasLower, err := p.bound()
	if err != nil {
		return nil, err
	}
	if p.peek() != ',' {
		return nil, malformedRange(s, "Missing comma after lower bound.")
	}
	p.rest = p.rest[1:]
	upperText, hasUpper, err := p.bound()
	if err != nil {
		return nil, err
	}
	switch p.peek() {
	case ']':
		upper.Inclusive = true
	case ')':
	default:
		return nil, malformedRange(s, "Too many commas.")
	}
	if skipSpace(p.rest[1:]) != "" {
		return nil, malformedRange(s, "Junk after right parenthesis or bracket.")
	}
	if hasLower {
		if lower.Value, err = ParseText(t.Subtype, lowerText, mod, f); err != nil {
			return nil, err
		}
	}
	if hasUpper {
		if upper.Value, err = ParseText(t.Subtype, upperText, mod, f); err != nil {
			return nil, err
		}
	}
	return makeRange(lower, upper)
}

// rangeReader reads the bounds of a range literal.
type rangeReader struct{ all, rest string }

// peek is the next byte, 0 at the end.
func (p *rangeReader) peek() byte {
	if p.rest == "" {
		return 0
	}
	return p.rest[0]
}

// bound reads the text of one bound; ok is false if there is none at all
// (range_parse_bound).
func (p *rangeReader) bound() (text string, ok bool, err error) {
	ends := func() bool { return p.rest != "" && strings.IndexByte(",)]", p.rest[0]) >= 0 }
	if ends() {
		return "", false, nil
	}
	var b []byte
	quoted := false
	for quoted || !ends() {
		if p.rest == "" {
			return "", false, malformedRange(p.all, "Unexpected end of input.")
		}
		c := p.rest[0]
		p.rest = p.rest[1:]
		switch {
		case c == '\\':
			if p.rest == "" {
				return "", false, malformedRange(p.all, "Unexpected end of input.")
			}
			b = append(b, p.rest[0])
			p.rest = p.rest[1:]
		case c == '"' && quoted && p.peek() == '"':
			b = append(b, '"')
			p.rest = p.rest[1:]
		case c == '"':
			quoted = !quoted
		default:
			b = append(b, c)
		}
	}
	return string(b), true, nil
}

// skipSpace cuts what isSpace accepts from the beginning.
func skipSpace(s string) string {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	return s
}

package types

import "github.com/sparrowdb/sparrow/sql/pgerr"

func malformedMultirange(s, detail string) error {
	return pgerr.New(pgerr.InvalidTextRepresentation, "malformed multirange literal: \"%s\"", s).WithDetail("%s", detail)
}

// The states of reading a multirange.
type multirangeState uint8

const (
	beforeRange multirangeState = iota
	inRange
	inRangeEscaped
	inRangeQuoted
	inRangeQuotedEscaped
	afterRange
)

// parseMultirange reads the text form of a multirange (multirange_in).
func parseMultirange(oid OID, s string, mod int32, f *Format) (Value, error) {
	t := RangeTypeOfMultirange(oid)
	rest := skipSpace(s)
	if rest == "" || rest[0] != '{' {
		return Null, malformedMultirange(s, "Missing left brace.")
	}
	var list []*RangeValue
	state, begin, seen := beforeRange, 0, false
	grown := int64(0)
	for i := len(s) - len(rest) + 1; i < len(s); i++ {
		c := s[i]
		if isSpace(c) {
			continue
		}
		switch state {
		case beforeRange:
			switch {
			case c == '[' || c == '(':
				begin, state = i, inRange
			case c == '}' && !seen:
				return finishMultirange(oid, s, i, list)
			case hasEmptyWord(s[i:]):
				i += len(emptyRangeWord) - 1
				state, seen = afterRange, true
			default:
				return Null, malformedMultirange(s, "Expected range start.")
			}
		case inRange:
			switch c {
			case ']', ')':
				r, err := readRange(t, s[begin:i+1], mod, f)
				if err != nil {
					return Null, err
				}
				if err := countGrown(&grown, Value{OID: t.OID, X: r}, i+1-begin); err != nil {
					return Null, err
				}
				list = append(list, r)
				state, seen = afterRange, true
			case '"':
				state = inRangeQuoted
			case '\\':
				state = inRangeEscaped
			}
		case inRangeEscaped:
			state = inRange
		case inRangeQuoted:
			switch {
			case c == '"' && i+1 < len(s) && s[i+1] == '"':
				i++
			case c == '"':
				state = inRange
			case c == '\\':
				state = inRangeQuotedEscaped
			}
		case inRangeQuotedEscaped:
			state = inRangeQuoted
		case afterRange:
			switch c {
			case ',':
				state = beforeRange
			case '}':
				return finishMultirange(oid, s, i, list)
			default:
				return Null, malformedMultirange(s, "Expected comma or end of multirange.")
			}
		}
	}
	return Null, malformedMultirange(s, "Unexpected end of input.")
}

// finishMultirange makes the value once the closing brace at s[end] is read.
func finishMultirange(oid OID, s string, end int, list []*RangeValue) (Value, error) {
	if skipSpace(s[end+1:]) != "" {
		return Null, malformedMultirange(s, "Junk after closing right brace.")
	}
	return NewMultirange(oid, list), nil
}

package types

import (
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// nameBytesMax is NAMEDATALEN-1: what a value of type name holds. It does not
// bound identifiers of Sparrow.
const nameBytesMax = 63

// truncateName cuts s to what type name holds, at a character's border.
func truncateName(s string) string {
	if len(s) <= nameBytesMax {
		return s
	}
	n := nameBytesMax
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// fitChars makes s fit a varchar or bpchar of n characters. Blanks that stick
// out are cut; more is an error, except in an explicit cast, which cuts.
func fitChars(oid OID, s string, n int, explicit bool) (string, error) {
	if len(s) > n {
		end := charOffset(s, n)
		if !explicit && strings.TrimRight(s[end:], " ") != "" {
			return "", pgerr.New(pgerr.StringDataRightTruncation, "value too long for type %s(%d)", TypeName(oid), n)
		}
		s = s[:end]
	}
	if oid == BPChar {
		if pad := n - utf8.RuneCountInString(s); pad > 0 {
			s += strings.Repeat(" ", pad)
		}
	}
	return s, nil
}

// charOffset is the byte offset of character n, or the length of s.
func charOffset(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

// decodeString reads the binary form of the types that keep text in S.
func decodeString(oid OID, b []byte) (Value, error) {
	if oid == JSONB || oid == JSONPath {
		if len(b) == 0 {
			return Null, badLength(0, 1)
		}
		if b[0] != jsonbVersion {
			return Null, pgerr.New(pgerr.InternalError, "unsupported %s version number %d", TypeName(oid), b[0])
		}
		b = b[1:]
	}
	s := string(b)
	if err := checkText(s); err != nil {
		return Null, err
	}
	switch oid {
	case JSON:
		return parseJSONText(s)
	case JSONB:
		return parseJSONB(s)
	case JSONPath:
		return parseJSONPath(s)
	case Name:
		if len(s) > nameBytesMax {
			return Null, pgerr.New(pgerr.NameTooLong, "identifier too long").
				WithDetail("Identifier must be less than %d characters.", nameBytesMax+1)
		}
	}
	return Value{OID: oid, S: s}, nil
}

// charByte is the byte that a "char" holds; an empty one is the zero byte.
func charByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

func charValue(c byte) Value {
	if c == 0 {
		return Value{OID: Char}
	}
	return Value{OID: Char, S: string([]byte{c})}
}

// parseChar reads a "char": its first byte, or the byte written \ooo
// (charin).
func parseChar(s string) (Value, error) {
	if len(s) == 4 && s[0] == '\\' && isOctal(s[1]) && isOctal(s[2]) && isOctal(s[3]) {
		return charValue((s[1]-'0')<<6 + (s[2]-'0')<<3 + (s[3] - '0')), nil
	}
	return charValue(charByte(s)), nil
}

func isOctal(c byte) bool { return c >= '0' && c <= '7' }

// appendChar writes a "char": bytes past ASCII as \ooo (charout).
func appendChar(buf []byte, s string) []byte {
	switch c := charByte(s); {
	case c == 0:
		return buf
	case c >= 0x80:
		return append(buf, '\\', '0'+c>>6, '0'+c>>3&7, '0'+c&7)
	default:
		return append(buf, c)
	}
}

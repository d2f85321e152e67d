package parser

import (
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// unescape returns text[from:to] of a string constant with doubled quotes made
// single and, in an E string, backslash escapes replaced.
func (s *scanner) unescape(from, to int, form stringForm) (string, bool) {
	if form != escapeString {
		return strings.ReplaceAll(s.text[from:to], "''", "'"), true
	}
	out := make([]byte, 0, to-from)
	high := rune(0) // a UTF-16 surrogate that waits for its second half
	for i := from; i < to; {
		c := s.text[i]
		unicode := c == '\\' && i+1 < to && (s.text[i+1] == 'u' || s.text[i+1] == 'U')
		if high != 0 && !unicode {
			return s.badPair(i, i+1)
		}
		switch {
		case unicode:
			n := 6
			if s.text[i+1] == 'U' {
				n = 10
			}
			r, ok := hexRune(s.text[i+2:to], n-2)
			if !ok {
				s.at = i
				s.fail(pgerr.New(pgerr.InvalidEscapeSequence, "invalid Unicode escape").
					WithHint(`Unicode escapes must be \uXXXX or \UXXXXXXXX.`), i)
				return "", false
			}
			if (r >= 0xdc00 && r <= 0xdfff) != (high != 0) {
				return s.badPair(i, i+n)
			}
			if r == 0 || r > utf8.MaxRune {
				s.at = i + n
				s.failNear("invalid Unicode escape value", i)
				return "", false
			}
			out, high = appendUTF16(out, r, high)
			i += n
		case c == '\\' && i+1 < to:
			var n int
			out, n = appendEscape(out, s.text[i+1:to])
			i += 1 + n
		case c == '\'':
			out = append(out, c)
			i += 2
		default:
			out = append(out, c)
			i++
		}
	}
	if high != 0 {
		return s.badPair(to, to+1)
	}
	if err := checkEncoding(string(out)); err != nil {
		s.err = err.(*pgerr.Error)
		s.emit(tokError, from, "")
		return "", false
	}
	return string(out), true
}

func (s *scanner) badPair(from, to int) (string, bool) {
	s.at = min(to, len(s.text))
	s.failNear("invalid Unicode surrogate pair", from)
	return "", false
}

// appendUTF16 appends r; the first half of a surrogate pair is kept in high
// until the second comes.
func appendUTF16(out []byte, r, high rune) ([]byte, rune) {
	switch {
	case r >= 0xd800 && r <= 0xdbff:
		return out, r
	case high != 0:
		return utf8.AppendRune(out, (high-0xd800)<<10+(r-0xdc00)+0x10000), 0
	}
	return utf8.AppendRune(out, r), 0
}

// appendEscape appends what the backslash before s stands for and returns how
// many bytes of s that took.
func appendEscape(out []byte, s string) ([]byte, int) {
	switch c := s[0]; c {
	case 'b':
		return append(out, '\b'), 1
	case 'f':
		return append(out, '\f'), 1
	case 'n':
		return append(out, '\n'), 1
	case 'r':
		return append(out, '\r'), 1
	case 't':
		return append(out, '\t'), 1
	case 'v':
		return append(out, '\v'), 1
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n, v := 0, 0
		for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
			v = v<<3 | int(s[n]-'0')
			n++
		}
		return append(out, byte(v)), n
	case 'x':
		n, v := 1, 0
		for n < 3 && n < len(s) && hexDigit(s[n]) >= 0 {
			v = v<<4 | hexDigit(s[n])
			n++
		}
		if n == 1 {
			return append(out, 'x'), 1
		}
		return append(out, byte(v)), n
	default:
		return append(out, c), 1
	}
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// hexRune reads exactly n hexadecimal digits.
func hexRune(s string, n int) (rune, bool) {
	if len(s) < n {
		return 0, false
	}
	v := int64(0)
	for i := range n {
		d := hexDigit(s[i])
		if d < 0 {
			return 0, false
		}
		v = v<<4 | int64(d)
	}
	return rune(min(v, utf8.MaxRune+1)), true
}

// unicodeValue decodes the body of U&'…' or U&"…", which begins at body, with
// the escape character of a UESCAPE that may follow.
func (s *scanner) unicodeValue(raw string, body int, quote byte) (string, bool) {
	escape, ok := s.uescape()
	if !ok {
		return "", false
	}
	out := make([]byte, 0, len(raw))
	high := rune(0)
	for i := 0; i < len(raw); {
		c := raw[i]
		if c == quote { // doubled
			i++
		}
		if c != escape || i+1 < len(raw) && raw[i+1] == escape {
			if high != 0 {
				return s.badUnicode("invalid Unicode surrogate pair", body+i)
			}
			if c == escape {
				i++
			}
			out = append(out, c)
			i++
			continue
		}
		digits, skip := 4, 1
		if i+1 < len(raw) && raw[i+1] == '+' {
			digits, skip = 6, 2
		}
		r, ok := hexRune(raw[min(i+skip, len(raw)):], digits)
		switch {
		case !ok:
			s.badUnicode("invalid Unicode escape", body+i)
			s.err.WithHint(`Unicode escapes must be \XXXX or \+XXXXXX.`)
			return "", false
		case r == 0 || r > utf8.MaxRune:
			return s.badUnicode("invalid Unicode escape value", body+i)
		case (r >= 0xdc00 && r <= 0xdfff) != (high != 0):
			return s.badUnicode("invalid Unicode surrogate pair", body+i)
		}
		out, high = appendUTF16(out, r, high)
		i += skip + digits
	}
	if high != 0 {
		return s.badUnicode("invalid Unicode surrogate pair", body+len(raw))
	}
	return string(out), true
}

func (s *scanner) badUnicode(message string, at int) (string, bool) {
	s.fail(pgerr.New(pgerr.SyntaxError, "%s", message), at)
	return "", false
}

// uescape reads UESCAPE 'c' if it follows and returns the escape character.
func (s *scanner) uescape() (byte, bool) {
	stand := s.at
	if !s.skipSpace() || s.err != nil || !strings.EqualFold(s.text[s.at:min(s.at+7, len(s.text))], "uescape") ||
		byteClass[s.peek(7)]&byteIdentPart != 0 {
		if s.err != nil { // an open comment is reported in its turn
			s.err = nil
			s.toks = s.toks[:len(s.toks)-1]
		}
		s.at = stand
		return '\\', true
	}
	s.at += 7
	before := len(s.toks)
	if s.skipSpace() {
		s.next()
	}
	if s.err != nil {
		return 0, false
	}
	if len(s.toks) == before {
		s.fail(pgerr.New(pgerr.SyntaxError, "UESCAPE must be followed by a simple string literal at end of input"), s.at)
		return 0, false
	}
	t := s.toks[before]
	s.toks = s.toks[:before]
	if t.kind != tokString {
		s.at = int(t.end)
		s.failNear("UESCAPE must be followed by a simple string literal", int(t.pos))
		return 0, false
	}
	if c := t.text; len(c) != 1 || hexDigit(c[0]) >= 0 || strings.Contains("+'\" \t\n\r\f", c) {
		s.failNear("invalid Unicode escape character", int(t.pos))
		return 0, false
	}
	return t.text[0], true
}

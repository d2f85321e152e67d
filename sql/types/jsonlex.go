package types

import (
	"strings"
	"unicode/utf8"
)

// jsonToken is a kind of JSON token: the punctuation itself, or one of these.
type jsonToken byte

const (
	jsonEnd    jsonToken = 0
	jsonText   jsonToken = 's'
	jsonNumber jsonToken = 'n'
	jsonTrue   jsonToken = 't'
	jsonFalse  jsonToken = 'f'
	jsonNull   jsonToken = '0'
)

// jsonLexer cuts JSON text into tokens. Where a token ends decides what an
// error shows, so the borders are those of PostgreSQL's json_lex.
type jsonLexer struct {
	in        string
	tok       jsonToken
	start     int // of the token
	end       int // behind the token
	line      int // number of the line, from 1
	lineStart int
	decode    bool   // resolve escapes, and check surrogates
	str       string // what a string token stands for, if decode
}

// next reads the next token.
func (l *jsonLexer) next() error {
	i := l.end
	for i < len(l.in) {
		switch l.in[i] {
		case '\n':
			l.line++
			l.lineStart = i + 1
		case ' ', '\t', '\r':
		default:
			l.start = i
			return l.token()
		}
		i++
	}
	l.start, l.end, l.tok = i, i, jsonEnd
	return nil
}

func (l *jsonLexer) token() error {
	switch c := l.in[l.start]; {
	case strings.IndexByte("{}[],:", c) >= 0:
		l.tok, l.end = jsonToken(c), l.start+1
		return nil
	case c == '"':
		l.tok = jsonText
		return l.text()
	case c == '-':
		return l.number(l.start + 1)
	case c >= '0' && c <= '9':
		return l.number(l.start)
	}
	l.end = l.word(l.start)
	switch l.in[l.start:l.end] {
	case "true":
		l.tok = jsonTrue
	case "false":
		l.tok = jsonFalse
	case "null":
		l.tok = jsonNull
	case "":
		l.end++
		return l.invalidToken()
	default:
		return l.invalidToken()
	}
	return nil
}

// word is the end of the letters, digits and bytes past ASCII from i.
func (l *jsonLexer) word(i int) int {
	for i < len(l.in) && isWordByte(l.in[i]) {
		i++
	}
	return i
}

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80
}

func (l *jsonLexer) digits(i int) int {
	for i < len(l.in) && l.in[i] >= '0' && l.in[i] <= '9' {
		i++
	}
	return i
}

// number reads a number whose digits begin at i.
func (l *jsonLexer) number(i int) error {
	first := i
	if i < len(l.in) && l.in[i] == '0' {
		i++
	} else {
		i = l.digits(i)
	}
	bad := i == first
	if i < len(l.in) && l.in[i] == '.' {
		from := i + 1
		i = l.digits(from)
		bad = bad || i == from
	}
	if i < len(l.in) && l.in[i]|0x20 == 'e' {
		i++
		if i < len(l.in) && (l.in[i] == '+' || l.in[i] == '-') {
			i++
		}
		from := i
		i = l.digits(from)
		bad = bad || i == from
	}
	l.end = l.word(i)
	if bad || l.end != i {
		return l.invalidToken()
	}
	l.tok = jsonNumber
	return nil
}

// text reads a string. Without escapes it is a part of the input.
func (l *jsonLexer) text() error {
	for i := l.start + 1; i < len(l.in); i++ {
		switch c := l.in[i]; {
		case c == '"':
			l.end = i + 1
			l.str = l.in[l.start+1 : i]
			return nil
		case c == '\\':
			return l.escapedText(i)
		case c < ' ':
			l.end = i
			return l.fail("Character with value 0x%02x must be escaped.", c)
		}
	}
	l.end = len(l.in)
	return l.invalidToken()
}

// jsonEscapes maps the letter of an escape to its character.
var jsonEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escapedText reads a string from its first backslash, at i, on.
func (l *jsonLexer) escapedText(i int) error {
	out := []byte(l.in[l.start+1 : i])
	high := rune(-1) // a high surrogate that waits for its low one
	for i < len(l.in) {
		c := l.in[i]
		if c == '\\' && i+1 < len(l.in) && l.in[i+1] == 'u' {
			r, err := l.unicodeEscape(i + 2)
			if err != nil {
				return err
			}
			i += 6
			if !l.decode {
				continue
			}
			l.end = i // what an error shows
			switch {
			case r >= 0xd800 && r < 0xdc00:
				if high >= 0 {
					return l.fail("Unicode high surrogate must not follow a high surrogate.")
				}
				high = r
				continue
			case r >= 0xdc00 && r < 0xe000 && high >= 0:
				r = 0x10000 + (high-0xd800)<<10 + (r - 0xdc00)
				high = -1
			case high >= 0 || r >= 0xdc00 && r < 0xe000:
				return l.fail("Unicode low surrogate must follow a high surrogate.")
			case r == 0:
				return l.failZero()
			}
			out = utf8.AppendRune(out, r)
			continue
		}
		if high >= 0 {
			l.end = i + 1
			return l.fail("Unicode low surrogate must follow a high surrogate.")
		}
		switch {
		case c == '"':
			l.end = i + 1
			l.str = string(out)
			return nil
		case c < ' ':
			l.end = i
			return l.fail("Character with value 0x%02x must be escaped.", c)
		case c == '\\' && i+1 == len(l.in):
			i++
			continue
		case c == '\\':
			i++
			if jsonEscapes[l.in[i]] == 0 {
				_, n := utf8.DecodeRuneInString(l.in[i:])
				l.end = i + n
				return l.fail("Escape sequence \"\\%s\" is invalid.", l.in[i:i+n])
			}
			c = jsonEscapes[l.in[i]]
		}
		out = append(out, c)
		i++
	}
	l.end = len(l.in)
	return l.invalidToken()
}

// unicodeEscape reads the four digits of a \u escape.
func (l *jsonLexer) unicodeEscape(i int) (rune, error) {
	r := rune(0)
	for end := i + 4; i < end; i++ {
		if i >= len(l.in) {
			l.end = len(l.in)
			return 0, l.invalidToken()
		}
		d := hexValue(l.in[i])
		if d < 0 {
			_, n := utf8.DecodeRuneInString(l.in[i:])
			l.end = i + n
			return 0, l.fail("\"\\u\" must be followed by four hexadecimal digits.")
		}
		r = r<<4 | rune(d)
	}
	return r, nil
}

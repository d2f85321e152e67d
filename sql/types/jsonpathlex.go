package types

import (
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// pathToken is a kind of token of a jsonpath: a character of punctuation
// itself, or one of these.
type pathToken byte

const (
	pathEnd      pathToken = 0
	pathText     pathToken = 's' // "…"
	pathVar      pathToken = 'v' // $name, $"…"
	pathInteger  pathToken = 'i'
	pathNumeric  pathToken = 'n'
	pathIdent    pathToken = 'a'
	pathKeyword  pathToken = 'k'
	pathAnd      pathToken = 'A'
	pathOr       pathToken = 'O'
	pathAnyLevel pathToken = 'W' // **
	pathCompare  pathToken = 'C'
)

// pathKeywords are the words with a meaning; true marks those that count in
// lower case only.
var pathKeywords = map[string]bool{
	"is": false, "to": false, "abs": false, "lax": false, "flag": false, "last": false, "null": true, "size": false,
	"true": true, "type": false, "with": false, "false": true, "floor": false, "double": false, "exists": false,
	"starts": false, "strict": false, "ceiling": false, "unknown": false, "datetime": false, "keyvalue": false,
	"like_regex": false,
}

// jsonPathLexer cuts a jsonpath into tokens, as jsonpath_scan.l does.
type jsonPathLexer struct {
	in   string
	at   int // behind the token
	tok  pathToken
	str  string // what a text, word or number stands for; a keyword in lower case
	near string // what an error about the token shows
}

const pathSpecial = "?%$.[]{}()|&!=<>@#,*:-+/"

func isPathBlank(c byte) bool { return strings.IndexByte(" \t\n\r\f", c) >= 0 }

func isPathOther(c byte) bool {
	return strings.IndexByte(pathSpecial, c) < 0 && !isPathBlank(c) && c != '\\' && c != '"'
}

// failAt is the error about what has been read (jsonpath_yyerror).
func (l *jsonPathLexer) failAt(message, near string) error {
	if near == "" {
		return pgerr.New(pgerr.SyntaxError, "%s at end of jsonpath input", message)
	}
	return pgerr.New(pgerr.SyntaxError, "%s at or near \"%s\" of jsonpath input", message, near)
}

func (l *jsonPathLexer) set(tok pathToken, from int) {
	l.tok, l.near = tok, l.in[from:l.at]
	l.str = l.near
}

// next reads the next token.
func (l *jsonPathLexer) next() error {
	for l.at < len(l.in) {
		if isPathBlank(l.in[l.at]) {
			l.at++
			continue
		}
		if !strings.HasPrefix(l.in[l.at:], "/*") {
			return l.token()
		}
		if err := l.comment(); err != nil {
			return err
		}
	}
	l.tok, l.near, l.str = pathEnd, "", ""
	return nil
}

func (l *jsonPathLexer) comment() error {
	end := strings.Index(l.in[l.at+2:], "*/")
	if end < 0 {
		return l.failAt("unexpected end of comment", "")
	}
	l.at += end + 4
	return nil
}

// pathOperators are the tokens of two characters; longer ones before their
// beginnings.
var pathOperators = []struct {
	text string
	tok  pathToken
}{
	{"&&", pathAnd}, {"||", pathOr}, {"**", pathAnyLevel}, {"<=", pathCompare}, {">=", pathCompare}, {"==", pathCompare},
	{"<>", pathCompare}, {"!=", pathCompare}, {"<", pathCompare}, {">", pathCompare},
}

func (l *jsonPathLexer) token() error {
	from := l.at
	rest := l.in[from:]
	for _, op := range pathOperators {
		if strings.HasPrefix(rest, op.text) {
			l.at += len(op.text)
			l.set(op.tok, from)
			if op.text == "<>" {
				l.str = "!="
			}
			return nil
		}
	}
	c := rest[0]
	switch {
	case c == '"':
		l.at++
		return l.quoted(pathText, true)
	case c == '$' && len(rest) > 1 && rest[1] == '"':
		l.at += 2
		return l.quoted(pathVar, true)
	case c == '$' && len(rest) > 1 && isPathOther(rest[1]):
		l.at++
		for l.at < len(l.in) && isPathOther(l.in[l.at]) {
			l.at++
		}
		l.set(pathVar, from)
		l.str = l.near[1:]
		return nil
	case c >= '0' && c <= '9' || c == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
		return l.number()
	case strings.IndexByte(pathSpecial, c) >= 0:
		l.at++
		l.set(pathToken(c), from)
		return nil
	}
	return l.quoted(pathIdent, false)
}

func (l *jsonPathLexer) digits() {
	for l.at < len(l.in) && l.in[l.at] >= '0' && l.in[l.at] <= '9' {
		l.at++
	}
}

// number reads an integer, decimal or real.
func (l *jsonPathLexer) number() error {
	from := l.at
	tok := pathInteger
	if l.in[l.at] == '0' {
		l.at++
	} else {
		l.digits()
	}
	if l.at < len(l.in) && l.in[l.at] == '.' {
		tok = pathNumeric
		l.at++
		l.digits()
	}
	if l.at < len(l.in) && l.in[l.at]|0x20 == 'e' {
		mark := l.at
		l.at++
		signed := l.at < len(l.in) && (l.in[l.at] == '+' || l.in[l.at] == '-')
		if signed {
			l.at++
		}
		digits := l.at
		l.digits()
		switch {
		case l.at > digits:
			tok = pathNumeric
		case signed:
			return l.failAt("invalid numeric literal", l.in[from:l.at])
		default:
			l.at = mark
		}
	}
	if l.at < len(l.in) && isPathOther(l.in[l.at]) {
		run := from
		for run < len(l.in) && isPathOther(l.in[run]) {
			run++
		}
		if run > l.at+1 {
			// Of two ways to read on the scanner takes the longer: a word.
			l.at = from
			return l.quoted(pathIdent, false)
		}
		return l.failAt("trailing junk after numeric literal", l.in[from:l.at+1])
	}
	l.set(tok, from)
	return nil
}

// quoted reads a text up to its closing quote, or a bare word up to what ends
// it, with its escapes.
func (l *jsonPathLexer) quoted(tok pathToken, quotes bool) error {
	var out []byte
	escaped := false
	for l.at < len(l.in) {
		c := l.in[l.at]
		switch {
		case c == '\\':
			escaped = true
			var err error
			if out, err = l.escape(out); err != nil {
				return err
			}
			continue
		case quotes && c == '"':
			l.at++
			l.tok, l.str, l.near = tok, string(out), "\""
			return nil
		case !quotes && !isPathOther(c):
			l.word(string(out), escaped)
			return nil
		}
		out = append(out, c)
		l.at++
	}
	if quotes {
		return l.failAt("unexpected end of quoted string", "")
	}
	l.word(string(out), escaped)
	return nil
}

// word ends a bare word: a keyword unless an escape is in it.
func (l *jsonPathLexer) word(s string, escaped bool) {
	l.tok, l.str, l.near = pathIdent, s, ""
	if l.at < len(l.in) && isPathBlank(l.in[l.at]) {
		l.near = l.in[l.at : l.at+1]
	}
	lower := strings.ToLower(s)
	if exact, ok := pathKeywords[lower]; ok && !escaped && (!exact || lower == s) {
		l.tok, l.str = pathKeyword, s
	}
}

// pathEscapes maps the letter of an escape to its character.
var pathEscapes = [256]byte{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

// escape reads an escape, at its backslash.
func (l *jsonPathLexer) escape(out []byte) ([]byte, error) {
	if l.at+1 >= len(l.in) {
		return nil, l.failAt("unexpected end after backslash", l.in[l.at:])
	}
	switch c := l.in[l.at+1]; {
	case pathEscapes[c] != 0:
		l.at += 2
		return append(out, pathEscapes[c]), nil
	case c == 'x':
		if l.at+3 >= len(l.in) || hexValue(l.in[l.at+2]) < 0 || hexValue(l.in[l.at+3]) < 0 {
			return nil, l.failAt("invalid hex character sequence", l.in[l.at:min(l.at+3, len(l.in))])
		}
		r := rune(hexValue(l.in[l.at+2])<<4 | hexValue(l.in[l.at+3]))
		l.at += 4
		return l.appendRune(out, r)
	case c == 'u':
		return l.unicode(out)
	default:
		_, n := utf8.DecodeRuneInString(l.in[l.at+1:])
		out = append(out, l.in[l.at+1:l.at+1+n]...)
		l.at += 1 + n
		return out, nil
	}
}

func (l *jsonPathLexer) appendRune(out []byte, r rune) ([]byte, error) {
	if r == 0 {
		return nil, pgerr.New(pgerr.UntranslatableCharacter, "unsupported Unicode escape sequence").
			WithDetail("\\u0000 cannot be converted to text.")
	}
	if !utf8.ValidRune(r) {
		return nil, pgerr.New(pgerr.SyntaxError, "invalid Unicode escape value")
	}
	return utf8.AppendRune(out, r), nil
}

// unicode reads \uXXXX or \u{X…}, two of which may be a surrogate pair.
func (l *jsonPathLexer) unicode(out []byte) ([]byte, error) {
	r, err := l.codePoint()
	if err != nil {
		return nil, err
	}
	surrogate := func(what string) error {
		return pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type jsonpath").WithDetail("%s", what)
	}
	switch {
	case r >= 0xdc00 && r < 0xe000:
		return nil, surrogate("Unicode low surrogate must follow a high surrogate.")
	case r >= 0xd800 && r < 0xdc00:
		if !strings.HasPrefix(l.in[l.at:], "\\u") {
			return nil, surrogate("Unicode low surrogate must follow a high surrogate.")
		}
		low, err := l.codePoint()
		if err != nil {
			return nil, err
		}
		if low >= 0xd800 && low < 0xdc00 {
			return nil, surrogate("Unicode high surrogate must not follow a high surrogate.")
		}
		if low < 0xdc00 || low >= 0xe000 {
			return nil, surrogate("Unicode low surrogate must follow a high surrogate.")
		}
		r = 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
	}
	return l.appendRune(out, r)
}

func (l *jsonPathLexer) codePoint() (rune, error) {
	from := l.at
	l.at += 2
	end, closing := l.at+4, false
	if l.at < len(l.in) && l.in[l.at] == '{' {
		l.at++
		end, closing = l.at+6, true
	}
	r, n := rune(0), 0
	for ; l.at < len(l.in) && l.at < end && hexValue(l.in[l.at]) >= 0; n++ {
		r = r<<4 | rune(hexValue(l.in[l.at]))
		l.at++
	}
	bad := n == 0 || !closing && n < 4
	if closing && !bad {
		bad = l.at >= len(l.in) || l.in[l.at] != '}'
		if !bad {
			l.at++
		}
	}
	if bad {
		return 0, l.failAt("invalid unicode sequence", l.in[from:l.at])
	}
	return r, nil
}

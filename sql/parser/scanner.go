package parser

import (
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// nameBytesMax is the longest identifier; PostgreSQL cuts at 63 bytes, here a
// longer one than this is an error.
const nameBytesMax = 255

// Byte classes of the scanner.
const (
	byteSpace      = 1 << iota
	byteIdentStart // letters, _, all of non-ASCII
	byteDigit
	byteIdentPart
	byteOperator
	byteUpper
)

var byteClass = func() (t [256]uint8) {
	for _, c := range " \t\n\r\f" {
		t[c] |= byteSpace
	}
	for c := range 256 {
		switch {
		case c >= 'a' && c <= 'z', c == '_', c >= 0x80:
			t[c] |= byteIdentStart | byteIdentPart
		case c >= 'A' && c <= 'Z':
			t[c] |= byteIdentStart | byteIdentPart | byteUpper
		case c >= '0' && c <= '9':
			t[c] |= byteDigit | byteIdentPart
		case c == '$':
			t[c] |= byteIdentPart
		}
	}
	for _, c := range "~!@#^&|`?+-*/%<>=" {
		t[c] |= byteOperator
	}
	return t
}()

// scanner cuts a text into tokens by the rules of PostgreSQL's scan.l. The
// first error ends the scan with a tokError, so that a syntax error before it
// is still the one reported.
type scanner struct {
	text string
	at   int
	toks []token
	err  *pgerr.Error
}

// checkEncoding refuses what PostgreSQL's text can't hold: NUL and bytes that
// are not UTF-8.
func checkEncoding(text string) error {
	nul := strings.IndexByte(text, 0)
	if nul < 0 && utf8.ValidString(text) {
		return nil
	}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == 0 || r == utf8.RuneError && n == 1 {
			return badBytes(text[i:])
		}
		i += n
	}
	return nil
}

// badBytes words the encoding error like PostgreSQL, showing as many bytes as
// the first one announces.
func badBytes(s string) *pgerr.Error {
	n := 1
	switch c := s[0]; {
	case c >= 0xf0 && c < 0xf8:
		n = 4
	case c >= 0xe0 && c < 0xf0:
		n = 3
	case c >= 0xc0 && c < 0xe0:
		n = 2
	}
	var b strings.Builder
	for i := range min(n, len(s)) {
		const hex = "0123456789abcdef"
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString("0x")
		b.WriteByte(hex[s[i]>>4])
		b.WriteByte(hex[s[i]&15])
	}
	return pgerr.New(pgerr.CharacterNotInRepertoire, `invalid byte sequence for encoding "UTF8": %s`, b.String())
}

// scan appends all tokens, a tokEOF or tokError last.
func (s *scanner) scan() {
	for s.skipSpace() {
		s.next()
		if s.err != nil {
			return
		}
	}
	if s.err == nil {
		s.emit(tokEOF, len(s.text), "")
	}
}

// emit appends the token that ends where the scanner stands.
func (s *scanner) emit(kind tokenKind, start int, text string) {
	s.toks = append(s.toks, token{text: text, pos: ast.Pos(start), end: ast.Pos(s.at), kind: kind})
}

// fail ends the scan. The message quotes the text from start to where the
// scanner stands unless it says all there is to say.
func (s *scanner) fail(err *pgerr.Error, start int) {
	s.err = err.At(ast.Position(s.text, ast.Pos(start)))
	s.emit(tokError, start, "")
}

// failNear is a syntax error with PostgreSQL's "at or near".
func (s *scanner) failNear(message string, start int) {
	s.fail(pgerr.New(pgerr.SyntaxError, `%s at or near "%s"`, message, s.text[start:s.at]), start)
}

// skipSpace skips white space and comments and reports whether a token is left.
func (s *scanner) skipSpace() bool {
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case byteClass[c]&byteSpace != 0:
			s.at++
		case c == '-' && s.peek(1) == '-':
			s.skipLine()
		case c == '/' && s.peek(1) == '*':
			if !s.skipComment() {
				return false
			}
		default:
			return true
		}
	}
	return false
}

// peek returns the byte n places on, or 0 past the end.
func (s *scanner) peek(n int) byte {
	if s.at+n < len(s.text) {
		return s.text[s.at+n]
	}
	return 0
}

func (s *scanner) skipLine() {
	for s.at < len(s.text) && s.text[s.at] != '\n' && s.text[s.at] != '\r' {
		s.at++
	}
}

// skipComment skips a C comment; they nest.
func (s *scanner) skipComment() bool {
	start, depth := s.at, 0
	for s.at < len(s.text) {
		switch {
		case s.text[s.at] == '/' && s.peek(1) == '*':
			depth++
			s.at += 2
		case s.text[s.at] == '*' && s.peek(1) == '/':
			depth--
			s.at += 2
			if depth == 0 {
				return true
			}
		default:
			s.at++
		}
	}
	s.failNear("unterminated /* comment", start)
	return false
}

// next scans one token.
func (s *scanner) next() {
	c, start := s.text[s.at], s.at
	switch {
	case byteClass[c]&byteIdentStart != 0:
		s.word(start)
	case byteClass[c]&byteDigit != 0, c == '.' && byteClass[s.peek(1)]&byteDigit != 0:
		s.number(start)
	case byteClass[c]&byteOperator != 0:
		s.operator(start)
	case c == '\'':
		s.at++
		s.quotedString(start, plainString)
	case c == '"':
		s.at++
		s.quotedName(start, false)
	case c == '$':
		s.dollar(start)
	case c == ':' && s.peek(1) == ':':
		s.at += 2
		s.emit(tokTypecast, start, "")
	case c == ':' && s.peek(1) == '=':
		s.at += 2
		s.emit(tokColonEquals, start, "")
	case c == '.' && s.peek(1) == '.':
		s.at += 2
		s.failNear("syntax error", start)
	default:
		s.at++
		s.emit(tokenKind(c), start, "")
	}
}

// word scans an identifier, a key word, or a string with a letter in front.
func (s *scanner) word(start int) {
	if s.stringPrefix(start) {
		return
	}
	upper := false
	for s.at < len(s.text) {
		class := byteClass[s.text[s.at]]
		if class&byteIdentPart == 0 {
			break
		}
		upper = upper || class&byteUpper != 0
		s.at++
	}
	raw := s.text[start:s.at]
	if len(raw) <= keywordBytesMax {
		var fold [keywordBytesMax]byte
		for i := range len(raw) {
			fold[i] = lower(raw[i])
		}
		if k := keywords[string(fold[:len(raw)])]; k != nil {
			s.toks = append(s.toks, token{text: k.Word, pos: ast.Pos(start), end: ast.Pos(s.at), kind: tokIdent,
				class: k.Class, bare: k.Bare})
			return
		}
	}
	if upper {
		raw = foldName(raw)
	}
	s.name(start, raw)
}

// name emits an identifier after checking its length.
func (s *scanner) name(start int, name string) {
	if len(name) > nameBytesMax {
		s.fail(pgerr.New(pgerr.NameTooLong, `identifier "%s..." is too long`, strings.ToValidUTF8(name[:60], "")).
			WithDetail("It has %d bytes; the limit is %d.", len(name), nameBytesMax), start)
		return
	}
	s.emit(tokIdent, start, name)
}

func lower(c byte) byte {
	if byteClass[c]&byteUpper != 0 {
		return c + 'a' - 'A'
	}
	return c
}

// foldName folds ASCII letters only, as PostgreSQL does for UTF8.
func foldName(s string) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = lower(c)
	}
	return string(b)
}

package parser

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// stringForm is what stands before the quote of a string constant.
type stringForm uint8

const (
	plainString   stringForm = iota
	escapeString             // E'…'
	unicodeString            // U&'…'
	bitString                // B'…'
	hexString                // X'…'
)

var unterminated = [...]string{
	plainString: "unterminated quoted string", escapeString: "unterminated quoted string",
	unicodeString: "unterminated quoted string", bitString: "unterminated bit string literal",
	hexString: "unterminated hexadecimal string literal",
}

// stringPrefix scans a string with a letter in front, if one starts here.
func (s *scanner) stringPrefix(start int) bool {
	c := lower(s.text[s.at])
	if c == 'u' && s.peek(1) == '&' && (s.peek(2) == '\'' || s.peek(2) == '"') {
		name := s.peek(2) == '"'
		s.at += 3
		if name {
			s.quotedName(start, true)
		} else {
			s.quotedString(start, unicodeString)
		}
		return true
	}
	if s.peek(1) != '\'' {
		return false
	}
	form := plainString
	switch c {
	case 'e':
		form = escapeString
	case 'b':
		form = bitString
	case 'x':
		form = hexString
	case 'n': // N'…' is the type nchar before a plain string
		k := keywords["nchar"]
		s.at++
		s.toks = append(s.toks, token{text: k.Word, pos: ast.Pos(start), end: ast.Pos(s.at), kind: tokIdent, class: k.Class, bare: k.Bare})
		return true
	default:
		return false
	}
	s.at += 2
	s.quotedString(start, form)
	return true
}

// quotedString scans a string whose first quote is just behind, with its
// continuations on further lines, and emits it.
func (s *scanner) quotedString(start int, form stringForm) {
	body := s.at
	value := ""
	var joined []byte // of a string that continues on another line
	for {
		seg := s.at
		end, escaped := s.findQuote(form)
		if end < 0 {
			s.at = len(s.text)
			s.failNear(unterminated[form], start)
			return
		}
		part := s.text[seg:end]
		if escaped && form != unicodeString {
			var ok bool
			if part, ok = s.unescape(seg, end, form); !ok {
				return
			}
		}
		s.at = end + 1
		next := s.continuation()
		if next < 0 && joined == nil {
			value = part
			break
		}
		joined = append(joined, part...)
		if next < 0 {
			value = string(joined)
			break
		}
		s.at = next
	}
	switch form {
	case bitString:
		s.emit(tokBits, start, "b"+value)
	case hexString:
		s.emit(tokBits, start, "x"+value)
	case unicodeString:
		if v, ok := s.unicodeValue(value, body, '\''); ok {
			s.emit(tokString, start, v)
		}
	default:
		s.emit(tokString, start, value)
	}
}

// findQuote finds the quote that ends the segment and tells whether there are
// escapes or doubled quotes before it.
func (s *scanner) findQuote(form stringForm) (end int, escaped bool) {
	for i := s.at; i < len(s.text); i++ {
		switch s.text[i] {
		case '\\':
			if form == escapeString {
				escaped = true
				i++
			} else if form == unicodeString {
				escaped = true
			}
		case '\'':
			if form == bitString || form == hexString || i+1 >= len(s.text) || s.text[i+1] != '\'' {
				return i, escaped
			}
			escaped = true
			i++
		}
	}
	return -1, false
}

// continuation returns where the next segment of a string begins if only white
// space with a line break, or -- comments, and a quote follow; else -1.
func (s *scanner) continuation() int {
	newline := false
	for i := s.at; i < len(s.text); {
		c := s.text[i]
		switch {
		case c == '\'' && newline:
			return i + 1
		case c == '\n' || c == '\r':
			newline = true
			i++
		case byteClass[c]&byteSpace != 0:
			i++
		case c == '-' && i+1 < len(s.text) && s.text[i+1] == '-':
			n := strings.IndexAny(s.text[i:], "\n\r")
			if n < 0 {
				return -1
			}
			i += n
		default:
			return -1
		}
	}
	return -1
}

// quotedName scans a delimited identifier whose first quote is just behind.
func (s *scanner) quotedName(start int, unicode bool) {
	body := s.at
	doubled := false
	for {
		n := strings.IndexByte(s.text[s.at:], '"')
		if n < 0 {
			s.at = len(s.text)
			s.failNear("unterminated quoted identifier", start)
			return
		}
		s.at += n + 1
		if s.peek(0) != '"' {
			break
		}
		doubled = true
		s.at++
	}
	name := s.text[body : s.at-1]
	if name == "" {
		s.failNear("zero-length delimited identifier", start)
		return
	}
	if unicode {
		var ok bool
		if name, ok = s.unicodeValue(name, body, '"'); !ok {
			return
		}
	} else if doubled {
		name = strings.ReplaceAll(name, `""`, `"`)
	}
	s.name(start, name)
	if s.err == nil {
		s.toks[len(s.toks)-1].quoted = true
	}
}

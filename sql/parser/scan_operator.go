package parser

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// operatorBytesMax is the longest operator name, as in PostgreSQL.
const operatorBytesMax = 63

// operator scans the longest run of operator characters, ended by a comment.
// So that 1--2 and x=-1 mean what people think, a + or - at its end is not part
// of it unless it holds a character that no SQL operator has.
func (s *scanner) operator(start int) {
	end := start
	for end < len(s.text) && byteClass[s.text[end]]&byteOperator != 0 {
		if c := s.text[end]; end > start && end+1 < len(s.text) &&
			(c == '-' && s.text[end+1] == '-' || c == '/' && s.text[end+1] == '*') {
			break
		}
		end++
	}
	op := s.text[start:end]
	if last := op[len(op)-1]; len(op) > 1 && (last == '+' || last == '-') && !strings.ContainsAny(op[:len(op)-1], "~!@#^&|`?%") {
		op = strings.TrimRight(op, "+-")
		if op == "" {
			op = s.text[start : start+1]
		}
	}
	s.at = start + len(op)
	switch {
	case len(op) == 1 && strings.IndexByte("+-*/%^<>=", op[0]) >= 0:
		s.emit(tokenKind(op[0]), start, op)
	case op == "<=":
		s.emit(tokLessEquals, start, op)
	case op == ">=":
		s.emit(tokGreaterEquals, start, op)
	case op == "<>", op == "!=":
		s.emit(tokNotEquals, start, "<>")
	case op == "=>":
		s.emit(tokEqualsGreater, start, op)
	case len(op) > operatorBytesMax:
		s.fail(pgerr.New(pgerr.SyntaxError, "operator too long"), start)
	default:
		s.emit(tokOp, start, op)
	}
}

// number scans an integer, a decimal or a number with an exponent. A letter
// right behind is an error since PostgreSQL 15.
func (s *scanner) number(start int) {
	kind := tokInteger
	s.digits()
	if s.peek(0) == '.' && (s.peek(1) != '.' || s.at == start) {
		kind = tokFloat
		s.at++
		s.digits()
	}
	if c := s.peek(0); c == 'e' || c == 'E' {
		n := 1
		if sign := s.peek(1); sign == '+' || sign == '-' {
			n = 2
		}
		if byteClass[s.peek(n)]&byteDigit != 0 {
			kind = tokFloat
			s.at += n
			s.digits()
		} else if n == 2 {
			s.at += 2
			s.failNear("trailing junk after numeric literal", start)
			return
		}
	}
	if s.at < len(s.text) && byteClass[s.text[s.at]]&byteIdentStart != 0 {
		s.junk("numeric literal", start)
		return
	}
	s.emit(kind, start, s.text[start:s.at])
}

// junk reports a word that follows a number or parameter.
func (s *scanner) junk(what string, start int) {
	for s.at < len(s.text) && byteClass[s.text[s.at]]&byteIdentPart != 0 {
		s.at++
	}
	s.failNear("trailing junk after "+what, start)
}

func (s *scanner) digits() {
	for s.at < len(s.text) && byteClass[s.text[s.at]]&byteDigit != 0 {
		s.at++
	}
}

// dollar scans $n, a dollar-quoted string, or a lone $.
func (s *scanner) dollar(start int) {
	s.at++
	if byteClass[s.peek(0)]&byteDigit != 0 {
		s.digits()
		if s.at < len(s.text) && byteClass[s.text[s.at]]&byteIdentStart != 0 {
			s.junk("parameter", start)
			return
		}
		s.emit(tokParam, start, s.text[start+1:s.at])
		return
	}
	tagEnd := s.at
	if byteClass[s.peek(0)]&byteIdentStart != 0 {
		for tagEnd < len(s.text) && s.text[tagEnd] != '$' && byteClass[s.text[tagEnd]]&byteIdentPart != 0 {
			tagEnd++
		}
	}
	if tagEnd >= len(s.text) || s.text[tagEnd] != '$' {
		s.emit('$', start, "")
		return
	}
	tag := s.text[start : tagEnd+1]
	body := tagEnd + 1
	n := strings.Index(s.text[body:], tag)
	if n < 0 {
		s.at = len(s.text)
		s.failNear("unterminated dollar-quoted string", start)
		return
	}
	s.at = body + n + len(tag)
	s.emit(tokString, start, s.text[body:body+n])
}

package parser

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// Literal is a constant of a text that is not of its shape.
type Literal struct {
	Pos  ast.Pos
	Kind ast.ConstKind // Integer, Float or String
	Text string        // digits, or the string without quotes
}

// Classes of literals in a shape: constants of one class get the same type.
const (
	classInt4    = 'i'
	classInt8    = 'l'
	classNumeric = 'n'
	classString  = 's'
)

// Class is the class of the literal's type: the smallest integer type that
// holds it, numeric, or a string.
func (l *Literal) Class() byte {
	switch l.Kind {
	case ast.String:
		return classString
	case ast.Integer:
		if n, err := strconv.ParseInt(l.Text, 10, 64); err == nil {
			if n <= 1<<31-1 {
				return classInt4
			}
			return classInt8
		}
	}
	return classNumeric
}

// Shape appends to buf the text of a script with the class of each number and
// plain string instead of its value, so that texts which differ in values only have one
// shape, and to literals what it left out. It is false for what it does not cut: more
// than one statement, parameters, errors.
func Shape(text string, buf []byte, literals []Literal) (shape []byte, cut []Literal, ok bool) {
	if checkEncoding(text) != nil {
		return buf, literals, false
	}
	p := pool.Get().(*parser)
	s := scanner{text: text, toks: p.toks[:0]}
	s.scan()
	ok = s.err == nil
	from := 0
	for i := 0; ok && i < len(s.toks); i++ {
		t := &s.toks[i]
		kind := ast.String
		switch t.kind {
		case tokParam:
			ok = false
			continue
		case ';':
			ok = s.toks[i+1].kind == tokEOF
			continue
		case tokInteger:
			kind = ast.Integer
		case tokFloat:
			kind = ast.Float
		case tokString:
			if text[t.pos] != '\'' {
				continue
			}
		default:
			continue
		}
		l := Literal{Pos: t.pos, Kind: kind, Text: t.text}
		buf = append(buf, text[from:t.pos]...)
		buf = append(buf, 0, l.Class())
		from = int(t.end)
		literals = append(literals, l)
	}
	if ok {
		buf = append(buf, text[from:]...)
	}
	if cap(s.toks) <= pooledTokensMax {
		clear(s.toks)
		*p = parser{toks: s.toks}
		pool.Put(p)
	}
	return buf, literals, ok
}

package types

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// arrayState is what an array reader has just seen.
type arrayState uint8

const (
	arrayNothing     arrayState = iota
	arrayOpened                 // {
	arrayElem                   // part of an element without quotes
	arrayQuoted                 // part of a quoted element
	arrayQuotedDone             // the quote that ends one
	arrayElemDelim              // the comma behind an element
	arrayClosed                 // }
	arrayClosedDelim            // the comma behind a }
)

// oneOf reports whether s is among the states given.
func (s arrayState) oneOf(states ...arrayState) bool {
	for _, t := range states {
		if s == t {
			return true
		}
	}
	return false
}

// rawElem is the text of an element before its type's input function.
type rawElem struct {
	text   string
	quoted bool // by quotes or a backslash: never NULL
}

// arrayReader reads the braces of an array's text form. It refuses what
// PostgreSQL's ArrayCount refuses, with the same words.
type arrayReader struct {
	in    string // from the first brace on: messages show it so
	pos   int
	state arrayState
	depth int
	// Lengths of the dimensions, known for those that a brace has closed; -1
	// before. count is that of the open ones.
	lens, count [arrayDimsMax]int32
	deepest     int // number of dimensions
	raw         []rawElem
	elem        []byte
	keep        int // bytes of elem that trimming must not cut
	quoted      bool
}

func malformedArray(s, detail string, args ...any) error {
	return pgerr.New(pgerr.InvalidTextRepresentation, "malformed array literal: \"%s\"", s).WithDetail(detail, args...)
}

// parseArray reads an array: optional bounds such as [0:1]=, then elements in
// braces.
func parseArray(oid OID, s string, mod int32, f *Format) (Value, error) {
	bounds, rest, err := parseArrayBounds(s)
	if err != nil {
		return Null, err
	}
	r := arrayReader{in: rest}
	for i := range r.lens {
		r.lens[i] = -1
	}
	if err := r.read(); err != nil {
		return Null, err
	}
	dims := make([]Dim, r.deepest)
	for i := range dims {
		dims[i] = Dim{Len: r.lens[i], Lower: 1}
	}
	if len(r.raw) == 0 {
		dims = nil
	}
	if bounds != nil {
		if len(bounds) != len(dims) {
			return Null, malformedArray(s, "Specified array dimensions do not match array contents.")
		}
		for i, b := range bounds {
			if b.Len != dims[i].Len {
				return Null, malformedArray(s, "Specified array dimensions do not match array contents.")
			}
		}
		dims = bounds
	}
	if _, err := countItems(dims); err != nil {
		return Null, err
	}
	a := &Array{Elem: ElemOf(oid), Dims: dims, Elems: make([]Value, len(r.raw))}
	grown := int64(0)
	for i, e := range r.raw {
		if !e.quoted && strings.EqualFold(e.text, "null") {
			continue
		}
		if a.Elems[i], err = ParseText(a.Elem, e.text, mod, f); err != nil {
			return Null, err
		}
		if err = countGrown(&grown, a.Elems[i], len(e.text)); err != nil {
			return Null, err
		}
	}
	return Value{OID: oid, X: a}, nil
}

// read reads from the outermost brace to the end of the text.
func (r *arrayReader) read() error {
	for {
		if r.pos >= len(r.in) {
			return malformedArray(r.in, "Unexpected end of input.")
		}
		c := r.in[r.pos]
		var err error
		switch {
		case c == '\\':
			err = r.escape()
		case c == '"':
			err = r.quote()
		case r.state == arrayQuoted:
			r.elem = append(r.elem, c)
		case c == '{':
			err = r.open()
		case c == '}':
			err = r.close()
		case c == ',':
			err = r.delimiter()
		case !isSpace(c):
			if !r.state.oneOf(arrayOpened, arrayElem, arrayElemDelim) {
				return malformedArray(r.in, "Unexpected array element.")
			}
			r.state = arrayElem
			r.elem = append(r.elem, c)
			r.keep = len(r.elem)
		case r.state == arrayElem:
			r.elem = append(r.elem, c)
		}
		if err != nil {
			return err
		}
		r.pos++
		if r.depth == 0 {
			break
		}
	}
	if trimSpace(r.in[r.pos:]) != "" {
		return malformedArray(r.in, "Junk after closing right brace.")
	}
	return nil
}

func (r *arrayReader) unexpected(c byte) error {
	return malformedArray(r.in, "Unexpected \"%c\" character.", c)
}

func (r *arrayReader) escape() error {
	if !r.state.oneOf(arrayOpened, arrayElem, arrayQuoted, arrayElemDelim) {
		return r.unexpected('\\')
	}
	if r.state != arrayQuoted {
		r.state = arrayElem
	}
	if r.pos+1 >= len(r.in) {
		return malformedArray(r.in, "Unexpected end of input.")
	}
	r.pos++
	r.elem = append(r.elem, r.in[r.pos])
	r.keep = len(r.elem)
	r.quoted = true
	return nil
}

func (r *arrayReader) quote() error {
	switch {
	case r.state == arrayQuoted:
		r.state = arrayQuotedDone
		r.keep = len(r.elem)
	case r.state.oneOf(arrayOpened, arrayElemDelim):
		r.state = arrayQuoted
		r.quoted = true
	default:
		return malformedArray(r.in, "Unexpected array element.")
	}
	return nil
}

func (r *arrayReader) open() error {
	if !r.state.oneOf(arrayNothing, arrayOpened, arrayClosedDelim) {
		return r.unexpected('{')
	}
	if r.depth >= arrayDimsMax {
		return tooManyDims(r.depth + 1)
	}
	r.state = arrayOpened
	r.count[r.depth] = 0
	r.depth++
	r.deepest = max(r.deepest, r.depth)
	return nil
}

func (r *arrayReader) close() error {
	switch {
	case r.state.oneOf(arrayElem, arrayQuotedDone):
		r.finishElem()
	case r.state == arrayClosed:
	case r.state == arrayOpened && r.depth == 1:
	default:
		return r.unexpected('}')
	}
	r.state = arrayClosed
	r.depth--
	if n := r.lens[r.depth]; n >= 0 && n != r.count[r.depth] {
		return malformedArray(r.in, "Multidimensional arrays must have sub-arrays with matching dimensions.")
	}
	r.lens[r.depth] = r.count[r.depth]
	if r.depth > 0 {
		r.count[r.depth-1]++
	}
	return nil
}

func (r *arrayReader) delimiter() error {
	switch {
	case r.state.oneOf(arrayElem, arrayQuotedDone):
		r.finishElem()
		r.state = arrayElemDelim
	case r.state == arrayClosed:
		r.state = arrayClosedDelim
	default:
		return r.unexpected(',')
	}
	return nil
}

func (r *arrayReader) finishElem() {
	r.raw = append(r.raw, rawElem{string(r.elem[:r.keep]), r.quoted})
	r.elem, r.keep, r.quoted = r.elem[:0], 0, false
	r.count[r.depth-1]++
}

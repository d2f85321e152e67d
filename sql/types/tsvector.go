package types

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// Bounds of a tsvector, as PostgreSQL has them.
const (
	tsPositionMax     = 16383 // a greater one becomes this
	tsPositionsMax    = 255   // of one lexeme; more are dropped
	tsLexemeBytesMax  = 2046
	tsVectorBytesMax  = 1<<20 - 1
	tsPositionWeights = "DCBA"
)

// TSPosition is where a lexeme stands in a document, and its weight: 0 for D
// to 3 for A.
type TSPosition struct {
	Pos    uint16
	Weight uint8
}

// TSLexeme is a lexeme of a tsvector with its positions, if they are known.
type TSLexeme struct {
	Word      string
	Positions []TSPosition
}

// TSVectorOf is the tsvector of lexemes in any order: they get sorted, equal
// ones merged. It takes the slice over. Errors are 54000.
func TSVectorOf(list []TSLexeme) (Value, error) {
	slices.SortStableFunc(list, func(a, b TSLexeme) int { return strings.Compare(a.Word, b.Word) })
	out := list[:0]
	size := 0
	owned := false // the last lexeme's positions are a copy, which may grow
	for _, l := range list {
		if len(l.Word) > tsLexemeBytesMax {
			return Null, pgerr.New(pgerr.ProgramLimitExceeded, "word is too long (%d bytes, max %d bytes)", len(l.Word), tsLexemeBytesMax)
		}
		if n := len(out); n > 0 && out[n-1].Word == l.Word {
			if !owned {
				out[n-1].Positions, owned = slices.Clone(out[n-1].Positions), true
			}
			out[n-1].Positions = append(out[n-1].Positions, l.Positions...)
			continue
		}
		owned = false
		size += len(l.Word)
		out = append(out, l)
	}
	for i := range out {
		out[i].Positions = uniquePositions(out[i].Positions)
		size += 2 * len(out[i].Positions)
	}
	if size > tsVectorBytesMax {
		return Null, pgerr.New(pgerr.ProgramLimitExceeded, "string is too long for tsvector (%d bytes, max %d bytes)", size, tsVectorBytesMax)
	}
	return Value{OID: TSVector, S: string(appendTSVector(nil, out))}, nil
}

// uniquePositions sorts positions; of equal ones the greatest weight stays.
func uniquePositions(p []TSPosition) []TSPosition {
	if len(p) < 2 {
		return p
	}
	p = slices.Clone(p)
	slices.SortFunc(p, func(a, b TSPosition) int { return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(b.Weight, a.Weight)) })
	p = slices.CompactFunc(p, func(a, b TSPosition) bool { return a.Pos == b.Pos })
	last := len(p)
	for last > 1 && p[last-1].Pos == tsPositionMax && p[last-2].Pos == tsPositionMax {
		last--
	}
	return p[:min(last, tsPositionsMax)]
}

func appendTSVector(b []byte, list []TSLexeme) []byte {
	for i, l := range list {
		if i > 0 {
			b = append(b, ' ')
		}
		b = appendTSWord(b, l.Word)
		for k, p := range l.Positions {
			if k == 0 {
				b = append(b, ':')
			} else {
				b = append(b, ',')
			}
			b = strconv.AppendUint(b, uint64(p.Pos), 10)
			if p.Weight > 0 {
				b = append(b, tsPositionWeights[p.Weight])
			}
		}
	}
	return b
}

// appendTSWord writes a lexeme in quotes.
func appendTSWord(b []byte, w string) []byte {
	b = append(b, '\'')
	for i := 0; i < len(w); i++ {
		if w[i] == '\'' || w[i] == '\\' {
			b = append(b, w[i])
		}
		b = append(b, w[i])
	}
	return append(b, '\'')
}

func parseTSVector(s string) (Value, error) {
	list, err := ParseTSVector(s)
	if err != nil {
		return Null, err
	}
	return TSVectorOf(list)
}

// ParseTSVector reads the text of a tsvector: of a value's own the lexemes come
// in order, without repetition. Errors are 42601 and 54000.
func ParseTSVector(s string) ([]TSLexeme, error) {
	p := tsWordReader{in: s, what: "tsvector"}
	var list []TSLexeme
	for {
		p.blanks()
		if p.at >= len(s) {
			return list, nil
		}
		w, _, err := p.word(":")
		if err != nil {
			return nil, err
		}
		l := TSLexeme{Word: w}
		if p.at < len(s) && s[p.at] == ':' {
			if l.Positions, err = p.positions(); err != nil {
				return nil, err
			}
		}
		list = append(list, l)
	}
}

// tsWordReader reads the words of a tsvector or tsquery (gettoken_tsvector).
type tsWordReader struct {
	in   string
	at   int
	what string
}

func (p *tsWordReader) syntax() error {
	return pgerr.New(pgerr.SyntaxError, "syntax error in %s: \"%s\"", p.what, p.in)
}

func (p *tsWordReader) blanks() {
	for p.at < len(p.in) {
		r, n := utf8.DecodeRuneInString(p.in[p.at:])
		if !isTSSpace(r) {
			return
		}
		p.at += n
	}
}

func isTSSpace(r rune) bool { return r == ' ' || r >= '\t' && r <= '\r' }

// word reads a word, quoted or up to a blank or one of the characters of
// stop.
func (p *tsWordReader) word(stop string) (w string, quoted bool, err error) {
	var out []byte
	if p.at < len(p.in) && p.in[p.at] == '\'' {
		quoted = true
		p.at++
	}
	for p.at < len(p.in) {
		c := p.in[p.at]
		switch {
		case c == '\\':
			p.at++
			if p.at >= len(p.in) {
				return "", quoted, pgerr.New(pgerr.SyntaxError, "there is no escaped character: \"%s\"", p.in)
			}
			_, n := utf8.DecodeRuneInString(p.in[p.at:])
			out = append(out, p.in[p.at:p.at+n]...)
			p.at += n
			continue
		case quoted && c == '\'':
			if p.at+1 < len(p.in) && p.in[p.at+1] == '\'' {
				p.at++
				break
			}
			p.at++
			if len(out) == 0 {
				return "", quoted, p.syntax()
			}
			return string(out), quoted, nil
		case !quoted && (isTSSpace(rune(c)) || strings.IndexByte(stop, c) >= 0):
			if len(out) > 0 {
				return string(out), quoted, nil
			}
			if p.what == "tsquery" {
				return "", quoted, p.syntax()
			}
		}
		out = append(out, c)
		p.at++
	}
	if quoted || len(out) == 0 {
		return "", quoted, p.syntax()
	}
	return string(out), quoted, nil
}

// positions reads :1A,2 behind a word.
func (p *tsWordReader) positions() ([]TSPosition, error) {
	var out []TSPosition
	for {
		p.at++ // : or ,
		from := p.at
		for p.at < len(p.in) && p.in[p.at] >= '0' && p.in[p.at] <= '9' {
			p.at++
		}
		n, err := strconv.ParseUint(p.in[from:p.at], 10, 64)
		if from == p.at {
			return nil, p.syntax()
		}
		if err != nil || n > tsPositionMax {
			n = tsPositionMax
		}
		if n == 0 {
			return nil, pgerr.New(pgerr.SyntaxError, "wrong position info in tsvector: \"%s\"", p.in)
		}
		pos := TSPosition{Pos: uint16(n)}
		if p.at < len(p.in) {
			if w := strings.IndexByte(tsPositionWeights, p.in[p.at]&^0x20); w >= 0 && p.in[p.at] >= 'A' {
				pos.Weight = uint8(w)
				for p.at++; p.at < len(p.in) && p.in[p.at] >= '0' && p.in[p.at] <= '9'; p.at++ {
				}
			}
		}
		out = append(out, pos)
		if p.at >= len(p.in) || isTSSpace(rune(p.in[p.at])) {
			return out, nil
		}
		if p.in[p.at] != ',' {
			return nil, p.syntax()
		}
	}
}

// compareTSVectors orders as tsvector's B-tree operators: by the number of
// lexemes last of what silly_cmp_tsvector looks at.
func compareTSVectors(a, b string) int {
	if a == b {
		return 0
	}
	x, errX := ParseTSVector(a)
	y, errY := ParseTSVector(b)
	if errX != nil || errY != nil {
		return strings.Compare(a, b)
	}
	if c := cmp.Compare(tsVectorBytes(x), tsVectorBytes(y)); c != 0 {
		return c
	}
	if c := cmp.Compare(len(x), len(y)); c != 0 {
		return c
	}
	for i := range x {
		hasX, hasY := len(x[i].Positions) > 0, len(y[i].Positions) > 0
		if hasX != hasY {
			if hasX {
				return -1
			}
			return 1
		}
		if c := strings.Compare(x[i].Word, y[i].Word); c != 0 {
			return c
		}
		if c := cmp.Compare(len(y[i].Positions), len(x[i].Positions)); c != 0 {
			return c
		}
		for k, p := range x[i].Positions {
			q := y[i].Positions[k]
			if c := cmp.Or(cmp.Compare(q.Pos, p.Pos), cmp.Compare(q.Weight, p.Weight)); c != 0 {
				return c
			}
		}
	}
	return 0
}

// tsVectorBytes is the size of a tsvector in PostgreSQL's form, which its
// order begins with.
func tsVectorBytes(list []TSLexeme) int {
	n := 8 + 4*len(list)
	for _, l := range list {
		n += len(l.Word)
		if len(l.Positions) > 0 {
			n = (n+1)&^1 + 2 + 2*len(l.Positions)
		}
	}
	return n
}

// FindLexeme is the index of word in a tsvector's lexemes, or where it would
// be.
func FindLexeme(list []TSLexeme, word string) (int, bool) {
	i := sort.Search(len(list), func(i int) bool { return list[i].Word >= word })
	return i, i < len(list) && list[i].Word == word
}

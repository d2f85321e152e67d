package types

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// TSOp is the kind of a node of a tsquery.
type TSOp uint8

// The kinds, by their numbers in PostgreSQL. TSStop stands for a stop word
// while a query is built.
const (
	TSValue TSOp = iota
	TSNot
	TSAnd
	TSOr
	TSPhrase
	TSStop
)

// TSDistanceMax bounds the distance of a phrase operator.
const TSDistanceMax = 16384

// TSNode is a node of a tsquery. A nil *TSNode is the empty query.
type TSNode struct {
	Op          TSOp
	Word        string // of a value
	Weights     uint8  // of a value: bit 0 for D to bit 3 for A; 0: any
	Prefix      bool
	Distance    int     // of a phrase
	Left, Right *TSNode // a NOT has only Right
}

// NewTSQuery makes a tsquery of a tree.
func NewTSQuery(n *TSNode) Value {
	if n == nil {
		return Value{OID: TSQuery}
	}
	return Value{OID: TSQuery, S: string(appendTSQuery(nil, n, 0, false))}
}

func (op TSOp) priority() int {
	switch op {
	case TSOr:
		return 1
	case TSAnd:
		return 2
	case TSPhrase:
		return 3
	}
	return 4
}

// appendTSQuery writes a query as tsqueryout does.
func appendTSQuery(b []byte, n *TSNode, parent int, rightOfPhrase bool) []byte {
	if n.Op == TSValue {
		return appendTSValue(b, n)
	}
	own := n.Op.priority()
	parens := parent > own || rightOfPhrase && n.Op == TSPhrase
	if parens {
		b = append(b, "( "...)
	}
	if n.Op == TSNot {
		b = appendTSQuery(append(b, '!'), n.Right, own, false)
	} else {
		b = appendTSQuery(b, n.Left, own, false)
		switch {
		case n.Op == TSOr:
			b = append(b, " | "...)
		case n.Op == TSAnd:
			b = append(b, " & "...)
		case n.Distance == 1:
			b = append(b, " <-> "...)
		default:
			b = append(strconv.AppendInt(append(b, " <"...), int64(n.Distance), 10), "> "...)
		}
		b = appendTSQuery(b, n.Right, own, n.Op == TSPhrase)
	}
	if parens {
		b = append(b, " )"...)
	}
	return b
}

func appendTSValue(b []byte, n *TSNode) []byte {
	b = appendTSWord(b, n.Word)
	if n.Prefix || n.Weights != 0 {
		b = append(b, ':')
	}
	if n.Prefix {
		b = append(b, '*')
	}
	for w := 3; w >= 0; w-- {
		if n.Weights&(1<<w) != 0 {
			b = append(b, tsPositionWeights[w])
		}
	}
	return b
}

func parseTSQueryText(s string) (Value, error) {
	n, err := ParseTSQuery(s, nil)
	if err != nil {
		return Null, err
	}
	return NewTSQuery(n), nil
}

// tsQueryDepthMax bounds the nesting of a query, where PostgreSQL meets the
// end of its stack.
const tsQueryDepthMax = 3000

// tsQueryParser reads the text of a tsquery.
type tsQueryParser struct {
	tsWordReader
	depth int
	value func(*TSNode) (*TSNode, error) // what stands for a word
}

// ParseTSQuery reads the text of a tsquery. value, if not nil, says what stands for
// each word as it is written. Errors are 42601, 54000 and 54001.
func ParseTSQuery(s string, value func(*TSNode) (*TSNode, error)) (*TSNode, error) {
	p := tsQueryParser{tsWordReader: tsWordReader{in: s, what: "tsquery"}, value: value}
	p.blanks()
	if p.at >= len(s) {
		return nil, nil
	}
	n, err := p.binary(1)
	if err != nil {
		return nil, err
	}
	if p.at < len(s) {
		return nil, p.syntax()
	}
	return n, nil
}

// operator reads a binary operator of a priority, if there is one.
func (p *tsQueryParser) operator(priority int) (op TSOp, distance int, err error) {
	p.blanks()
	if p.at >= len(p.in) {
		return 0, 0, nil
	}
	switch c := p.in[p.at]; {
	case c == '|' && priority == 1:
		p.at++
		return TSOr, 0, nil
	case c == '&' && priority == 2:
		p.at++
		return TSAnd, 0, nil
	case c == '<' && priority == 3:
		d, err := p.distance()
		return TSPhrase, d, err
	}
	return 0, 0, nil
}

// distance reads <-> or <n>.
func (p *tsQueryParser) distance() (int, error) {
	rest := p.in[p.at:]
	if strings.HasPrefix(rest, "<->") {
		p.at += 3
		return 1, nil
	}
	end := 1
	for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
		end++
	}
	if end == 1 || end >= len(rest) || rest[end] != '>' {
		return 0, p.syntax()
	}
	d, err := strconv.Atoi(rest[1:end])
	if err != nil || d > TSDistanceMax {
		return 0, pgerr.New(pgerr.InvalidParameterValue, "distance in phrase operator must be an integer value between zero and %d inclusive", TSDistanceMax)
	}
	p.at += end + 1
	return d, nil
}

// binary reads operators of a priority and what binds tighter.
func (p *tsQueryParser) binary(priority int) (*TSNode, error) {
	if priority == 4 {
		return p.unary()
	}
	left, err := p.binary(priority + 1)
	for err == nil {
		op, distance, err := p.operator(priority)
		if err != nil || op == 0 {
			return left, err
		}
		right, err := p.binary(priority + 1)
		if err != nil {
			return nil, err
		}
		left = &TSNode{Op: op, Distance: distance, Left: left, Right: right}
	}
	return nil, err
}

func (p *tsQueryParser) unary() (*TSNode, error) {
	if p.depth++; p.depth > tsQueryDepthMax {
		return nil, pgerr.New(pgerr.StatementTooComplex, "stack depth limit exceeded").
			WithHint("A tsquery can be nested up to %d levels deep.", tsQueryDepthMax)
	}
	defer func() { p.depth-- }()
	p.blanks()
	if p.at >= len(p.in) {
		return nil, pgerr.New(pgerr.SyntaxError, "no operand in tsquery: \"%s\"", p.in)
	}
	switch p.in[p.at] {
	case '!':
		p.at++
		arg, err := p.unary()
		if err != nil {
			return nil, err
		}
		return &TSNode{Op: TSNot, Right: arg}, nil
	case '(':
		p.at++
		n, err := p.binary(1)
		if err != nil {
			return nil, err
		}
		p.blanks()
		if p.at >= len(p.in) || p.in[p.at] != ')' {
			return nil, p.syntax()
		}
		p.at++
		return n, nil
	case ':':
		return nil, p.syntax()
	}
	w, _, err := p.word(":!&|()<")
	if err != nil {
		return nil, err
	}
	if len(w) > tsLexemeBytesMax {
		return nil, pgerr.New(pgerr.ProgramLimitExceeded, "word is too long in tsquery: \"%s\"", p.in)
	}
	n := &TSNode{Word: w}
	p.modifiers(n)
	if p.value != nil {
		return p.value(n)
	}
	return n, nil
}

// modifiers reads :*AB behind a word.
func (p *tsQueryParser) modifiers(n *TSNode) {
	if p.at >= len(p.in) || p.in[p.at] != ':' {
		return
	}
	for p.at++; p.at < len(p.in); p.at++ {
		c := p.in[p.at]
		if c == '*' {
			n.Prefix = true
			continue
		}
		w := strings.IndexByte(tsPositionWeights, c&^0x20)
		if w < 0 || c < 'A' {
			return
		}
		n.Weights |= 1 << w
	}
}

// tsNodes counts nodes, and the bytes of the values.
func tsNodes(n *TSNode) (count, size int) {
	if n == nil {
		return 0, 0
	}
	if n.Op == TSValue {
		return 1, len(n.Word) + 1
	}
	a, x := tsNodes(n.Left)
	b, y := tsNodes(n.Right)
	return a + b + 1, x + y
}

// NumNodes is numnode: how many words and operators a query has.
func (n *TSNode) NumNodes() int {
	count, _ := tsNodes(n)
	return count
}

// compareTSQueries orders as tsquery's B-tree operators: by the number of
// nodes, their size, then node by node.
func compareTSQueries(a, b string) int {
	if a == b {
		return 0
	}
	x, errX := ParseTSQuery(a, nil)
	y, errY := ParseTSQuery(b, nil)
	if errX != nil || errY != nil {
		return strings.Compare(a, b)
	}
	nx, sx := tsNodes(x)
	ny, sy := tsNodes(y)
	if c := cmp.Or(cmp.Compare(nx, ny), cmp.Compare(sx, sy)); c != 0 || nx == 0 {
		return c
	}
	return CompareTSNodes(x, y)
}

// CompareTSNodes compares two trees (QTNodeCompare).
func CompareTSNodes(x, y *TSNode) int {
	if (x.Op == TSValue) != (y.Op == TSValue) {
		if x.Op == TSValue {
			return 1
		}
		return -1
	}
	if x.Op == TSValue {
		// PostgreSQL compares checksums first.
		return cmp.Or(cmp.Compare(tsChecksum(y.Word), tsChecksum(x.Word)), strings.Compare(x.Word, y.Word))
	}
	if x.Op != y.Op {
		return cmp.Compare(y.Op, x.Op)
	}
	if x.Left != nil {
		if c := CompareTSNodes(x.Left, y.Left); c != 0 {
			return c
		}
	}
	if c := CompareTSNodes(x.Right, y.Right); c != 0 {
		return c
	}
	return cmp.Compare(y.Distance, x.Distance)
}

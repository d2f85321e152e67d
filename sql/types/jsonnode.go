package types

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// JSONKind is the kind of a JSON value; the order is that of jsonb's order
// between values of different kinds.
type JSONKind uint8

// The kinds of JSON values.
const (
	JSONNull JSONKind = iota
	JSONString
	JSONNumber
	JSONBool
	JSONArrayKind
	JSONObject
)

// jsonDepthMax bounds the nesting of JSON, where PostgreSQL meets the end of
// its stack.
const jsonDepthMax = 6000

// JSONNode is a JSON value taken apart.
type JSONNode struct {
	Kind JSONKind
	Bool bool
	// Text is what a string stands for, or a number as it was written.
	Text string
	// Raw is the value's own text in the input, if the node was parsed.
	Raw string
	// Keys are those of an object, in the order of the input, repeated ones
	// too; Elems are its values, or the elements of an array.
	Keys  []string
	Elems []JSONNode
}

// jsonParser reads JSON by recursive descent, and builds nodes if asked to.
type jsonParser struct {
	jsonLexer
	build bool
	depth int
}

// ParseJSON reads the text of a json or jsonb into a tree. Escapes are
// resolved: one that no text can hold is an error (22P02, 22P05), as in
// PostgreSQL's JSON functions. Nesting is bounded (54001).
func ParseJSON(s string) (*JSONNode, error) {
	p := jsonParser{jsonLexer: jsonLexer{in: s, line: 1, decode: true}, build: true}
	return p.parse()
}

// CheckJSON validates the text of a json without building a tree.
func CheckJSON(s string) error {
	p := jsonParser{jsonLexer: jsonLexer{in: s, line: 1}}
	_, err := p.parse()
	return err
}

func (p *jsonParser) parse() (*JSONNode, error) {
	if err := p.next(); err != nil {
		return nil, err
	}
	var root JSONNode
	if err := p.value(&root); err != nil {
		return nil, err
	}
	if p.tok != jsonEnd {
		return nil, p.expected("end of input")
	}
	return &root, nil
}

// value reads a value from the current token on, and the token behind it.
func (p *jsonParser) value(n *JSONNode) error {
	start := p.start
	switch p.tok {
	case '{', '[':
		if p.depth++; p.depth > jsonDepthMax {
			return pgerr.New(pgerr.StatementTooComplex, "stack depth limit exceeded").
				WithHint("JSON values can be nested up to %d levels deep.", jsonDepthMax)
		}
		read := p.array
		if p.tok == '{' {
			read = p.object
		}
		end, err := read(n)
		if err != nil {
			return err
		}
		p.depth--
		n.Raw = p.in[start:end]
		return nil
	case jsonText:
		n.Kind, n.Text = JSONString, p.str
	case jsonNumber:
		n.Kind, n.Text = JSONNumber, p.in[p.start:p.end]
	case jsonTrue, jsonFalse:
		n.Kind, n.Bool = JSONBool, p.tok == jsonTrue
	case jsonNull:
		n.Kind = JSONNull
	default:
		return p.expected("JSON value")
	}
	n.Raw = p.in[p.start:p.end]
	return p.next()
}

// array reads from the bracket on and returns where the array ends.
func (p *jsonParser) array(n *JSONNode) (end int, err error) {
	n.Kind = JSONArrayKind
	if err := p.next(); err != nil {
		return 0, err
	}
	for more := p.tok != ']'; more; {
		if err := p.value(p.child(n)); err != nil {
			return 0, err
		}
		if more = p.tok == ','; more {
			if err := p.next(); err != nil {
				return 0, err
			}
		}
	}
	if p.tok != ']' {
		return 0, p.expected("\",\" or \"]\"")
	}
	end = p.end
	return end, p.next()
}

// object reads from the brace on and returns where the object ends.
func (p *jsonParser) object(n *JSONNode) (end int, err error) {
	n.Kind = JSONObject
	if err := p.next(); err != nil {
		return 0, err
	}
	if p.tok != jsonText && p.tok != '}' {
		return 0, p.expected("string or \"}\"")
	}
	for more := p.tok != '}'; more; {
		if err := p.field(n); err != nil {
			return 0, err
		}
		if more = p.tok == ','; more {
			if err := p.next(); err != nil {
				return 0, err
			}
		}
	}
	if p.tok != '}' {
		return 0, p.expected("\",\" or \"}\"")
	}
	end = p.end
	return end, p.next()
}

func (p *jsonParser) field(n *JSONNode) error {
	if p.tok != jsonText {
		return p.expected("string")
	}
	if p.build {
		n.Keys = append(n.Keys, p.str)
	}
	if err := p.next(); err != nil {
		return err
	}
	if p.tok != ':' {
		return p.expected("\":\"")
	}
	if err := p.next(); err != nil {
		return err
	}
	return p.value(p.child(n))
}

// child is the place for the next value in n; without building it is thrown
// away.
func (p *jsonParser) child(n *JSONNode) *JSONNode {
	if !p.build {
		return new(JSONNode)
	}
	n.Elems = append(n.Elems, JSONNode{})
	return &n.Elems[len(n.Elems)-1]
}

// Get finds the value of a key in an object, or nil. Of repeated keys the last
// counts.
func (n *JSONNode) Get(key string) *JSONNode {
	if n.Kind != JSONObject {
		return nil
	}
	for i := len(n.Keys) - 1; i >= 0; i-- {
		if n.Keys[i] == key {
			return &n.Elems[i]
		}
	}
	return nil
}

// grownDigitsMax bounds the digits that numbers in one jsonb or array may have
// beyond what their input took: with an exponent few bytes stand for up to
// 131,072 of them.
const grownDigitsMax = 4 << 20

// Canonicalize brings the tree into jsonb's form: keys sorted by length, then
// bytes, of repeated ones the last kept; numbers as numeric prints them. A
// number out of numeric's range is 22003; too many digits are 54000.
func (n *JSONNode) Canonicalize() error {
	digits := 0
	return n.canonicalize(&digits)
}

func (n *JSONNode) canonicalize(digits *int) error {
	switch n.Kind {
	case JSONNumber:
		text, err := canonicalNumber(n.Text)
		*digits += max(len(text)-len(n.Text), 0)
		n.Text = text
		if *digits > grownDigitsMax && err == nil {
			err = pgerr.New(pgerr.ProgramLimitExceeded, "the numbers of the jsonb have too many digits").
				WithDetail("Written without exponents they take more than %d further digits.", grownDigitsMax)
		}
		return err
	case JSONObject:
		n.sortKeys()
	}
	for i := range n.Elems {
		if err := n.Elems[i].canonicalize(digits); err != nil {
			return err
		}
	}
	return nil
}

// compareJSONKeys is the order in which jsonb keeps keys.
func compareJSONKeys(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

func (n *JSONNode) sortKeys() {
	sorted := true
	for i := 1; i < len(n.Keys) && sorted; i++ {
		sorted = compareJSONKeys(n.Keys[i-1], n.Keys[i]) < 0
	}
	if sorted {
		return
	}
	order := make([]int, len(n.Keys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compareJSONKeys(n.Keys[a], n.Keys[b]) })
	keys, elems := make([]string, 0, len(order)), make([]JSONNode, 0, len(order))
	for i, at := range order {
		if i+1 < len(order) && n.Keys[order[i+1]] == n.Keys[at] {
			continue
		}
		keys, elems = append(keys, n.Keys[at]), append(elems, n.Elems[at])
	}
	n.Keys, n.Elems = keys, elems
}

// canonicalNumber writes a JSON number as numeric does.
func canonicalNumber(s string) (string, error) {
	if len(s) < 18 && s[0] != '-' && strings.IndexByte(s, 'e') < 0 && strings.IndexByte(s, 'E') < 0 {
		return s, nil
	}
	d, err := parseDecimal(s)
	if err != nil {
		return "", err
	}
	return string(appendNumeric(nil, d)), nil
}

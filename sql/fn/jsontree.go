package fn

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// jsonNode is one value of a json or jsonb, as parsed from its text. Texts in a
// Value are valid JSON: types checks them on input.
type jsonNode struct {
	kind  jsonKind
	raw   string     // the text, as it stands
	str   string     // jsonString: decoded
	keys  []string   // jsonObject: decoded, in order of the text
	items []jsonNode // elements, or the values of keys
}

type jsonKind uint8

const (
	jsonNull jsonKind = iota
	jsonBool
	jsonNumber
	jsonString
	jsonArray
	jsonObject
)

var jsonKindNames = [...]string{"null", "boolean", "number", "string", "array", "object"}

func (n *jsonNode) scalar() bool { return n.kind < jsonArray }

// maxJSONDepth bounds the recursion over nested values.
const maxJSONDepth = 6000

// parseJSON parses a whole text.
func parseJSON(text string) (jsonNode, error) {
	p := jsonParser{s: text}
	n, err := p.value(0)
	if err != nil {
		return n, err
	}
	if p.space(); p.at != len(p.s) {
		return n, p.fail()
	}
	return n, nil
}

type jsonParser struct {
	s  string
	at int
}

func (p *jsonParser) fail() error {
	return pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type json")
}

func (p *jsonParser) space() {
	for p.at < len(p.s) && strings.IndexByte(" \t\n\r", p.s[p.at]) >= 0 {
		p.at++
	}
}

func (p *jsonParser) value(depth int) (n jsonNode, err error) {
	if depth > maxJSONDepth {
		return n, pgerr.New(pgerr.StatementTooComplex, "stack depth limit exceeded")
	}
	if p.space(); p.at >= len(p.s) {
		return n, p.fail()
	}
	start := p.at
	switch c := p.s[p.at]; {
	case c == '{' || c == '[':
		n, err = p.container(c, depth)
	case c == '"':
		n.kind = jsonString
		n.str, err = p.str()
	case c == 't' || c == 'f' || c == 'n':
		for p.at < len(p.s) && p.s[p.at] >= 'a' && p.s[p.at] <= 'z' {
			p.at++
		}
		if n.kind = jsonBool; c == 'n' {
			n.kind = jsonNull
		}
	default:
		for p.at < len(p.s) && strings.IndexByte("+-.0123456789eE", p.s[p.at]) >= 0 {
			p.at++
		}
		if n.kind = jsonNumber; p.at == start {
			err = p.fail()
		}
	}
	n.raw = p.s[start:p.at]
	return n, err
}

func (p *jsonParser) container(open byte, depth int) (n jsonNode, err error) {
	closing := byte(']')
	if n.kind = jsonArray; open == '{' {
		n.kind, closing = jsonObject, '}'
	}
	p.at++
	if p.space(); p.at < len(p.s) && p.s[p.at] == closing {
		p.at++
		return n, nil
	}
	for {
		if open == '{' {
			p.space()
			key, err := p.str()
			if err != nil {
				return n, err
			}
			n.keys = append(n.keys, key)
			if p.space(); p.at >= len(p.s) || p.s[p.at] != ':' {
				return n, p.fail()
			}
			p.at++
		}
		item, err := p.value(depth + 1)
		if err != nil {
			return n, err
		}
		n.items = append(n.items, item)
		if p.space(); p.at >= len(p.s) {
			return n, p.fail()
		}
		c := p.s[p.at]
		p.at++
		if c == closing {
			return n, nil
		}
		if c != ',' {
			return n, p.fail()
		}
	}
}

// str reads a string literal.
func (p *jsonParser) str() (string, error) {
	if p.at >= len(p.s) || p.s[p.at] != '"' {
		return "", p.fail()
	}
	p.at++
	start := p.at
	for p.at < len(p.s) && p.s[p.at] != '"' && p.s[p.at] != '\\' {
		p.at++
	}
	if p.at < len(p.s) && p.s[p.at] == '"' {
		p.at++
		return p.s[start : p.at-1], nil
	}
	b := []byte(p.s[start:p.at])
	for p.at < len(p.s) {
		c := p.s[p.at]
		p.at++
		switch {
		case c == '"':
			return string(b), nil
		case c != '\\':
			b = append(b, c)
		case p.at >= len(p.s):
			return "", p.fail()
		default:
			var err error
			if b, err = p.escape(b); err != nil {
				return "", err
			}
		}
	}
	return "", p.fail()
}

func (p *jsonParser) escape(b []byte) ([]byte, error) {
	c := p.s[p.at]
	p.at++
	switch c {
	case 'b':
		return append(b, '\b'), nil
	case 'f':
		return append(b, '\f'), nil
	case 'n':
		return append(b, '\n'), nil
	case 'r':
		return append(b, '\r'), nil
	case 't':
		return append(b, '\t'), nil
	case 'u':
		r := p.hex4()
		if r == 0 {
			return nil, pgerr.New(pgerr.UntranslatableCharacter, "unsupported Unicode escape sequence").WithDetail("\\u0000 cannot be converted to text.")
		}
		if r >= 0xD800 && r < 0xDC00 && strings.HasPrefix(p.s[p.at:], `\u`) {
			p.at += 2
			r = 0x10000 + (r-0xD800)<<10 + (p.hex4() - 0xDC00)
		}
		return utf8.AppendRune(b, r), nil
	}
	return append(b, c), nil
}

func (p *jsonParser) hex4() rune {
	if p.at+4 > len(p.s) {
		p.at = len(p.s)
		return utf8.RuneError
	}
	u, err := strconv.ParseUint(p.s[p.at:p.at+4], 16, 32)
	p.at += 4
	if err != nil {
		return utf8.RuneError
	}
	return rune(u)
}

// appendJSONString appends s as a JSON string, as PostgreSQL's escape_json does.
func appendJSONString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, `\b`...)
		case '\f':
			b = append(b, `\f`...)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			if c < ' ' {
				b = append(b, `\u00`...)
				b = append(b, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
			} else {
				b = append(b, c)
			}
		}
	}
	return append(b, '"')
}

// appendJSONB appends n in jsonb's canonical form. Objects have been normalised.
func appendJSONB(b []byte, n *jsonNode) []byte {
	switch n.kind {
	case jsonString:
		return appendJSONString(b, n.str)
	case jsonArray:
		b = append(b, '[')
		for i := range n.items {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendJSONB(b, &n.items[i])
		}
		return append(b, ']')
	case jsonObject:
		b = append(b, '{')
		for i := range n.items {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendJSONString(b, n.keys[i])
			b = append(b, ": "...)
			b = appendJSONB(b, &n.items[i])
		}
		return append(b, '}')
	}
	return append(b, n.raw...)
}

// normalise sorts the keys of an object as jsonb keeps them, by length and then
// by bytes, the last of equal keys winning.
func (n *jsonNode) normalise() {
	order := make([]int, len(n.keys))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return jsonKeyLess(n.keys[order[a]], n.keys[order[b]]) })
	keys, items := make([]string, 0, len(order)), make([]jsonNode, 0, len(order))
	for _, i := range order {
		if k := len(keys); k > 0 && keys[k-1] == n.keys[i] {
			items[k-1] = n.items[i]
			continue
		}
		keys, items = append(keys, n.keys[i]), append(items, n.items[i])
	}
	n.keys, n.items = keys, items
}

func jsonKeyLess(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}

func newJSONB(n *jsonNode) types.Value {
	return types.NewString(types.JSONB, string(appendJSONB(nil, n)))
}

// field finds a key of an object; the last of equal ones.
func (n *jsonNode) field(key string) *jsonNode {
	if n.kind != jsonObject {
		return nil
	}
	for i := len(n.keys) - 1; i >= 0; i-- {
		if n.keys[i] == key {
			return &n.items[i]
		}
	}
	return nil
}

// element finds an element of an array, from the end if i is negative.
func (n *jsonNode) element(i int64) *jsonNode {
	if n.kind != jsonArray {
		return nil
	}
	if i < 0 {
		i += int64(len(n.items))
	}
	if i < 0 || i >= int64(len(n.items)) {
		return nil
	}
	return &n.items[i]
}

// path follows keys and array indexes; nil if the way ends.
func (n *jsonNode) path(path []string) *jsonNode {
	for _, step := range path {
		switch n.kind {
		case jsonObject:
			n = n.field(step)
		case jsonArray:
			i, err := strconv.ParseInt(strings.TrimLeft(step, " "), 10, 32)
			if err != nil {
				return nil
			}
			n = n.element(i)
		default:
			return nil
		}
		if n == nil {
			return nil
		}
	}
	return n
}

// JSONBPath returns what is at path in a jsonb, or NULL.
func JSONBPath(v types.Value, path []string) (types.Value, error) {
	n, err := parseJSON(v.S)
	if err != nil {
		return types.Null, err
	}
	if at := n.path(path); at != nil {
		return types.NewString(types.JSONB, at.raw), nil
	}
	return types.Null, nil
}

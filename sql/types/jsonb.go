package types

import (
	"cmp"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// jsonbVersion leads the binary form.
const jsonbVersion = 1

func parseJSONText(s string) (Value, error) {
	if err := CheckJSON(s); err != nil {
		return Null, err
	}
	return Value{OID: JSON, S: s}, nil
}

func parseJSONB(s string) (Value, error) {
	n, err := ParseJSON(s)
	if err != nil {
		return Null, err
	}
	return NewJSONB(n)
}

// NewJSONB makes a jsonb of a tree, which it brings into canonical form.
func NewJSONB(n *JSONNode) (Value, error) {
	if err := n.Canonicalize(); err != nil {
		return Null, err
	}
	return Value{OID: JSONB, S: string(AppendJSONB(nil, n))}, nil
}

// NewJSONBTree makes a jsonb that is only its tree, in canonical form: for a
// reader that takes it apart at once (Tree) and never asks for its text.
func NewJSONBTree(s string) (Value, error) {
	n, err := ParseJSON(s)
	if err == nil {
		err = n.Canonicalize()
	}
	if err != nil {
		return Null, err
	}
	return Value{OID: JSONB, X: n}, nil
}

// Tree is the tree of a json or jsonb.
func (v Value) Tree() (*JSONNode, error) {
	if n, ok := v.X.(*JSONNode); ok {
		return n, nil
	}
	return ParseJSON(v.S)
}

// AppendJSONB appends the text of a tree as jsonb prints it, with a blank
// after each comma and colon. The tree must be canonical for the text to be.
func AppendJSONB(buf []byte, n *JSONNode) []byte {
	switch n.Kind {
	case JSONNull:
		return append(buf, "null"...)
	case JSONBool:
		if n.Bool {
			return append(buf, "true"...)
		}
		return append(buf, "false"...)
	case JSONString:
		return AppendJSONString(buf, n.Text)
	case JSONNumber:
		return append(buf, n.Text...)
	}
	open, closing := byte('['), byte(']')
	if n.Kind == JSONObject {
		open, closing = '{', '}'
	}
	buf = append(buf, open)
	for i := range n.Elems {
		if i > 0 {
			buf = append(buf, ", "...)
		}
		if n.Kind == JSONObject {
			buf = append(AppendJSONString(buf, n.Keys[i]), ": "...)
		}
		buf = AppendJSONB(buf, &n.Elems[i])
	}
	return append(buf, closing)
}

// AppendJSONString appends s quoted and escaped for JSON (escape_json).
func AppendJSONString(buf []byte, s string) []byte {
	buf = append(buf, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		buf = append(buf, s[from:i]...)
		from = i + 1
		if at := strings.IndexByte("\b\f\n\r\t\"\\", c); at >= 0 {
			buf = append(buf, '\\', "bfnrt\"\\"[at])
		} else {
			buf = append(buf, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return append(append(buf, s[from:]...), '"')
}

// compareJSONB orders two jsonb by their canonical text.
func compareJSONB(a, b string) int {
	if a == b {
		return 0
	}
	x, errX := ParseJSON(a)
	y, errY := ParseJSON(b)
	if errX != nil || errY != nil {
		return strings.Compare(a, b)
	}
	// At the top a scalar counts as an array of one, which makes the empty
	// array less than any scalar and [1, 2] greater (compareJsonbContainers).
	if c := cmp.Compare(topLength(x), topLength(y)); c != 0 && x.Kind != JSONObject && y.Kind != JSONObject {
		return c
	}
	return CompareJSON(x, y)
}

func topLength(n *JSONNode) int {
	if n.Kind == JSONArrayKind {
		return len(n.Elems)
	}
	return 1
}

// CompareJSON orders two canonical trees as jsonb's B-tree operators do:
// Object > Array > Boolean > Number > String > Null; longer ones after shorter
// ones; then element by element, keys before values.
func CompareJSON(x, y *JSONNode) int {
	if x.Kind != y.Kind {
		return cmp.Compare(x.Kind, y.Kind)
	}
	switch x.Kind {
	case JSONNull:
		return 0
	case JSONBool:
		return cmp.Compare(b2i(x.Bool), b2i(y.Bool))
	case JSONString:
		return strings.Compare(x.Text, y.Text)
	case JSONNumber:
		a, errA := parseDecimal(x.Text)
		b, errB := parseDecimal(y.Text)
		if errA != nil || errB != nil {
			return strings.Compare(x.Text, y.Text)
		}
		return CompareDecimal(a, b)
	}
	if c := cmp.Compare(len(x.Elems), len(y.Elems)); c != 0 {
		return c
	}
	for i := range x.Elems {
		if x.Kind == JSONObject {
			if c := strings.Compare(x.Keys[i], y.Keys[i]); c != 0 {
				return c
			}
		}
		if c := CompareJSON(&x.Elems[i], &y.Elems[i]); c != 0 {
			return c
		}
	}
	return 0
}

var jsonKindNames = [...]string{"null", "string", "numeric", "boolean", "array", "object"}

// convertJSONB takes a boolean or number out of a jsonb.
func convertJSONB(v Value, to OID) (Value, error) {
	n, err := ParseJSON(v.S)
	if err != nil {
		return Null, err
	}
	want := JSONNumber
	if to == Bool {
		want = JSONBool
	}
	if n.Kind != want {
		return Null, pgerr.New(pgerr.InvalidParameterValue, "cannot cast jsonb %s to type %s",
			jsonKindNames[n.Kind], TypeName(to))
	}
	if to == Bool {
		return NewBool(n.Bool), nil
	}
	d, err := parseDecimal(n.Text)
	if err != nil || to == Numeric {
		return NewNumeric(d), err
	}
	return convertNumber(NewNumeric(d), to, DefaultFormat)
}

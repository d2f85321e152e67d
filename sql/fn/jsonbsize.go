package fn

import (
	"github.com/sparrowdb/sparrow/sql/types"
)

// jsonbOffset is where a container begins in PostgreSQL's binary form of root,
// in bytes; 0 if it is root or not in it.
func jsonbOffset(root, n *types.JSONNode) int64 {
	if at, ok := findOffset(root, n, 0); ok {
		return at
	}
	return 0
}

func findOffset(root, n *types.JSONNode, start int64) (int64, bool) {
	if root == n {
		return start, true
	}
	if root == nil || isScalar(root) {
		return 0, false
	}
	at := start + jsonbHead(root)
	for _, k := range root.Keys {
		at += int64(len(k))
	}
	for i := range root.Elems {
		e := &root.Elems[i]
		end := jsonbEnd(e, at)
		if !isScalar(e) {
			if found, ok := findOffset(e, n, align4(at)); ok {
				return found, true
			}
		}
		at = end
	}
	return 0, false
}

func align4(n int64) int64 { return (n + 3) &^ 3 }

// jsonbHead is the header of a container: a word, and one for each entry.
func jsonbHead(n *types.JSONNode) int64 { return 4 + 4*int64(len(n.Keys)+len(n.Elems)) }

// jsonbEnd is where a value that begins at at (aligned as it must be) ends.
func jsonbEnd(n *types.JSONNode, at int64) int64 {
	switch n.Kind {
	case types.JSONString:
		return at + int64(len(n.Text))
	case types.JSONNumber:
		return align4(at) + numericBytes(n)
	case types.JSONArrayKind, types.JSONObject:
		at = align4(at) + jsonbHead(n)
		for _, k := range n.Keys {
			at += int64(len(k))
		}
		for i := range n.Elems {
			at = jsonbEnd(&n.Elems[i], at)
		}
	}
	return at
}

// numericBytes is the size of a numeric as PostgreSQL stores it with a header
// of four bytes: digits in base 10,000 behind a head of two or four bytes.
func numericBytes(n *types.JSONNode) int64 {
	d, err := decimalOfNode(n)
	if err != nil {
		return 0
	}
	b, err := types.AppendBinary(nil, types.NewNumeric(d))
	if err != nil || len(b) < 8 {
		return 0
	}
	word := func(i int) int { return int(b[i])<<8 | int(b[i+1]) }
	digits, weight, scale := word(0), int(int16(word(2))), word(6)
	head := int64(4)
	if scale <= 63 && weight >= -64 && weight <= 63 {
		head = 2
	}
	return 4 + head + 2*int64(digits)
}

package types

import "testing"

// FuzzTSVector: reading never panics, and what is shown reads as itself, in
// text and in binary.
func FuzzTSVector(f *testing.F) {
	for _, s := range []string{"a:1A b:2,3 'c d'", "", "a\\'b", "'x''y':16384", ":1 a:", "é:1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { roundTrip(t, TSVector, s) })
}

// FuzzTSQuery is FuzzTSVector for queries.
func FuzzTSQuery(f *testing.F) {
	for _, s := range []string{"a & !b:*A | (c <2> d)", "", "!(a <-> (b & c))", "'x y':ab", "a <0> b <->", "!!!!a", "((("} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { roundTrip(t, TSQuery, s) })
}

func roundTrip(t *testing.T, oid OID, s string) {
	v, err := ParseText(oid, s, -1, nil)
	if err != nil {
		return
	}
	again, err := ParseText(oid, v.S, -1, nil)
	if err != nil || again.S != v.S {
		t.Fatalf("%q: shown as %q, which reads as %q: %v", s, v.S, again.S, err)
	}
	b, err := AppendBinary(nil, v)
	if err != nil {
		t.Fatalf("%q: %v", v.S, err)
	}
	if back, err := DecodeBinary(oid, b); err != nil || back.S != v.S {
		t.Fatalf("%q: its binary form reads as %q: %v", v.S, back.S, err)
	}
}

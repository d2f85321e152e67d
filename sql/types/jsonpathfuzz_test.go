package types

import "testing"

// FuzzJSONPath: reading a path never panics, and its normal form is a path
// with the same normal form.
func FuzzJSONPath(f *testing.F) {
	for _, s := range []string{
		"$", "strict $.a.b[*]", "lax $[0, 1 to last - 1]", "$.**{1 to last}.a", "$ ? (@.a > 1 && !(@.b == \"x\") || exists(@.c))",
		"$ ? (@ like_regex \"^a\" flag \"iq\")", "$.a starts with $v", "-1.5e3 + (2).type()", "($ == 1) is unknown", "$.datetime(\"YYYY\").size()",
		"\"\\u00e9\\x41\\ud83d\\ude00\"", "$a./* c */b", "$.\"\\\"", "((((", "--+-1", "1e", "$[[[[", "$?(", "null.keyvalue()",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := ParseText(JSONPath, s, -1, nil)
		if err != nil {
			return
		}
		again, err := ParseText(JSONPath, v.S, -1, nil)
		if err != nil {
			t.Fatalf("%q: its normal form %q: %v", s, v.S, err)
		}
		if again.S != v.S {
			t.Fatalf("%q: normal form %q, of that %q", s, v.S, again.S)
		}
	})
}

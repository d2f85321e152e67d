package fn

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/datum"
)

func init() {
	register(
		scalar("lower(text) text", "lower case", text1(lower)),
		scalar("upper(text) text", "upper case", text1(upper)),
		scalar("initcap(text) text", "capitalize each word", text1(initcap)),
	)
}

// text1 makes a function from text to text.
func text1(f func(string) string) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) { return newText(f(a[0].S)) }
}

// lower changes each letter to its lower case, one character for one, by Unicode
// (towlower of the locale C.UTF-8).
func lower(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf {
			return strings.Map(unicode.ToLower, s)
		}
	}
	return s
}

func upper(s string) string { return strings.Map(unicode.ToUpper, s) }

func initcap(s string) string {
	inWord := false
	return strings.Map(func(r rune) rune {
		if inWord {
			r = unicode.ToLower(r)
		} else {
			r = unicode.ToUpper(r)
		}
		inWord = isAlnum(r)
		return r
	}, s)
}

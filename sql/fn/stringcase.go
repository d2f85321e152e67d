package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
)

func init() {
	register(
		scalar("lower(text) text", "lower case, of ASCII letters as in the C locale", text1(lower)),
		scalar("upper(text) text", "upper case, of ASCII letters as in the C locale", text1(upper)),
		scalar("initcap(text) text", "capitalize each word", text1(initcap)),
	)
}

// text1 makes a function from text to text.
func text1(f func(string) string) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) { return newText(f(a[0].S)) }
}

// lower changes ASCII letters only: the database's locale is C.
func lower(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 'A' && c <= 'Z' {
			return mapBytes(s, func(c byte) byte {
				if c >= 'A' && c <= 'Z' {
					return c + 'a' - 'A'
				}
				return c
			})
		}
	}
	return s
}

func upper(s string) string {
	return mapBytes(s, func(c byte) byte {
		if c >= 'a' && c <= 'z' {
			return c - ('a' - 'A')
		}
		return c
	})
}

func initcap(s string) string {
	inWord := false
	return mapBytes(s, func(c byte) byte {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		switch {
		case letter && inWord && c < 'a':
			c += 'a' - 'A'
		case letter && !inWord && c >= 'a':
			c -= 'a' - 'A'
		}
		inWord = letter || c >= '0' && c <= '9'
		return c
	})
}

func mapBytes(s string, f func(byte) byte) string {
	b := []byte(s)
	for i := range b {
		b[i] = f(b[i])
	}
	return string(b)
}

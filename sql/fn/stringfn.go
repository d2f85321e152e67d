package fn

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Bounds on what a function makes at once, so that no expression takes the
// server's memory: bytes of a text (PostgreSQL's is 1 GB), parts of a text.
const (
	maxText  = 1 << 28
	maxParts = 1 << 22
)

func tooManyParts() error {
	return pgerr.New(pgerr.ProgramLimitExceeded, "text has more than %d parts", maxParts)
}

func init() {
	chars := func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		return newInt4(utf8.RuneCountInString(untailed(a[0])))
	}
	octets := func(_ *Context, a []datum.Datum) (datum.Datum, error) { return newInt4(len(a[0].S)) }
	bits := func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		if len(a[0].S) > math.MaxInt32/8 {
			return datum.Null, pgerr.New(pgerr.NumericValueOutOfRange, "integer out of range")
		}
		return newInt4(8 * len(a[0].S))
	}
	for _, name := range []string{"length", "char_length", "character_length"} {
		register(
			scalar(name+"(text) int4", "number of characters", chars),
			scalar(name+"(bpchar) int4", "number of characters, without blanks at the end", chars),
		)
	}
	register(
		scalar("length(bytea) int4", "number of bytes", octets),
		scalar("octet_length(text) int4", "number of bytes", octets),
		scalar("octet_length(bpchar) int4", "number of bytes", octets),
		scalar("octet_length(bytea) int4", "number of bytes", octets),
		scalar("bit_length(text) int4", "number of bits", bits),
		scalar("bit_length(bytea) int4", "number of bits", bits),
		scalar("left(text, int4) text", "the first n characters; all but the last |n| if n is negative", leftText),
		scalar("right(text, int4) text", "the last n characters; all but the first |n| if n is negative", rightText),
		scalar("reverse(text) text", "reverse the characters", text1(reverse)),
		scalar("repeat(text, int4) text", "repeat n times", repeatText),
		scalar("replace(text, text, text) text", "replace all occurrences", replaceText),
		scalar("translate(text, text, text) text", "map characters", translateText),
		scalar("lpad(text, int4) text", "pad with blanks on the left", padText(true)),
		scalar("lpad(text, int4, text) text", "pad on the left", padText(true)),
		scalar("rpad(text, int4) text", "pad with blanks on the right", padText(false)),
		scalar("rpad(text, int4, text) text", "pad on the right", padText(false)),
		scalar("split_part(text, text, int4) text", "the n-th field; from the end if n is negative", splitPart),
		scalar("starts_with(text, text) bool", "whether the string begins with a prefix", startsWith),
		operator("^@", "text, text -> bool", "starts with", startsWith),
		scalar("strpos(text, text) int4", "position of a substring, 0 if none", position(false)),
		scalar("position(text, text) int4", "position of a substring, 0 if none", position(false)),
		scalar("position(bytea, bytea) int4", "position of a substring, 0 if none", position(true)),
		scalar("ascii(text) int4", "code point of the first character", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			if a[0].S == "" {
				return newInt4(0)
			}
			r, _ := utf8.DecodeRuneInString(a[0].S)
			return newInt4(int(r))
		}),
		scalar("chr(int4) text", "character of a code point", chr),
	)
	for _, trim := range []struct {
		name, help  string
		left, right bool
	}{
		{"btrim", "both ends", true, true}, {"ltrim", "the left end", true, false}, {"rtrim", "the right end", false, true},
	} {
		register(
			scalar(trim.name+"(text) text", "trim blanks from "+trim.help, trimText(trim.left, trim.right)),
			scalar(trim.name+"(text, text) text", "trim given characters from "+trim.help, trimText(trim.left, trim.right)),
			scalar(trim.name+"(bytea, bytea) bytea", "trim given bytes from "+trim.help, trimBytes(trim.left, trim.right)),
		)
	}
}

// untailed is the text of a string, for bpchar without the blanks at its end.
func untailed(v datum.Datum) string {
	if v.OID == types.BPChar {
		return strings.TrimRight(v.S, " ")
	}
	return v.S
}

// charIndex is the byte offset of character n (from 0), at most len(s).
func charIndex(s string, n int) int {
	if n <= 0 {
		return 0
	}
	if n >= len(s) {
		return len(s)
	}
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

func leftText(_ *Context, a []datum.Datum) (datum.Datum, error) {
	s, n := a[0].S, int(a[1].I)
	if n < 0 {
		n = max(utf8.RuneCountInString(s)+n, 0)
	}
	return newText(s[:charIndex(s, n)])
}

func rightText(_ *Context, a []datum.Datum) (datum.Datum, error) {
	s, n := a[0].S, int(a[1].I)
	skip := -n
	if n == math.MinInt32 {
		skip = 0 // its negation overflows in PostgreSQL
	}
	if n >= 0 {
		skip = max(utf8.RuneCountInString(s)-n, 0)
	}
	return newText(s[charIndex(s, skip):])
}

func reverse(s string) string {
	b := make([]byte, 0, len(s))
	for i := len(s); i > 0; {
		_, n := utf8.DecodeLastRuneInString(s[:i])
		b = append(b, s[i-n:i]...)
		i -= n
	}
	return string(b)
}

func tooLong() error {
	return pgerr.New(pgerr.ProgramLimitExceeded, "requested length too large")
}

func repeatText(_ *Context, a []datum.Datum) (datum.Datum, error) {
	n := max(a[1].I, 0)
	if int64(len(a[0].S))*n > maxText {
		return datum.Null, tooLong()
	}
	return newText(strings.Repeat(a[0].S, int(n)))
}

func replaceText(_ *Context, a []datum.Datum) (datum.Datum, error) {
	s, from, to := a[0].S, a[1].S, a[2].S
	if from == "" {
		return a[0], nil
	}
	if n := strings.Count(s, from); len(s)+n*(len(to)-len(from)) > maxText {
		return datum.Null, tooLong()
	}
	return newText(strings.ReplaceAll(s, from, to))
}

func translateText(_ *Context, a []datum.Datum) (datum.Datum, error) {
	to := []rune(a[2].S)
	table := map[rune]rune{}
	n := 0
	for _, r := range a[1].S {
		if _, seen := table[r]; !seen {
			if table[r] = -1; n < len(to) {
				table[r] = to[n]
			}
		}
		n++
	}
	return newText(strings.Map(func(r rune) rune {
		if t, ok := table[r]; ok {
			return t
		}
		return r
	}, a[0].S))
}

func padText(left bool) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		s, n, fill := a[0].S, int(max(a[1].I, 0)), " "
		if len(a) > 2 {
			fill = a[2].S
		}
		have := utf8.RuneCountInString(s)
		if have >= n || fill == "" {
			return newText(s[:charIndex(s, n)])
		}
		if n > maxText/4 {
			return datum.Null, tooLong()
		}
		missing, width := n-have, utf8.RuneCountInString(fill)
		pad := strings.Repeat(fill, missing/width) + fill[:charIndex(fill, missing%width)]
		if left {
			return newText(pad + s)
		}
		return newText(s + pad)
	}
}

func splitPart(_ *Context, a []datum.Datum) (datum.Datum, error) {
	s, sep, n := a[0].S, a[1].S, a[2].I
	if n == 0 {
		return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "field position must not be zero")
	}
	parts := []string{s}
	if sep != "" {
		parts = strings.Split(s, sep)
	}
	if s == "" {
		parts = nil
	}
	if n < 0 {
		n += int64(len(parts)) + 1
	}
	if n < 1 || n > int64(len(parts)) {
		return newText("")
	}
	return newText(parts[n-1])
}

func startsWith(_ *Context, a []datum.Datum) (datum.Datum, error) {
	return newBool(strings.HasPrefix(a[0].S, a[1].S))
}

func position(bytes bool) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		i := strings.Index(a[0].S, a[1].S)
		if i < 0 {
			return newInt4(0)
		}
		if !bytes {
			i = utf8.RuneCountInString(a[0].S[:i])
		}
		return newInt4(i + 1)
	}
}

func chr(_ *Context, a []datum.Datum) (datum.Datum, error) {
	n := a[0].I
	switch {
	case n == 0:
		return datum.Null, pgerr.New(pgerr.ProgramLimitExceeded, "null character not permitted")
	case n < 0:
		return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "character number must be positive")
	case n > utf8.MaxRune:
		return datum.Null, pgerr.New(pgerr.ProgramLimitExceeded, "requested character too large for encoding: %d", n)
	case n >= 0xD800 && n < 0xE000:
		return datum.Null, pgerr.New(pgerr.ProgramLimitExceeded, "requested character not valid for encoding: %d", n)
	}
	return newText(string(rune(n)))
}

func trimText(left, right bool) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		set := " "
		if len(a) > 1 {
			set = a[1].S
		}
		s := a[0].S
		if left {
			s = strings.TrimLeft(s, set)
		}
		if right {
			s = strings.TrimRight(s, set)
		}
		return newText(s)
	}
}

func trimBytes(left, right bool) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		s, set := a[0].S, a[1].S
		for left && s != "" && strings.IndexByte(set, s[0]) >= 0 {
			s = s[1:]
		}
		for right && s != "" && strings.IndexByte(set, s[len(s)-1]) >= 0 {
			s = s[:len(s)-1]
		}
		return types.NewString(types.Bytea, s), nil
	}
}

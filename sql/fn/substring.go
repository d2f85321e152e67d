package fn

import (
	"math"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, name := range []string{"substring", "substr"} {
		register(
			scalar(name+"(text, int4) text", "from a position on", substringText),
			scalar(name+"(text, int4, int4) text", "so many characters from a position on", substringText),
			scalar(name+"(bytea, int4) bytea", "from a position on", substringBytes),
			scalar(name+"(bytea, int4, int4) bytea", "so many bytes from a position on", substringBytes),
		)
	}
	register(
		scalar("overlay(text, text, int4) text", "replace from a position on", overlayText),
		scalar("overlay(text, text, int4, int4) text", "replace so many characters from a position on", overlayText),
		scalar("overlay(bytea, bytea, int4) bytea", "replace from a position on", overlayBytes),
		scalar("overlay(bytea, bytea, int4, int4) bytea", "replace so many bytes from a position on", overlayBytes),
	)
}

// span turns SQL's start and length into offsets from 0, within the string.
func span(a []datum.Datum) (from, to int, err error) {
	start := a[1].I
	end := int64(math.MaxInt32)
	if len(a) > 2 {
		if a[2].I < 0 {
			return 0, 0, pgerr.New(pgerr.SubstringError, "negative substring length not allowed")
		}
		end = start + a[2].I
	}
	from, to = int(max(start-1, 0)), int(max(end-1, 0))
	return from, max(from, to), nil
}

func substringText(_ *Context, a []datum.Datum) (datum.Datum, error) {
	from, to, err := span(a)
	if err != nil {
		return datum.Null, err
	}
	s := a[0].S
	i := charIndex(s, from)
	return newText(s[i : i+charIndex(s[i:], to-from)])
}

func substringBytes(_ *Context, a []datum.Datum) (datum.Datum, error) {
	from, to, err := span(a)
	if err != nil {
		return datum.Null, err
	}
	n := len(a[0].S)
	return types.NewString(types.Bytea, a[0].S[min(from, n):min(to, n)]), nil
}

// overlay gives the offsets that the replacement takes the place of.
func overlaySpan(a []datum.Datum, width int) (from, to int64, err error) {
	n := int64(width)
	if len(a) > 3 {
		n = a[3].I
	}
	if a[2].I <= 0 {
		return 0, 0, pgerr.New(pgerr.SubstringError, "negative substring length not allowed")
	}
	end := a[2].I + n
	if end > math.MaxInt32 {
		return 0, 0, types.OutOfRange(types.Int4)
	}
	return a[2].I - 1, max(end-1, 0), nil
}

func overlayText(_ *Context, a []datum.Datum) (datum.Datum, error) {
	from, to, err := overlaySpan(a, utf8.RuneCountInString(a[1].S))
	if err != nil {
		return datum.Null, err
	}
	s := a[0].S
	return newText(s[:charIndex(s, int(from))] + a[1].S + s[charIndex(s, int(to)):])
}

func overlayBytes(_ *Context, a []datum.Datum) (datum.Datum, error) {
	from, to, err := overlaySpan(a, len(a[1].S))
	if err != nil {
		return datum.Null, err
	}
	s := a[0].S
	n := int64(len(s))
	return types.NewString(types.Bytea, s[:min(from, n)]+a[1].S+s[min(to, n):]), nil
}

package fn

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/google/uuid"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		scalar("unistr(text) text", "evaluate Unicode escapes", unistr),
		scalar("normalize(text, text =NFC) text", "Unicode normalization", normalize),
		scalar("is_normalized(text, text =NFC) bool", "check Unicode normalization", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			n, err := normalize(c, a)
			if err != nil {
				return datum.Null, err
			}
			return newBool(n.S == a[0].S)
		}),
		scalar("gen_random_uuid() uuid", "random UUID of version 4", func(*Context, []datum.Datum) (datum.Datum, error) {
			u, err := uuid.NewRandom()
			if err != nil {
				return datum.Null, pgerr.Wrap(err, pgerr.SystemError, "could not generate random values")
			}
			return types.NewString(types.UUID, string(u[:])), nil
		}).volatile(),
		scalar("parse_ident(text, bool =true) text[]", "parse qualified identifier to array of identifiers", parseIdent),
	)
}

// unistr reads \XXXX, \+XXXXXX, \uXXXX, \UXXXXXXXX and \\.
func unistr(_ *Context, a []datum.Datum) (datum.Datum, error) {
	s := a[0].S
	var b strings.Builder
	invalid := func() error {
		return pgerr.New(pgerr.SyntaxError, "invalid Unicode escape").
			WithHint("Unicode escapes must be \\XXXX, \\+XXXXXX, \\uXXXX, or \\UXXXXXXXX.")
	}
	high := rune(0)
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			if high != 0 {
				return datum.Null, pgerr.New(pgerr.SyntaxError, "invalid Unicode surrogate pair")
			}
			b.WriteByte(s[i])
			i++
			continue
		}
		if strings.HasPrefix(s[i:], `\\`) {
			b.WriteByte('\\')
			i += 2
			continue
		}
		skip, digits := 1, 4
		if i+1 < len(s) {
			switch s[i+1] {
			case '+':
				skip, digits = 2, 6
			case 'u':
				skip = 2
			case 'U':
				skip, digits = 2, 8
			}
		}
		r, ok := hexRune(s, i+skip, digits)
		if !ok {
			return datum.Null, invalid()
		}
		i += skip + digits
		switch {
		case r >= 0xD800 && r < 0xDC00 && high == 0:
			high = r
			continue
		case r >= 0xDC00 && r < 0xE000 && high != 0:
			r, high = 0x10000+(high-0xD800)<<10+(r-0xDC00), 0
		case high != 0 || r >= 0xD800 && r < 0xE000:
			return datum.Null, pgerr.New(pgerr.SyntaxError, "invalid Unicode surrogate pair")
		case r == 0 || r > 0x10FFFF:
			return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "invalid Unicode code point: %04X", r)
		}
		b.WriteRune(r)
	}
	if high != 0 {
		return datum.Null, pgerr.New(pgerr.SyntaxError, "invalid Unicode surrogate pair")
	}
	return newText(b.String())
}

func hexRune(s string, at, digits int) (rune, bool) {
	if at+digits > len(s) {
		return 0, false
	}
	r := rune(0)
	for _, c := range []byte(s[at : at+digits]) {
		if !isHex(c) {
			return 0, false
		}
		r = r<<4 | rune(strings.IndexByte("0123456789abcdef", c|0x20))
	}
	return r, true
}

func normalize(_ *Context, a []datum.Datum) (datum.Datum, error) {
	forms := map[string]norm.Form{"NFC": norm.NFC, "NFD": norm.NFD, "NFKC": norm.NFKC, "NFKD": norm.NFKD}
	f, ok := forms[strings.ToUpper(a[1].S)]
	if !ok {
		return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "invalid normalization form: %s", a[1].S)
	}
	return newText(f.String(a[0].S))
}

// parseIdent splits a qualified name; unquoted parts are folded to lower case.
func parseIdent(_ *Context, a []datum.Datum) (datum.Datum, error) {
	s, strict := a[0].S, a[1].Bool()
	invalid := func() *pgerr.Error {
		return pgerr.New(pgerr.InvalidParameterValue, "string is not a valid identifier: \"%s\"", s)
	}
	var out []string
	rest := strings.TrimLeft(s, " \t\n\r")
	for {
		part := ""
		if strings.HasPrefix(rest, `"`) {
			end := 1
			for {
				k := strings.IndexByte(rest[end:], '"')
				if k < 0 {
					return datum.Null, invalid().WithDetail("String has unclosed double quotes.")
				}
				if end += k + 1; end >= len(rest) || rest[end] != '"' {
					break
				}
				end++
			}
			if part = strings.ReplaceAll(rest[1:end-1], `""`, `"`); part == "" {
				return datum.Null, invalid().WithDetail("Quoted identifier must not be empty.")
			}
			rest = rest[end:]
		} else {
			n := 0
			for n < len(rest) && (rest[n] == '_' || rest[n] >= 0x80 || rest[n] >= 'a' && rest[n] <= 'z' || rest[n] >= 'A' && rest[n] <= 'Z' ||
				n > 0 && (rest[n] >= '0' && rest[n] <= '9' || rest[n] == '$')) {
				n++
			}
			if n == 0 {
				e := invalid()
				if rest == "" {
					e = e.WithDetail("No valid identifier after \".\".")
				}
				return datum.Null, e
			}
			part, rest = lower(rest[:n]), rest[n:]
		}
		out = append(out, part)
		rest = strings.TrimLeft(rest, " \t\n\r")
		if !strings.HasPrefix(rest, ".") {
			break
		}
		rest = strings.TrimLeft(rest[1:], " \t\n\r")
	}
	if rest != "" && strict {
		return datum.Null, invalid()
	}
	return stringsArray(out), nil
}

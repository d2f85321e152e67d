package fn

import (
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// similarToEscape turns an SQL regular expression (SIMILAR TO) into an
// advanced one, as similar_escape_internal does. a[1] is the escape character,
// backslash if it is left out.
func similarToEscape(_ *Context, a []datum.Datum) (datum.Datum, error) {
	re, _, err := similarPattern(a[0].S, escapeArg(a, 1))
	if err != nil {
		return datum.Null, err
	}
	return newText(re)
}

// similarEscape is the older form, in which a NULL escape character is the
// default.
func similarEscape(c *Context, a []datum.Datum) (datum.Datum, error) {
	switch {
	case a[0].IsNull():
		return datum.Null, nil
	case a[1].IsNull():
		a = a[:1]
	}
	return similarToEscape(c, a)
}

func escapeArg(a []datum.Datum, i int) string {
	if i < len(a) {
		return a[i].S
	}
	return `\`
}

// similarPattern translates; parts are the pieces between the separators
// escape-double-quote, of which SUBSTRING(… SIMILAR …) has two.
func similarPattern(s, esc string) (re string, separators int, err error) {
	if utf8.RuneCountInString(esc) > 1 {
		return "", 0, pgerr.New(pgerr.InvalidEscapeSequence, "invalid escape string").WithHint("Escape string must be empty or one character.")
	}
	var b strings.Builder
	b.WriteString("^(?:")
	inBracket := false
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		ch := s[i : i+n]
		i += n
		switch {
		case esc != "" && ch == esc && i == len(s):
			// An escape character at the end escapes nothing.
		case esc != "" && ch == esc:
			if s[i] == '"' && !inBracket {
				if separators++; separators > 2 {
					return "", 0, pgerr.New("2200C", "SQL regular expression may not contain more than two escape-double-quote separators")
				}
				// Before the first one match as little as possible, as the standard says.
				if separators == 1 {
					return separated(s, esc, i)
				}
				i++
				continue
			}
			_, n := utf8.DecodeRuneInString(s[i:])
			b.WriteString(`\` + s[i:i+n])
			i += n
		case inBracket:
			if ch == `\` {
				b.WriteByte('\\')
			}
			b.WriteString(ch)
			inBracket = ch != "]"
		case ch == "[":
			b.WriteString(ch)
			inBracket = true
		case ch == "%":
			b.WriteString(".*")
		case ch == "_":
			b.WriteString(".")
		case ch == "(":
			b.WriteString("(?:")
		case ch == `\` || ch == "." || ch == "^" || ch == "$":
			b.WriteString(`\` + ch)
		default:
			b.WriteString(ch)
		}
	}
	b.WriteString(")$")
	return b.String(), separators, nil
}

// separated translates the three parts of a pattern with separators into
// ^(?:one){1,1}?(two){1,1}(?:three)$.
func separated(s, esc string, at int) (string, int, error) {
	sep := esc + `"`
	parts := strings.Split(s, sep)
	if len(parts) > 3 {
		return "", 0, pgerr.New("2200C", "SQL regular expression may not contain more than two escape-double-quote separators")
	}
	out := "^"
	for i, p := range parts {
		re, _, err := similarPattern(p, esc)
		if err != nil {
			return "", 0, err
		}
		re = strings.TrimSuffix(strings.TrimPrefix(re, "^(?:"), ")$")
		switch i {
		case 0:
			out += "(?:" + re + "){1,1}?"
		case 1:
			out += "(" + re + "){1,1}"
		default:
			out += "(?:" + re + ")"
		}
	}
	return out + "$", len(parts) - 1, nil
}

// similarSubstring is SUBSTRING(s SIMILAR pattern ESCAPE esc).
func similarSubstring(c *Context, a []datum.Datum) (datum.Datum, error) {
	re, _, err := similarPattern(a[1].S, a[2].S)
	if err != nil {
		return datum.Null, err
	}
	compiled, err := compileARE(re, areFlags{})
	if err != nil {
		return datum.Null, err
	}
	m, err := compiled.in(c, a[0].S).next(0)
	if m == nil {
		return datum.Null, err
	}
	if len(m) > 2 {
		m = m[2:]
	}
	return newText(a[0].S[m[0]:m[1]])
}

package fn

import (
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	like := func(fold, not bool) Impl {
		return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			s, p := a[0].S, a[1].S
			if fold {
				s, p = lower(s), lower(p)
			}
			ok, err := Like(s, p)
			if err != nil {
				return datum.Null, err
			}
			return newBool(ok != not)
		}
	}
	for _, op := range []struct {
		symbol, function, help string
		fold, not              bool
	}{
		{"~~", "like", "matches LIKE expression", false, false},
		{"!~~", "notlike", "does not match LIKE expression", false, true},
		{"~~*", "", "matches LIKE expression, case-insensitive", true, false},
		{"!~~*", "", "does not match LIKE expression, case-insensitive", true, true},
	} {
		f := like(op.fold, op.not)
		for _, l := range []string{"text", "name", "bpchar"} {
			register(operator(op.symbol, l+", text -> bool", op.help, f).kernel(likeKernel(op.fold, op.not)))
		}
		register(operator(op.symbol, "variant, text -> bool", op.help+"; NULL for values that are not text", onText(f)))
		if !op.fold {
			register(operator(op.symbol, "bytea, bytea -> bool", op.help, f))
			register(scalar(op.function+"(text, text) bool", op.help, f))
			register(scalar(op.function+"(name, text) bool", op.help, f))
			register(scalar(op.function+"(bytea, bytea) bool", op.help, f))
		}
	}
	register(
		scalar("like_escape(text, text) text", "convert LIKE pattern to use backslash escapes", likeEscape),
		scalar("like_escape(bytea, bytea) bytea", "convert LIKE pattern to use backslash escapes", likeEscape),
	)
}

// onText applies f to the cells of a variant that are text; others give NULL.
func onText(f Impl) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		if types.FamilyOf(a[0].OID) != types.FamilyText {
			return datum.Null, nil
		}
		return f(c, a)
	}
}

// Like matches s against a LIKE pattern with backslash as escape character.
// The error is 22025 for a pattern that ends with the escape character.
func Like(s, pattern string) (bool, error) {
	// Greedy with one point to go back to: the last %. That is enough, since
	// an earlier % can't match more usefully.
	backS, backP := -1, -1
	i, j := 0, 0
	for {
		if j < len(pattern) && pattern[j] == '%' {
			for j < len(pattern) && pattern[j] == '%' {
				j++
			}
			if j == len(pattern) {
				return true, nil
			}
			backS, backP = i, j
			continue
		}
		if i == len(s) {
			for j < len(pattern) && pattern[j] == '%' {
				j++
			}
			return j == len(pattern), nil
		}
		if j < len(pattern) {
			if pattern[j] == '_' {
				_, n := utf8.DecodeRuneInString(s[i:])
				i, j = i+n, j+1
				continue
			}
			k := j
			if pattern[k] == '\\' {
				if k++; k == len(pattern) {
					return false, pgerr.New(pgerr.InvalidEscapeSequence, "LIKE pattern must not end with escape character")
				}
			}
			if pattern[k] == s[i] {
				i, j = i+1, k+1
				continue
			}
		}
		if backP < 0 {
			return false, nil
		}
		_, n := utf8.DecodeRuneInString(s[backS:])
		backS += n
		i, j = backS, backP
	}
}

// LikePrefix returns what every match of a LIKE pattern begins with, and
// whether the pattern has no wildcard at all.
func LikePrefix(pattern string) (prefix string, exact bool) {
	var b []byte
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '%', '_':
			return string(b), false
		case '\\':
			if i++; i == len(pattern) {
				return string(b), false
			}
		}
		b = append(b, pattern[i])
	}
	return string(b), true
}

// likeEscape rewrites a pattern with another escape character (or none) to
// one that uses backslash.
func likeEscape(_ *Context, a []datum.Datum) (datum.Datum, error) {
	s, esc := a[0].S, a[1].S
	if utf8.RuneCountInString(esc) > 1 {
		return datum.Null, pgerr.New(pgerr.InvalidEscapeSequence, "invalid escape string").WithHint("Escape string must be empty or one character.")
	}
	if esc == `\` {
		return a[0], nil
	}
	var b []byte
	after := false
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		ch := s[i : i+n]
		i += n
		switch {
		case esc != "" && ch == esc && !after:
			b = append(b, '\\')
			after = true
			continue
		case ch == `\` && !after:
			b = append(b, '\\', '\\')
		default:
			b = append(b, ch...)
		}
		after = false
	}
	return types.NewString(a[0].OID, string(b)), nil
}

package fn

import (
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, op := range []struct {
		symbol, help string
		fold, not    bool
	}{
		{"~", "matches regular expression, case-sensitive", false, false},
		{"!~", "does not match regular expression, case-sensitive", false, true},
		{"~*", "matches regular expression, case-insensitive", true, false},
		{"!~*", "does not match regular expression, case-insensitive", true, true},
	} {
		f := func(c *Context, a []datum.Datum) (datum.Datum, error) {
			re, err := compileARE(a[1].S, areFlags{fold: op.fold})
			if err != nil {
				return datum.Null, err
			}
			ok, err := re.matches(c, a[0].S)
			return types.NewBool(ok != op.not), err
		}
		for _, l := range []string{"text", "name", "bpchar"} {
			register(operator(op.symbol, l+", text -> bool", op.help, f))
		}
		register(operator(op.symbol, "variant, text -> bool", op.help+"; NULL for values that are not text", onText(f)))
	}
	register(
		scalar("textregexeq(text, text) bool", "implementation of ~ operator", regexpLike),
		scalar("regexp_like(text, text) bool", "test for a match", regexpLike),
		scalar("regexp_like(text, text, text) bool", "test for a match", regexpLike),
		scalar("regexp_match(text, text) text[]", "find first match", regexpMatch),
		scalar("regexp_match(text, text, text) text[]", "find first match", regexpMatch),
		rows("regexp_matches(text, text) text[]", "find matches", regexpMatches),
		rows("regexp_matches(text, text, text) text[]", "find matches", regexpMatches),
		scalar("regexp_replace(text, text, text) text", "replace the first match", regexpReplace),
		scalar("regexp_replace(text, text, text, text) text", "replace the first match, or with flag g all", regexpReplace),
		scalar("regexp_replace(text, text, text, int4) text", "replace the first match from a position on", regexpReplaceFrom),
		scalar("regexp_replace(text, text, text, int4, int4) text", "replace the n-th match, or with 0 all", regexpReplaceFrom),
		scalar("regexp_replace(text, text, text, int4, int4, text) text", "replace the n-th match, or with 0 all", regexpReplaceFrom),
		scalar("regexp_split_to_array(text, text) text[]", "split at matches", regexpSplitArray),
		scalar("regexp_split_to_array(text, text, text) text[]", "split at matches", regexpSplitArray),
		rows("regexp_split_to_table(text, text) text", "split at matches", regexpSplitTable),
		rows("regexp_split_to_table(text, text, text) text", "split at matches", regexpSplitTable),
		scalar("substring(text, text) text", "the part that matches a regular expression", regexpSubstring),
		scalar("substring(text, text, text) text", "the part that matches an SQL regular expression", similarSubstring),
		scalar("similar_to_escape(text) text", "convert SQL regular expression to POSIX style", similarToEscape),
		scalar("similar_to_escape(text, text) text", "convert SQL regular expression to POSIX style", similarToEscape),
		scalar("similar_escape(text, text) text", "convert SQL regular expression to POSIX style", similarEscape).withNulls(),
	)
	for n := 2; n <= 4; n++ {
		args := "text, text" + strings.Repeat(", int4", min(n-2, 1)) + strings.Repeat(", text", max(n-3, 0))
		register(scalar("regexp_count("+args+") int4", "count matches", regexpCount))
	}
	for _, args := range []string{"", ", int4", ", int4, int4", ", int4, int4, text", ", int4, int4, text, int4"} {
		register(scalar("regexp_substr(text, text"+args+") text", "the n-th match", regexpSubstr))
	}
	for _, args := range []string{"", ", int4", ", int4, int4", ", int4, int4, int4", ", int4, int4, int4, text", ", int4, int4, int4, text, int4"} {
		register(scalar("regexp_instr(text, text"+args+") int4", "position of the n-th match", regexpInstr))
	}
}

// compileArg compiles a[1] with the flags in a[i], if there is one.
func compileArg(a []datum.Datum, i int, name string, global bool) (*regexpARE, areFlags, error) {
	var f areFlags
	if i < len(a) {
		var err error
		if f, err = parseFlags(a[i].S); err != nil {
			return nil, f, err
		}
		if f.global && !global {
			e := pgerr.New(pgerr.InvalidParameterValue, "%s does not support the \"global\" option", name+"()")
			if name == "regexp_match" {
				e.Hint = "Use the regexp_matches function instead."
			}
			return nil, f, e
		}
	}
	re, err := compileARE(a[1].S, f)
	return re, f, err
}

func regexpLike(c *Context, a []datum.Datum) (datum.Datum, error) {
	re, _, err := compileArg(a, 2, "regexp_like", false)
	if err != nil {
		return datum.Null, err
	}
	ok, err := re.matches(c, a[0].S)
	return types.NewBool(ok), err
}

// groups makes the array that regexp_match gives: the groups, or the whole
// match if the expression has none.
func groups(s string, m []int) datum.Datum {
	if len(m) == 2 {
		return textArray([]datum.Datum{types.NewText(s[m[0]:m[1]])})
	}
	var out []datum.Datum
	for i := 2; i < len(m); i += 2 {
		if m[i] < 0 {
			out = append(out, datum.Null)
		} else {
			out = append(out, types.NewText(s[m[i]:m[i+1]]))
		}
	}
	return textArray(out)
}

func regexpMatch(c *Context, a []datum.Datum) (datum.Datum, error) {
	re, _, err := compileArg(a, 2, "regexp_match", false)
	if err != nil {
		return datum.Null, err
	}
	m, err := re.in(c, a[0].S).next(0)
	if m == nil {
		return datum.Null, err
	}
	return groups(a[0].S, m), nil
}

func regexpMatches(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
	re, f, err := compileArg(a, 2, "regexp_matches", true)
	if err != nil {
		return err
	}
	n := 1
	if f.global {
		n = -1
	}
	matches, err := matchesFrom(c, re, a[0].S, 0, n)
	if err != nil {
		return err
	}
	for _, m := range matches {
		if err := emit(datum.Row{groups(a[0].S, m)}); err != nil {
			return err
		}
	}
	return nil
}

func regexpReplace(c *Context, a []datum.Datum) (datum.Datum, error) {
	re, f, err := compileArg(a, 3, "regexp_replace", true)
	if err != nil {
		return datum.Null, err
	}
	n := 1
	if f.global {
		n = 0
	}
	return replaceMatches(c, re, a[0].S, 0, a[2].S, n)
}

func regexpReplaceFrom(c *Context, a []datum.Datum) (datum.Datum, error) {
	start, err := positive(a, 3, "start", 1)
	if err != nil {
		return datum.Null, err
	}
	n := int64(1)
	if len(a) > 4 {
		if n = a[4].I; n < 0 {
			return datum.Null, invalidArg("n", n)
		}
	}
	re, f, err := compileArg(a, 5, "regexp_replace", true)
	if err != nil {
		return datum.Null, err
	}
	if f.global && len(a) == 4 {
		n = 0
	}
	return replaceMatches(c, re, a[0].S, charIndex(a[0].S, int(start)-1), a[2].S, int(n))
}

func invalidArg(name string, v int64) error {
	return pgerr.New(pgerr.InvalidParameterValue, "invalid value for parameter \"%s\": %d", name, v)
}

// positive reads an optional argument that has to be at least 1.
func positive(a []datum.Datum, i int, name string, standard int64) (int64, error) {
	if i >= len(a) {
		return standard, nil
	}
	if a[i].I < 1 {
		return 0, invalidArg(name, a[i].I)
	}
	return a[i].I, nil
}

// replaceMatches replaces the n-th match from byte offset start on, all if n
// is 0. In the replacement \1 to \9 are groups, \& is the match.
func replaceMatches(c *Context, re *regexpARE, s string, start int, replacement string, n int) (datum.Datum, error) {
	limit := n
	if n == 0 {
		limit = -1
	}
	var b strings.Builder
	last := 0
	matches, err := matchesFrom(c, re, s, start, limit)
	if err != nil {
		return datum.Null, err
	}
	for i, m := range matches {
		if n > 0 && i != n-1 {
			continue
		}
		b.WriteString(s[last:m[0]])
		expand(&b, replacement, s, m)
		last = m[1]
		if b.Len() > maxText {
			return datum.Null, tooLong()
		}
	}
	b.WriteString(s[last:])
	return newText(b.String())
}

// matchesFrom finds at most limit matches from a byte offset on; limit -1: all.
func matchesFrom(c *Context, re *regexpARE, s string, start, limit int) ([][]int, error) {
	var matches [][]int
	f := re.in(c, s)
	for at := start; limit < 0 || len(matches) < limit; {
		m, err := f.next(at)
		if m == nil {
			return matches, err
		}
		if len(matches) == maxParts {
			return nil, tooManyParts()
		}
		matches = append(matches, append([]int{}, m...))
		if len(matches)&1023 == 0 && c.Context != nil && c.Err() != nil {
			return nil, c.Err()
		}
		// After an empty match the search goes on one character further.
		if at = m[1]; m[0] == m[1] {
			_, size := utf8.DecodeRuneInString(s[at:])
			if at += size; size == 0 {
				return matches, nil
			}
		}
	}
	return matches, nil
}

func expand(b *strings.Builder, replacement, s string, m []int) {
	for i := 0; i < len(replacement); i++ {
		c := replacement[i]
		if c != '\\' || i+1 == len(replacement) {
			b.WriteByte(c)
			continue
		}
		i++
		switch c = replacement[i]; {
		case c == '&':
			b.WriteString(s[m[0]:m[1]])
		case c >= '1' && c <= '9':
			if k := 2 * int(c-'0'); k < len(m) && m[k] >= 0 {
				b.WriteString(s[m[k]:m[k+1]])
			}
		case c == '\\':
			b.WriteByte('\\')
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
}

// splitAt cuts s at matches; an empty match at the start, at the end or right
// behind a match cuts nothing.
func splitAt(c *Context, re *regexpARE, s string) ([]string, error) {
	var out []string
	last := 0
	matches, err := matchesFrom(c, re, s, 0, -1)
	if err != nil {
		return nil, err
	}
	for _, m := range matches {
		if m[1] == 0 || m[0] >= len(s) || m[0] == m[1] && m[0] == last {
			continue
		}
		out = append(out, s[last:m[0]])
		last = m[1]
	}
	return append(out, s[last:]), nil
}

func regexpSplitArray(c *Context, a []datum.Datum) (datum.Datum, error) {
	re, _, err := compileArg(a, 2, "regexp_split_to_array", false)
	if err != nil {
		return datum.Null, err
	}
	parts, err := splitAt(c, re, a[0].S)
	if err != nil {
		return datum.Null, err
	}
	return stringsArray(parts), nil
}

func regexpSplitTable(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
	re, _, err := compileArg(a, 2, "regexp_split_to_table", false)
	if err != nil {
		return err
	}
	parts, err := splitAt(c, re, a[0].S)
	if err != nil {
		return err
	}
	for _, s := range parts {
		if err := emit(datum.Row{types.NewText(s)}); err != nil {
			return err
		}
	}
	return nil
}

func regexpSubstring(c *Context, a []datum.Datum) (datum.Datum, error) {
	re, err := compileARE(a[1].S, areFlags{})
	if err != nil {
		return datum.Null, err
	}
	m, err := re.in(c, a[0].S).next(0)
	if m == nil {
		return datum.Null, err
	}
	if len(m) > 2 {
		m = m[2:]
	}
	if m[0] < 0 {
		return datum.Null, nil
	}
	return newText(a[0].S[m[0]:m[1]])
}

func regexpCount(c *Context, a []datum.Datum) (datum.Datum, error) {
	start, err := positive(a, 2, "start", 1)
	if err != nil {
		return datum.Null, err
	}
	re, _, err := compileArg(a, 3, "regexp_count", false)
	if err != nil {
		return datum.Null, err
	}
	matches, err := matchesFrom(c, re, a[0].S, charIndex(a[0].S, int(start)-1), -1)
	if err != nil {
		return datum.Null, err
	}
	return newInt4(len(matches))
}

// nthMatch finds the match that regexp_substr and regexp_instr ask for, or nil.
func nthMatch(c *Context, a []datum.Datum, flags, group int, name string) ([]int, error) {
	start, err := positive(a, 2, "start", 1)
	if err != nil {
		return nil, err
	}
	n, err := positive(a, 3, "n", 1)
	if err != nil {
		return nil, err
	}
	re, _, err := compileArg(a, flags, name, false)
	if err != nil {
		return nil, err
	}
	sub := int64(0)
	if group < len(a) {
		if sub = a[group].I; sub < 0 {
			return nil, invalidArg("subexpr", sub)
		}
	}
	all, err := matchesFrom(c, re, a[0].S, charIndex(a[0].S, int(start)-1), int(n))
	if err != nil || int64(len(all)) < n {
		return nil, err
	}
	m := all[n-1]
	if 2*sub >= int64(len(m)) || m[2*sub] < 0 {
		return nil, nil
	}
	return m[2*sub : 2*sub+2], nil
}

func regexpSubstr(c *Context, a []datum.Datum) (datum.Datum, error) {
	m, err := nthMatch(c, a, 4, 5, "regexp_substr")
	if err != nil || m == nil {
		return datum.Null, err
	}
	return newText(a[0].S[m[0]:m[1]])
}

func regexpInstr(c *Context, a []datum.Datum) (datum.Datum, error) {
	end := 0
	if len(a) > 4 {
		if a[4].I != 0 && a[4].I != 1 {
			return datum.Null, invalidArg("endoption", a[4].I)
		}
		end = int(a[4].I)
	}
	m, err := nthMatch(c, a, 5, 6, "regexp_instr")
	if err != nil {
		return datum.Null, err
	}
	if m == nil {
		return newInt4(0)
	}
	return newInt4(utf8.RuneCountInString(a[0].S[:m[end]]) + 1)
}

package fn

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// areFlags are the options of an advanced regular expression (documentation
// table 9.24) as far as they change the translation.
type areFlags struct {
	fold, expanded, literal bool
	lineDot, lineAnchor     bool // newline-sensitive: dot and brackets; ^ and $
	global                  bool // of regexp_replace and others only
}

// parseFlags reads the letters of a flags argument.
func parseFlags(s string) (areFlags, error) {
	var f areFlags
	for _, r := range s {
		if r == 'g' {
			f.global = true
			continue
		}
		if !f.set(r) {
			return f, pgerr.New(pgerr.InvalidParameterValue, "invalid regular expression option: \"%c\"", r)
		}
	}
	return f, nil
}

func (f *areFlags) set(r rune) bool {
	switch r {
	case 'i':
		f.fold = true
	case 'c':
		f.fold = false
	case 'n', 'm':
		f.lineDot, f.lineAnchor = true, true
	case 's':
		f.lineDot, f.lineAnchor = false, false
	case 'p':
		f.lineDot, f.lineAnchor = true, false
	case 'w':
		f.lineDot, f.lineAnchor = false, true
	case 'x':
		f.expanded = true
	case 't':
		f.expanded = false
	case 'q':
		f.literal = true
	case 'e', 'b':
	default:
		return false
	}
	return true
}

// translateARE rewrites PostgreSQL's advanced regular expression in Go's
// syntax. lazy reports that the expression prefers the shortest match, else it
// is POSIX's longest. Back references and lookaround, which Go's
// linear-time engine has not, are 0A000.
func translateARE(pattern string, f areFlags) (out string, lazy bool, err error) {
	if rest, ok := strings.CutPrefix(pattern, "***="); ok {
		pattern, f.literal = rest, true
	} else if rest, ok := strings.CutPrefix(pattern, "***:"); ok {
		pattern = rest
	}
	t := areTranslator{s: pattern, f: f}
	if !f.literal {
		t.embedded()
	}
	if t.f.literal {
		t.out.WriteString(quoteMeta(t.s[t.at:]))
	} else if err := t.run(); err != nil {
		return "", false, err
	}
	flags := ""
	if t.f.fold {
		flags += "i"
	}
	if t.f.lineAnchor {
		flags += "m"
	}
	if !t.f.lineDot {
		flags += "s"
	}
	if flags != "" {
		flags = "(?" + flags + ")"
	}
	return flags + t.out.String(), t.lazy, nil
}

type areTranslator struct {
	s   string
	at  int
	f   areFlags
	out strings.Builder
	// lazy is whether the first quantifier was a non-greedy one.
	lazy, decided bool
}

// embedded reads options such as (?i) at the start.
func (t *areTranslator) embedded() {
	if !strings.HasPrefix(t.s, "(?") {
		return
	}
	end := strings.IndexByte(t.s, ')')
	if end < 3 {
		return
	}
	f := t.f
	for _, r := range t.s[2:end] {
		if r < 'a' || r > 'z' || !f.set(r) {
			return
		}
	}
	t.f, t.at = f, end+1
}

func invalidRegexp(what string) error {
	return pgerr.New(pgerr.InvalidRegularExpression, "invalid regular expression: %s", what)
}

func (t *areTranslator) run() error {
	for t.at < len(t.s) {
		c := t.s[t.at]
		t.at++
		switch {
		case c == '\\':
			if err := t.escape(); err != nil {
				return err
			}
		case c == '[':
			if err := t.bracket(); err != nil {
				return err
			}
		case c == '(':
			if err := t.group(); err != nil {
				return err
			}
		case c == '*' || c == '+' || c == '?':
			t.quantifier(string(c), true)
		case c == '{':
			t.bound()
		case t.f.expanded && strings.IndexByte(" \t\n\r\f\v", c) >= 0:
		case t.f.expanded && c == '#':
			for t.at < len(t.s) && t.s[t.at] != '\n' {
				t.at++
			}
		default:
			t.out.WriteByte(c)
		}
	}
	return nil
}

// quantifier writes a quantifier. As in PostgreSQL the first one that has a
// preference decides for the whole expression whether it matches as much or as
// little as it can (documentation section 9.7.3.5).
func (t *areTranslator) quantifier(q string, prefers bool) {
	lazy := t.at < len(t.s) && t.s[t.at] == '?'
	if lazy {
		t.at++
	}
	if prefers && !t.decided {
		t.decided, t.lazy = true, lazy
	}
	t.out.WriteString(q)
	if t.lazy {
		t.out.WriteByte('?')
	}
}

// bound copies {m}, {m,} or {m,n}; a brace without a digit is itself.
func (t *areTranslator) bound() {
	end := strings.IndexByte(t.s[t.at:], '}')
	if end <= 0 || t.s[t.at] < '0' || t.s[t.at] > '9' {
		t.out.WriteString(`\{`)
		return
	}
	q := t.s[t.at : t.at+end]
	t.at += end + 1
	t.quantifier("{"+q+"}", strings.Contains(q, ","))
}

func (t *areTranslator) group() error {
	rest := t.s[t.at:]
	switch {
	case strings.HasPrefix(rest, "?#"):
		end := strings.IndexByte(rest, ')')
		if end < 0 {
			return invalidRegexp("parentheses () not balanced")
		}
		t.at += end + 1
		return nil
	case strings.HasPrefix(rest, "?="), strings.HasPrefix(rest, "?!"), strings.HasPrefix(rest, "?<"):
		return pgerr.Unsupported("a lookahead or lookbehind constraint in a regular expression")
	case strings.HasPrefix(rest, "?:"):
		t.at += 2
		t.out.WriteString("(?:")
		return nil
	case strings.HasPrefix(rest, "?"):
		return invalidRegexp("quantifier operand invalid")
	}
	t.out.WriteByte('(')
	return nil
}

// areEscapes are the escapes outside brackets that read differently in Go.
var areEscapes = map[byte]string{
	'a': `\x07`, 'b': `\x08`, 'B': `\\`, 'e': `\x1b`, 'f': `\f`, 'n': `\n`, 'r': `\r`, 't': `\t`, 'v': `\v`,
	'd': `[[:digit:]]`, 'D': `[^[:digit:]]`, 's': `[[:space:]]`, 'S': `[^[:space:]]`, 'w': `[[:word:]]`, 'W': `[^[:word:]]`,
	'm': `\b`, 'M': `\b`, 'y': `\b`, 'Y': `\B`, 'A': `\A`, 'Z': `\z`, '0': `\x00`,
}

func (t *areTranslator) escape() error {
	if t.at >= len(t.s) {
		return invalidRegexp("invalid escape \\ sequence")
	}
	c := t.s[t.at]
	t.at++
	if c >= '1' && c <= '9' {
		return pgerr.Unsupported("a back reference in a regular expression")
	}
	if e, ok := areEscapes[c]; ok {
		t.out.WriteString(e)
		return nil
	}
	if r, ok, err := t.codePoint(c); ok || err != nil {
		t.out.WriteString(r)
		return err
	}
	if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
		return invalidRegexp("invalid escape \\ sequence")
	}
	if c < 0x80 {
		t.out.WriteByte('\\')
	}
	t.out.WriteByte(c)
	return nil
}

// codePoint reads \uXXXX, \UXXXXXXXX, \xHHH… and \cX.
func (t *areTranslator) codePoint(c byte) (string, bool, error) {
	digits := 0
	switch c {
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	case 'x':
		for t.at+digits < len(t.s) && isHex(t.s[t.at+digits]) {
			digits++
		}
	case 'c':
		if t.at < len(t.s) {
			b := t.s[t.at] & 0x1f
			t.at++
			return `\x` + string("0123456789abcdef"[b>>4]) + string("0123456789abcdef"[b&15]), true, nil
		}
	default:
		return "", false, nil
	}
	if digits == 0 || t.at+digits > len(t.s) {
		return "", false, invalidRegexp("invalid escape \\ sequence")
	}
	hex := t.s[t.at : t.at+digits]
	for i := range hex {
		if !isHex(hex[i]) {
			return "", false, invalidRegexp("invalid escape \\ sequence")
		}
	}
	t.at += digits
	return `\x{` + hex + `}`, true, nil
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// bracket copies a bracket expression.
func (t *areTranslator) bracket() error {
	rest := t.s[t.at:]
	if strings.HasPrefix(rest, "[:<:]]") || strings.HasPrefix(rest, "[:>:]]") {
		t.at += len("[:<:]]")
		t.out.WriteString(`\b`)
		return nil
	}
	t.out.WriteByte('[')
	if t.at < len(t.s) && t.s[t.at] == '^' {
		t.at++
		t.out.WriteByte('^')
		if t.f.lineDot {
			t.out.WriteString(`\n`)
		}
	}
	for first := true; t.at < len(t.s); first = false {
		c := t.s[t.at]
		t.at++
		switch {
		case c == ']' && !first:
			t.out.WriteByte(']')
			return nil
		case c == '[' && t.at < len(t.s) && strings.IndexByte(":.=", t.s[t.at]) >= 0:
			if err := t.bracketClass(); err != nil {
				return err
			}
		case c == '[' || c == ']' || c == '&' || c == '~':
			t.out.WriteByte('\\')
			t.out.WriteByte(c)
		case c == '\\':
			if err := t.bracketEscape(); err != nil {
				return err
			}
		default:
			t.out.WriteByte(c)
		}
	}
	return invalidRegexp("brackets [] not balanced")
}

func (t *areTranslator) bracketClass() error {
	kind := t.s[t.at]
	end := strings.Index(t.s[t.at+1:], string(kind)+"]")
	if end < 0 {
		return invalidRegexp("brackets [] not balanced")
	}
	name := t.s[t.at+1 : t.at+1+end]
	t.at += 1 + end + 2
	if kind != ':' {
		t.out.WriteString(quoteMeta(name))
		return nil
	}
	switch name {
	case "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit", "word":
		t.out.WriteString("[:" + name + ":]")
		return nil
	}
	return invalidRegexp("invalid character class")
}

func (t *areTranslator) bracketEscape() error {
	if t.at >= len(t.s) {
		return invalidRegexp("invalid escape \\ sequence")
	}
	c := t.s[t.at]
	switch c {
	case 'd', 's', 'w':
		t.at++
		t.out.WriteString(map[byte]string{'d': "[:digit:]", 's': "[:space:]", 'w': "[:word:]"}[c])
		return nil
	}
	return t.escape()
}

// quoteMeta escapes what has a meaning in a Go expression.
func quoteMeta(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(`\.+*?()|[]{}^$-&~#`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

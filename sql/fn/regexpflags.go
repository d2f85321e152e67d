package fn

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// areFlags are the options of an advanced regular expression (documentation
// table 9.24).
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

// embeddedFlags takes director (***=) and options such as (?i) off the start
// of a pattern; what says what is wrong with them.
func embeddedFlags(pattern string, f areFlags) (rest string, g areFlags, what string) {
	if rest, ok := strings.CutPrefix(pattern, "***="); ok {
		f.literal = true
		return rest, f, ""
	}
	if rest, ok := strings.CutPrefix(pattern, "***"); ok {
		if !strings.HasPrefix(rest, ":") {
			return "", f, areBadDirector
		}
		pattern = rest[1:]
	}
	if f.literal || len(pattern) < 3 || pattern[:2] != "(?" || !isLetter(pattern[2]) {
		return pattern, f, ""
	}
	for i := 2; i < len(pattern); i++ {
		if pattern[i] == ')' {
			return pattern[i+1:], f, ""
		}
		if !isLetter(pattern[i]) || !f.set(rune(pattern[i])) {
			break
		}
	}
	return "", f, areBadOption
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

package tablestore

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

const leaveHint = "SET sql_dialect = 'postgresql' changes to PostgreSQL's dialect, which has more."

// place is where the grammar stopped, in its messages: the text from the token on.
var place = regexp.MustCompile(`(?s)^line \d+ column \d+ near "(.*)"`)

// position is that of an offset into the statement, as the protocol counts.
func (l *lowering) position(offset int) int {
	return ast.Position(l.text, ast.Pos(l.base+offset))
}

// syntaxError turns a message of TiDB's parser into PostgreSQL's.
func (l *lowering) syntaxError(source string, err error) error {
	near := ""
	if m := place.FindStringSubmatch(err.Error()); m != nil {
		near = m[1]
	} else {
		return pgerr.New(pgerr.SyntaxError, "syntax error: %s", strings.TrimSpace(err.Error())).At(l.position(0))
	}
	at := len(source)
	if near != "" {
		if i := strings.LastIndex(source, near); i >= 0 {
			at = i
		} else {
			return pgerr.New(pgerr.SyntaxError, "syntax error").At(l.position(0))
		}
	}
	token := firstToken(source[at:])
	if token == "" {
		return pgerr.New(pgerr.SyntaxError, "syntax error at end of input").At(l.position(len(source)))
	}
	at += strings.Index(source[at:], token)
	return pgerr.New(pgerr.SyntaxError, "syntax error at or near \"%s\"", token).At(l.position(at))
}

// firstToken cuts a word, or else a single character, off the front of a text.
func firstToken(s string) string {
	s = strings.TrimLeft(s, " \t\r\n")
	n := 0
	for n < len(s) && wordByte(s[n]) {
		n++
	}
	if n == 0 && s != "" {
		_, n = utf8.DecodeRuneInString(s)
	}
	return s[:n]
}

// fail keeps the first error; the lowering runs out with nil nodes.
func (l *lowering) fail(err error) {
	if l.err == nil {
		l.err = err
	}
}

// refuse says that the dialect has no such thing.
func (l *lowering) refuse(offset int, what string) {
	l.fail(pgerr.Unsupported(what + " in the Tablestore dialect").WithHint(leaveHint).At(l.position(offset)))
}

// refuseIf refuses what when it is there.
func (l *lowering) refuseIf(there bool, what string) {
	if there {
		l.refuse(0, what)
	}
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

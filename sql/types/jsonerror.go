package types

import (
	"fmt"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// jsonExcerptBytes is how much of the line an error shows before its token
// (report_json_context).
const jsonExcerptBytes = 50

// fail makes the 22P02 error of JSON input with a detail and the place.
func (l *jsonLexer) fail(detail string, args ...any) error {
	return l.failAs(pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type json"), detail, args...)
}

// failZero is the error for U+0000, which no text can hold.
func (l *jsonLexer) failZero() error {
	return l.failAs(pgerr.New(pgerr.UntranslatableCharacter, "unsupported Unicode escape sequence"),
		"\\u0000 cannot be converted to text.")
}

func (l *jsonLexer) invalidToken() error {
	return l.fail("Token \"%s\" is invalid.", l.in[l.start:l.end])
}

// expected is the error for a token that cannot stand where it does.
func (l *jsonLexer) expected(what string) error {
	if l.tok == jsonEnd {
		return l.fail("The input string ended unexpectedly.")
	}
	return l.fail("Expected %s, but found \"%s\".", what, l.in[l.start:l.end])
}

func (l *jsonLexer) failAs(e *pgerr.Error, detail string, args ...any) error {
	e.Detail = fmt.Sprintf(detail, args...)
	from := l.lineStart
	for l.end-from >= jsonExcerptBytes {
		_, n := utf8.DecodeRuneInString(l.in[from:])
		from += n
	}
	if from-l.lineStart <= 3 {
		from = l.lineStart
	}
	prefix, suffix := "", ""
	if from > l.lineStart {
		prefix = "..."
	}
	if l.end < len(l.in) && l.in[l.end] != '\n' && l.in[l.end] != '\r' {
		suffix = "..."
	}
	e.Where = fmt.Sprintf("JSON data, line %d: %s%s%s", l.line, prefix, l.in[from:l.end], suffix)
	return e
}

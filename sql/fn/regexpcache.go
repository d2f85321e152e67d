package fn

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"sync"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// compiled holds the expressions compiled last, for all sessions: a compiled
// regexp is safe for concurrent use.
var compiled = struct {
	sync.RWMutex
	m map[compiledKey]*regexp.Regexp
}{m: map[compiledKey]*regexp.Regexp{}}

type compiledKey struct {
	pattern string
	flags   areFlags
}

// maxCompiled bounds the cache; a full one is emptied.
const maxCompiled = 512

// compileARE compiles an advanced regular expression; errors are 2201B.
func compileARE(pattern string, f areFlags) (*regexp.Regexp, error) {
	f.global = false
	key := compiledKey{pattern, f}
	compiled.RLock()
	re := compiled.m[key]
	compiled.RUnlock()
	if re != nil {
		return re, nil
	}
	text, lazy, err := translateARE(pattern, f)
	if err != nil {
		return nil, err
	}
	re, err = regexp.Compile(text)
	if err != nil {
		return nil, regexpError(err)
	}
	if !lazy {
		re.Longest()
	}
	compiled.Lock()
	if len(compiled.m) >= maxCompiled {
		clear(compiled.m)
	}
	compiled.m[key] = re
	compiled.Unlock()
	return re, nil
}

// regexpError says what is wrong in PostgreSQL's words.
func regexpError(err error) error {
	var e *syntax.Error
	what := "invalid regexp"
	if errors.As(err, &e) {
		switch e.Code {
		case syntax.ErrMissingBracket:
			what = "brackets [] not balanced"
		case syntax.ErrMissingParen, syntax.ErrUnexpectedParen:
			what = "parentheses () not balanced"
		case syntax.ErrMissingRepeatArgument, syntax.ErrInvalidRepeatOp:
			what = "quantifier operand invalid"
		case syntax.ErrInvalidRepeatSize:
			what = "invalid repetition count(s)"
		case syntax.ErrInvalidCharRange:
			what = "invalid character range"
		case syntax.ErrInvalidEscape, syntax.ErrTrailingBackslash:
			what = "invalid escape \\ sequence"
		case syntax.ErrNestingDepth, syntax.ErrLarge:
			what = "regular expression is too complex"
		}
	}
	return pgerr.New(pgerr.InvalidRegularExpression, "invalid regular expression: %s", what)
}

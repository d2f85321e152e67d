package tablestore

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// piece is one statement of a script: text[start:end].
type piece struct {
	start, end int
	words      []string // the first words, in lower case
	params     []int    // where a ? stands, from start
	mapping    bool     // DROP MAPPING TABLE, which the grammar hasn't
	depth      int      // of the deepest parenthesis
}

// nestingMax is how deep parentheses may nest.
const nestingMax = 500

// sharedWords begin statements that are PostgreSQL's in either dialect.
var sharedWords = map[string]bool{
	"set": true, "reset": true, "begin": true, "start": true, "commit": true, "rollback": true, "abort": true, "end": true,
	"savepoint": true, "release": true, "discard": true, "deallocate": true,
}

// shownHere are the words behind SHOW that the Tablestore dialect gives a meaning; other
// words are settings.
var shownHere = map[string]bool{"tables": true, "full": true, "index": true, "indexes": true, "keys": true, "create": true, "columns": true, "fields": true}

// shared reports a statement that is PostgreSQL's in either dialect.
func (p *piece) shared() bool {
	if len(p.words) == 0 {
		return false
	}
	return sharedWords[p.words[0]] || p.words[0] == "show" && (len(p.words) < 2 || !shownHere[p.words[1]])
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// splitter cuts a script at its semicolons.
type splitter struct {
	text   string
	i      int
	pieces []piece
	cur    piece
	level  int
	err    error
}

// split cuts a script into its statements by the rules of the dialect's tokens.
func split(text string) ([]piece, error) {
	s := &splitter{text: text, cur: piece{start: -1}}
	for s.i < len(text) && s.err == nil {
		s.token()
	}
	s.finish()
	return s.pieces, s.err
}

func (s *splitter) fail(at int, what, hint string) {
	s.err = pgerr.Unsupported(what+" in the Tablestore dialect").WithHint("%s", hint).At(ast.Position(s.text, ast.Pos(at)))
}

// finish ends the statement at hand.
func (s *splitter) finish() {
	if p := s.cur; p.start >= 0 {
		p.mapping = len(p.words) > 2 && p.words[0] == "drop" && p.words[1] == "mapping" && p.words[2] == "table"
		s.pieces = append(s.pieces, p)
	}
	s.cur, s.level = piece{start: -1}, 0
}

// token steps over one token, comment or space.
func (s *splitter) token() {
	c, rest := s.text[s.i], s.text[s.i:]
	switch {
	case c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v':
		s.i++
		return
	case strings.HasPrefix(rest, "/*"):
		s.comment(rest)
		return
	case strings.HasPrefix(rest, "--") && (len(rest) == 2 || rest[2] <= ' '):
		s.i += lineLength(rest)
		return
	case c == '#':
		s.fail(s.i, "a comment with #", "Write -- or /* */.")
		return
	case c == ';':
		s.i++
		s.finish()
		return
	}
	if s.cur.start < 0 {
		s.cur.start = s.i
	}
	begin := s.i
	switch {
	case c == '\'' || c == '"' || c == '`':
		s.quoted(c)
	case wordByte(c):
		for s.i < len(s.text) && (wordByte(s.text[s.i]) || s.text[s.i] == '$') {
			s.i++
		}
		if len(s.cur.words) < 4 {
			s.cur.words = append(s.cur.words, strings.ToLower(s.text[begin:s.i]))
		}
	case c == '@':
		s.fail(s.i, "a variable with @", "Settings are read by SHOW and current_setting().")
	case c == '$':
		s.fail(s.i, "a parameter with $", "Parameters are written ?.")
	default:
		s.symbol(c)
	}
	s.cur.end = s.i
}

// symbol steps over one character that is neither of a word nor quoted.
func (s *splitter) symbol(c byte) {
	switch c {
	case '?':
		s.cur.params = append(s.cur.params, s.i-s.cur.start)
	case '(':
		if s.level++; s.level > nestingMax {
			s.err = pgerr.New(pgerr.StatementTooComplex, "stack depth limit exceeded").At(ast.Position(s.text, ast.Pos(s.i)))
		}
	case ')':
		s.level--
	}
	s.i++
}

// comment steps over one that says nothing; those that the grammar reads are refused.
func (s *splitter) comment(rest string) {
	if len(rest) > 2 && (rest[2] == '!' || rest[2] == '+' || strings.HasPrefix(rest[2:], "T!")) {
		s.fail(s.i, "a comment with /*"+rest[2:3], "Write hints and versions nowhere; other comments are fine.")
		return
	}
	n := strings.Index(rest[2:], "*/")
	if n < 0 {
		s.err = pgerr.New(pgerr.SyntaxError, "unterminated /* comment").At(ast.Position(s.text, ast.Pos(s.i)))
		return
	}
	s.i += n + 4
}

// quoted steps over a string or a quoted name.
func (s *splitter) quoted(quote byte) {
	begin := s.i
	for s.i++; s.i < len(s.text); s.i++ {
		switch c := s.text[s.i]; {
		case c == '\\' && quote != '`':
			s.i++
		case c == quote && s.i+1 < len(s.text) && s.text[s.i+1] == quote:
			s.i++
		case c == quote:
			s.i++
			return
		}
	}
	s.i = len(s.text)
	what := "quoted string"
	if quote == '`' {
		what = "quoted identifier"
	}
	s.err = pgerr.New(pgerr.SyntaxError, "unterminated %s", what).At(ast.Position(s.text, ast.Pos(begin)))
}

func lineLength(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n + 1
	}
	return len(s)
}

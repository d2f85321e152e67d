package parser

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// tok returns the current token. The last one, tokEOF or tokError, is never
// passed.
func (p *parser) tok() *token { return &p.toks[p.i] }

// ahead returns the token n places on.
func (p *parser) ahead(n int) *token { return &p.toks[min(p.i+n, len(p.toks)-1)] }

func (p *parser) kind() tokenKind { return p.toks[p.i].kind }

func (p *parser) pos() ast.Pos { return p.toks[p.i].pos }

func (p *parser) loc() ast.Loc { return ast.At(p.toks[p.i].pos) }

// lastEnd returns where the token before the current one ends.
func (p *parser) lastEnd() ast.Pos {
	if p.i == 0 {
		return 0
	}
	return p.toks[p.i-1].end
}

// next passes the current token and returns it.
func (p *parser) next() *token {
	t := &p.toks[p.i]
	if p.i < len(p.toks)-1 {
		p.i++
	}
	return t
}

// isWord reports whether t is the key word.
func (t *token) isWord(word string) bool { return t.class != notKeyword && t.text == word }

// is reports whether the current token is the key word.
func (p *parser) is(word string) bool { return p.toks[p.i].isWord(word) }

// isAny reports whether the current token is one of the key words.
func (p *parser) isAny(words ...string) bool {
	t := p.tok()
	if t.class == notKeyword {
		return false
	}
	for _, w := range words {
		if t.text == w {
			return true
		}
	}
	return false
}

// are reports whether these key words come next. If only some of them do, a
// syntax error is at the first that does not.
func (p *parser) are(words ...string) bool {
	for n, w := range words {
		if !p.ahead(n).isWord(w) {
			if n > 0 {
				p.furthest = max(p.furthest, p.i+n)
			}
			return false
		}
	}
	return true
}

// accept passes the key words if they come next, all of them or none.
func (p *parser) accept(words ...string) bool {
	if !p.are(words...) {
		return false
	}
	p.i += len(words)
	return true
}

// acceptKind passes the current token if it is of the kind.
func (p *parser) acceptKind(k tokenKind) bool {
	if p.kind() != k {
		return false
	}
	p.next()
	return true
}

// expect passes key words that must come next.
func (p *parser) expect(words ...string) {
	for _, w := range words {
		if !p.is(w) {
			p.syntaxError()
			return
		}
		p.next()
	}
}

// expectKind passes a token that must come next.
func (p *parser) expectKind(k tokenKind) {
	if !p.acceptKind(k) {
		p.syntaxError()
	}
}

// expectEnd fails unless the text is at its end.
func (p *parser) expectEnd() {
	if p.kind() != tokEOF {
		p.syntaxError()
	}
}

// isIdentWord reports whether the current token is the unquoted word, which is no
// key word of PostgreSQL, as SPLIT.
func (p *parser) isIdentWord(word string) bool {
	t := p.tok()
	return t.kind == tokIdent && !t.quoted && t.text == word
}

// acceptIdentWord passes a word that is no key word of PostgreSQL.
func (p *parser) acceptIdentWord(word string) bool {
	if !p.isIdentWord(word) {
		return false
	}
	p.next()
	return true
}

// fail keeps the first error and moves to the end of the text.
func (p *parser) fail(err *pgerr.Error, at ast.Pos) {
	if p.err == nil {
		p.err = err.At(ast.Position(p.text, at))
		p.errAtEnd = at == p.toks[len(p.toks)-1].pos
	}
	p.i = len(p.toks) - 1
}

// syntaxError reports the current token in PostgreSQL's words.
func (p *parser) syntaxError() { p.syntaxErrorAt(p.i) }

// syntaxErrorAt reports token i.
func (p *parser) syntaxErrorAt(i int) { p.errorAt(max(i, p.furthest), "syntax error") }

// errorNear reports the current token with a message of another rule.
func (p *parser) errorNear(message string) { p.errorAt(p.i, message) }

func (p *parser) errorAt(i int, message string) {
	t := &p.toks[i]
	if t.kind == tokEOF {
		p.fail(pgerr.New(pgerr.SyntaxError, "%s at end of input", message), t.pos)
		return
	}
	p.fail(pgerr.New(pgerr.SyntaxError, `%s at or near "%s"`, message, p.text[t.pos:t.end]), t.pos)
}

// refuse reports a rule of the grammar that PostgreSQL words by itself.
func (p *parser) refuse(at ast.Pos, format string, args ...any) {
	p.fail(pgerr.New(pgerr.SyntaxError, format, args...), at)
}

// enter counts one level of nesting; leave ends it. It reports whether the
// level is still allowed.
func (p *parser) enter() bool {
	p.depth++
	if p.depth > nestingMax {
		p.tooComplex("nested too deeply", nestingMax)
		return false
	}
	return p.err == nil
}

func (p *parser) leave() { p.depth-- }

// grow counts one more node on the left spine of a tree.
func (p *parser) grow() {
	p.height++
	if p.height > chainMax {
		p.tooComplex("too long a chain of operators", chainMax)
	}
}

func (p *parser) tooComplex(what string, limit int) {
	p.fail(pgerr.New(pgerr.StatementTooComplex, "statement is %s", what).
		WithHint("The limit is %d levels.", limit), p.pos())
}

// integer passes an integer constant that fits int4, as grammar rules with
// Iconst demand.
func (p *parser) integer() int {
	if p.kind() == tokInteger {
		if n, err := strconv.ParseInt(p.tok().text, 10, 32); err == nil {
			p.next()
			return int(n)
		}
	}
	p.syntaxError()
	return 0
}

// signedInteger is an integer with an optional sign.
func (p *parser) signedInteger() int {
	switch {
	case p.acceptKind('-'):
		return -p.integer()
	case p.acceptKind('+'):
	}
	return p.integer()
}

// stringConst passes a string constant.
func (p *parser) stringConst() string {
	if p.kind() != tokString {
		p.syntaxError()
		return ""
	}
	return p.next().text
}

// list parses item, item, ….
func (p *parser) list(item func()) {
	for {
		item()
		if !p.acceptKind(',') {
			return
		}
	}
}

// parens parses (item, item, …).
func (p *parser) parens(item func()) {
	p.expectKind('(')
	p.list(item)
	p.expectKind(')')
}

// Package parser reads PostgreSQL's SQL and builds the tree of package ast.
//
// The scanner cuts the whole text into tokens by the rules of PostgreSQL's
// scan.l. Statements are parsed by recursive descent, one file for each family;
// expressions by precedence climbing with the levels of gram.y (expr.go). A
// query and an expression in parentheses begin alike; paren.go decides which it
// is once, so that time stays linear in the length of the text.
//
// A parser stops at its first error: fail keeps it and moves the cursor to the
// end, where nothing matches any more, so that every loop and every production
// on the stack runs out. Productions therefore return nodes, not errors, and
// may return nil once an error is kept.
//
// Statements that PostgreSQL knows and Sparrow never executes become
// ast.Unsupported, so that they are refused by name. Only statements have that
// freedom: every clause of a supported statement is parsed.
package parser

import (
	"sync"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

const (
	// nestingMax is how deep queries, expressions and types may nest.
	nestingMax = 1000
	// chainMax is how high a tree may get by chains of operators, joins and set
	// operations, which nest to the left without any parenthesis.
	chainMax = 20000
)

// parser is the state of one Parse.
type parser struct {
	text string
	toks []token
	i    int // the current token
	err  error
	// furthest is the token up to which a phrase of key words matched.
	furthest int
	// errAtEnd: err is about the last token, where a failed scan ends too.
	errAtEnd bool

	depth int
	// labelDepth is the depth of a select list's expressions, at which a key
	// word that is an operator elsewhere may be a label.
	labelDepth int
	// similarDepth is the depth of SUBSTRING's first argument, behind which
	// SIMILAR need not mean SIMILAR TO.
	similarDepth int
	// into is an INTO that no query has taken yet, of the SELECT at intoOf.
	into   *ast.Into
	intoOf ast.Pos
	// windowless: the call being parsed is in FROM, without FILTER and OVER.
	windowless bool

	height int // of the highest subtree since the expression around was begun
	params int // the highest $n of the statement
}

// pool keeps token slices, the one large allocation of a parse.
var pool = sync.Pool{New: func() any { return new(parser) }}

// pooledTokensMax is the largest token slice that is kept for reuse.
const pooledTokensMax = 16384

// with scans text and calls parse on its tokens.
func with(text string, parse func(p *parser)) error {
	if err := checkEncoding(text); err != nil {
		return err
	}
	p := pool.Get().(*parser)
	s := scanner{text: text, toks: p.toks[:0]}
	if n := min(len(text)/3, pooledTokensMax); n > cap(s.toks) { // about what a text has
		s.toks = make([]token, 0, n)
	}
	s.scan()
	*p = parser{text: text, toks: s.toks}
	parse(p)
	// A syntax error before the place where the scan failed wins over it.
	if s.err != nil && (p.err == nil || p.errAtEnd) {
		p.err = s.err
	}
	err := p.err
	if cap(p.toks) <= pooledTokensMax {
		clear(p.toks)
		*p = parser{toks: p.toks}
		pool.Put(p)
	}
	return err
}

// Parse parses a script: statements separated by semicolons. Empty statements
// are dropped. Errors are *pgerr.Error with their position.
func Parse(text string) ([]ast.Stmt, error) {
	var stmts []ast.Stmt
	err := with(text, func(p *parser) { stmts = p.script() })
	if err != nil {
		return nil, err
	}
	return stmts, nil
}

// ParseOne parses a text that must hold exactly one statement.
func ParseOne(text string) (ast.Stmt, error) {
	stmts, err := Parse(text)
	if err != nil {
		return ast.Stmt{}, err
	}
	switch len(stmts) {
	case 0:
		return ast.Stmt{}, pgerr.New(pgerr.SyntaxError, "syntax error at end of input").At(ast.Position(text, ast.Pos(len(text))))
	case 1:
		return stmts[0], nil
	}
	return ast.Stmt{}, pgerr.New(pgerr.SyntaxError, "cannot insert multiple commands into a prepared statement")
}

// ParseExpr parses a text that is one value expression.
func ParseExpr(text string) (ast.Expr, error) {
	var e ast.Expr
	err := with(text, func(p *parser) {
		e = p.expr()
		p.expectEnd()
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// ParseTypeName parses a text that is the name of a type, as regtype does.
func ParseTypeName(text string) (*ast.TypeName, error) {
	var t *ast.TypeName
	err := with(text, func(p *parser) {
		t = p.typeName()
		p.expectEnd()
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// script parses statements up to the end of the text.
func (p *parser) script() []ast.Stmt {
	var stmts []ast.Stmt
	for {
		for p.acceptKind(';') {
		}
		if p.kind() == tokEOF {
			return stmts
		}
		p.params = 0
		start := p.pos()
		tree := p.statement()
		if p.err == nil && p.kind() != ';' && p.kind() != tokEOF {
			p.syntaxError()
		}
		if p.err != nil {
			return nil
		}
		stmts = append(stmts, ast.Stmt{Tree: tree, Start: start, End: p.lastEnd(), Params: p.params})
	}
}

// Package tablestore reads the MySQL-flavoured SQL that Tablestore speaks and builds
// the tree of package ast, so that statements written for Tablestore run unchanged.
//
// A text is cut into its statements first (scan.go), which also refuses what must not
// reach the grammar: live comments, variables, $n. The TiDB parser makes a tree of each, and
// the lowering spells it out in PostgreSQL's terms: operators that mean something else,
// where NULLs sort, labels, JSON paths. What Tablestore doesn't document is refused by
// name. Settings and transaction control are PostgreSQL's in either dialect.
//
// No node of the TiDB parser leaves this package.
package tablestore

import (
	"errors"
	"strings"
	"sync"
	"unicode/utf8"

	tidb "github.com/pingcap/tidb/pkg/parser"
	my "github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// Postgres parses PostgreSQL's dialect: parser.Parse.
type Postgres func(text string) ([]ast.Stmt, error)

// parsers keeps TiDB's parsers, which are large and serve one text at a time.
var parsers = sync.Pool{New: func() any { return tidb.New() }}

// Parse parses a script: statements separated by semicolons. Empty statements are
// dropped. Errors are *pgerr.Error with their position. postgres gets the statements
// that both dialects share.
func Parse(text string, postgres Postgres) ([]ast.Stmt, error) {
	if !utf8.ValidString(text) {
		return nil, pgerr.New(pgerr.CharacterNotInRepertoire, "invalid byte sequence for encoding \"UTF8\"")
	}
	pieces, err := split(text)
	if err != nil {
		return nil, err
	}
	var stmts []ast.Stmt
	for _, p := range pieces {
		if p.shared() {
			tree, err := p.sharedStatement(text, postgres)
			if err != nil {
				return nil, err
			}
			stmts = append(stmts, ast.Stmt{Tree: tree, Start: ast.Pos(p.start), End: ast.Pos(p.end)})
			continue
		}
		l := &lowering{text: text, base: p.start, params: p.params, postgres: postgres}
		tree, err := l.parse(p)
		if err != nil {
			return nil, err
		}
		stmts = append(stmts, ast.Stmt{Tree: tree, Start: ast.Pos(p.start), End: ast.Pos(p.end), Params: len(p.params)})
	}
	return stmts, nil
}

// sharedStatement parses a piece in PostgreSQL's dialect, in its place of the text.
func (p piece) sharedStatement(text string, postgres Postgres) (ast.Statement, error) {
	stmts, err := postgres(strings.Repeat(" ", p.start) + text[p.start:p.end])
	if e := (*pgerr.Error)(nil); errors.As(err, &e) && e.Position > 0 {
		return nil, e.At(e.Position - p.start + utf8.RuneCountInString(text[:p.start]))
	}
	if err != nil {
		return nil, err
	}
	if len(stmts) != 1 {
		return nil, pgerr.New(pgerr.SyntaxError, "syntax error at end of input").At(ast.Position(text, ast.Pos(p.end)))
	}
	return stmts[0].Tree, nil
}

// parse makes the tree of one piece.
func (l *lowering) parse(p piece) (tree ast.Statement, err error) {
	source := l.text[p.start:p.end]
	if p.mapping {
		at := strings.Index(strings.ToLower(source), "mapping")
		source = source[:at] + "       " + source[at+len("mapping"):]
	}
	root, err := l.grammar(source)
	if err != nil {
		return nil, err
	}
	if p.mapping {
		tree = l.dropMapping(root)
	} else {
		tree = l.statement(root)
	}
	if l.err != nil {
		return nil, l.err
	}
	return tree, nil
}

// grammar runs TiDB's parser. A text that it can't take at all is a syntax error.
func (l *lowering) grammar(source string) (root my.StmtNode, err error) {
	defer func() {
		if recover() != nil { // the parser is lost, it may be in any state
			root, err = nil, pgerr.New(pgerr.SyntaxError, "syntax error").At(l.position(0))
		}
	}()
	p := parsers.Get().(*tidb.Parser)
	roots, _, err := p.ParseSQL(source)
	if len(roots) == 1 {
		root = roots[0]
	}
	parsers.Put(p)
	if err != nil {
		return nil, l.syntaxError(source, err)
	}
	if root == nil {
		return nil, pgerr.New(pgerr.SyntaxError, "syntax error at end of input").At(l.position(len(source)))
	}
	return root, nil
}

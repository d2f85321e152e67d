package ast_test

import (
	"strings"
	"testing"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/parser"
)

// TestWalk counts the columns that a walk finds, in the order of the text.
func TestWalk(t *testing.T) {
	const text = `CASE a WHEN b THEN f(c, x => d ORDER BY e) FILTER (WHERE g) OVER (PARTITION BY h ORDER BY i ROWS j PRECEDING)
		ELSE COALESCE(k, NULLIF(l, m), GREATEST(n)) END = ANY (ARRAY[o, (p)[q:r]]) AND s BETWEEN t AND u OR NOT v IN (w, x::int)
		AND (y, z) IS DISTINCT FROM ROW(aa LIKE bb ESCAPE cc, dd IS NULL, ee COLLATE "C", ff IS TRUE, -gg)
		AND EXISTS (SELECT no) AND hh IN (SELECT no)`
	e, err := parser.ParseExpr(text)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	ast.Walk(e, func(e ast.Expr) bool {
		if c, ok := e.(*ast.ColumnRef); ok {
			names = append(names, c.Parts[0])
		}
		return true
	})
	want := "a b c d e g h i j k l m n o p q r s t u v w x y z aa bb cc dd ee ff gg hh"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("walk found %s", got)
	}
	ast.Walk(e, func(e ast.Expr) bool {
		if _, ok := e.(*ast.ColumnRef); ok {
			t.Error("entered a tree that visit refused")
		}
		return false
	})
}

// TestPosition turns byte offsets into characters.
func TestPosition(t *testing.T) {
	const text = "äö€x"
	for p, want := range map[ast.Pos]int{ast.NoPos: 0, 0: 1, 2: 2, 4: 3, 7: 4, 8: 5, 99: 5} {
		if got := ast.Position(text, p); got != want {
			t.Errorf("Position(%d) = %d, want %d", p, got, want)
		}
	}
}

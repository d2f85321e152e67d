package parser

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// spelling removes from a dump what only says how the text was spelled.
var spelling = strings.NewReplacer(" SQLSyntax", "", " Explicit", "")

// TestFormat holds that the text of a tree gives the same tree again.
func TestFormat(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(1, 2))}
	tried := 0
	for range 20000 {
		text := g.expr(4)
		e, err := ParseExpr(text)
		if err != nil {
			continue
		}
		out := ast.Format(e)
		if strings.Contains(out, "…") {
			continue
		}
		tried++
		again, err := ParseExpr(out)
		if err != nil {
			t.Fatalf("%s\n%s\n%v", text, out, err)
		}
		var d dumper
		want, got := spelling.Replace(d.dump(e)), spelling.Replace(d.dump(again))
		if got != want {
			t.Fatalf("%s\n%s\nwas %s\nis  %s", text, out, want, got)
		}
	}
	if tried < 1000 {
		t.Errorf("only %d expressions", tried)
	}
}

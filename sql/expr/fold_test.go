package expr_test

import (
	"os"
	"strings"
	"testing"

	"github.com/sparrowdb/sparrow/sql/expr"
)

// TestFold folds each expression of testdata/fold and prints it: lines of
// "expression ; printed".
func TestFold(t *testing.T) {
	text, err := os.ReadFile("testdata/fold")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		in, want, _ := strings.Cut(line, " ; ")
		e, _ := mustBind(t, in)
		c := newContext()
		if got := expr.Format(expr.Fold(&c.Context, e)); got != want {
			t.Errorf("%s\ngot:  %s\nwant: %s", in, got, want)
		}
	}
}

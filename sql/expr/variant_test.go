package expr_test

import (
	"os"
	"strings"
	"testing"

	"github.com/sparrowdb/sparrow/sql/datum"
)

// TestVariant runs testdata/variant: lines of "cell ; expression over x ; answer".
func TestVariant(t *testing.T) {
	text, err := os.ReadFile("testdata/variant")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		parts := strings.Split(line, " ; ")
		if len(parts) != 3 {
			t.Fatalf("bad line %q", line)
		}
		cell, _ := mustBind(t, parts[0])
		v, err := cell.Eval(newContext(), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if e, names, err := bind(parts[1]); err != nil {
			got = show(v, err)
		} else {
			row := make(datum.Row, len(names))
			for i, n := range names {
				if n == "x" {
					row[i] = v
				}
			}
			got = show(e.Eval(newContext(), row))
		}
		if got != parts[2] {
			t.Errorf("%s with %s: got %s, want %s", parts[1], parts[0], got, parts[2])
		}
	}
}

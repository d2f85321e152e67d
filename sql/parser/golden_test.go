package parser

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// TestGolden runs the files of testdata. Commands: parse, expr and type print
// the tree, expr also the label and the text that ast.Format makes; with "pos"
// nodes show their place. Errors show SQLSTATE, message and position.
func TestGolden(t *testing.T) {
	datadriven.Walk(t, "testdata/golden", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			d2 := dumper{positions: d.HasArg("pos")}
			switch d.Cmd {
			case "parse":
				stmts, err := Parse(d.Input)
				if err != nil {
					return describe(err)
				}
				var b strings.Builder
				for _, s := range stmts {
					fmt.Fprintln(&b, d2.dump(s.Tree))
				}
				return b.String()
			case "spans":
				stmts, err := Parse(d.Input)
				if err != nil {
					return describe(err)
				}
				var b strings.Builder
				for _, s := range stmts {
					fmt.Fprintf(&b, "%d-%d $%d: %s\n", s.Start, s.End, s.Params, s.Text(d.Input))
				}
				return b.String()
			case "expr":
				var b strings.Builder
				for _, line := range strings.Split(d.Input, "\n") {
					e, err := ParseExpr(line)
					if err != nil {
						b.WriteString(describe(err))
						continue
					}
					fmt.Fprintf(&b, "%s\n  %s\n  %s\n", ast.Label(e), ast.Format(e), d2.dump(e))
				}
				return b.String()
			case "type":
				var b strings.Builder
				for _, line := range strings.Split(d.Input, "\n") {
					typ, err := ParseTypeName(line)
					if err != nil {
						b.WriteString(describe(err))
						continue
					}
					fmt.Fprintln(&b, d2.dump(typ))
				}
				return b.String()
			}
			d.Fatalf(t, "unknown command %s", d.Cmd)
			return ""
		})
	})
}

// describe prints an error as the client gets it.
func describe(err error) string {
	var e *pgerr.Error
	if !errors.As(err, &e) {
		return "not a pgerr.Error: " + err.Error() + "\n"
	}
	s := fmt.Sprintf("%s at %d: %s\n", e.Code, e.Position, e.Message)
	if e.Detail != "" {
		s += "DETAIL: " + e.Detail + "\n"
	}
	if e.Hint != "" {
		s += "HINT: " + e.Hint + "\n"
	}
	return s
}

// goldenInputs returns the statements of the golden files.
func goldenInputs(t *testing.T) []string {
	var inputs []string
	datadriven.Walk(t, "testdata/golden", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "parse":
				if !d.HasArg("ours") {
					inputs = append(inputs, d.Input)
				}
			case "expr":
				for _, line := range strings.Split(d.Input, "\n") {
					inputs = append(inputs, "SELECT "+line)
				}
			}
			return d.Expected
		})
	})
	return inputs
}

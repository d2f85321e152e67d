package sql

import (
	"slices"
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/parser"
)

// mentions reports whether the stored text of an expression names a column.
// Text that does not parse mentions all.
func mentions(text, column string) bool {
	e, err := parser.ParseExpr(text)
	return err != nil || slices.Contains(columnsIn(e), column)
}

// renameIn renames a column in the stored text of an expression.
func renameIn(text, old, new string) (string, error) {
	e, err := parser.ParseExpr(text)
	if err != nil {
		return "", err
	}
	var at []ast.Pos
	ast.Walk(e, func(n ast.Expr) bool {
		if ref, ok := n.(*ast.ColumnRef); ok && !ref.Star && len(ref.Parts) == 1 && ref.Parts[0] == old {
			at = append(at, ref.At)
		}
		return true
	})
	slices.Sort(at)
	var b strings.Builder
	done := 0
	for _, p := range at {
		b.WriteString(text[done:p])
		b.WriteString(quoteIdent(new))
		done = int(p) + identifierLen(text[p:])
	}
	return b.String() + text[done:], nil
}

// identifierLen is the length of the identifier that text begins with.
func identifierLen(text string) int {
	if text[0] == '"' {
		for i := 1; i < len(text); i++ {
			if text[i] != '"' {
				continue
			}
			if i+1 == len(text) || text[i+1] != '"' {
				return i + 1
			}
			i++
		}
		return len(text)
	}
	n := strings.IndexFunc(text, func(r rune) bool {
		return r < 0x80 && r != '_' && r != '$' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if n < 0 {
		return len(text)
	}
	return n
}

package parser

import (
	"strings"
	"testing"
	"time"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// deep are texts that nest n levels, each in another production.
var deep = map[string]func(n int) string{
	"parens":      func(n int) string { return "SELECT " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) },
	"open parens": func(n int) string { return "SELECT " + strings.Repeat("(", n) },
	"queries":     func(n int) string { return strings.Repeat("(", n) + "SELECT 1" + strings.Repeat(")", n) },
	"subqueries":  func(n int) string { return strings.Repeat("SELECT (", n) + "1" + strings.Repeat(")", n) },
	"query plus": func(n int) string {
		return "SELECT " + strings.Repeat("(", n) + "SELECT 1" + strings.Repeat(")+1", n)
	},
	"from": func(n int) string {
		return "SELECT * FROM " + strings.Repeat("(", n) + "a" + strings.Repeat(" JOIN b ON true)", n)
	},
	"derive": func(n int) string { return strings.Repeat("SELECT * FROM (", n) + "TABLE t" + strings.Repeat(") x", n) },
	"joins": func(n int) string {
		return "SELECT * FROM a" + strings.Repeat(" JOIN b", n) + strings.Repeat(" ON true", n)
	},
	"not":    func(n int) string { return "SELECT " + strings.Repeat("NOT ", n) + "true" },
	"minus":  func(n int) string { return "SELECT " + strings.Repeat("- ", n) + "a" },
	"prefix": func(n int) string { return "SELECT " + strings.Repeat("@ ", n) + "a" },
	"calls":  func(n int) string { return "SELECT " + strings.Repeat("f(", n) + strings.Repeat(")", n) },
	"case": func(n int) string {
		return "SELECT " + strings.Repeat("CASE WHEN a THEN ", n) + "1" + strings.Repeat(" END", n)
	},
	"array": func(n int) string { return "SELECT ARRAY" + strings.Repeat("[", n) + strings.Repeat("]", n) },
	"index": func(n int) string { return "SELECT a" + strings.Repeat("[a", n) + strings.Repeat("]", n) },
	"in":    func(n int) string { return "SELECT 1 " + strings.Repeat("IN (1 ", n) + strings.Repeat(")", n) },
	"with": func(n int) string {
		return strings.Repeat("WITH x AS (", n) + "SELECT 1" + strings.Repeat(") SELECT 1", n)
	},
	"sets": func(n int) string {
		return "SELECT 1 GROUP BY " + strings.Repeat("GROUPING SETS (", n) + "a" + strings.Repeat(")", n)
	},
	"type": func(n int) string { return "SELECT 1" + strings.Repeat("::a(1", n) + strings.Repeat(")", n) },
	"power": func(n int) string {
		return "SELECT " + strings.Repeat("a LIKE (b || ", n) + "c" + strings.Repeat(")", n)
	},
	"plus":  func(n int) string { return "SELECT 1" + strings.Repeat(" + 1", n*10) },
	"union": func(n int) string { return "SELECT 1" + strings.Repeat(" UNION SELECT 1", n*10) },
	"cross": func(n int) string { return "SELECT * FROM a" + strings.Repeat(" CROSS JOIN b", n*10) },
	"casts": func(n int) string { return "SELECT 1" + strings.Repeat("::int", n*10) },
	"spine": func(n int) string {
		return "SELECT " + strings.Repeat("f(", n/10) + "1" + strings.Repeat(strings.Repeat("+1", 500)+")", n/10)
	},
}

// TestNesting holds that hostile nesting is an error, that it takes linear time
// and that reasonable nesting is no error.
func TestNesting(t *testing.T) {
	for name, text := range deep {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			if _, err := Parse(text(10000)); pgerr.CodeOf(err) != pgerr.StatementTooComplex {
				t.Errorf("10000 levels: %v", err)
			}
			if name != "open parens" {
				if _, err := Parse(text(150)); err != nil {
					t.Errorf("150 levels: %v", err)
				}
			}
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}

// TestFlatChains holds that long AND, OR, IN and VALUES lists have no limit of
// their own: generated SQL has them.
func TestFlatChains(t *testing.T) {
	for _, text := range []string{
		"SELECT a" + strings.Repeat(" AND a", 100000),
		"SELECT a" + strings.Repeat(" OR b = 1", 100000),
		"SELECT a IN (1" + strings.Repeat(", 1", 100000) + ")",
		"INSERT INTO t VALUES (1)" + strings.Repeat(", (1)", 100000),
		"SELECT 'a'" + strings.Repeat("\n'b'", 100000),
		strings.Repeat("SELECT 1;", 10000),
	} {
		if _, err := Parse(text); err != nil {
			t.Errorf("%s…: %v", text[:20], err)
		}
	}
}

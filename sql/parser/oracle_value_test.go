package parser

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// TestOraclePrecedence puts parentheses around everything in random expressions
// as our tree has it; PostgreSQL must find the same value, or the same error.
func TestOraclePrecedence(t *testing.T) {
	o := newOracle(t)
	n, _ := strconv.Atoi(os.Getenv("ORACLE_N"))
	seed, _ := strconv.ParseUint(os.Getenv("ORACLE_SEED"), 10, 64)
	g := valueGenerator{rand.New(rand.NewPCG(seed, 1))}
	values := 0
	for range n {
		text := g.expr(5)
		e, err := ParseExpr(text)
		if err != nil {
			continue
		}
		full := parenthesised(e)
		want, got := o.value(text), o.value(full)
		if want != got {
			t.Errorf("%s\n%s\n  PostgreSQL: %s\n  ours:       %s", text, full, want, got)
		}
		if !strings.HasPrefix(want, "error") {
			values++
		}
	}
	t.Logf("%d values compared", values)
}

// value evaluates an expression.
func (o oracle) value(expr string) string {
	res, err := o.conn.Exec(context.Background(), "SELECT pg_typeof(x), x FROM (SELECT "+expr+" AS x) q").ReadAll()
	var pe *pgconn.PgError
	if errors.As(err, &pe) {
		return "error " + pe.Message
	}
	if err != nil || len(res[0].Rows) == 0 {
		return "no answer"
	}
	r := res[0].Rows[0]
	return string(r[0]) + " " + string(r[1])
}

// parenthesised prints e with parentheses around every operator.
func parenthesised(e ast.Expr) string {
	not := func(b bool) string {
		if b {
			return "NOT "
		}
		return ""
	}
	p := parenthesised
	join := func(list []ast.Expr, sep string) string {
		var parts []string
		for _, a := range list {
			parts = append(parts, p(a))
		}
		return "(" + strings.Join(parts, sep) + ")"
	}
	switch e := e.(type) {
	case *ast.Or:
		return join(e.Args, " OR ")
	case *ast.And:
		return join(e.Args, " AND ")
	case *ast.Not:
		return "(NOT " + p(e.Arg) + ")"
	case *ast.Binary:
		return "(" + p(e.Left) + " " + e.Op.Name + " " + p(e.Right) + ")"
	case *ast.Unary:
		return "(" + e.Op.Name + " " + p(e.Arg) + ")"
	case *ast.IsNull:
		return "(" + p(e.Arg) + " IS " + not(e.Not) + "NULL)"
	case *ast.BoolTest:
		return "(" + p(e.Arg) + " IS " + not(e.Not) + []string{"TRUE", "FALSE", "UNKNOWN"}[e.Test] + ")"
	case *ast.IsDistinct:
		return "(" + p(e.Left) + " IS " + not(e.Not) + "DISTINCT FROM " + p(e.Right) + ")"
	case *ast.Between:
		return "(" + p(e.Arg) + " " + not(e.Not) + "BETWEEN " + p(e.Low) + " AND " + p(e.High) + ")"
	case *ast.InList:
		return "(" + p(e.Arg) + " " + not(e.Not) + "IN " + join(e.List, ", ") + ")"
	case *ast.Like:
		return "(" + p(e.Arg) + " " + not(e.Not) + "LIKE " + p(e.Pattern) + ")"
	case *ast.Quantified:
		return "(" + p(e.Left) + " " + e.Op.Name + " ANY (" + p(e.Array) + "))"
	case *ast.Cast:
		return "(" + p(e.Arg) + "::" + e.Type.String() + ")"
	case *ast.Collate:
		return "(" + p(e.Arg) + ` COLLATE "C")`
	}
	return "(" + ast.Format(e) + ")"
}

// valueGenerator makes expressions that often have a value.
type valueGenerator struct{ *rand.Rand }

func (g valueGenerator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g valueGenerator) expr(depth int) string {
	if depth == 0 || g.IntN(8) == 0 {
		return g.pick("1", "2", "3", "7", "-5", "true", "false", "NULL", "'a'", "'1'", "2.5", "1::text", "ARRAY[1,2]")
	}
	e := func() string { return g.expr(g.IntN(depth)) }
	switch g.IntN(13) {
	case 0:
		return g.pick("- ", "+ ", "@ ", "NOT ", "NOT ", "~ ") + e()
	case 1:
		return e() + g.pick(" IS NULL", " IS NOT NULL", " ISNULL", " NOTNULL", " IS TRUE", " IS NOT UNKNOWN")
	case 2:
		return e() + " IS DISTINCT FROM " + e()
	case 3:
		return e() + g.pick(" BETWEEN ", " NOT BETWEEN ") + e() + " AND " + e()
	case 4:
		return e() + g.pick(" LIKE ", " NOT LIKE ") + e()
	case 5:
		return e() + g.pick(" IN (", " NOT IN (") + e() + ", " + e() + ")"
	case 6:
		return e() + g.pick(" = ", " < ", " + ") + "ANY (" + e() + ")"
	case 7:
		return e() + g.pick("::int", "::text", "::bool", "::numeric")
	case 8:
		return e() + g.pick(` COLLATE "C"`, " AND "+e(), " OR "+e())
	}
	return e() + g.pick(" + ", " - ", " * ", " / ", " % ", " ^ ", " < ", " > ", " = ", " <> ", " >= ", " || ", " || ", " & ", " # ", " AND ", " OR ") + e()
}

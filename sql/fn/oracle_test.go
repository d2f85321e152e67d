package fn_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

var rewrite = flag.Bool("rewrite", false, "take the answers from the PostgreSQL at PG_URL")

// TestExpressions runs the cases of testdata: an expression, and below it its
// rows as "value :: type", or "!SQLSTATE message @position (hint)". With PG_URL set PostgreSQL has to
// agree, and -rewrite writes its answers; files ending in .own are Sparrow's
// own functions, which only we answer.
func TestExpressions(t *testing.T) {
	files, err := filepath.Glob("testdata/*")
	if err != nil {
		t.Fatal(err)
	}
	var oracle *pgx.Conn
	if url := os.Getenv("PG_URL"); url != "" {
		if oracle, err = pgx.Connect(context.Background(), url); err != nil {
			t.Fatal(err)
		}
		defer oracle.Close(context.Background())
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if strings.HasSuffix(file, ".own") {
				runFile(t, file, nil)
			} else {
				runFile(t, file, oracle)
			}
		})
	}
}

func runFile(t *testing.T, file string, oracle *pgx.Conn) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, block := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		var comment, lines []string
		for _, l := range strings.Split(block, "\n") {
			if strings.HasPrefix(l, "--") {
				comment = append(comment, l)
			} else {
				lines = append(lines, l)
			}
		}
		for _, c := range comment {
			out.WriteString(c + "\n")
		}
		if len(lines) == 0 {
			out.WriteString("\n")
			continue
		}
		want := strings.Join(lines[1:], "\n")
		got := evaluate(lines[0])
		if oracle != nil {
			theirs := ask(oracle, lines[0])
			if *rewrite {
				want = theirs
			} else if theirs != want {
				t.Errorf("%s\nPostgreSQL: %s\nfile:       %s", lines[0], theirs, want)
			}
		}
		if *rewrite && strings.HasSuffix(file, ".own") {
			want = got
		}
		if got != want {
			t.Errorf("%s\ngot:  %s\nwant: %s", lines[0], got, want)
		}
		out.WriteString(lines[0] + "\n" + want + "\n\n")
	}
	if *rewrite && (oracle != nil || strings.HasSuffix(file, ".own")) {
		if err := os.WriteFile(file, []byte(strings.TrimSpace(out.String())+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// ask evaluates an expression with PostgreSQL.
func ask(c *pgx.Conn, expr string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	prefix := "select x::text, pg_typeof(x) from (select "
	sql := prefix + expr + ") t(x)"
	if isQuery(expr) {
		prefix, sql = "", expr
	}
	res := c.PgConn().Exec(ctx, sql)
	results, err := res.ReadAll()
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return failure(e.Code, e.Message, e.Hint, int(e.Position)-len(prefix))
	}
	if err != nil {
		return err.Error()
	}
	var rows []string
	for _, r := range results[0].Rows {
		if isQuery(expr) {
			rows = append(rows, bars(r))
			continue
		}
		v := "NULL"
		if r[0] != nil {
			v = string(r[0])
		}
		rows = append(rows, show(v, string(r[1])))
	}
	return strings.Join(rows, "\n")
}

// bars shows a row of a query.
func bars(r [][]byte) string {
	parts := make([]string, len(r))
	for i, v := range r {
		if parts[i] = "NULL"; v != nil {
			parts[i] = string(v)
		}
	}
	return strings.Join(parts, " | ")
}

func show(value, typ string) string {
	return strings.ReplaceAll(value, "\n", `\n`) + " :: " + typ
}

// failure shows an error; at is where, in characters from 1 of the case's text.
func failure(code, message, hint string, at int) string {
	s := fmt.Sprintf("!%s %s", code, message)
	if at > 0 {
		s += fmt.Sprintf(" @%d", at)
	}
	if hint != "" {
		s += " (" + hint + ")"
	}
	return s
}

func failed(err error, prefix int) string {
	var e *pgerr.Error
	if errors.As(err, &e) {
		return failure(string(e.Code), e.Message, e.Hint, e.Position-prefix)
	}
	return "!" + err.Error()
}

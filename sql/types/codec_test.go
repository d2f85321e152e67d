package types_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

var rewrite = flag.Bool("rewrite", false, "ask the PostgreSQL at PG_URL for the answers in testdata")

// TestCodecs holds every line of testdata/* against its answer, which
// PostgreSQL gave. See testdata/README for the form of the files.
func TestCodecs(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(text), "\n")
			if *rewrite {
				rewriteFile(t, file, lines)
				return
			}
			for i, line := range lines {
				if line == "" || line[0] == '#' {
					continue
				}
				c, err := parseCase(line)
				if err != nil {
					t.Fatalf("%s:%d: %v", file, i+1, err)
				}
				if got := c.run(); got != c.want {
					t.Errorf("%s:%d: %s\n got %s\nwant %s", file, i+1, c.expr, got, c.want)
				}
			}
		})
	}
}

// rewriteFile asks PostgreSQL for the answer of every line.
func rewriteFile(t *testing.T, file string, lines []string) {
	ctx := context.Background()
	conn, err := pgconn.Connect(ctx, os.Getenv("PG_URL"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for i, line := range lines {
		if line == "" || line[0] == '#' {
			continue
		}
		c, err := parseCase(line)
		if err != nil {
			t.Fatalf("%s:%d: %v", file, i+1, err)
		}
		lines[i] = c.head() + " → " + askPostgres(ctx, conn, c)
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
}

func askPostgres(ctx context.Context, conn *pgconn.PgConn, c testCase) string {
	if _, err := conn.Exec(ctx, "reset all; set intervalstyle = postgres").ReadAll(); err != nil {
		return err.Error()
	}
	for _, s := range c.settings {
		if _, err := conn.Exec(ctx, "set "+s).ReadAll(); err != nil {
			return answerError(err)
		}
	}
	query := "select " + c.expr
	if a, b, ok := strings.Cut(c.expr, " <=> "); ok {
		query = fmt.Sprintf("select case when a < b then -1 when a = b then 0 else 1 end from (select %s a, %s b) x", a, b)
	}
	var out [2]string
	for format := range int16(2) {
		r := conn.ExecParams(ctx, query, nil, nil, nil, []int16{format}).Read()
		if r.Err != nil {
			if format == 1 {
				return out[0]
			}
			return answerError(r.Err)
		}
		switch v := r.Rows[0][0]; {
		case v == nil:
			return "NULL"
		case format == 0:
			out[0] = oneLine(string(v))
		default:
			out[1] = fmt.Sprintf("%x", v)
		}
	}
	if strings.Contains(c.expr, " <=> ") {
		return out[0]
	}
	return out[0] + " | " + out[1]
}

// answerError writes an error as the files have it: code, message, detail.
func answerError(err error) string {
	var pe *pgconn.PgError
	var e *pgerr.Error
	code, message, detail := "", err.Error(), ""
	switch {
	case errors.As(err, &pe):
		code, message, detail = pe.Code, pe.Message, pe.Detail
	case errors.As(err, &e):
		code, message, detail = string(e.Code), e.Message, e.Detail
	}
	if detail != "" {
		message += " // " + detail
	}
	return "!" + code + " " + oneLine(message)
}

func oneLine(s string) string { return strings.NewReplacer("\n", "⏎", "\r", "␍").Replace(s) }

// run evaluates the case with package types.
func (c testCase) run() string {
	f, err := c.format()
	if err != nil {
		return answerError(err)
	}
	if a, b, ok := strings.Cut(c.expr, " <=> "); ok {
		x, err := evalCast(a, f)
		if err != nil {
			return answerError(err)
		}
		y, err := evalCast(b, f)
		if err != nil {
			return answerError(err)
		}
		order := types.Compare(x, y)
		if order == 0 && types.Hash(x) != types.Hash(y) {
			return "0 but the hashes differ"
		}
		if order != -types.Compare(y, x) || (order == 0) != types.Equal(x, y) {
			return "Compare contradicts itself"
		}
		return fmt.Sprint(order)
	}
	v, err := evalCast(c.expr, f)
	if err != nil {
		return answerError(err)
	}
	if v.IsNull() {
		return "NULL"
	}
	text := oneLine(string(types.AppendText(nil, v, f)))
	b, err := types.AppendBinary(nil, v)
	if err != nil {
		return text
	}
	if problem := checkBinary(v, b, f); problem != "" {
		return problem
	}
	return text + " | " + fmt.Sprintf("%x", b)
}

// checkBinary holds that the binary form reads back as the same value.
func checkBinary(v types.Value, b []byte, f *types.Format) string {
	if v.OID == types.Record {
		return ""
	}
	back, err := types.DecodeBinary(v.OID, b)
	if v.OID == types.TimeTZ && pgerr.CodeOf(err) == pgerr.InvalidTimeZoneDisplacement {
		return "" // POSIX zones go past what timetz_recv accepts
	}
	if err != nil {
		return "binary form not read: " + err.Error()
	}
	if got, want := types.TextOf(back, f), types.TextOf(v, f); got != want {
		return "binary form reads back as " + got
	}
	return ""
}

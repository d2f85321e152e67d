package parser

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// oraclePrefix fails when it runs, but PostgreSQL parses the whole message
// before it runs any of it: a division by zero means that the rest was accepted.
const oraclePrefix = "SELECT 1/0; "

// oracle asks a PostgreSQL 15 what it says to a text.
type oracle struct{ conn *pgconn.PgConn }

// newOracle connects to the server that PG_URL names.
func newOracle(t *testing.T) oracle {
	url := os.Getenv("PG_URL")
	if url == "" {
		t.Skip("PG_URL names no PostgreSQL 15 to compare with")
	}
	conn, err := pgconn.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return oracle{conn}
}

// verdict is "ok" or the error with its position.
func (o oracle) verdict(text string) string {
	_, err := o.conn.Exec(context.Background(), oraclePrefix+text).ReadAll()
	var pe *pgconn.PgError
	switch {
	case !errors.As(err, &pe):
		return fmt.Sprint("no answer: ", err)
	case pe.Code == "22012":
		return "ok"
	}
	pos := int(pe.Position)
	if pos > 0 {
		pos -= len(oraclePrefix)
	}
	return fmt.Sprintf("%s %s @%d", pe.Code, pe.Message, pos)
}

// ours is the same of our parser; unsupported says that it accepted a statement
// without reading it.
func ours(text string) (verdict string, unsupported bool) {
	stmts, err := Parse(text)
	var pe *pgerr.Error
	if errors.As(err, &pe) {
		return fmt.Sprintf("%s %s @%d", pe.Code, pe.Message, pe.Position), pe.Code == pgerr.FeatureNotSupported
	}
	for _, s := range stmts {
		if _, ok := s.Tree.(*ast.Unsupported); ok {
			unsupported = true
		}
	}
	return "ok", unsupported
}

// TestOracle compares what is accepted and every error with PostgreSQL: seeds
// and random changes of them. Another error than PostgreSQL's is only logged. ORACLE_N says how many, ORACLE_SEED which.
func TestOracle(t *testing.T) {
	o := newOracle(t)
	n, _ := strconv.Atoi(os.Getenv("ORACLE_N"))
	seed, _ := strconv.ParseUint(os.Getenv("ORACLE_SEED"), 10, 64)
	r := rand.New(rand.NewPCG(seed, 0))
	seeds := oracleSeeds(t)
	check := func(text string) {
		got, unsupported := ours(text)
		want := o.verdict(text)
		if got != want && !unsupported && !stricter(got) && !strings.HasPrefix(want, "no answer") {
			report := t.Errorf
			if got != "ok" && want != "ok" {
				report = t.Logf
			}
			report("%s\n  PostgreSQL: %s\n  ours:       %s", text, want, got)
		}
	}
	for _, s := range seeds {
		check(s)
	}
	g := generator{r}
	for range n {
		if r.IntN(2) == 0 {
			check("SELECT " + g.expr(4))
			continue
		}
		check(mutate(r, seeds[r.IntN(len(seeds))], seeds))
	}
}

// stricter are errors of ours that PostgreSQL finds only after parsing, or never.
func stricter(got string) bool {
	for _, s := range []string{"42622 ", "42P02 ", "42601 SELECT ... INTO is not allowed here", "54001 ", "42601 misplaced ", "42601 improper qualified name"} {
		if strings.HasPrefix(got, s) {
			return true
		}
	}
	return false
}

// oracleSeeds are the corpus and the statements of the golden files.
func oracleSeeds(t *testing.T) []string {
	var seeds []string
	files := corpus(t)
	for _, file := range slices.Sorted(maps.Keys(files)) {
		for _, s := range files[file] {
			if len(s) < 3000 {
				seeds = append(seeds, s)
			}
		}
	}
	return append(seeds, goldenInputs(t)...)
}

// mutate cuts, doubles, swaps or replaces a few tokens of s.
func mutate(r *rand.Rand, s string, seeds []string) string {
	words := splitTokens(s)
	other := splitTokens(seeds[r.IntN(len(seeds))])
	for range 1 + r.IntN(2) {
		if len(words) < 2 || len(other) == 0 {
			break
		}
		i, j := r.IntN(len(words)), r.IntN(len(words))
		switch r.IntN(5) {
		case 0:
			words = append(words[:i:i], words[i+1:]...)
		case 1:
			words[i], words[j] = words[j], words[i]
		case 2:
			words = append(words[:i:i], append([]string{words[j]}, words[i:]...)...)
		case 3:
			words[i] = other[r.IntN(len(other))]
		case 4:
			words[i] = glue[r.IntN(len(glue))]
		}
	}
	return strings.Join(words, " ")
}

// glue are tokens that statements turn on.
var glue = strings.Fields(`( ) , . ; * + - < = :: [ ] || AND OR NOT IN IS NULL AS ON SELECT FROM WHERE LIKE BETWEEN x 1 'x' $1
	WITH VALUES ORDER BY GROUP LIMIT set to default all any array row case when end table of only for between at time zone
	interval int "A" over filter within escape collate union join left natural lateral rows nulls first not exists values`)

// splitTokens cuts s by our scanner, comments left out.
func splitTokens(s string) []string {
	sc := scanner{text: s}
	sc.scan()
	var out []string
	for _, t := range sc.toks[:len(sc.toks)-1] {
		out = append(out, s[t.pos:t.end])
	}
	return out
}

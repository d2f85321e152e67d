package fn_test

import (
	"context"
	"math/rand"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// TestRegexpAgainstPostgres makes random expressions and texts and holds
// which group matched what against the PostgreSQL at PG_URL, if there is one.
func TestRegexpAgainstPostgres(t *testing.T) {
	url := os.Getenv("PG_URL")
	if url == "" {
		t.Skip("PG_URL is not set")
	}
	oracle, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer oracle.Close(context.Background())
	rnd := rand.New(rand.NewSource(*differentialSeed))
	pieces := []string{"a", "b", "c", ".", "(", ")", "(", ")", "|", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{1,2}?", "[ab]", "[^a]", "(?:", "(?=", "(?!", "(?<=", "\\1", "\\2", "^", "$", "\\m", "\\M", "\\y", " ", "ab", "{0,1}"}
	failed := 0
	for range *differentialCalls * 100 {
		var p, s strings.Builder
		for range 1 + rnd.Intn(8) {
			p.WriteString(pieces[rnd.Intn(len(pieces))])
		}
		for range rnd.Intn(7) {
			s.WriteByte("aabbc "[rnd.Intn(6)])
		}
		call := "regexp_replace('" + s.String() + "', '" + p.String() + "', '<\\&:\\1:\\2>', 'g')"
		if want, got := ask(oracle, call), evaluate(call); got != want {
			t.Errorf("%s\n got %s\nwant %s", call, got, want)
			if failed++; failed > 20 {
				return
			}
		}
	}
}

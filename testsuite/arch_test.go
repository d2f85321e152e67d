package testsuite

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/sparrowdb/sparrow"

// goPackage is what `go list` tells of a package.
type goPackage struct {
	ImportPath   string
	Imports      []string // test files left out
	TestImports  []string
	XTestImports []string
}

// goPackages lists our packages.
func goPackages(t *testing.T) []goPackage {
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = ".."
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	var list []goPackage
	for dec := json.NewDecoder(out); ; {
		var p goPackage
		err := dec.Decode(&p)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		list = append(list, p)
	}
	require.NoError(t, cmd.Wait())
	return list
}

// importTable reads testdata/arch/imports.txt.
func importTable(t *testing.T) map[string][]string {
	f, err := os.Open("testdata/arch/imports.txt")
	require.NoError(t, err)
	defer f.Close()
	table := map[string][]string{}
	for in := bufio.NewScanner(f); in.Scan(); {
		line, _, _ := strings.Cut(in.Text(), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		name, may, ok := strings.Cut(line, ":")
		require.True(t, ok, "imports.txt: %q lacks a colon", line)
		require.NotContains(t, table, name)
		table[name] = strings.Fields(may)
	}
	return table
}

// TestImports holds the borders between packages.
func TestImports(t *testing.T) {
	table := importTable(t)
	for name, may := range table {
		for _, m := range may {
			if _, ok := table[m]; !ok && m != "*" {
				t.Errorf("imports.txt: %s may import %s, which has no line", name, m)
			}
		}
	}
	for _, p := range goPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		may, ok := table[name]
		if !ok {
			t.Errorf("package %s has no line in imports.txt", name)
			continue
		}
		for _, i := range p.Imports {
			ours, found := strings.CutPrefix(i, module+"/")
			if found && !slices.Contains(may, ours) && !slices.Contains(may, "*") {
				t.Errorf("%s imports %s, which testsuite/testdata/arch/imports.txt does not allow", name, ours)
			}
		}
	}
}

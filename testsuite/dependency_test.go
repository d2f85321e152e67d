package testsuite

import (
	"bufio"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDependencies holds that ARCHITECTURE.md says why each module that our code
// imports is there, and in which version.
func TestDependencies(t *testing.T) {
	packages := []string{"list", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}"}
	seen := map[string]bool{}
	for _, p := range goPackages(t) {
		for _, i := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if strings.Contains(i, ".") && !strings.HasPrefix(i, module) && !seen[i] {
				seen[i] = true
				packages = append(packages, i)
			}
		}
	}
	cmd := exec.Command("go", packages...)
	cmd.Dir = ".."
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	used := slices.Compact(slices.Sorted(strings.SplitSeq(strings.TrimSpace(string(out)), "\n")))
	require.Equal(t, used, documentedModules(t))
}

var version = regexp.MustCompile(`^v\d`)

// documentedModules reads the table of dependencies of ARCHITECTURE.md.
func documentedModules(t *testing.T) []string {
	f, err := os.Open("../ARCHITECTURE.md")
	require.NoError(t, err)
	defer f.Close()
	var list []string
	for in := bufio.NewScanner(f); in.Scan(); {
		cells := strings.Split(in.Text(), " | ")
		if len(cells) == 3 && version.MatchString(cells[1]) {
			list = append(list, strings.TrimPrefix(cells[0], "| ")+" "+cells[1])
		}
	}
	slices.Sort(list)
	return list
}

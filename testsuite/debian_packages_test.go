package testsuite

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

// packageKey is the primary key of table packages.
type packageKey struct{ name, version, architecture string }

// packageSet is Debian's package index: attributes by key, numbers as
// json.Number.
type packageSet map[packageKey]map[string]any

// debianPackages is the index of this machine: the JSON lines and what they say.
var debianPackages = sync.OnceValues(func() (lines []byte, err error) {
	dump := exec.Command("apt-cache", "dumpavail")
	convert := exec.Command("go", "run", "./testsuite/debian")
	convert.Dir = ".."
	var out bytes.Buffer
	convert.Stdout, convert.Stderr, dump.Stderr = &out, os.Stderr, os.Stderr
	if convert.Stdin, err = dump.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := dump.Start(); err != nil {
		return nil, err
	}
	if err := convert.Run(); err != nil {
		return nil, err
	}
	return out.Bytes(), dump.Wait()
})

// packageFile writes the index as JSON lines and returns the path, and what it
// holds. No packages are a failure: apt-get update fetches their lists.
func packageFile(t *testing.T) (string, packageSet) {
	lines, err := debianPackages()
	require.NoError(t, err)
	set := readPackages(t, bytes.NewReader(lines))
	require.NotEmpty(t, set, "apt-cache dumpavail lists no packages: run apt-get update")
	path := filepath.Join(t.TempDir(), "packages.jsonl")
	require.NoError(t, os.WriteFile(path, lines, 0o600))
	return path, set
}

// readPackages reads JSON lines; a key that comes twice fails.
func readPackages(t *testing.T, r io.Reader) packageSet {
	set := packageSet{}
	in := bufio.NewScanner(r)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		attributes := decodeObject(t, in.Bytes())
		k := packageKey{attributes["package"].(string), attributes["version"].(string), attributes["architecture"].(string)}
		for _, name := range []string{"package", "version", "architecture"} {
			delete(attributes, name)
		}
		if _, twice := set[k]; twice {
			t.Fatalf("%v comes twice", k)
		}
		set[k] = attributes
	}
	require.NoError(t, in.Err())
	return set
}

func decodeObject(t *testing.T, text []byte) map[string]any {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	object := map[string]any{}
	require.NoError(t, dec.Decode(&object))
	return object
}

// equalPackages compares two sets and names the first differences only.
func equalPackages(t *testing.T, want, got packageSet) {
	t.Helper()
	differences := 0
	for k, attributes := range want {
		other, ok := got[k]
		if !ok {
			t.Errorf("%v is missing", k)
		} else if !equalAttributes(attributes, other) {
			t.Errorf("%v:\nwant %v\ngot  %v", k, attributes, other)
		} else {
			continue
		}
		if differences++; differences > 5 {
			break
		}
	}
	require.Equal(t, len(want), len(got), "packages")
}

func equalAttributes(a, b map[string]any) bool {
	if len(a) != len(b) {
		return false
	}
	for name, v := range a {
		if w, ok := b[name]; !ok || v != w {
			return false
		}
	}
	return true
}

// sparrow runs a subcommand of the program and returns its output.
func sparrow(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(harness.Binary(t), args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "sparrow %v: %s", args, &stderr)
	return out
}

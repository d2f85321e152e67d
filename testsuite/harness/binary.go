// Package harness builds and starts Sparrow for black-box tests. It ends only
// what it started.
package harness

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

var build struct {
	once sync.Once
	dir  string
	path string
	err  error
}

// Main runs the tests of a package and removes what Binary built. Call it from
// TestMain: os.Exit(harness.Main(m)).
func Main(m *testing.M) int {
	code := m.Run()
	if build.dir != "" {
		os.RemoveAll(build.dir)
	}
	return code
}

// Binary returns the path of the sparrow program, built once per test process.
// The environment variable SPARROW_BINARY names one that exists already.
func Binary(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("SPARROW_BINARY"); path != "" {
		return path
	}
	build.once.Do(func() {
		if build.dir, build.err = os.MkdirTemp("", "sparrow-harness-"); build.err != nil {
			return
		}
		build.path = filepath.Join(build.dir, "sparrow")
		cmd := exec.Command("go", "build", "-o", build.path, "./cmd/sparrow")
		cmd.Dir = moduleRoot()
		if out, err := cmd.CombinedOutput(); err != nil {
			build.err = fmt.Errorf("go build ./cmd/sparrow: %w\n%s", err, out)
		}
	})
	if build.err != nil {
		t.Fatal(build.err)
	}
	return build.path
}

// moduleRoot is two directories above this file.
func moduleRoot() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(filepath.Dir(filepath.Dir(file)))
}

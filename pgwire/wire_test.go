package pgwire_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/pgwire/wiretest"
)

// TestWire plays the scripts of testdata against the fake engine. Messages
// are limited to 1 MiB, so that a script can break the limit.
func TestWire(t *testing.T) {
	files, err := filepath.Glob("testdata/*.wire")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".wire"), func(t *testing.T) {
			set := limits.NewSet()
			_, err := set.Put(limits.MessageBytes.Name, 1<<20)
			require.NoError(t, err)
			addr := start(t, &pgwire.Server{Limits: set, Log: quiet})
			wiretest.Run(t, file, wiretest.Target{Addr: addr, User: "sparrow", Database: "sparrow"})
		})
	}
}

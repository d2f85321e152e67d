package conformance

import (
	"embed"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
)

//go:embed testdata/*.kv
var scripts embed.FS

// Run tests the engine that open opens. Each call of open gives an empty store;
// Run closes it.
func Run(t *testing.T, open func(t *testing.T) kv.Store) {
	entries, err := scripts.ReadDir("testdata")
	require.NoError(t, err)
	for _, e := range entries {
		t.Run(strings.TrimSuffix(e.Name(), ".kv"), func(t *testing.T) {
			text, err := scripts.ReadFile("testdata/" + e.Name())
			require.NoError(t, err)
			s := newScript(open(t))
			datadriven.RunTestFromString(t, string(text), s.run)
			s.finish(t)
		})
	}
	t.Run("history", func(t *testing.T) { runHistories(t, open) })
}

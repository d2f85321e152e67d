package local

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/conformance"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestConformance runs the suite with blocks and segments so small that every
// test meets many.
func TestConformance(t *testing.T) {
	conformance.Run(t, func(t *testing.T) kv.Store {
		s, err := Open(Options{Dir: "d", FS: vfs.NewMem(), Logger: quiet(), BlockBytes: 64, SegmentBytes: 1024})
		require.NoError(t, err)
		return s
	})
}

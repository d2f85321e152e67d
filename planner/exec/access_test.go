package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
)

// TestMergeSpans joins what overlaps or touches, and keeps gaps.
func TestMergeSpans(t *testing.T) {
	span := func(start, end string) kv.Span {
		s := kv.Span{Start: []byte(start)}
		if end != "" {
			s.End = []byte(end)
		}
		return s
	}
	for name, c := range map[string]struct{ in, want []kv.Span }{
		"none":              {nil, nil},
		"apart, unordered":  {[]kv.Span{span("m", "p"), span("a", "c")}, []kv.Span{span("a", "c"), span("m", "p")}},
		"overlapping":       {[]kv.Span{span("a", "f"), span("c", "k")}, []kv.Span{span("a", "k")}},
		"touching":          {[]kv.Span{span("a", "c"), span("c", "d")}, []kv.Span{span("a", "d")}},
		"inside":            {[]kv.Span{span("a", "z"), span("c", "d")}, []kv.Span{span("a", "z")}},
		"unbounded swallow": {[]kv.Span{span("c", ""), span("d", "e"), span("a", "b")}, []kv.Span{span("a", "b"), span("c", "")}},
	} {
		got := mergeSpans(c.in)
		if len(c.want) == 0 {
			require.Empty(t, got, name)
			continue
		}
		require.Equal(t, c.want, got, name)
	}
}

package fn

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestLikePatternMatchesAsLike compares the short ways with the matcher.
func TestLikePatternMatchesAsLike(t *testing.T) {
	letters := rapid.SampledFrom([]rune{'a', 'b', '%', '%', '_', '\\', 'é'})
	rapid.Check(t, func(rt *rapid.T) {
		text := string(rapid.SliceOfN(letters, 0, 6).Draw(rt, "text"))
		pattern := string(rapid.SliceOfN(letters, 0, 6).Draw(rt, "pattern"))
		want, wantErr := Like(text, pattern)
		p := newLikePattern(pattern)
		got, err := p.match(text)
		require.Equal(rt, wantErr == nil, err == nil)
		require.Equal(rt, want, got, "%q LIKE %q", text, pattern)
	})
}

package catalog

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestScramOfPostgres reads a verifier that PostgreSQL 15 made.
func TestScramOfPostgres(t *testing.T) {
	const text = "SCRAM-SHA-256$4096:i9zG0K4aAUohWa7A4PYxwg==$MTi5qtCqzWe57IW/13+sUCzukr1fnjNyVopzA2O/1+8=:TdwguKNnaUi4EM7I4gVJEcDmLFg+haPAc3ND9h77XGQ="
	v, err := ParseVerifier(text)
	require.NoError(t, err)
	require.Equal(t, text, v.String())
	require.True(t, v.Matches("grüße Ⅸ"))
	require.True(t, v.Matches("grüße IX"), "SASLprep makes them one")
	require.False(t, v.Matches("grüße X"))

	own, err := NewVerifier("")
	require.NoError(t, err)
	again, err := ParseVerifier(own.String())
	require.NoError(t, err)
	require.True(t, again.Matches(""))

	for _, bad := range []string{"", "md5abc", text + "=", text[:60], "SCRAM-SHA-256$0:AA==$AA==:AA=="} {
		_, err := ParseVerifier(bad)
		require.Error(t, err, bad)
	}
}

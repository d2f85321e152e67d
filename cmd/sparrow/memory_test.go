package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/limits"
)

// TestParseMemory reads what --memory takes, and refuses the rest with a hint.
func TestParseMemory(t *testing.T) {
	for text, want := range map[string]int64{
		"64MiB": 64 << 20, "512MB": 512e6, "2GiB": 2 << 30, "1.5g": 3 << 29, "134217728": 128 << 20, "256 mib": 256 << 20,
	} {
		got, err := parseMemory(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"much", "1GiBi", "-1GiB", "NaN", "63MiB", "0", "900TiB", "1e30"} {
		_, err := parseMemory(text)
		require.ErrorContains(t, err, "--memory", text)
	}
	got, err := parseMemory("")
	require.NoError(t, err)
	require.Equal(t, defaultMemory(), got)
	require.GreaterOrEqual(t, got, int64(memoryMin))
}

// TestMemoryShares holds that the shares leave room for garbage, that one
// transaction fits into the deltas twice, and that the limit of the server can
// lower the working memory, not raise it.
func TestMemoryShares(t *testing.T) {
	for _, total := range []int64{memoryMin, 256 << 20, 6 << 30, 1 << 40} {
		m := shareMemory(total)
		require.LessOrEqual(t, 3*(m.cache+m.deltas+m.transactions+m.query), 21*total/10)
		require.LessOrEqual(t, 2*m.transaction, m.deltas)
		require.LessOrEqual(t, m.transaction, m.transactions)
		require.Less(t, int64(limits.RowWriteBytes.Max), m.transaction, "the largest row fits a transaction")
	}
	set := limits.NewSet()
	account := shareMemory(256 << 20).account(set)
	require.ErrorIs(t, account.Grow(64<<20), limits.ErrMemory)
	require.NoError(t, account.Grow(20<<20))
	_, err := set.Put(limits.ServerMemoryBytes.Name, 16<<20)
	require.NoError(t, err)
	require.ErrorIs(t, account.Grow(1), limits.ErrMemory)
}

package pgwire_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/pgwire"
)

// BenchmarkRows measures the way of result rows to a client, per row.
func BenchmarkRows(b *testing.B) {
	c := dial(b, "postgres://u@"+start(b, &pgwire.Server{})+"/d")
	for _, command := range []string{"rows 100000", "batch 100000"} {
		b.Run(command[:4], func(b *testing.B) {
			for n := 0; n < b.N; n += 100_000 {
				m := c.Exec(b.Context(), command)
				for m.NextResult() {
					for r := m.ResultReader(); r.NextRow(); {
					}
				}
				require.NoError(b, m.Close())
			}
		})
	}
}

// BenchmarkPrepared measures Bind, Execute and Sync of one row.
func BenchmarkPrepared(b *testing.B) {
	c := dial(b, "postgres://u@"+start(b, &pgwire.Server{})+"/d")
	_, err := c.Prepare(b.Context(), "s", "echo int4 text", nil)
	require.NoError(b, err)
	params := [][]byte{[]byte("1"), []byte("x")}
	b.ReportAllocs()
	for b.Loop() {
		r := c.ExecPrepared(b.Context(), "s", params, nil, nil)
		_, err := r.Close()
		require.NoError(b, err)
	}
}

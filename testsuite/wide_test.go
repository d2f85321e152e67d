package testsuite

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

// TestWideRowUnderWriters has sessions that write attributes of one wide row,
// move it and read it at once: no write is lost, and no reader sees half of one.
func TestWideRowUnderWriters(t *testing.T) {
	const writers, rounds = 4, 40
	server := harness.Start(t)
	conn := connect(t, server.URL(""))
	execute(t, conn, "CREATE TABLE wide (k integer PRIMARY KEY)")
	execute(t, conn, "INSERT INTO wide VALUES (0)")
	execute(t, conn, `INSERT INTO wide (k, _attributes) SELECT 1, jsonb_object_agg('a' || i,
		CASE WHEN i % 100 = 0 THEN to_jsonb(0) ELSE to_jsonb(repeat('v', 200)) END) FROM generate_series(1, 1000) i`)
	var sessions sync.WaitGroup
	written := make([]int64, writers)
	for w := range writers {
		c := connect(t, server.URL(""))
		sessions.Go(func() {
			from, to := 100*(w+1), 100*(10-w)
			for i := range rounds {
				set, where := "", "abs(k) = 1"
				if w == 0 && i%5 == 0 {
					set = ", k = -k"
				}
				if i%2 == 0 {
					where = "k = 1"
				}
				tag, err := c.Exec(t.Context(), fmt.Sprintf("UPDATE wide SET a%d = a%d + 1, a%d = a%d - 1, a1 = 'w%d'%s WHERE %s", from, from, to, to, w, set, where))
				if !assert.NoError(t, err) {
					return
				}
				written[w] += tag.RowsAffected()
			}
		})
	}
	const sums = "SELECT k, a100 + a200 + a300 + a400 + a500 + a600 + a700 + a800 + a900 + a1000, length(a999) FROM wide WHERE "
	for i := range 60 {
		query := sums + [...]string{"k >= -1 AND k <> 0", "k <> 0 ORDER BY k DESC", "k IN (-1, 1)"}[i%3]
		got := answers(t, conn, query)
		require.Len(t, got, 1, query)
		require.Contains(t, []string{"1 | 0 | 200", "-1 | 0 | 200"}, got[0], query)
	}
	sessions.Wait()
	for w, n := range written {
		got := answers(t, conn, fmt.Sprintf("SELECT a%d, a%d FROM wide WHERE k <> 0", 100*(w+1), 100*(10-w)))
		require.Equal(t, []string{text(n, -n)}, got, "writer %d", w)
	}
	require.Equal(t, []string{"1000"}, answers(t, conn, "SELECT count(*) FROM wide, jsonb_object_keys(_attributes) WHERE k <> 0"))
	require.Equal(t, []string{"2"}, answers(t, conn, "SELECT count(*) FROM wide"))
}

// wideAttributes is how many attributes the row of the benchmark has.
const wideAttributes = 100_000

// BenchmarkWideRow works on one attribute of a row of 100,000, which has been
// written in parts, and on the whole; for comparison, on a row of one.
func BenchmarkWideRow(b *testing.B) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, harness.Start(b).URL(""))
	require.NoError(b, err)
	defer conn.Close(ctx)
	exec := func(b *testing.B, text string, args ...any) {
		b.Helper()
		tag, err := conn.Exec(ctx, text, args...)
		require.NoError(b, err)
		if strings.HasPrefix(text, "UPDATE") {
			require.EqualValues(b, 1, tag.RowsAffected())
		}
	}
	exec(b, "CREATE TABLE wide (k bigint PRIMARY KEY)")
	exec(b, "INSERT INTO wide VALUES (1), (2), (3)")
	const part = 1000
	write := func(b *testing.B, first int) {
		var sets []string
		for i := first; i < first+part; i++ {
			sets = append(sets, fmt.Sprintf("a%06d = 'value %d'", i, i))
		}
		exec(b, "UPDATE wide SET "+strings.Join(sets, ", ")+" WHERE k = 2", pgx.QueryExecModeSimpleProtocol)
	}
	for first := 0; first < wideAttributes; first += part {
		write(b, first)
	}
	query := func(text string) func(*testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				var n int
				require.NoError(b, conn.QueryRow(ctx, text).Scan(&n))
				require.Positive(b, n)
			}
		}
	}
	const middle = "a050000"
	b.Run("UpdateOne", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			exec(b, "UPDATE wide SET "+middle+" = $1 WHERE k = 2", fmt.Sprintf("value %d", i))
		}
	})
	b.Run("UpdateOneOfOne", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			exec(b, "UPDATE wide SET "+middle+" = $1 WHERE k = 1", fmt.Sprintf("value %d", i))
		}
	})
	b.Run("UpdateThousand", func(b *testing.B) {
		for b.Loop() {
			write(b, 40000)
		}
	})
	b.Run("GetOne", query("SELECT length("+middle+") FROM wide WHERE k = 2"))
	b.Run("GetOneOfOne", query("SELECT length("+middle+") FROM wide WHERE k = 1"))
	b.Run("GetKey", query("SELECT k FROM wide WHERE k = 2"))
	b.Run("ScanOne", query("SELECT count("+middle+") FROM wide WHERE k > 1"))
	b.Run("ScanCount", query("SELECT count(*) FROM wide WHERE k > 1"))
	b.Run("GetAll", query("SELECT length(_attributes::text) FROM wide WHERE k = 2"))
	b.Run("Move", func(b *testing.B) {
		for at := 2; b.Loop(); at += 2 {
			exec(b, "UPDATE wide SET k = k + 2 WHERE k = $1", at)
		}
	})
}

package testsuite

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

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

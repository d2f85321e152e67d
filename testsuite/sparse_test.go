package testsuite

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

// TestFreshNames is FR-088: a name that one session has just committed is known
// to every other at once.
func TestFreshNames(t *testing.T) {
	server := harness.Start(t)
	writer, reader := connect(t, server.URL("")), connect(t, server.URL(""))
	execute(t, writer, "CREATE TABLE t (k integer PRIMARY KEY)")
	for i := range 1000 {
		name := fmt.Sprintf("fresh_%d", i)
		execute(t, writer, fmt.Sprintf("INSERT INTO t (k, %s) VALUES (%d, 'seen')", name, i))
		got := answers(t, reader, fmt.Sprintf("SELECT k, %s FROM t WHERE %s IS NOT NULL", name, name))
		require.Equal(t, []string{fmt.Sprintf(`%d | "seen"`, i)}, got)
	}
	require.Equal(t, []string{"1000"}, answers(t, reader, "SELECT count(*) FROM sparrow.attributes WHERE table_name = 't'"))
}

// TestReadsDuringSplits is FR-096 and FR-093: reads cross the borders of partitions
// in key order, complete, while those are being split; the view shows neither
// overlap nor gap; of two sessions that split at one value, one succeeds.
func TestReadsDuringSplits(t *testing.T) {
	const rows = 25_000
	server := harness.Start(t)
	conn := connect(t, server.URL(""))
	execute(t, conn, "CREATE TABLE t (k integer PRIMARY KEY)")
	execute(t, conn, "INSERT INTO t (k, v) SELECT g, repeat('x', 200) FROM generate_series(1, $1::int) g", rows)
	var splits sync.WaitGroup
	succeeded := make([]int, 2)
	for s := range succeeded {
		c := connect(t, server.URL(""))
		splits.Go(func() {
			for at := 1000; at < rows; at += 1000 {
				if _, err := c.Exec(t.Context(), fmt.Sprintf("ALTER TABLE t SPLIT AT VALUES (%d)", at)); err == nil {
					succeeded[s]++
				}
			}
		})
	}
	for range 5 {
		checkOrder(t, conn, "SELECT k FROM t ORDER BY k", rows, false)
		checkOrder(t, conn, "SELECT k FROM t ORDER BY k DESC", rows, true)
		checkBorders(t, conn)
	}
	splits.Wait()
	require.Equal(t, (rows-1)/1000, succeeded[0]+succeeded[1], "each split succeeds once")
	checkBorders(t, conn)
	checkOrder(t, conn, "SELECT k FROM t", rows, false)
	require.Equal(t, []string{text(rows)}, answers(t, conn, "SELECT count(*) FROM t"))
	require.Equal(t, []string{text(rows)}, answers(t, conn, "SELECT sum(rows)::bigint FROM sparrow.partitions WHERE table_name = 't'"))
}

func checkOrder(t *testing.T, conn *pgx.Conn, sql string, rows int, backwards bool) {
	t.Helper()
	result, err := conn.Query(t.Context(), sql)
	require.NoError(t, err)
	keys, err := pgx.CollectRows(result, pgx.RowTo[int])
	require.NoError(t, err)
	if backwards {
		slices.Reverse(keys)
	}
	require.Len(t, keys, rows)
	for i, k := range keys {
		require.Equal(t, i+1, k)
	}
}

// checkBorders holds that partitions of t follow one upon the other.
func checkBorders(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	result, err := conn.Query(t.Context(), "SELECT start_key, end_key FROM sparrow.partitions WHERE table_name = 't'")
	require.NoError(t, err)
	type borders struct{ Start, End *string }
	list, err := pgx.CollectRows(result, pgx.RowToStructByPos[borders])
	require.NoError(t, err)
	next := map[string]string{}
	for _, p := range list {
		start, end := "", ""
		if p.Start != nil {
			start = *p.Start
		}
		if p.End != nil {
			end = *p.End
		}
		require.NotContains(t, next, start, "two partitions begin here")
		next[start] = end
	}
	at, steps := next[""], 1
	for ; at != ""; steps++ {
		end, ok := next[at]
		require.True(t, ok, "no partition begins at %s", at)
		at = end
	}
	require.Equal(t, len(list), steps, "partitions overlap")
}

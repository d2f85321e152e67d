package testsuite

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

// TestMemoryFlag serves with little memory: a transaction larger than its part is
// refused with both numbers and leaves nothing behind; three times the memory in
// parts loads and reads, and the process stays small.
func TestMemoryFlag(t *testing.T) {
	server := harness.Start(t, harness.Args("--memory", "64MiB"))
	conn := connect(t, server.URL(""))
	execute(t, conn, "CREATE TABLE t (k integer PRIMARY KEY, v text)")
	_, err := conn.Exec(t.Context(), "INSERT INTO t SELECT i, repeat(md5(i::text), 32) FROM generate_series(1, 20000) i")
	var refused *pgconn.PgError
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, "54000", refused.Code)
	assert.Equal(t, "transaction is too large", refused.Message)
	assert.Regexp(t, `would take \d+ bytes; the limit transaction_bytes is 5368704`, refused.Detail)
	assert.Equal(t, []string{"0"}, answers(t, conn, "SELECT count(*) FROM t"))
	// Values that a statement makes on its way are there a few at a time.
	assert.Equal(t, []string{"576000000"}, answers(t, conn,
		"SELECT sum(length(v)) FROM (SELECT repeat(md5(g::text), 30000) AS v FROM generate_series(1, 600) AS g) AS x"))
	const rows, step = 192_000, 3_000
	for i := 0; i < rows; i += step {
		execute(t, conn, fmt.Sprintf("INSERT INTO t SELECT i, repeat(md5(i::text), 32) FROM generate_series(%d, %d) i", i, i+step-1))
	}
	assert.Equal(t, []string{"192000"}, answers(t, conn, "SELECT count(*) FROM t"))
	assert.Equal(t, []string{"true"}, answers(t, conn, "SELECT v = repeat(md5('150000'), 32) FROM t WHERE k = 150000"))
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", server.PID()))
	require.NoError(t, err)
	kilobytes := 0
	for line := range strings.Lines(string(status)) {
		fmt.Sscanf(line, "VmHWM: %d kB", &kilobytes)
	}
	assert.Positive(t, kilobytes)
	assert.Less(t, kilobytes, 128<<10, "peak of the resident memory in KiB")
	t.Logf("peak %d MiB", kilobytes>>10)
}

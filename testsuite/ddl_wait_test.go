package testsuite

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

// TestConstraintsWaitForWriters adds a constraint while a transaction that
// would break it is open: the DDL waits for it, and then finds its row.
func TestConstraintsWaitForWriters(t *testing.T) {
	ctx := context.Background()
	server := harness.Start(t)
	connect := func() *pgx.Conn {
		c, err := pgx.Connect(ctx, server.URL("sparrow"))
		require.NoError(t, err)
		t.Cleanup(func() { c.Close(ctx) })
		return c
	}
	writer, owner := connect(), connect()
	for name, c := range map[string]struct{ ddl, code string }{
		"not_null": {"ALTER TABLE not_null ALTER COLUMN a SET NOT NULL", "23502"},
		"checked":  {"ALTER TABLE checked ADD CHECK (a IS NOT NULL)", "23514"},
	} {
		_, err := owner.Exec(ctx, "CREATE TABLE "+name+" (k int PRIMARY KEY, a int)")
		require.NoError(t, err)
		tx, err := writer.Begin(ctx)
		require.NoError(t, err)
		_, err = tx.Exec(ctx, "INSERT INTO "+name+" VALUES (1, NULL)")
		require.NoError(t, err)
		done := make(chan error, 1)
		go func() {
			_, err := owner.Exec(ctx, c.ddl)
			done <- err
		}()
		select {
		case err := <-done:
			t.Fatalf("%s did not wait: %v", c.ddl, err)
		case <-time.After(300 * time.Millisecond):
		}
		require.NoError(t, tx.Commit(ctx))
		require.Equal(t, c.code, codeOf(<-done))
	}
}

// codeOf is the SQLSTATE of an error; "" if it has none.
func codeOf(err error) string {
	if pe, ok := err.(*pgconn.PgError); ok {
		return pe.Code
	}
	return ""
}

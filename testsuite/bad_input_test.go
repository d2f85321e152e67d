package testsuite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

// deep is how deep statements of TestDeepNesting are nested.
const deep = 10_000

// TestDeepNesting sends statements that would overflow a careless parser's stack:
// each is refused (54001), and the session goes on.
func TestDeepNesting(t *testing.T) {
	conn := connect(t, harness.Start(t).URL(""))
	around := func(open, middle, end string) string {
		return strings.Repeat(open, deep) + middle + strings.Repeat(end, deep)
	}
	for name, sql := range map[string]string{
		"parentheses": "SELECT " + around("(", "1", ")"),
		"NOT":         "SELECT " + around("NOT ", "true", ""),
		"minus":       "SELECT " + around("- ", "1", ""),
		"CASE":        "SELECT " + around("CASE WHEN true THEN ", "1", " END"),
		"functions":   "SELECT " + around("abs(", "1", ")"),
		"casts":       "SELECT " + around("CAST(", "1", " AS int)"),
		"arrays":      "SELECT " + around("ARRAY[", "1", "]"),
		"subqueries":  "SELECT " + around("(SELECT ", "1", ")"),
		"from":        around("SELECT * FROM (", "SELECT 1", ") s"),
		"UNION":       around("(", "SELECT 1", " UNION SELECT 2)"),
		"rows":        "SELECT " + around("ROW(", "1", ")"),
		"WITH":        around("WITH a AS (", "SELECT 1", ") SELECT * FROM a"),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := conn.Exec(t.Context(), sql, pgx.QueryExecModeSimpleProtocol)
			requireCode(t, err, "54001")
			assert.Equal(t, []string{"1"}, answers(t, conn, "SELECT 1"))
		})
	}
}

// TestLongChains sends what is long, not deep: AND of many, an IN list of many.
func TestLongChains(t *testing.T) {
	conn := connect(t, harness.Start(t).URL(""))
	execute(t, conn, "CREATE TABLE t (k integer PRIMARY KEY)")
	execute(t, conn, "INSERT INTO t SELECT g FROM generate_series(1, 100) g")
	var list []string
	for i := range deep {
		list = append(list, fmt.Sprint(i))
	}
	assert.Equal(t, []string{"100"}, answers(t, conn, "SELECT count(*) FROM t WHERE k IN ("+strings.Join(list, ", ")+")"))
	_, err := conn.Exec(t.Context(), "SELECT count(*) FROM t WHERE k = "+strings.Join(list, " OR k = "))
	if err != nil {
		requireCode(t, err, "54001")
	}
	assert.Equal(t, []string{"1"}, answers(t, conn, "SELECT 1"))
}

// TestBadBytes sends NUL and invalid UTF-8, in statements and in parameters.
func TestBadBytes(t *testing.T) {
	server := harness.Start(t)
	conn := connect(t, server.URL(""))
	execute(t, conn, "CREATE TABLE t (k text PRIMARY KEY)")
	c := conn.PgConn()
	for name, bad := range map[string]string{"NUL": "a\x00b", "truncated": "a\xc3", "overlong": "\xc0\x80", "surrogate": "\xed\xa0\x80"} {
		t.Run(name, func(t *testing.T) {
			for _, sql := range []string{"INSERT INTO t (k) VALUES ($1)", "INSERT INTO t (k, free) VALUES ('ok', $1)"} {
				_, err := c.ExecParams(t.Context(), sql, [][]byte{[]byte(bad)}, nil, nil, nil).Close()
				requireCode(t, err, "22021")
			}
			if name != "NUL" { // which ends a statement's text
				_, err := c.Exec(t.Context(), "INSERT INTO t (k) VALUES ('"+bad+"')").ReadAll()
				requireCode(t, err, "22021")
			}
			_, err := c.CopyFrom(t.Context(), strings.NewReader("fine\n"+bad+"\n"), "COPY t (k) FROM STDIN")
			requireCode(t, err, "22021")
			assert.Equal(t, []string{"0"}, answers(t, conn, "SELECT count(*) FROM t"))
		})
	}
}

// TestLargeMessage sends a message of 100 MB: it is refused without being kept,
// and other sessions go on.
func TestLargeMessage(t *testing.T) {
	server := harness.Start(t)
	other := connect(t, server.URL(""))
	before := residentBytes(t, server.PID())
	conn, err := pgconn.Connect(t.Context(), server.URL(""))
	require.NoError(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), "SELECT '"+strings.Repeat("x", 100<<20)+"'").ReadAll()
	require.Error(t, err)
	assert.Less(t, residentBytes(t, server.PID()), before+64<<20)
	assert.Equal(t, []string{"1"}, answers(t, other, "SELECT 1"))
}

// TestManyAttributes writes 1,024 attributes in one row, and one more.
func TestManyAttributes(t *testing.T) {
	conn := connect(t, harness.Start(t).URL(""))
	execute(t, conn, "CREATE TABLE t (k integer PRIMARY KEY)")
	insert := func(k, n int) error {
		var names, values []string
		for i := range n {
			names = append(names, fmt.Sprintf("a%04d", i))
			values = append(values, fmt.Sprint(i))
		}
		_, err := conn.Exec(t.Context(), fmt.Sprintf("INSERT INTO t (k, %s) VALUES (%d, %s)", strings.Join(names, ", "), k, strings.Join(values, ", ")))
		return err
	}
	require.NoError(t, insert(1, 1024))
	requireCode(t, insert(2, 1025), "54011")
	assert.Equal(t, []string{"1 | 1023"}, answers(t, conn, "SELECT count(*), max(a1023) FROM t"))
	name := strings.Repeat("n", 255)
	execute(t, conn, "INSERT INTO t (k, "+name+") VALUES (3, 'x')")
	assert.Equal(t, []string{`"x"`}, answers(t, conn, "SELECT "+name+" FROM t WHERE k = 3"))
	_, err := conn.Exec(t.Context(), "INSERT INTO t (k, "+name+"n) VALUES (4, 'x')")
	requireCode(t, err, "42622")
	assert.Equal(t, []string{"2"}, answers(t, conn, "SELECT count(*) FROM t"))
}

func requireCode(t *testing.T, err error, code string) {
	t.Helper()
	var e *pgconn.PgError
	require.ErrorAs(t, err, &e)
	require.Equal(t, code, e.Code, e.Message)
}

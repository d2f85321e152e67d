package testsuite

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close(t.Context()) })
	return c
}

// TestCopyFromBinary loads rows as pgx does: it asks for the columns' types and
// sends them binary, free attributes by the type seen.
func TestCopyFromBinary(t *testing.T) {
	c := connect(t, harness.Start(t).URL(""))
	_, err := c.Exec(t.Context(), "create table copied (id bigint primary key, at timestamptz, tags text[])")
	require.NoError(t, err)
	_, err = c.Exec(t.Context(), "insert into copied (id, weight, colour) values (-1, 0, 'none')")
	require.NoError(t, err)
	at := time.Date(2024, 2, 29, 12, 0, 0, 1000, time.UTC)
	const rows = 2000
	n, err := c.CopyFrom(t.Context(), pgx.Identifier{"copied"}, []string{"id", "at", "tags", "weight", "colour"},
		pgx.CopyFromSlice(rows, func(i int) ([]any, error) {
			return []any{int64(i), at, []string{"a", strconv.Itoa(i)}, int64(i) * 10, fmt.Sprint("c", i%3)}, nil
		}))
	require.NoError(t, err)
	require.EqualValues(t, rows, n)
	var gotAt time.Time
	var tags []string
	var weight int64
	var colour, kind string
	require.NoError(t, c.QueryRow(t.Context(), "select at, tags, weight, colour, pg_typeof(weight)::text from copied where id = $1", 1234).
		Scan(&gotAt, &tags, &weight, &colour, &kind))
	require.True(t, at.Equal(gotAt))
	require.Equal(t, []any{[]string{"a", "1234"}, int64(12340), "c1", "bigint"}, []any{tags, weight, colour, kind})
}

// TestPasswords is FR-119: with a rule that asks for a password, only the right
// one enters, and an unknown role looks like a wrong password.
func TestPasswords(t *testing.T) {
	hba := filepath.Join(t.TempDir(), "hba.conf")
	require.NoError(t, os.WriteFile(hba, []byte("host all sparrow 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"), 0o600))
	s := harness.Start(t, harness.Args("--hba", hba))
	_, err := connect(t, s.URL("")).Exec(t.Context(), "create role mary login password 'right'")
	require.NoError(t, err)
	connect(t, "postgres://mary:right@"+s.Addr()+"/sparrow")
	for _, who := range []string{"mary:wrong", "mary:%20", "nobody:right"} {
		_, err := pgconn.Connect(t.Context(), "postgres://"+who+"@"+s.Addr()+"/sparrow")
		var e *pgconn.PgError
		require.ErrorAs(t, err, &e)
		require.Equal(t, "28P01", e.Code)
		require.Equal(t, fmt.Sprintf("password authentication failed for user %q", who[:len(who)-len(regexp.MustCompile(`:.*`).FindString(who))]), e.Message)
	}
}

// TestGarbage is FR-116: what does not speak the protocol costs nothing that
// stays.
func TestGarbage(t *testing.T) {
	s := harness.Start(t)
	connect(t, s.URL(""))
	before := residentBytes(t, s.PID())
	garbage := []string{"GET / HTTP/1.1\r\n\r\n", "\x00\x00\x00\x00", "\x00\x00\x00\x04", "\xff\xff\xff\xff", "\x7f\xff\xff\xff", "\x00"}
	var open []net.Conn
	for i := range 1000 {
		nc, err := net.Dial("tcp", s.Addr())
		require.NoError(t, err)
		_, err = nc.Write([]byte(garbage[i%len(garbage)]))
		require.NoError(t, err)
		open = append(open, nc)
	}
	connect(t, s.URL(""))
	require.Less(t, residentBytes(t, s.PID()), before+50<<20)
	for _, nc := range open {
		nc.Close()
	}
	connect(t, s.URL(""))
}

func residentBytes(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("this system does not tell a process's memory: ", err)
	}
	m := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(status)
	require.NotNil(t, m)
	kb, err := strconv.Atoi(string(m[1]))
	require.NoError(t, err)
	return kb << 10
}

// TestCancelGuesses is FR-122: guessed secrets cancel nothing, and the server
// stays responsive meanwhile.
func TestCancelGuesses(t *testing.T) {
	s := harness.Start(t)
	victim, other := connect(t, s.URL("")), connect(t, s.URL(""))
	result := make(chan error, 1)
	go func() {
		_, err := victim.Exec(t.Context(), "select pg_sleep(4)")
		result <- err
	}()
	var guesses sync.WaitGroup
	for range 20 {
		guesses.Go(func() {
			for range 100 {
				guess(s.Addr(), victim.PgConn().PID(), rand.Uint32())
			}
		})
	}
	began := time.Now()
	_, err := other.Exec(t.Context(), "select 1")
	require.NoError(t, err)
	require.Less(t, time.Since(began), 2*time.Second)
	guesses.Wait()
	require.NoError(t, <-result)
}

// guess sends a cancel request and waits for its end. A connection that is
// refused is a guess less.
func guess(addr string, pid, secret uint32) {
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		return
	}
	defer nc.Close()
	msg := binary.BigEndian.AppendUint32([]byte{0, 0, 0, 16, 4, 210, 22, 46}, pid)
	if _, err := nc.Write(binary.BigEndian.AppendUint32(msg, secret)); err == nil {
		nc.Read(make([]byte, 1))
	}
}

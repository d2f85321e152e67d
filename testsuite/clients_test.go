package testsuite

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

var rewriteClients = flag.Bool("rewrite-clients", false, "write what the clients print to their expected files")

// clientScripts are stock clients: the command, and the file that says what it prints.
var clientScripts = []struct {
	name, expected string
	command        []string
}{
	{"psql session", "psql/session.out", []string{"psql", "-X", "-a", "-f", "psql/session.sql"}},
	{"psql describe", "psql/describe.out", []string{"psql", "-X", "-a", "-v", "ON_ERROR_STOP=1", "-f", "psql/describe.sql"}},
	{"psycopg2", "psycopg2/expected.txt", []string{"/usr/bin/python3", "psycopg2/client.py"}},
	{"node-postgres", "node/expected.txt", []string{"node", "node/client.js"}},
	{"pgx", "pgx/expected.txt", []string{"go", "run", "./pgx"}},
	{"lib/pq", "libpq/expected.txt", []string{"go", "run", "./libpq"}},
}

// TestClients runs stock clients, each in a database of its own, and compares
// what they print, errors included.
func TestClients(t *testing.T) {
	server := harness.Start(t)
	admin := connect(t, server.URL(""))
	for _, c := range clientScripts {
		t.Run(c.name, func(t *testing.T) {
			database := "client_" + strings.NewReplacer(" ", "_", "/", "_", "-", "_").Replace(c.name)
			execute(t, admin, "CREATE DATABASE "+pgx.Identifier{database}.Sanitize())
			got, err := runClient(t.Context(), server, database, c.command...)
			require.NoError(t, err, "%v printed\n%s", c.command, got)
			path := filepath.Join("clients", c.expected)
			if *rewriteClients {
				require.NoError(t, os.WriteFile(path, got, 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, string(want), string(got))
		})
	}
}

// runClient runs a program in folder clients with libpq's environment variables set.
// Its output has the port replaced by PORT, for that one varies.
func runClient(ctx context.Context, server *harness.Server, database string, command ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = "clients"
	cmd.Env = append(os.Environ(), "PGHOST="+server.Host, "PGPORT="+server.Port, "PGUSER="+server.User, "PGDATABASE="+database,
		"PGSSLMODE=disable", "PGCLIENTENCODING=UTF8", "PAGER=", "LC_ALL=C.UTF-8", "TZ=UTC", "PYTHONIOENCODING=utf-8")
	out, err := cmd.CombinedOutput()
	return bytes.ReplaceAll(out, []byte(server.Port), []byte("PORT")), err
}

// TestPipedCopy is FR-025: COPY from and to a shell's pipe.
func TestPipedCopy(t *testing.T) {
	server := harness.Start(t)
	psql := func(input string, args ...string) string {
		cmd := exec.Command("psql", append([]string{"-X", server.URL("")}, args...)...)
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	psql("", "-c", "create table cp (k integer primary key, v text)")
	require.Equal(t, "COPY 2\n", psql("1,a\n2,b\n", "-c", "copy cp from stdin csv"))
	require.Equal(t, "k,v\n1,a\n2,b\n", psql("", "-c", `\copy cp to stdout csv header`))
	require.Equal(t, "COPY 1\n", psql("3\tnew\tline\n", "-c", "copy cp (k, v, other) from stdin"))
	require.Equal(t, "1\n2\n3\n", psql("", "-At", "-c", "select k from cp order by k"))
}

// TestSameAnswerAlways is FR-114: a query gives the same rows every time while
// other clients come and go.
func TestSameAnswerAlways(t *testing.T) {
	server := harness.Start(t)
	conn := connect(t, server.URL(""))
	execute(t, conn, "create table bugtest (k integer primary key)")
	execute(t, conn, "insert into bugtest values (1), (2), (3), (4)")
	stop := make(chan struct{})
	ended := make(chan error)
	go func() {
		for {
			select {
			case <-stop:
				ended <- nil
				return
			default:
			}
			c, err := pgx.Connect(context.Background(), server.URL(""))
			if err != nil {
				ended <- err
				return
			}
			c.Close(context.Background())
		}
	}()
	for range 1000 {
		c, err := pgx.Connect(t.Context(), server.URL(""))
		require.NoError(t, err)
		require.Len(t, answers(t, c, "select 1 from bugtest"), 4)
		c.Close(t.Context())
	}
	close(stop)
	require.NoError(t, <-ended)
}

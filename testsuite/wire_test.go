// Package testsuite holds the black-box tests: they start the program and talk
// to it as clients do. Cases are text files under testdata.
package testsuite

import (
	"flag"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/pgwire/wiretest"
	"github.com/sparrowdb/sparrow/testsuite/harness"
)

func TestMain(m *testing.M) { os.Exit(harness.Main(m)) }

// TestWire plays all wire scripts against Sparrow: those under pg/ hold the
// answers of PostgreSQL, those under sparrow/ what differs from it or is not
// in it.
func TestWire(t *testing.T) {
	if rewriting() {
		t.Skip("PostgreSQL gives the answers of pg/; those of sparrow/ are written by hand")
	}
	server := harness.Start(t)
	target := wiretest.Target{Addr: server.Addr(), User: server.User, Database: server.Database}
	playAll(t, "pg", target)
	playAll(t, "sparrow", target)
}

// rewriting reports datadriven's flag.
func rewriting() bool {
	f := flag.Lookup("rewrite")
	return f != nil && f.Value.String() == "true"
}

// TestWirePostgreSQL plays the scripts under pg/ against the PostgreSQL at
// PG_URL, in a new database; with -rewrite it records the answers. Its role must be a superuser
// that needs no password.
func TestWirePostgreSQL(t *testing.T) {
	env := os.Getenv("PG_URL")
	if env == "" {
		t.Skip("PG_URL is not set")
	}
	u, err := url.Parse(env)
	require.NoError(t, err)
	admin, err := pgx.Connect(t.Context(), env)
	require.NoError(t, err)
	database := fmt.Sprintf("wire_%d", os.Getpid())
	_, err = admin.Exec(t.Context(), "create database "+database)
	require.NoError(t, err)
	t.Run("pg", func(t *testing.T) {
		playAll(t, "pg", wiretest.Target{
			Addr: net.JoinHostPort(u.Hostname(), u.Port()), User: u.User.Username(), Database: database,
		})
	})
	_, err = admin.Exec(t.Context(), "drop database "+database+" with (force)")
	require.NoError(t, err)
	require.NoError(t, admin.Close(t.Context()))
}

func playAll(t *testing.T, dir string, target wiretest.Target) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata/wire", dir, "*.wire"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(dir+"/"+strings.TrimSuffix(filepath.Base(file), ".wire"), func(t *testing.T) {
			wiretest.Run(t, file, target)
		})
	}
}

package testsuite

import (
	"context"
	"flag"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
	"github.com/sparrowdb/sparrow/testsuite/iso"
)

var isoCases = flag.String("iso", "", "regular expression: play only the schedules whose file/case matches")

// TestIsolation plays the schedules of testdata/isolation at each level.
func TestIsolation(t *testing.T) {
	server := harness.Start(t)
	playSchedules(t, iso.Target{URL: server.URL("sparrow"), Server: iso.Sparrow})
}

// TestIsolationPostgreSQL plays them on a real PostgreSQL 15: what is expected
// there is what PostgreSQL does.
func TestIsolationPostgreSQL(t *testing.T) {
	env := os.Getenv("PG_URL")
	if env == "" {
		t.Skip("PG_URL names no PostgreSQL server; testsuite/run starts one")
	}
	ctx := context.Background()
	admin, err := pgconn.Connect(ctx, env)
	require.NoError(t, err)
	defer admin.Close(ctx)
	exec := func(sql string) {
		_, err := admin.Exec(ctx, sql).ReadAll()
		require.NoError(t, err, sql)
	}
	exec("DROP DATABASE IF EXISTS isolation WITH (FORCE)")
	exec("CREATE DATABASE isolation")
	defer exec("DROP DATABASE isolation WITH (FORCE)")
	u, err := url.Parse(env)
	require.NoError(t, err)
	u.Path = "/isolation"
	playSchedules(t, iso.Target{URL: u.String(), Server: iso.Postgres})
}

func playSchedules(t *testing.T, target iso.Target) {
	only := regexp.MustCompile(*isoCases)
	files, err := filepath.Glob("testdata/isolation/*.iso")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".iso")
		cases, err := iso.Parse(file)
		require.NoError(t, err)
		for _, c := range cases {
			if !only.MatchString(name + "/" + c.Name) {
				continue
			}
			for _, level := range c.Levels {
				t.Run(name+"/"+c.Name+"/"+level, func(t *testing.T) {
					if err := iso.Play(t.Context(), target, c, level); err != nil {
						t.Errorf("%s: %v", file, err)
					}
				})
			}
		}
	}
}

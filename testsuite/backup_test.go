package testsuite

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

// program runs a subcommand and returns what it printed.
func program(t *testing.T, args ...string) (string, error) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), harness.Binary(t), args...).CombinedOutput()
	return string(out), err
}

func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	out, err := program(t, args...)
	require.NoError(t, err, "%v printed\n%s", args, out)
	return out
}

// restoredServer serves what a backup restores to.
func restoredServer(t *testing.T, folder string, more ...string) *harness.Server {
	t.Helper()
	dir := t.TempDir()
	out := mustRun(t, append([]string{"restore", folder, "--data", filepath.Join(dir, "data"), "--quiet"}, more...)...)
	assert.Regexp(t, `^restored backup \d+ at timestamp \d+`, out)
	return harness.Start(t, harness.DataIn(dir))
}

// backupState is what a test compares: rows, attributes with their counts,
// partitions, roles.
const backupState = `SELECT count(*), sum(k), max(v), count(extra), md5(string_agg(k || coalesce(extra, ''), ',' ORDER BY k)) FROM packs`

// TestBackupAndRestore backs a server up twice, kills it, and serves both states
// from new folders.
func TestBackupAndRestore(t *testing.T) {
	server := harness.Start(t)
	folder := filepath.Join(t.TempDir(), "it's a backup")
	c := connect(t, server.URL(""))
	execute(t, c, "CREATE ROLE clerk LOGIN")
	execute(t, c, "CREATE TABLE packs (k int PRIMARY KEY, v text)")
	execute(t, c, "INSERT INTO packs (k, v) SELECT g, md5(g::text) FROM generate_series(1, 20000) g")
	execute(t, c, "INSERT INTO packs (k, v, extra) VALUES (0, 'x', 'first')")
	execute(t, c, "ALTER TABLE packs SPLIT AT VALUES (5000), (15000)")
	first := answers(t, c, backupState)
	out := mustRun(t, "backup", folder, "--url", server.URL(""), "--keep", "2")
	assert.Regexp(t, `backup 1 in .*it's a backup: \d+ files, .* 0 bytes were there, verified`, out)
	before := size(t, folder)

	execute(t, c, "INSERT INTO packs (k, v, extra) VALUES (20001, 'x', 'free')")
	execute(t, c, "DELETE FROM packs WHERE k = 1")
	second := answers(t, c, backupState)
	attributes := answers(t, c, "SELECT attribute, rows FROM sparrow.attributes WHERE table_name = 'packs' ORDER BY 1")
	mustRun(t, "backup", folder, "--url", server.URL(""))
	assert.Less(t, size(t, folder)-before, before/4, "the second backup is small")
	assert.Equal(t, []string{text("backup", folder, "done", true, nil)},
		answers(t, c, "SELECT kind, object, state, done = total, error FROM sparrow.jobs ORDER BY id LIMIT 1"))
	execute(t, c, "DROP TABLE packs")
	server.Kill(t)

	assert.Regexp(t, `^backup 2 in .* is whole`, mustRun(t, "backup", "--verify", folder, "--quiet"))
	for number, want := range map[string][]string{"1": first, "2": second} {
		r := restoredServer(t, folder, "--backup", number)
		c := connect(t, r.URL(""))
		assert.Equal(t, want, answers(t, c, backupState))
		assert.Equal(t, []string{text(int64(3))}, answers(t, c, "SELECT partitions FROM sparrow.tables WHERE table_name = 'packs'"))
		assert.Equal(t, []string{text("clerk")}, answers(t, c, "SELECT rolname FROM pg_roles WHERE rolname = 'clerk'"))
		if number == "2" {
			assert.Equal(t, attributes, answers(t, c, "SELECT attribute, rows FROM sparrow.attributes WHERE table_name = 'packs' ORDER BY 1"))
		}
		execute(t, c, "INSERT INTO packs (k, other) VALUES (-1, 'later')")
		// Its history is another one now.
		out, err := program(t, "backup", folder, "--url", r.URL(""))
		require.Error(t, err)
		assert.Regexp(t, `holds backups of another store \(SQLSTATE 55000\)(.|\n)*hint: `, out)
	}
}

// TestBackupWhileWriting backs up under a stream of commits: the backup holds
// those up to one of them, all that were acknowledged before among them.
func TestBackupWhileWriting(t *testing.T) {
	server := harness.Start(t)
	folder := filepath.Join(t.TempDir(), "backup")
	c, writer := connect(t, server.URL("")), connect(t, server.URL(""))
	execute(t, c, "CREATE TABLE packs (k int PRIMARY KEY, v text)")
	execute(t, c, "INSERT INTO packs SELECT 0, 'begin'")
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	acked := 0
	wg.Go(func() {
		for n := 1; ctx.Err() == nil; n++ {
			if _, err := writer.Exec(t.Context(), "INSERT INTO packs VALUES ($1, repeat('x', 500))", n); err != nil {
				t.Error(err)
				return
			}
			acked = n
		}
	})
	var atLeast []string
	for range 4 {
		atLeast = append(atLeast, answers(t, c, "SELECT max(k) FROM packs")...)
		execute(t, c, "BACKUP TO '"+folder+"' WITH (keep = 4)")
	}
	stop()
	wg.Wait()
	for i, least := range atLeast {
		c := connect(t, restoredServer(t, folder, "--backup", strconv.Itoa(i+1)).URL(""))
		var rows, last, low int
		require.NoError(t, c.QueryRow(t.Context(), "SELECT count(*), max(k) FROM packs").Scan(&rows, &last))
		low, err := strconv.Atoi(least)
		require.NoError(t, err)
		assert.Equal(t, last+1, rows, "no hole")
		assert.GreaterOrEqual(t, last, low)
		assert.LessOrEqual(t, last, acked)
	}
}

// TestBackupCancelled ends a backup by a timeout: it is told so, and the next one
// is whole.
func TestBackupCancelled(t *testing.T) {
	server := harness.Start(t)
	folder := filepath.Join(t.TempDir(), "backup")
	c := connect(t, server.URL(""))
	execute(t, c, "CREATE TABLE packs (k int PRIMARY KEY, v text)")
	execute(t, c, "INSERT INTO packs SELECT g, md5(g::text) || md5((g + 1)::text) FROM generate_series(1, 50000) g")
	execute(t, c, "SET statement_timeout = 1")
	_, err := c.Exec(t.Context(), "BACKUP TO '"+folder+"'", pgx.QueryExecModeSimpleProtocol)
	require.ErrorContains(t, err, "statement timeout (SQLSTATE 57014)")
	execute(t, c, "RESET statement_timeout")
	assert.Equal(t, []string{text("cancelled")}, answers(t, c, "SELECT state FROM sparrow.jobs"))
	out, err := program(t, "backup", "--verify", folder)
	require.Error(t, err)
	assert.Contains(t, out, "no backup in the folder")
	execute(t, c, "BACKUP TO '"+folder+"'")
	mustRun(t, "backup", "--verify", folder)

	// Damage is told with its place.
	files, err := filepath.Glob(filepath.Join(folder, "blocks-*"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	content, err := os.ReadFile(files[0])
	require.NoError(t, err)
	content[len(content)/2] ^= 1
	require.NoError(t, os.WriteFile(files[0], content, 0o600))
	for _, args := range [][]string{{"backup", "--verify", folder}, {"restore", folder, "--data", filepath.Join(t.TempDir(), "new")}} {
		out, err := program(t, args...)
		require.Error(t, err)
		assert.Regexp(t, `corrupt data: `+files[0]+` at offset \d+: checksum of block does not match\nhint: `, out)
	}
}

// size is the sum of the sizes of a folder's files.
func size(t *testing.T, dir string) (n int64) {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		info, err := e.Info()
		require.NoError(t, err)
		n += info.Size()
	}
	return n
}

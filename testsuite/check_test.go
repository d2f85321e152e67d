package testsuite

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

// TestCheck damages the log of a killed server in the middle: start refuses the
// folder and names the remedy, check names the place, repair keeps what was
// before and the damaged original, and the folder is served again.
func TestCheck(t *testing.T) {
	server := harness.Start(t)
	conn := connect(t, server.URL(""))
	execute(t, conn, "CREATE TABLE t (k integer PRIMARY KEY)")
	execute(t, conn, "INSERT INTO t (k, v) VALUES (1, 'first')")
	execute(t, conn, "INSERT INTO t (k, v) VALUES (2, 'damage here')")
	execute(t, conn, "INSERT INTO t (k, v) VALUES (3, 'third')")
	run := func(code int, says string, args ...string) {
		t.Helper()
		cmd := exec.Command(harness.Binary(t), args...)
		out, err := cmd.CombinedOutput()
		if code == 0 {
			require.NoError(t, err, string(out))
		} else {
			var status *exec.ExitError
			require.ErrorAs(t, err, &status, string(out))
			assert.Equal(t, code, status.ExitCode())
		}
		assert.Regexp(t, says, string(out))
	}
	run(2, `in use by another process\nhint: stop the server first`, "check", server.Data())
	run(2, `can't be read`, "check", filepath.Join(t.TempDir(), "nowhere"))
	server.Kill(t)
	run(0, `^sound: 1 partition; .* 1 segment of log`, "check", server.Data())

	name := filepath.Join(server.Data(), "wal-00000001")
	content, err := os.ReadFile(name)
	require.NoError(t, err)
	at := bytes.Index(content, []byte("damage here"))
	require.Positive(t, at)
	content[at]++
	require.NoError(t, os.WriteFile(name, content, 0o600))
	run(1, `(?s)wal-00000001 at offset \d+: log frame \d+ is damaged.*hint: .*sparrow check --repair`, "start", "--data", server.Data(), "--listen", "127.0.0.1:0")
	run(1, `(?s)^\S*wal-00000001 at offset \d+: log frame \d+ is damaged, but a good one follows.*\n1 problem: .*hint: .*--repair`, "check", server.Data())
	run(0, `(?s)repairing\n.*log cut: frames from \d+ on are lost; of those behind, \d+ could be read, with \d+ commits.*\nthe damaged originals are in .*\nsound again: `,
		"check", "--repair", server.Data())
	kept, err := filepath.Glob(filepath.Join(server.Data(), "damaged-*", "wal-00000001"))
	require.NoError(t, err)
	require.Len(t, kept, 1)
	original, err := os.ReadFile(kept[0])
	require.NoError(t, err)
	assert.True(t, bytes.Equal(content, original))
	server.Restart(t)
	assert.Equal(t, []string{"1"}, answers(t, connect(t, server.URL("")), "SELECT k FROM t WHERE v = 'first' OR k > 1"))
}

package testsuite

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

// TestStartRefused starts servers that can't: each says why, and what to do.
func TestStartRefused(t *testing.T) {
	server := harness.Start(t)
	other := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(other, "FORMAT"), []byte("sparrow kv/local format 99\n"), 0o600))
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	const anyPort = "127.0.0.1:0"
	for name, c := range map[string]struct{ data, listen, says string }{
		"folder in use":     {server.Data(), anyPort, `in use by another process\nhint: .*--data`},
		"port in use":       {t.TempDir(), server.Addr(), `is in use by another process\nhint: .*--listen`},
		"another version":   {other, anyPort, `(?s)version.*\nhint: `},
		"no folder":         {file, anyPort, `data folder .*file`},
		"nowhere to write":  {"/sys/sparrow-data", anyPort, `/sys/sparrow-data can't be written.*\nhint: `},
		"beyond loopback":   {t.TempDir(), "0.0.0.0:0", `\nhint: .*--allow-plaintext`},
		"not an address":    {t.TempDir(), "nonsense", `not an address\nhint: `},
		"port out of range": {t.TempDir(), "127.0.0.1:99999", `99999`},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(harness.Binary(t), "start", "--data", c.data, "--listen", c.listen)
			timer := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
			defer timer.Stop()
			out, err := cmd.CombinedOutput()
			var status *exec.ExitError
			require.ErrorAs(t, err, &status, string(out))
			assert.Equal(t, 1, status.ExitCode())
			assert.Regexp(t, c.says, string(out))
			assert.NotContains(t, string(out), "goroutine")
		})
	}
	assert.Equal(t, []string{"1"}, answers(t, connect(t, server.URL("")), "SELECT 1"))
}

// TestDrain ends a server by SIGTERM: idle sessions end at once, a transaction
// may still commit, and nobody else gets in.
func TestDrain(t *testing.T) {
	server := harness.Start(t)
	idle, busy := connect(t, server.URL("")), connect(t, server.URL(""))
	execute(t, busy, "CREATE TABLE t (k integer PRIMARY KEY)")
	execute(t, busy, "BEGIN")
	execute(t, busy, "INSERT INTO t VALUES (1)")
	require.NoError(t, syscall.Kill(server.PID(), syscall.SIGTERM))
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", server.Addr())
		if err == nil {
			c.Close()
		}
		return err != nil
	}, 5*time.Second, 10*time.Millisecond, "the port is still served")
	_, err := idle.Exec(t.Context(), "SELECT 1")
	require.Error(t, err)
	execute(t, busy, "INSERT INTO t VALUES (2)")
	execute(t, busy, "COMMIT")
	server.Stop(t)
	server.Restart(t)
	assert.Equal(t, []string{"2"}, answers(t, connect(t, server.URL("")), "SELECT count(*) FROM t"))
}

// TestSecondInterrupt ends a server at once by a second Ctrl-C, and loses nothing
// that was committed.
func TestSecondInterrupt(t *testing.T) {
	server := harness.Start(t)
	busy := connect(t, server.URL(""))
	execute(t, busy, "CREATE TABLE t (k integer PRIMARY KEY)")
	execute(t, busy, "INSERT INTO t VALUES (1)")
	execute(t, busy, "BEGIN")
	execute(t, busy, "INSERT INTO t VALUES (2)")
	began := time.Now()
	for range 2 {
		require.NoError(t, syscall.Kill(server.PID(), syscall.SIGINT))
		time.Sleep(100 * time.Millisecond)
	}
	server.Stop(t)
	assert.Less(t, time.Since(began), 10*time.Second)
	_, err := pgconn.Connect(t.Context(), server.URL(""))
	require.Error(t, err)
	server.Restart(t)
	assert.Equal(t, []string{"1"}, answers(t, connect(t, server.URL("")), "SELECT count(*) FROM t"))
}

package local

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

var backupMiB = flag.Int("backup-mib", 64, "size of the store that BenchmarkBackup copies, in MiB")

// BenchmarkBackup copies a store of incompressible values: as a whole without
// and with reading it back, with nothing new, and back into a data directory.
func BenchmarkBackup(b *testing.B) {
	ctx := context.Background()
	dir := b.TempDir()
	s, err := Open(Options{Dir: filepath.Join(dir, "data"), Logger: quiet(), Sync: SyncNever})
	require.NoError(b, err)
	defer s.Close()
	rng := rand.New(rand.NewSource(1))
	value := make([]byte, 1000)
	for batch := range *backupMiB {
		tx, err := s.Begin(ctx, kv.TxnOptions{})
		require.NoError(b, err)
		for i := range 1 << 20 / len(value) {
			rng.Read(value)
			require.NoError(b, tx.Put(ctx, fmt.Appendf(nil, "%08d", batch<<12+i), value))
		}
		_, err = tx.Commit(ctx)
		require.NoError(b, err)
	}
	n := 0
	run := func(name string, work func(folder string) (kv.BackupInfo, error)) {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				n++
				info, err := work(filepath.Join(dir, fmt.Sprint("backup", n)))
				require.NoError(b, err)
				b.SetBytes(info.Bytes)
			}
		})
	}
	run("copy", func(folder string) (kv.BackupInfo, error) { return s.Backup(ctx, folder, kv.BackupOptions{}) })
	last := filepath.Join(dir, fmt.Sprint("backup", n))
	run("copy and verify", func(folder string) (kv.BackupInfo, error) {
		return s.Backup(ctx, folder, kv.BackupOptions{Verify: true})
	})
	run("nothing new", func(string) (kv.BackupInfo, error) { return s.Backup(ctx, last, kv.BackupOptions{}) })
	run("verify", func(string) (kv.BackupInfo, error) {
		return VerifyBackup(ctx, vfs.ReadOnly, last, func(kv.BackupProgress) {})
	})
	run("restore", func(folder string) (kv.BackupInfo, error) {
		return Restore(ctx, RestoreOptions{Backup: last, Dir: folder})
	})
}

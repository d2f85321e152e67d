package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// backupOptions are the flags of `sparrow backup`.
type backupOptions struct {
	clientOptions
	keep     int
	noVerify bool
	verify   bool
	quiet    bool
}

func backupCommand() *cobra.Command {
	var o backupOptions
	cmd := &cobra.Command{
		Use:   "backup DIR",
		Short: "Back a running server up to a folder of its machine, or verify a backup",
		Long: "Back a running server up, all instances of it, at one moment, to a folder of the server's machine. The server goes on.\n" +
			"A folder that holds an earlier backup of the server gets only what is new. Interrupted, the earlier backup stays, and the\n" +
			"next one goes on where this one ended.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			if o.verify {
				return verifyBackup(ctx, cmd, o, dir)
			}
			return backup(ctx, cmd, o, dir)
		},
	}
	o.register(cmd)
	f := cmd.Flags()
	f.IntVar(&o.keep, "keep", 0, "backups that the folder holds afterwards, older ones are removed; 0 is as last time, 1 at first")
	f.BoolVar(&o.noVerify, "no-verify", false, "don't read the backup back")
	f.BoolVar(&o.verify, "verify", false, "only check the backup in DIR, without a server")
	f.BoolVar(&o.quiet, "quiet", false, "no progress bar")
	cmd.MarkFlagsMutuallyExclusive("verify", "no-verify")
	cmd.MarkFlagsMutuallyExclusive("verify", "keep")
	return cmd
}

// backup has the server do it, and looks on.
func backup(ctx context.Context, cmd *cobra.Command, o backupOptions, dir string) error {
	conn, err := o.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.Background())
	watch, err := o.connect(ctx)
	if err != nil {
		return err
	}
	defer watch.Close(context.Background())
	began := time.Now()
	done := make(chan error, 1)
	var info kv.BackupInfo
	go func() {
		text := fmt.Sprintf("BACKUP TO '%s' WITH (verify = %t", strings.ReplaceAll(dir, "'", "''"), !o.noVerify)
		if o.keep != 0 {
			text += fmt.Sprintf(", keep = %d", o.keep)
		}
		text += ")"
		done <- conn.QueryRow(context.Background(), text, pgx.QueryExecModeSimpleProtocol).
			Scan(&info.Number, &info.TS, &info.Files, &info.Bytes, &info.CopiedBytes, &info.ReusedBytes)
	}()
	if err := watchJob(ctx, conn, watch, done, o.quiet, cmd.ErrOrStderr()); err != nil {
		return clientError(err)
	}
	verified := ", verified"
	if o.noVerify {
		verified = ""
	}
	fmt.Fprintf(cmd.OutOrStdout(), "backup %d in %s: %d files, %s at timestamp %d; %s copied, %s were there%s, in %.1f s\n", info.Number, dir,
		info.Files, sizeText(info.Bytes), info.TS, sizeText(info.CopiedBytes), sizeText(info.ReusedBytes), verified, time.Since(began).Seconds())
	return nil
}

// watchJob shows the progress of the backup that conn runs until it is done. When
// ctx ends it has the server cancel it.
func watchJob(ctx context.Context, conn, watch *pgx.Conn, done <-chan error, quiet bool, w io.Writer) error {
	bar := newPhaseBar(quiet, w)
	defer bar.clear()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	interrupted := ctx.Done()
	for {
		select {
		case err := <-done:
			return err
		case <-interrupted:
			interrupted = nil
			if err := conn.PgConn().CancelRequest(context.Background()); err != nil {
				return errors.Join(ctx.Err(), err)
			}
		case <-tick.C:
			var p kv.BackupProgress
			err := watch.QueryRow(ctx, "SELECT state, done, coalesce(total, 0) FROM sparrow.jobs WHERE pid = $1 AND finished_at IS NULL", conn.PgConn().PID()).
				Scan(&p.Phase, &p.Done, &p.Total)
			if err == nil {
				bar.show(p)
			} else if !errors.Is(err, pgx.ErrNoRows) {
				tick.Stop() // without a bar, then
			}
		}
	}
}

// verifyBackup checks a backup without a server.
func verifyBackup(ctx context.Context, cmd *cobra.Command, o backupOptions, dir string) error {
	bar := newPhaseBar(o.quiet, cmd.ErrOrStderr())
	began := time.Now()
	info, err := local.VerifyBackup(ctx, vfs.ReadOnly, dir, bar.show)
	bar.clear()
	if err != nil {
		return explainBackup(err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "backup %d in %s is whole: %d files, %s at timestamp %d, in %.1f s\n", info.Number, dir,
		info.Files, sizeText(info.Bytes), info.TS, time.Since(began).Seconds())
	return nil
}

// explainBackup says what to do about a backup that can't be used.
func explainBackup(err error) error {
	plain := errors.New(strings.ReplaceAll(err.Error(), "kv: ", ""))
	switch {
	case errors.Is(err, kv.ErrNoBackup):
		return withHint(plain, "name the folder that was given to sparrow backup, and a backup that is in it")
	case errors.Is(err, kv.ErrVersion):
		return withHint(plain, "use the version of sparrow that made the backup, or a newer one that knows it")
	case errors.Is(err, kv.ErrCorrupt):
		return withHint(plain, "another backup of the same server mends the folder, as far as the server still has the same files; or use another folder")
	}
	return plain
}

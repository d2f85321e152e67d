package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local"
)

// restoreOptions are the flags of `sparrow restore`.
type restoreOptions struct {
	data   string
	number uint64
	quiet  bool
}

func restoreCommand() *cobra.Command {
	var o restoreOptions
	cmd := &cobra.Command{
		Use:   "restore DIR --data NEWDIR",
		Short: "Make a new data folder from a backup",
		Args:  cobra.ExactArgs(1),
		RunE:  func(cmd *cobra.Command, args []string) error { return restore(cmd, o, args[0]) },
	}
	f := cmd.Flags()
	f.StringVar(&o.data, "data", "", "data folder to make; it is absent or empty")
	f.Uint64Var(&o.number, "backup", 0, "number of the backup; 0 is the newest in DIR")
	f.BoolVar(&o.quiet, "quiet", false, "no progress bar")
	cmd.MarkFlagRequired("data")
	return cmd
}

func restore(cmd *cobra.Command, o restoreOptions, dir string) error {
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	bar := newPhaseBar(o.quiet, cmd.ErrOrStderr())
	began := time.Now()
	info, err := local.Restore(ctx, local.RestoreOptions{Backup: filepath.Clean(dir), Number: o.number, Dir: filepath.Clean(o.data), Progress: bar.show})
	bar.clear()
	switch {
	case errors.Is(err, kv.ErrInvalid):
		return withHint(fmt.Errorf("data folder %s is not empty", o.data), "name a folder that is not there yet: --data NEWDIR")
	case errors.Is(err, kv.ErrStoreInUse):
		return explainOpen(err, o.data)
	case err != nil:
		return explainBackup(err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "restored backup %d at timestamp %d into %s: %d files, %s, in %.1f s\nserve it with: sparrow start --data %s\n",
		info.Number, info.TS, o.data, info.Files, sizeText(info.Bytes), time.Since(began).Seconds(), o.data)
	return nil
}

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local"
)

// checkOptions are the flags of `sparrow check`.
type checkOptions struct {
	repair bool
	quiet  bool
}

func checkCommand() *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check DIR",
		Short: "Verify a data folder that no server has open, and salvage what can be",
		Long: "Verify a data folder: the manifest, every block, every record of the log. Problems are printed one a line, then what was\n" +
			"looked at. The exit code is 0 if all is sound, 1 if there are problems, 2 if the folder can't be looked at.\n" +
			"With --repair, what is damaged is taken out, so that the folder can be served again: the log ends before its first damage,\n" +
			"blocks that can't be read are dropped. What that loses is printed; the damaged originals are kept in DIR/damaged-….",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return check(cmd, o, args[0]) },
	}
	f := cmd.Flags()
	f.BoolVar(&o.repair, "repair", false, "take out what is damaged")
	f.BoolVar(&o.quiet, "quiet", false, "no progress bar")
	return cmd
}

// exitError ends the program with a code of its own.
type exitError struct {
	error
	code int
}

func (e *exitError) Unwrap() error { return e.error }

func check(cmd *cobra.Command, o checkOptions, dir string) error {
	out := cmd.OutOrStdout()
	sum, err := o.verify(cmd, dir, "checking", local.Check)
	if err != nil {
		return &exitError{explainCheck(err, dir), 2}
	}
	if sum.Problems == 0 {
		fmt.Fprintf(out, "sound: %s\n", describeCheck(sum))
		return nil
	}
	if !o.repair {
		fmt.Fprintf(out, "%s: %s\n", plural(sum.Problems, "problem"), describeCheck(sum))
		return withHint(fmt.Errorf("data folder %s is damaged", dir), "restore it from a backup, or salvage what can be: sparrow check --repair %s", dir)
	}
	fmt.Fprintf(out, "%s: %s\n\nrepairing\n", plural(sum.Problems, "problem"), describeCheck(sum))
	repaired, err := o.verify(cmd, dir, "repairing", local.Repair)
	if repaired.Saved != "" {
		fmt.Fprintf(out, "the damaged originals are in %s\n", repaired.Saved)
	}
	switch {
	case errors.Is(err, kv.ErrCorrupt):
		return err
	case err != nil:
		return &exitError{explainCheck(err, dir), 2}
	}
	fmt.Fprintln(out)
	sum, err = o.verify(cmd, dir, "checking", local.Check)
	switch {
	case err != nil:
		return &exitError{explainCheck(err, dir), 2}
	case sum.Problems > 0:
		return fmt.Errorf("data folder %s still has %s", dir, plural(sum.Problems, "problem"))
	}
	fmt.Fprintf(out, "sound again: %s\n", describeCheck(sum))
	return nil
}

// verify runs Check or Repair with a progress bar, if there is somebody to see
// it, and prints what it reports.
func (o checkOptions) verify(cmd *cobra.Command, dir, doing string, run func(local.Options, func(local.Problem)) (local.CheckSummary, error)) (local.CheckSummary, error) {
	var bar *progressbar.ProgressBar
	opts := local.Options{Dir: dir, Codec: &rowenc.ColumnCodec{}, Logger: slog.New(slog.DiscardHandler)}
	if !o.quiet && isTerminal(cmd.ErrOrStderr()) {
		opts.Progress = func(done, total int64) {
			if bar == nil {
				bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(cmd.ErrOrStderr()), progressbar.OptionShowBytes(true),
					progressbar.OptionSetDescription(doing), progressbar.OptionThrottle(100*time.Millisecond),
					progressbar.OptionSetWidth(30), progressbar.OptionClearOnFinish())
			}
			_ = bar.Set64(done) // a bar that can't be drawn stops nothing
		}
	}
	sum, err := run(opts, func(p local.Problem) {
		if bar != nil {
			_ = bar.Clear()
		}
		if p.Harmless {
			fmt.Fprintf(cmd.OutOrStdout(), "harmless: %s\n", p)
		} else {
			fmt.Fprintln(cmd.OutOrStdout(), p)
		}
	})
	if bar != nil {
		_ = bar.Finish()
	}
	return sum, err
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// describeCheck says what was looked at.
func describeCheck(s local.CheckSummary) string {
	text := fmt.Sprintf("%s; %s in %s, %s rows, %s; %s of log with %s and %s, %s",
		plural(s.Partitions, "partition"), plural(s.Blocks, "block"), plural(s.BlockFiles, "file"), fmt.Sprint(s.Rows), byteText(s.BlockBytes),
		plural(s.Segments, "segment"), plural(s.Frames, "frame"), plural(s.Commits, "commit"), byteText(s.LogBytes))
	if s.Orphans > 0 {
		text += fmt.Sprintf("; %s left over, %s", plural(s.Orphans, "file"), byteText(s.OrphanBytes))
	}
	return text
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// byteText is a size in the unit that fits.
func byteText(n int64) string {
	value, unit := float64(n), 0
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	for value >= 1024 && unit < len(units)-1 {
		value /= 1024
		unit++
	}
	if unit == 0 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f %s", value, units[unit])
}

// explainCheck says what to do about a folder that can't be looked at.
func explainCheck(err error, dir string) error {
	switch {
	case errors.Is(err, kv.ErrStoreInUse):
		return withHint(fmt.Errorf("data folder %s is in use by another process", dir), "stop the server first")
	case errors.Is(err, kv.ErrVersion):
		return withHint(err, "use the version of sparrow that wrote the folder")
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("data folder %s can't be read: %w", dir, err)
	}
	return err
}

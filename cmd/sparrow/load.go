package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
)

// loadOptions are the flags of `sparrow load`.
type loadOptions struct {
	clientOptions
	table      string
	format     string
	onConflict string
	batchRows  int
	quiet      bool
}

func loadCommand() *cobra.Command {
	var o loadOptions
	cmd := &cobra.Command{
		Use:   "load --table TABLE FILE",
		Short: "Load a file of rows into a table, each attribute by its name",
		Long: "Load a file of rows into a table: JSON lines, csv or tsv with a header line, also compressed (.gz, .zst); - is standard input.\n" +
			"Rows are committed batch by batch, so that what was reported as loaded is there whatever happens afterwards.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return load(cmd, o, args[0]) },
	}
	o.register(cmd)
	f := cmd.Flags()
	f.StringVar(&o.table, "table", "", "table to load into")
	f.StringVar(&o.format, "format", "", "jsonl, csv or tsv; by default what the file's name says")
	f.StringVar(&o.onConflict, "on-conflict", "error", "for keys that exist: error, nothing (keep the row there) or replace")
	f.IntVar(&o.batchRows, "batch-rows", 2000, "rows per transaction")
	f.BoolVar(&o.quiet, "quiet", false, "no progress bar")
	cmd.MarkFlagRequired("table")
	return cmd
}

func load(cmd *cobra.Command, o loadOptions, path string) error {
	if o.batchRows < 1 {
		return fmt.Errorf("--batch-rows %d: at least 1", o.batchRows)
	}
	ctx := cmd.Context()
	conn, err := o.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	shape, err := describeTable(ctx, conn, o.table)
	if err != nil {
		return err
	}
	in, err := openInput(path, o.format)
	if err != nil {
		return err
	}
	defer in.Close()
	l := &loader{o: o, conn: conn, shape: shape, started: time.Now(), bar: newBar(in.size, o.quiet, cmd.ErrOrStderr())}
	in.progress = l.bar
	rows, err := newRowReader(in, shape)
	if err != nil {
		return err
	}
	if err := l.run(ctx, rows); err != nil {
		return fmt.Errorf("%w\n  %d rows before this batch are loaded", err, l.rows)
	}
	l.bar.Finish()
	fmt.Fprintln(cmd.OutOrStdout(), l.summary())
	return nil
}

func newBar(size int64, quiet bool, w io.Writer) *progressbar.ProgressBar {
	if quiet {
		w = io.Discard
	}
	return progressbar.NewOptions64(size, progressbar.OptionSetWriter(w), progressbar.OptionShowBytes(true),
		progressbar.OptionSetDescription("loading"), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetWidth(30), progressbar.OptionClearOnFinish())
}

// loader sends rows in batches.
type loader struct {
	o       loadOptions
	conn    *pgx.Conn
	shape   *tableShape
	started time.Time
	bar     *progressbar.ProgressBar
	rows    int64
	attrs   int64
}

func (l *loader) run(ctx context.Context, rows rowReader) error {
	batch := make([]*inputRow, 0, l.o.batchRows)
	for {
		row, err := rows.next()
		if err != nil && err != io.EOF {
			return err
		}
		if row != nil {
			batch = append(batch, row)
		}
		if len(batch) == l.o.batchRows || err == io.EOF && len(batch) > 0 {
			if err := l.send(ctx, batch); err != nil {
				return fmt.Errorf("lines %d to %d: %w", batch[0].line, batch[len(batch)-1].line, clientError(err))
			}
			batch = batch[:0]
		}
		if err == io.EOF {
			return nil
		}
	}
}

func (l *loader) send(ctx context.Context, batch []*inputRow) error {
	var err error
	if l.o.onConflict == "error" {
		err = l.copy(ctx, batch)
	} else {
		err = l.upsert(ctx, batch)
	}
	if err != nil {
		return err
	}
	for _, r := range batch {
		l.rows++
		l.attrs += int64(r.attrs)
	}
	return nil
}

// copy sends a batch by COPY, the fastest way in.
func (l *loader) copy(ctx context.Context, batch []*inputRow) error {
	var data bytes.Buffer
	for _, r := range batch {
		for i, v := range r.values {
			if i > 0 {
				data.WriteByte('\t')
			}
			if v == nil {
				data.WriteString(`\N`)
			} else {
				copyEscape.WriteString(&data, *v)
			}
		}
		data.WriteByte('\n')
	}
	_, err := l.conn.PgConn().CopyFrom(ctx, &data, "COPY "+l.shape.quoted()+" ("+strings.Join(l.shape.columns(), ", ")+") FROM STDIN")
	return err
}

var copyEscape = strings.NewReplacer("\\", `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

// parametersMax is how many parameters one statement may have.
const parametersMax = 65535

// upsert sends a batch by INSERT … ON CONFLICT, in one transaction.
func (l *loader) upsert(ctx context.Context, batch []*inputRow) error {
	cols := l.shape.columns()
	var action string
	switch l.o.onConflict {
	case "nothing":
		action = "NOTHING"
	case "replace":
		var set []string
		for _, c := range cols[len(l.shape.key):] {
			set = append(set, c+" = excluded."+c)
		}
		action = "UPDATE SET " + strings.Join(set, ", ")
	default:
		return fmt.Errorf("--on-conflict %q: use error, nothing or replace", l.o.onConflict)
	}
	tx, err := l.conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	for len(batch) > 0 {
		part := batch[:min(len(batch), parametersMax/len(cols))]
		batch = batch[len(part):]
		var text strings.Builder
		text.WriteString("INSERT INTO " + l.shape.quoted() + " (" + strings.Join(cols, ", ") + ") VALUES ")
		args := make([]any, 0, len(part)*len(cols))
		for i, r := range part {
			if i > 0 {
				text.WriteString(", ")
			}
			text.WriteByte('(')
			for j, v := range r.values {
				if j > 0 {
					text.WriteString(", ")
				}
				args = append(args, v)
				fmt.Fprintf(&text, "$%d", len(args))
			}
			text.WriteByte(')')
		}
		text.WriteString(" ON CONFLICT (" + strings.Join(cols[:len(l.shape.key)], ", ") + ") DO " + action)
		if _, err := tx.Exec(ctx, text.String(), append([]any{pgx.QueryExecModeExec}, args...)...); err != nil {
			return err
		}
	}
	return tx.Commit(ctx)
}

func (l *loader) summary() string {
	took := time.Since(l.started)
	rate := float64(l.rows) / max(took.Seconds(), 0.001)
	return fmt.Sprintf("loaded %d rows with %d attributes in %.1f s (%.0f rows/s)", l.rows, l.attrs, took.Seconds(), rate)
}

// openInput opens a file, or standard input for "-".
func openInput(path, format string) (*input, error) {
	in := &input{format: format, size: -1, file: os.Stdin}
	name := path
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		in.file = f
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			in.size = info.Size()
		}
	}
	return in, in.decompress(name)
}

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"
)

// exportOptions are the flags of `sparrow export`.
type exportOptions struct {
	clientOptions
	table, format string
}

func exportCommand() *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export --table TABLE [FILE]",
		Short: "Write a table to a file or standard output, in key order",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if len(args) == 0 || args[0] == "-" {
				return export(cmd.Context(), o, out)
			}
			f, err := os.Create(args[0])
			if err != nil {
				return err
			}
			if err := export(cmd.Context(), o, f); err != nil {
				f.Close()
				return err
			}
			return f.Close()
		},
	}
	o.register(cmd)
	cmd.Flags().StringVar(&o.table, "table", "", "table to export")
	cmd.Flags().StringVar(&o.format, "format", "jsonl", "jsonl, csv or tsv")
	cmd.MarkFlagRequired("table")
	return cmd
}

func export(ctx context.Context, o exportOptions, w io.Writer) error {
	conn, err := o.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	shape, err := describeTable(ctx, conn, o.table)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<20)
	switch o.format {
	case "jsonl":
		err = exportJSON(ctx, conn, shape, out)
	case "csv":
		_, err = conn.PgConn().CopyTo(ctx, out, "COPY "+shape.quoted()+" TO STDOUT (FORMAT csv, HEADER)")
	case "tsv":
		_, err = conn.PgConn().CopyTo(ctx, out, "COPY "+shape.quoted()+" TO STDOUT (FORMAT csv, HEADER, DELIMITER E'\\t')")
	default:
		return fmt.Errorf("--format %q: use jsonl, csv or tsv", o.format)
	}
	if err != nil {
		return clientError(err)
	}
	return out.Flush()
}

// exportJSON writes one object a row: key columns, declared attributes that
// are there, and all free ones.
func exportJSON(ctx context.Context, conn *pgx.Conn, shape *tableShape, out *bufio.Writer) error {
	var pairs []string
	for _, c := range append(append([]string{}, shape.key...), shape.declared...) {
		pairs = append(pairs, "'"+strings.ReplaceAll(c, "'", "''")+"', "+pgx.Identifier{c}.Sanitize())
	}
	query := "SELECT jsonb_strip_nulls(jsonb_build_object(" + strings.Join(pairs, ", ") + ")) || _attributes FROM " + shape.quoted()
	rows, err := conn.Query(ctx, query, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		out.Write(rows.RawValues()[0])
		if err := out.WriteByte('\n'); err != nil {
			return err
		}
	}
	return rows.Err()
}

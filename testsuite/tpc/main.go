// Command tpc makes the data of TPC-H and of a part of TPC-DS, loads it into a
// server, and compares how long Sparrow and PostgreSQL take for the queries:
//
//	tpc files -suite h -scale 0.1 -dir /tmp/tpch
//	tpc load  -suite h -scale 0.1 -url postgres://…
//	tpc bench -suite h -scale 0.1 -sparrow postgres://… -postgres postgres://…
//
// bench loads what is missing; -runs, -timeout and -only say how often, how long at
// most, and which queries.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sparrowdb/sparrow/testsuite/tpc/dataset"
)

// options are the flags; each command reads those that concern it.
type options struct {
	suite                       *dataset.Suite
	scale                       float64
	dir, url, sparrow, postgres string
	only                        string
	runs                        int
	timeout                     time.Duration
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "tpc:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	commands := map[string]func(context.Context, *options, io.Writer) error{"files": files, "load": load, "bench": bench}
	if len(args) == 0 || commands[args[0]] == nil {
		return errors.New("usage: tpc files|load|bench [flags]")
	}
	var o options
	f := flag.NewFlagSet("tpc "+args[0], flag.ContinueOnError)
	suite := f.String("suite", "h", "h or ds")
	f.Float64Var(&o.scale, "scale", 0.01, "scale factor: 1 is about a gigabyte")
	f.StringVar(&o.dir, "dir", ".", "files: the folder to write to")
	f.StringVar(&o.url, "url", "", "load: the server")
	f.StringVar(&o.sparrow, "sparrow", "", "bench: Sparrow")
	f.StringVar(&o.postgres, "postgres", "", "bench: PostgreSQL")
	f.StringVar(&o.only, "only", "", "bench: a regular expression over the queries' names")
	f.IntVar(&o.runs, "runs", 3, "bench: how often each query runs; the median counts")
	f.DurationVar(&o.timeout, "timeout", time.Minute, "bench: when a query is given up")
	if err := f.Parse(args[1:]); err != nil {
		return err
	}
	if o.suite = dataset.Find(*suite); o.suite == nil {
		return fmt.Errorf("there is no suite %q: h or ds", *suite)
	}
	return commands[args[0]](ctx, &o, out)
}

// files writes schema.sql and a file a table, in COPY's text format.
func files(_ context.Context, o *options, out io.Writer) error {
	if err := os.MkdirAll(o.dir, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(o.dir, "schema.sql"), []byte(o.suite.Schema()), 0o666); err != nil {
		return err
	}
	for _, t := range o.suite.Tables {
		f, err := os.Create(filepath.Join(o.dir, t.Name+".tsv"))
		if err != nil {
			return err
		}
		rows, err := t.Write(f, o.scale)
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: %d rows\n", t.Name, rows)
	}
	return nil
}

func load(ctx context.Context, o *options, out io.Writer) error {
	c, err := pgconn.Connect(ctx, o.url)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	return loadInto(ctx, o, c, "the server", out)
}

func loadInto(ctx context.Context, o *options, c *pgconn.PgConn, name string, out io.Writer) error {
	began := time.Now()
	rows, err := o.suite.Load(ctx, c, o.scale)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "loaded %d rows into %s in %.1f s\n", rows, name, time.Since(began).Seconds())
	return nil
}

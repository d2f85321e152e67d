package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"
)

// benchOptions are the flags of `sparrow bench`.
type benchOptions struct {
	clientOptions
	against string
	rows    int
	clients int
	seconds float64
}

func benchCommand() *cobra.Command {
	var o benchOptions
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure point gets and durable inserts, also beside a PostgreSQL server in the same run",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return bench(cmd.Context(), o, cmd.OutOrStdout()) },
	}
	o.register(cmd)
	f := cmd.Flags()
	f.StringVar(&o.against, "against", "", "URL of a second server to measure in turn")
	f.IntVar(&o.rows, "rows", 100_000, "rows of the table")
	f.IntVar(&o.clients, "clients", 16, "connections")
	f.Float64Var(&o.seconds, "seconds", 5, "length of each measurement")
	return cmd
}

// workload is one thing to measure: what a connection does over and over.
type workload struct {
	name string
	run  func(ctx context.Context, c *pgx.Conn, o benchOptions, client, n int) error
}

var workloads = []workload{
	{"point get, prepared", func(ctx context.Context, c *pgx.Conn, o benchOptions, _, _ int) error {
		var v string
		return c.QueryRow(ctx, "SELECT v FROM sparrow_bench WHERE k = $1", int64(rand.IntN(o.rows))).Scan(&v)
	}},
	{"point get, simple protocol", func(ctx context.Context, c *pgx.Conn, o benchOptions, _, _ int) error {
		var v string
		return c.QueryRow(ctx, "SELECT v FROM sparrow_bench WHERE k = $1", pgx.QueryExecModeSimpleProtocol, int64(rand.IntN(o.rows))).Scan(&v)
	}},
	{"durable insert", func(ctx context.Context, c *pgx.Conn, o benchOptions, client, n int) error {
		_, err := c.Exec(ctx, "INSERT INTO sparrow_bench (k, v) VALUES ($1, $2)", rand.Int64()|1<<40, "a value of some length, as rows have")
		return err
	}},
}

func bench(ctx context.Context, o benchOptions, w io.Writer) error {
	urls := []string{o.url}
	if o.against != "" {
		urls = append(urls, o.against)
	}
	for _, url := range urls {
		if err := prepareBench(ctx, url, o); err != nil {
			return clientError(err)
		}
	}
	table := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "workload\tserver\top/s\tp50 µs\tp99 µs")
	for _, work := range workloads {
		for _, url := range urls {
			rate, p50, p99, err := measure(ctx, url, o, work)
			if err != nil {
				return fmt.Errorf("%s: %w", work.name, clientError(err))
			}
			fmt.Fprintf(table, "%s @%d\t%s\t%.0f\t%d\t%d\n", work.name, o.clients, url, rate, p50.Microseconds(), p99.Microseconds())
		}
	}
	return table.Flush()
}

// prepareBench makes and fills the table.
func prepareBench(ctx context.Context, url string, o benchOptions) error {
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, "DROP TABLE IF EXISTS sparrow_bench"); err != nil {
		return err
	}
	if _, err := c.Exec(ctx, "CREATE TABLE sparrow_bench (k bigint PRIMARY KEY, v text)"); err != nil {
		return err
	}
	r, w := io.Pipe()
	go func() {
		for k := range o.rows {
			fmt.Fprintf(w, "%d\tvalue of row %d, which is about as long as values are\n", k, k)
		}
		w.Close()
	}()
	_, err = c.PgConn().CopyFrom(ctx, r, "COPY sparrow_bench (k, v) FROM STDIN")
	return err
}

// measure runs a workload on all connections and returns its rate and two
// latencies.
func measure(ctx context.Context, url string, o benchOptions, work workload) (rate float64, p50, p99 time.Duration, err error) {
	conns := make([]*pgx.Conn, o.clients)
	for i := range conns {
		if conns[i], err = pgx.Connect(ctx, url); err != nil {
			return 0, 0, 0, err
		}
		defer conns[i].Close(ctx)
	}
	var stop atomic.Bool
	var wg sync.WaitGroup
	times := make([][]time.Duration, o.clients)
	errs := make([]error, o.clients)
	start := time.Now()
	for i, c := range conns {
		wg.Go(func() {
			for n := 0; !stop.Load(); n++ {
				begin := time.Now()
				if errs[i] = work.run(ctx, c, o, i, n); errs[i] != nil {
					return
				}
				times[i] = append(times[i], time.Since(begin))
			}
		})
	}
	time.Sleep(time.Duration(o.seconds * float64(time.Second)))
	stop.Store(true)
	wg.Wait()
	took := time.Since(start)
	for _, e := range errs {
		if e != nil {
			return 0, 0, 0, e
		}
	}
	all := slices.Concat(times...)
	if len(all) == 0 {
		return 0, 0, 0, fmt.Errorf("nothing was done in %s", took)
	}
	slices.Sort(all)
	return float64(len(all)) / took.Seconds(), all[len(all)/2], all[len(all)*99/100], nil
}

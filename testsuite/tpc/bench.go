package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// side is a server that is measured. pid is 0 if its process is not to be seen.
type side struct {
	name string
	conn *pgconn.PgConn
	pid  int
}

// timing is the median of a query's runs; failed says why there is none.
type timing struct {
	wall, cpu time.Duration
	failed    string
}

// bench runs each query on both servers in turn, and prints a line for each.
func bench(ctx context.Context, o *options, out io.Writer) error {
	only, err := regexp.Compile(o.only)
	if err != nil {
		return err
	}
	sides := []*side{{name: "Sparrow"}, {name: "PostgreSQL"}}
	for i, url := range []string{o.sparrow, o.postgres} {
		s := sides[i]
		if s.conn, err = pgconn.Connect(ctx, url); err != nil {
			return err
		}
		defer s.conn.Close(ctx)
		if err := s.prepare(ctx, o, out); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	sides[0].pid = listener(sides[0].conn.Conn().RemoteAddr())
	fmt.Fprintf(out, "%-6s %12s %12s %8s %12s\n", "query", "Sparrow", "PostgreSQL", "ratio", "Sparrow CPU")
	logs, compared := 0.0, 0
	for _, q := range o.suite.Queries() {
		if !only.MatchString(q.Name) {
			continue
		}
		ours, theirs := measure(ctx, o, sides, q.SQL)
		if ours.failed != "" || theirs.failed != "" {
			fmt.Fprintf(out, "%-6s %12s %12s %8s %12s %s\n", q.Name, ours, theirs, "", "", ours.failed)
			continue
		}
		ratio := ours.wall.Seconds() / theirs.wall.Seconds()
		logs, compared = logs+math.Log(ratio), compared+1
		fmt.Fprintf(out, "%-6s %12s %12s %8.2f %12s\n", q.Name, ours, theirs, ratio, milliseconds(ours.cpu))
	}
	if compared > 0 {
		fmt.Fprintf(out, "geometric mean of %d ratios: %.2f\n", compared, math.Exp(logs/float64(compared)))
	}
	return ctx.Err()
}

// prepare loads the data if it is not there.
func (s *side) prepare(ctx context.Context, o *options, out io.Writer) error {
	there, err := s.conn.Exec(ctx, "SELECT 1 FROM pg_catalog.pg_tables WHERE tablename = '"+o.suite.Tables[0].Name+"'").ReadAll()
	if err != nil {
		return err
	}
	if len(there[0].Rows) == 0 {
		if err := loadInto(ctx, o, s.conn, s.name, out); err != nil {
			return err
		}
	}
	_, err = s.conn.Exec(ctx, fmt.Sprintf("SET statement_timeout = %d", o.timeout.Milliseconds())).ReadAll()
	return err
}

// measure runs a query -runs times on each side in turn. A side that fails is left
// alone.
func measure(ctx context.Context, o *options, sides []*side, sql string) (ours, theirs timing) {
	walls, cpus := make([][]time.Duration, len(sides)), make([][]time.Duration, len(sides))
	result := make([]timing, len(sides))
	for range o.runs {
		for i, s := range sides {
			if result[i].failed != "" {
				continue
			}
			cpu, began := cpuOf(s.pid), time.Now()
			if _, err := s.conn.Exec(ctx, sql).ReadAll(); err != nil {
				result[i].failed = err.Error()
				continue
			}
			walls[i], cpus[i] = append(walls[i], time.Since(began)), append(cpus[i], cpuOf(s.pid)-cpu)
		}
	}
	for i := range result {
		result[i].wall, result[i].cpu = median(walls[i]), median(cpus[i])
	}
	return result[0], result[1]
}

func median(list []time.Duration) time.Duration {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[len(list)/2]
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}

// String is the time, or that there is none.
func (t timing) String() string {
	if t.failed != "" {
		return "failed"
	}
	return milliseconds(t.wall)
}

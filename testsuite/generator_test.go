package testsuite

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
	"github.com/sparrowdb/sparrow/testsuite/querygen"
)

var (
	genDuration = flag.Duration("gen-duration", durationFrom("GEN_DURATION", 20*time.Second), "how long TestGenerated and TestTernary make queries; GEN_DURATION in the environment is the default")
	genSeed     = flag.Uint64("gen-seed", 1, "where the random queries begin")
	genWindows  = flag.Bool("gen-windows", true, "make window functions")
	genKeep     = flag.String("gen-keep", "", "a folder to write shrunk differences to, as SQL")
	genStop     = flag.Int("gen-stop", 20, "differences to shrink before the end")
)

func durationFrom(name string, otherwise time.Duration) time.Duration {
	if d, err := time.ParseDuration(os.Getenv(name)); err == nil {
		return d
	}
	return otherwise
}

const (
	// schemaCases are played before the tables are made anew.
	schemaCases = 100
	shrinkTime  = 20 * time.Second
	// genSettings hold for both servers.
	genSettings = "SET statement_timeout = '4s'; SET TIME ZONE 'UTC'; SET client_min_messages = error"
)

// TestGenerated plays random queries on Sparrow and on PostgreSQL 15 and compares
// the answers.
func TestGenerated(t *testing.T) {
	if os.Getenv("PG_URL") == "" {
		t.Skip("PG_URL names no PostgreSQL server; testsuite/run starts one")
	}
	server := harness.Start(t)
	database := fmt.Sprintf("gen_%d", os.Getpid())
	admin := newRunner(t, nil, variant{}, database)
	admin.admin("DROP DATABASE IF EXISTS "+database, "CREATE DATABASE "+database)
	defer admin.admin("DROP DATABASE " + database + " WITH (FORCE)")
	pg, err := url.Parse(os.Getenv("PG_URL"))
	require.NoError(t, err)
	pg.Path = "/" + database
	run := &genRun{t: t, seen: map[string]int{}, counts: map[querygen.Verdict]int{}, refused: map[string]int{}, errors: map[string]int{}, example: map[string]string{}}
	run.duel = &querygen.Duel{
		Ours:   reconnecting(t, func() string { return server.URL("") }),
		Theirs: reconnecting(t, func() string { return pg.String() }),
	}
	defer run.close()
	config := querygen.Config{Windows: *genWindows}
	config.NoTypes = run.unknownTypes()
	config.Without = run.unknown(querygen.New(0, config))
	run.play(config)
	run.report()
}

// reconnecting gives a connection, a new one if the last was lost.
func reconnecting(t *testing.T, address func() string) func() *pgconn.PgConn {
	var c *pgconn.PgConn
	t.Cleanup(func() {
		if c != nil {
			c.Close(context.Background())
		}
	})
	return func() *pgconn.PgConn {
		if c == nil || c.IsClosed() {
			var err error
			c, err = pgconn.Connect(context.Background(), address())
			require.NoError(t, err)
			_, err = c.Exec(context.Background(), genSettings).ReadAll()
			require.NoError(t, err)
		}
		return c
	}
}

type genRun struct {
	t       *testing.T
	duel    *querygen.Duel
	counts  map[querygen.Verdict]int
	wrong   int
	refused map[string]int
	seen    map[string]int // differences by what tells them apart
	shrunk  int
	errors  map[string]int
	example map[string]string
}

func (r *genRun) close() {
	r.duel.Ours().Close(context.Background())
	r.duel.Theirs().Close(context.Background())
}

// unknownTypes finds the types that Sparrow has no columns of.
func (r *genRun) unknownTypes() map[querygen.Type]bool {
	list := map[querygen.Type]bool{}
	for _, ty := range querygen.Types {
		table := &querygen.Table{Name: "probe", Keys: 1, Columns: []querygen.Column{{Name: "k", Type: "int4"}, {Name: "x", Type: ty}}, Rows: [][]string{{"1", "NULL"}}}
		c := &querygen.Case{Tables: []*querygen.Table{table}, Statements: []*querygen.Node{{Text: []string{"SELECT NULL::" + string(ty) + ", x FROM probe"}}}}
		if result := r.duel.Play(c); result.Verdict != querygen.Same {
			r.refused[result.Ours.Message]++
			list[ty] = true
		}
	}
	return list
}

// unknown plays a sample of each production and finds those that are not the
// same: the queries that follow do without.
func (r *genRun) unknown(g *querygen.Generator) map[string]bool {
	list := map[string]bool{}
	for _, s := range g.Samples() {
		c := &querygen.Case{Strict: true, Statements: []*querygen.Node{{Text: []string{s.SQL}}}}
		if list[s.Line] {
			continue
		}
		result := r.duel.Play(c)
		switch {
		case result.Theirs.Code != "" && result.Theirs.Code[:2] == "42":
			r.t.Errorf("PostgreSQL doesn't know the production %s: %v", s.Line, result.Theirs)
			list[s.Line] = true
		case result.Verdict == querygen.Refused:
			r.refused[result.Ours.Message]++
			list[s.Line] = true
		case result.Verdict > querygen.SameError:
			r.t.Errorf("%s: %v", s.Line, result)
			list[s.Line] = true
		}
	}
	return list
}

func (r *genRun) play(config querygen.Config) {
	end := time.Now().Add(*genDuration)
	for seed := *genSeed; time.Now().Before(end); seed++ {
		g := querygen.New(seed, config)
		g.NewSchema()
		r.duel.OwnSetup = ownSetup(seed, g.Tables)
		for i := 0; i < schemaCases && time.Now().Before(end); i++ {
			c := g.Next()
			result := r.duel.Play(c)
			r.counts[result.Verdict]++
			if c.Wrong {
				r.wrong++
			}
			if result.Theirs.Code != "" {
				r.errors[result.Theirs.Code]++
				r.example[result.Theirs.Code] = result.Theirs.Message
			}
			if result.Verdict == querygen.Refused {
				r.refused[result.Signature]++
			}
			if result.Verdict == querygen.TimedOut {
				r.t.Logf("seed %d: %v", seed, result)
			}
			if result.Verdict < querygen.Slow {
				continue
			}
			r.different(seed, i, c, result)
			if r.shrunk >= *genStop {
				return
			}
		}
	}
}

// different shrinks a case and shows it.
func (r *genRun) different(seed uint64, number int, c *querygen.Case, first *querygen.Result) {
	same := func(c *querygen.Case) bool {
		now := r.duel.Play(c)
		return now.Verdict == first.Verdict && now.Signature == first.Signature
	}
	if !same(c) {
		if first.Verdict == querygen.Slow {
			return // the machine was busy
		}
		r.t.Errorf("seed %d, case %d: the difference came once and not again: %v\n%s", seed, number, first, c)
		return
	}
	limit := shrinkTime
	if first.Verdict == querygen.Slow {
		limit *= 4
	}
	s := &querygen.Shrinker{Fails: same, Deadline: time.Now().Add(limit)}
	c = s.Shrink(c)
	last := r.duel.Play(c)
	r.shrunk++
	text := fmt.Sprintf("-- seed %d, case %d; %s\n%s-- %v\n", seed, number, strings.Join(r.duel.OwnSetup, "; "), c, last)
	if first.Verdict == querygen.Slow {
		r.t.Logf("%s", text) // speed is for benchmarks to judge
	} else {
		r.t.Errorf("%s", text)
	}
	if *genKeep != "" {
		require.NoError(r.t, os.WriteFile(fmt.Sprintf("%s/seed%d_%d.sql", *genKeep, seed, number), []byte(text), 0o644))
	}
}

// ownSetup has Sparrow split tables and put rows into blocks, for some seeds.
func ownSetup(seed uint64, tables []*querygen.Table) []string {
	list := []string{"RESET work_mem"}
	if seed%3 == 1 {
		for _, t := range tables {
			for _, row := range t.Rows[:min(len(t.Rows), 3)] {
				list = append(list, "ALTER TABLE "+t.Name+" SPLIT AT VALUES ("+row[0]+")")
			}
		}
	}
	if seed%2 == 1 {
		list = append(list, "CHECKPOINT")
	}
	if seed%4 == 2 {
		list = append(list, "SET work_mem = '64kB'")
	}
	return list
}

func (r *genRun) report() {
	total := 0
	var lines []string
	for v, n := range r.counts {
		total += n
		lines = append(lines, fmt.Sprintf("%s %d", v, n))
	}
	slices.Sort(lines)
	r.t.Logf("seed %d: %d cases (%d of wrong types): %s", *genSeed, total, r.wrong, strings.Join(lines, ", "))
	for code, n := range r.errors {
		r.t.Logf("%s %d times: %s", code, n, r.example[code])
	}
	for _, m := range slices.SortedFunc(maps.Keys(r.refused), func(a, b string) int { return cmp.Compare(r.refused[b], r.refused[a]) }) {
		r.t.Logf("refused %d times: %s", r.refused[m], m)
	}
}

package testsuite

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
	"github.com/sparrowdb/sparrow/testsuite/slt"
)

var rewriteSLT = flag.Bool("rewrite-slt", false, "write the answers given into the scripts: PostgreSQL's for pg/, Sparrow's for the others")

var sltFiles = flag.String("slt", "", "regular expression: run or rewrite only the scripts whose paths match")

const sltRoot = "testdata/slt"

// failuresMax is how many wrong answers of a script are reported.
const failuresMax = 50

// variant is one column of the matrix that every script runs in.
type variant struct {
	name     string
	protocol slt.Protocol
	// split splits every table at its keys after each statement.
	split bool
	// spill lets operators write to temporary files as soon as they hold anything.
	spill bool
	// restart restarts the server after each statement that wrote, outside
	// transactions.
	restart bool
}

var variants = []variant{
	{name: "simple", protocol: slt.Simple},
	{name: "extended", protocol: slt.ExtendedBinary},
	{name: "split", protocol: slt.Simple, split: true},
	{name: "spill", protocol: slt.ExtendedBinary, spill: true},
	{name: "restart", protocol: slt.ExtendedBinary, restart: true},
}

func TestSLT(t *testing.T) {
	scripts := findScripts(t)
	if *rewriteSLT {
		rewriteScripts(t, scripts)
		return
	}
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			server := harness.Start(t)
			for i, s := range scripts {
				if slices.Contains(s.Without, v.name) {
					continue
				}
				t.Run(strings.TrimPrefix(s.Path, sltRoot+"/"), func(t *testing.T) {
					newRunner(t, server, v, fmt.Sprintf("slt_%d", i)).run(s)
				})
			}
		})
	}
}

// TestSLTPostgreSQL runs the scripts under pg/ on a real PostgreSQL 15, whose
// answers they must be.
func TestSLTPostgreSQL(t *testing.T) {
	if os.Getenv("PG_URL") == "" {
		t.Skip("PG_URL names no PostgreSQL server; testsuite/run starts one")
	}
	for i, s := range findScripts(t) {
		if !strings.HasPrefix(s.Path, sltRoot+"/pg/") {
			continue
		}
		t.Run(strings.TrimPrefix(s.Path, sltRoot+"/"), func(t *testing.T) {
			newRunner(t, nil, variant{name: "postgres"}, fmt.Sprintf("slt_%d", i)).run(s)
		})
	}
}

func findScripts(t *testing.T) []*slt.Script {
	var list []*slt.Script
	only, err := regexp.Compile(*sltFiles)
	require.NoError(t, err)
	err = filepath.WalkDir(sltRoot, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if filepath.Ext(path) != ".slt" {
			return fmt.Errorf("%s is not a script", path)
		}
		s, err := slt.Parse(path)
		if only.MatchString(path) {
			list = append(list, s)
		}
		return err
	})
	require.NoError(t, err)
	require.NotEmpty(t, list)
	return list
}

// runner runs scripts in a database of their own. A nil server means the
// PostgreSQL that PG_URL names.
type runner struct {
	t        *testing.T
	server   *harness.Server
	v        variant
	database string
	conns    map[string]*pgconn.PgConn
	current  string
	stateful bool // some session holds what a restart would end: settings, temporary tables …
	limits   []string
	failures int
	restarts int // every second one is a crash
}

func newRunner(t *testing.T, server *harness.Server, v variant, database string) *runner {
	return &runner{t: t, server: server, v: v, database: database, conns: map[string]*pgconn.PgConn{}, current: "main"}
}

// url is the address of a database on the runner's server.
func (r *runner) url(database string) string {
	if r.server != nil {
		return r.server.URL(database)
	}
	u, err := url.Parse(os.Getenv("PG_URL"))
	require.NoError(r.t, err)
	u.Path = "/" + database
	return u.String()
}

func (r *runner) admin(sql ...string) {
	ctx := context.Background()
	c, err := pgconn.Connect(ctx, r.url("postgres"))
	require.NoError(r.t, err)
	defer c.Close(ctx)
	for _, s := range sql {
		_, err := c.Exec(ctx, s).ReadAll()
		require.NoError(r.t, err, s)
	}
}

func (r *runner) run(s *slt.Script) {
	r.admin("DROP DATABASE IF EXISTS "+r.database+" WITH (FORCE)", "CREATE DATABASE "+r.database)
	defer r.cleanUp()
	for _, rec := range s.Records {
		if !r.wants(rec) {
			continue
		}
		r.record(s, rec)
		if r.failures >= failuresMax {
			r.t.Fatalf("%s: given up after %d wrong answers", s.Path, r.failures)
		}
	}
}

func (r *runner) cleanUp() {
	r.closeAll()
	for _, l := range r.limits {
		r.admin("ALTER SYSTEM RESET limit." + l)
	}
	r.admin("DROP DATABASE IF EXISTS " + r.database + " WITH (FORCE)")
}

func (r *runner) closeAll() {
	for name, c := range r.conns {
		c.Close(context.Background())
		delete(r.conns, name)
	}
}

// wants reports whether a record runs in this variant.
func (r *runner) wants(rec *slt.Record) bool {
	switch rec.Only {
	case "sparrow":
		return r.server != nil
	case "postgres":
		return r.server == nil
	case "simple":
		return r.v.protocol == slt.Simple
	}
	return true
}

func (r *runner) conn(name string) *pgconn.PgConn {
	if c := r.conns[name]; c != nil {
		return c
	}
	config, err := pgconn.ParseConfig(r.url(r.database))
	require.NoError(r.t, err)
	if r.v.spill {
		config.RuntimeParams["debug_spill_memory"] = "on"
	}
	c, err := pgconn.ConnectConfig(context.Background(), config)
	require.NoError(r.t, err)
	r.conns[name] = c
	return c
}

func (r *runner) record(s *slt.Script, rec *slt.Record) {
	switch rec.Kind {
	case slt.Session:
		r.current = rec.Arg
		return
	case slt.Restart:
		r.restart()
		return
	case slt.Limit:
		name, value, _ := strings.Cut(rec.Arg, "=")
		r.limits = append(r.limits, name)
		r.admin("ALTER SYSTEM SET limit." + name + " = " + value)
		return
	}
	a := r.do(rec)
	if err := rec.Check(a); err != nil {
		r.failures++
		r.t.Errorf("%s:%d: %s\n%v", s.Path, rec.Line, rec.SQL, err)
		return
	}
	r.stateful = r.stateful || a.Err == nil && keepsState(rec.SQL)
	if a.Err == nil && r.v.split && r.idle() {
		r.splitAll()
	}
	if r.v.restart && !r.stateful && a.Err == nil && writes(a.Tag) && r.idle() {
		r.restart()
	}
}

func (r *runner) do(rec *slt.Record) *slt.Answer {
	a, err := slt.Do(context.Background(), r.conn(r.current), r.v.protocol, rec.SQL)
	require.NoError(r.t, err, "line %d: %s", rec.Line, rec.SQL)
	return a
}

// writes reports whether a statement with this command tag may have changed
// what is stored.
func writes(tag string) bool {
	word, _, _ := strings.Cut(tag, " ")
	return !slices.Contains([]string{"SELECT", "SHOW", "SET", "RESET", "EXPLAIN", "PREPARE", "DEALLOCATE", "FETCH", "BEGIN", "ROLLBACK"}, word)
}

// keepsState reports statements whose effect lives in the session: after one,
// the restart variant restarts no more in this script.
func keepsState(sql string) bool {
	sql = strings.ToLower(strings.TrimSpace(sql))
	word, _, _ := strings.Cut(sql, " ")
	switch word {
	case "set", "reset", "prepare", "deallocate", "declare":
		return true
	}
	return strings.Contains(sql, "temp") || strings.Contains(sql, "set_config")
}

// idle reports that no connection is inside a transaction.
func (r *runner) idle() bool {
	for _, c := range r.conns {
		if c.TxStatus() != 'I' {
			return false
		}
	}
	return true
}

func (r *runner) restart() {
	if r.server == nil {
		return
	}
	r.closeAll()
	if r.restarts++; r.restarts%2 == 0 {
		r.server.Kill(r.t)
	} else {
		r.server.Stop(r.t)
	}
	r.server.Restart(r.t)
}

// splitAll splits every table at up to three of its partition keys.
func (r *runner) splitAll() {
	ctx := context.Background()
	c, err := pgconn.Connect(ctx, r.url(r.database))
	require.NoError(r.t, err)
	defer c.Close(ctx)
	tables := r.rows(c, "SELECT format('%I.%I', table_schema, table_name), quote_ident(partition_key) FROM sparrow.tables WHERE instance = current_database() AND partition_key IS NOT NULL")
	for _, t := range tables {
		for _, k := range r.rows(c, "SELECT quote_literal("+t[1]+"::text) FROM "+t[0]+" ORDER BY "+t[1]+" LIMIT 3") {
			// Where the table is split already, or being dropped, that is fine.
			c.Exec(ctx, "ALTER TABLE "+t[0]+" SPLIT AT VALUES ("+k[0]+")").ReadAll()
		}
	}
}

func (r *runner) rows(c *pgconn.PgConn, sql string) [][]string {
	results, err := c.Exec(context.Background(), sql).ReadAll()
	require.NoError(r.t, err, sql)
	var out [][]string
	for _, row := range results[0].Rows {
		fields := make([]string, len(row))
		for i, f := range row {
			fields[i] = string(f)
		}
		out = append(out, fields)
	}
	return out
}

package testsuite

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
	"github.com/sparrowdb/sparrow/testsuite/tpc/dataset"
)

var (
	tpcScale = flag.Float64("tpc-scale", scaleFrom("TPC_SCALE", 0.002), "scale factor of TestTPCH and TestTPCDS; TPC_SCALE in the environment is the default")
	tpcSpill = flag.Float64("tpc-spill-scale", 0.002, "largest scale factor at which the queries also run with operators that spill")
)

func scaleFrom(name string, otherwise float64) float64 {
	if f, err := strconv.ParseFloat(os.Getenv(name), 64); err == nil {
		return f
	}
	return otherwise
}

// TestTPCH compares the answers to TPC-H's queries with PostgreSQL's.
func TestTPCH(t *testing.T) { compareSuite(t, dataset.H) }

// TestTPCDS compares the answers to queries of TPC-DS with PostgreSQL's.
func TestTPCDS(t *testing.T) { compareSuite(t, dataset.DS) }

func compareSuite(t *testing.T, suite *dataset.Suite) {
	if os.Getenv("PG_URL") == "" {
		t.Skip("PG_URL names no PostgreSQL server; testsuite/run starts one")
	}
	database := fmt.Sprintf("tpc_%s_%d", suite.Name, os.Getpid())
	admin := newRunner(t, nil, variant{}, database)
	admin.admin("DROP DATABASE IF EXISTS "+database, "CREATE DATABASE "+database)
	defer admin.admin("DROP DATABASE " + database + " WITH (FORCE)")
	address, err := url.Parse(os.Getenv("PG_URL"))
	require.NoError(t, err)
	address.Path = "/" + database
	theirs := loadSuite(t, suite, *tpcScale, address.String())
	defer theirs.Close(t.Context())
	server := harness.Start(t)
	ours := loadSuite(t, suite, *tpcScale, server.URL(""))
	small := ours
	if *tpcScale > *tpcSpill {
		small = loadSuite(t, suite, *tpcSpill, harness.Start(t).URL(""))
	}
	want := map[string]suiteAnswer{}
	for _, q := range suite.Queries() {
		t.Run(q.Name, func(t *testing.T) {
			want[q.Name] = askSuite(t, theirs, q)
			want[q.Name].compare(t, askSuite(t, ours, q))
			if t.Failed() {
				t.Log(q.SQL)
			}
		})
	}
	t.Run("spill", func(t *testing.T) {
		require.Equal(t, ours == small, *tpcScale <= *tpcSpill)
		if ours != small { // with answers of its own, which memory must not change
			for _, q := range suite.Queries() {
				want[q.Name] = askSuite(t, small, q)
			}
		}
		_, err := small.Exec(t.Context(), "SET debug_spill_memory = on").ReadAll()
		require.NoError(t, err)
		for _, q := range suite.Queries() {
			t.Run(q.Name, func(t *testing.T) { want[q.Name].compare(t, askSuite(t, small, q)) })
		}
	})
}

// loadSuite fills a database and returns a connection to it.
func loadSuite(t *testing.T, suite *dataset.Suite, scale float64, address string) *pgconn.PgConn {
	c, err := pgconn.Connect(t.Context(), address)
	require.NoError(t, err)
	rows, err := suite.Load(t.Context(), c, scale)
	require.NoError(t, err)
	t.Logf("%d rows", rows)
	return c
}

// suiteAnswer is what a server says to a query: names and types of the columns, and
// the rows as text; sorted unless the query orders them, which it then does in full.
type suiteAnswer struct {
	columns, rows []string
}

func askSuite(t *testing.T, c *pgconn.PgConn, q dataset.Query) suiteAnswer {
	var a suiteAnswer
	results := c.Exec(t.Context(), q.SQL)
	for results.NextResult() {
		r := results.ResultReader()
		for _, f := range r.FieldDescriptions() {
			a.columns = append(a.columns, fmt.Sprintf("%s %d (%d)", f.Name, f.DataTypeOID, f.TypeModifier))
		}
		for r.NextRow() {
			var b strings.Builder
			for i, v := range r.Values() {
				if i > 0 {
					b.WriteString(" | ")
				}
				if v == nil {
					b.WriteString("NULL")
				}
				b.Write(v)
			}
			a.rows = append(a.rows, b.String())
		}
	}
	require.NoError(t, results.Close(), "%s", q.SQL)
	if !strings.Contains(q.SQL, "\nORDER BY") {
		slices.Sort(a.rows)
	}
	return a
}

func (a suiteAnswer) compare(t *testing.T, got suiteAnswer) {
	assert.Equal(t, a.columns, got.columns)
	assert.Equal(t, len(a.rows), len(got.rows), "number of rows")
	for i := range min(len(a.rows), len(got.rows)) {
		if !assert.Equal(t, a.rows[i], got.rows[i], "row %d", i) {
			return
		}
	}
}

package testsuite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
	"github.com/sparrowdb/sparrow/testsuite/querygen"
)

// ternaryCases are played before the tables are made anew.
const ternaryCases = 40

// ternaryStates are tables of the same rows: those last written, those in
// blocks, those split at their keys, and those in blocks with changes on top.
var ternaryStates = []string{"fresh", "block", "cut", "changed"}

// TestTernary has Sparrow answer queries over free attributes in parts: the rows
// where a condition is true, false and NULL are all rows. Where rows lie, and whether
// the planner can look into a condition, must change nothing.
func TestTernary(t *testing.T) {
	server := harness.Start(t)
	run := &ternaryRun{t: t, conn: reconnecting(t, func() string { return server.URL("") })}
	end := time.Now().Add(*genDuration / 4)
	for seed := *genSeed; time.Now().Before(end) && run.failures < *genStop; seed++ {
		g := querygen.New(seed, querygen.Config{})
		table := g.NewVariantTable()
		run.create(table)
		for i := 0; i < ternaryCases && time.Now().Before(end) && run.failures < *genStop; i++ {
			run.check(seed, g, table)
		}
	}
	t.Logf("seed %d: %d partitions compared, %d failed with the same error, %d different", *genSeed, run.checks, run.errors, run.failures)
}

type ternaryRun struct {
	t                        *testing.T
	conn                     func() *pgconn.PgConn
	checks, errors, failures int
	setup                    []string
}

func (r *ternaryRun) ask(sql string) *querygen.Answer {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return querygen.Ask(ctx, r.conn(), sql)
}

func (r *ternaryRun) must(sql string) {
	if sql == "" {
		return
	}
	a := r.ask(sql)
	require.Empty(r.t, a.Code, "%s\n%s", sql, a.Message)
	r.setup = append(r.setup, sql)
}

// create makes the table in each of its states.
func (r *ternaryRun) create(table *querygen.VariantTable) {
	r.setup = nil
	rows := table.Rows
	half := len(rows) / 2
	for _, name := range ternaryStates {
		r.must("DROP TABLE IF EXISTS " + name)
		r.must(table.Create(name))
	}
	r.must(table.Insert("block", rows))
	r.must(table.Insert("cut", rows))
	for _, key := range []string{"5", "11", "30"} {
		r.must("ALTER TABLE cut SPLIT AT VALUES (" + key + ")")
	}
	// In blocks, changed has other cells, and rows that are deleted again.
	old := make([]querygen.VariantRow, 0, half+1)
	for i, row := range rows[:half] {
		cells := slices.Clone(row.Cells)
		for j := range cells {
			if (i+j)%3 == 0 {
				cells[j] = table.Known[1].Cells[j]
			}
		}
		old = append(old, querygen.VariantRow{Key: row.Key, Cells: cells})
	}
	r.must(table.Insert("changed", append(old, table.Known...)))
	r.must("CHECKPOINT")
	r.must("DELETE FROM changed WHERE k1 >= 1000")
	for i, row := range rows[:half] {
		var set []string
		for j := range row.Cells {
			if (i+j)%3 == 0 {
				set = append(set, querygen.VariantAttributes[j]+" = "+row.Cells[j])
			}
		}
		var where []string
		for j, k := range table.Keys {
			where = append(where, k.Name+" = "+row.Key[j])
		}
		r.must("UPDATE changed SET " + strings.Join(set, ", ") + " WHERE " + strings.Join(where, " AND "))
	}
	r.must(table.Insert("changed", rows[half:]))
	r.must(table.Insert("fresh", rows))
	// The types that an attribute ever had are remembered.
	for _, name := range ternaryStates {
		r.must(table.Insert(name, table.Known))
		r.must("DELETE FROM " + name + " WHERE k1 >= 1000")
	}
}

// ternaryQuery is a query and the same in three parts. In both, @ stands for the
// table, # for all columns of p, and %s for the condition.
type ternaryQuery struct {
	whole string // without a condition
	part  string // with WHERE or HAVING %s
	// gather makes one answer of the three parts, which are named x; "" is UNION ALL.
	gather string
}

var ternaryQueries = []ternaryQuery{
	{"SELECT p.k1, p.a, p.b, p.f, pg_typeof(p.a) FROM @ p", "SELECT p.k1, p.a, p.b, p.f, pg_typeof(p.a) FROM @ p WHERE %s", ""},
	{"SELECT p._attributes FROM @ p", "SELECT p._attributes FROM @ p WHERE %s", ""},
	{"SELECT count(*), count(p.a), count(p.e) FROM @ p", "SELECT count(*) AS n, count(p.a) AS a, count(p.e) AS e FROM @ p WHERE %s", "SELECT sum(n)::int8 AS count, sum(a)::int8 AS count, sum(e)::int8 AS count FROM (%s) x"},
	{"SELECT sum(try_cast(p.b, 'numeric')), sum(p.k1) FROM @ p", "SELECT sum(try_cast(p.b, 'numeric')) AS s, sum(p.k1) AS k FROM @ p WHERE %s", "SELECT sum(s) AS sum, sum(k) AS sum FROM (%s) x"},
	{"SELECT min(p.a), max(p.a), min(p.f), max(p.f) FROM @ p", "SELECT min(p.a) AS a, max(p.a) AS b, min(p.f) AS c, max(p.f) AS d FROM @ p WHERE %s", "SELECT min(a), max(b), min(c), max(d) FROM (%s) x"},
	{"SELECT min(p.k1), max(p.k1) FROM @ p", "SELECT min(p.k1) AS a, max(p.k1) AS b FROM @ p WHERE %s", "SELECT min(a), max(b) FROM (%s) x"},
	{"SELECT DISTINCT p.g, p.f FROM @ p", "SELECT p.g, p.f FROM @ p WHERE %s", "SELECT DISTINCT g, f FROM (%s) x"},
	{"SELECT DISTINCT p.c FROM @ p", "SELECT DISTINCT p.c FROM @ p WHERE %s", "SELECT DISTINCT c FROM (%s) x"},
	{"SELECT p.g, count(*), count(p.b) FROM @ p GROUP BY p.g", "SELECT p.g, count(*) AS n, count(p.b) AS b FROM @ p WHERE %s GROUP BY p.g", "SELECT g, sum(n)::int8 AS count, sum(b)::int8 AS count FROM (%s) x GROUP BY g"},
	{"SELECT p.a, count(*) FROM @ p GROUP BY p.a", "SELECT p.a, count(*) AS n FROM @ p WHERE %s GROUP BY p.a", "SELECT a, sum(n)::int8 AS count FROM (%s) x GROUP BY a"},
	{"SELECT #, count(*), count(p.a) FROM @ p GROUP BY #", "SELECT #, count(*), count(p.a) FROM @ p GROUP BY # HAVING %s", ""},
	{"SELECT p.k1, q.k1, p.a, q.b FROM @ p JOIN @ q ON p.a = q.b", "SELECT p.k1, q.k1, p.a, q.b FROM @ p JOIN @ q ON p.a = q.b WHERE %s", ""},
	{"SELECT p.k1, q.k1, p.f FROM @ p JOIN @ q ON p.f = q.f", "SELECT p.k1, q.k1, p.f FROM @ p JOIN @ q ON p.f = q.f AND %s", ""},
	{"SELECT p.k1, q.a FROM @ p LEFT JOIN @ q ON p.k1 = q.k1 + 1", "SELECT p.k1, q.a FROM @ p LEFT JOIN @ q ON p.k1 = q.k1 + 1 WHERE %s", ""},
	{"SELECT p.k1, q.k1, p.b, q.c FROM @ p FULL JOIN @ q ON p.b = q.c", "SELECT p.k1, q.k1, p.b, q.c FROM @ p FULL JOIN @ q ON p.b = q.c WHERE %s", ""},
	{"SELECT p.k1, q.k1 FROM @ p JOIN @ q ON p.a < q.b", "SELECT p.k1, q.k1 FROM @ p JOIN @ q ON p.a < q.b AND %s", ""},
	{"SELECT p.k1, p.a FROM @ p WHERE p.a IN (SELECT q.b FROM @ q)", "SELECT p.k1, p.a FROM @ p WHERE p.a IN (SELECT q.b FROM @ q) AND %s", ""},
	{"SELECT p.k1, p.a FROM @ p WHERE p.a NOT IN (SELECT q.b FROM @ q WHERE q.b IS NOT NULL)", "SELECT p.k1, p.a FROM @ p WHERE p.a NOT IN (SELECT q.b FROM @ q WHERE q.b IS NOT NULL) AND %s", ""},
	{"SELECT p.k1, (SELECT count(*) FROM @ q WHERE q.c = p.c) AS n FROM @ p", "SELECT p.k1, (SELECT count(*) FROM @ q WHERE q.c = p.c) AS n FROM @ p WHERE %s", ""},
	{"SELECT grouping(p.g), p.c, p.d, p.g, count(*), min(p.k1) FROM @ p GROUP BY GROUPING SETS ((p.c, p.d), (p.g))", "SELECT grouping(p.g) AS s, p.c, p.d, p.g, count(*) AS n, min(p.k1) AS m FROM @ p WHERE %s GROUP BY GROUPING SETS ((p.c, p.d), (p.g))", "SELECT s, c, d, g, sum(n)::int8 AS count, min(m) FROM (%s) x GROUP BY s, c, d, g"},
	{"SELECT p.a FROM @ p UNION SELECT p.b FROM @ p", "SELECT p.a FROM @ p WHERE %s", "SELECT a FROM (%s) x UNION SELECT p.b FROM @ p"},
	{"SELECT p.k1, p.a, p.d FROM @ p ORDER BY p.a, p.k1, p.d", "SELECT p.k1, p.a, p.d FROM @ p WHERE %s", "SELECT k1, a, d FROM (%s) x ORDER BY a, k1, d"},
	{"SELECT p.k1 FROM @ p WHERE EXISTS (SELECT 1 FROM @ q WHERE q.k1 = p.k1)", "SELECT p.k1 FROM @ p WHERE EXISTS (SELECT 1 FROM @ q WHERE q.k1 = p.k1) AND %s", ""},
	{"SELECT p.k1, q.k1 FROM @ p JOIN @ q ON " + unseen("p.b = q.c"), "SELECT p.k1, q.k1 FROM @ p JOIN @ q ON p.b = q.c WHERE %s", ""},
	{"SELECT p.k1, q.k1 FROM @ p LEFT JOIN @ q ON " + unseen("p.b = q.k1 AND p.d IS NOT NULL"), "SELECT p.k1, q.k1 FROM @ p LEFT JOIN @ q ON p.b = q.k1 AND p.d IS NOT NULL WHERE %s", ""},
	{"SELECT p.k1, q.k1 FROM @ p RIGHT JOIN @ q ON " + unseen("p.k1 = q.b"), "SELECT p.k1, q.k1 FROM @ p RIGHT JOIN @ q ON p.k1 = q.b WHERE %s", ""},
	{"SELECT p.k1, q.k1 FROM @ p JOIN @ q ON " + unseen("p.g = q.c AND p.b = q.b"), "SELECT p.k1, q.k1 FROM @ p JOIN @ q ON p.g = q.c AND p.b = q.b WHERE %s", ""},
	{"SELECT p.k1, q.k1 FROM @ p JOIN @ q ON p.d IS NOT DISTINCT FROM q.e", "SELECT p.k1, q.k1 FROM @ p JOIN @ q ON (p.d = q.e OR p.d IS NULL AND q.e IS NULL) WHERE %s", ""},
	{"SELECT p.k1, q.k1 FROM @ p JOIN @ q USING (b) JOIN @ r ON " + unseen("r.c = q.b AND r.c = 1"), "SELECT p.k1, q.k1 FROM @ p JOIN @ q ON p.b = q.b JOIN @ r ON r.c = q.b WHERE r.c = 1 AND %s", ""},
	{"SELECT p.k1, q.k1 FROM @ p JOIN @ q ON " + unseen("p.b = q.a AND q.a = q.k1"), "SELECT p.k1, q.k1 FROM @ p JOIN @ q ON p.b = q.a AND q.a = q.k1 WHERE %s", ""},
	{"SELECT p.k1, q.n FROM @ p LEFT JOIN LATERAL (SELECT count(*) AS n FROM @ q WHERE " + unseen("q.b = p.c") + ") q ON true", "SELECT p.k1, q.n FROM @ p LEFT JOIN LATERAL (SELECT count(*) AS n FROM @ r WHERE r.b = p.c) q ON true WHERE %s", ""},
	{"SELECT p.k1 FROM @ p WHERE " + unseen("p.b IN (SELECT q.c FROM @ q)"), "SELECT p.k1 FROM @ p WHERE p.b IN (SELECT q.c FROM @ q) AND %s", ""},
	{"SELECT p.k1 FROM @ p WHERE " + unseen("p.k1 IN (SELECT q.c FROM @ q)"), "SELECT p.k1 FROM @ p WHERE p.k1 IN (SELECT q.c FROM @ q) AND %s", ""},
	{"SELECT p.k1 FROM @ p WHERE " + unseen("(p.b, p.c) IN (SELECT q.c, q.b FROM @ q)"), "SELECT p.k1 FROM @ p WHERE (p.b, p.c) IN (SELECT q.c, q.b FROM @ q) AND %s", ""},
	{"SELECT p.k1 FROM @ p WHERE " + unseen("p.f NOT IN (SELECT q.b FROM @ q WHERE q.b IS NOT NULL AND q.b > 0)"), "SELECT p.k1 FROM @ p WHERE p.f NOT IN (SELECT q.b FROM @ q WHERE q.b IS NOT NULL AND q.b > 0) AND %s", ""},
	{"SELECT p.k1 FROM @ p WHERE " + unseen("p.b <> ALL (SELECT q.k1 FROM @ q)"), "SELECT p.k1 FROM @ p WHERE p.b <> ALL (SELECT q.k1 FROM @ q) AND %s", ""},
	{"SELECT p.k1, p.b IN (SELECT q.c FROM @ q WHERE q.c IS NOT NULL) AS i FROM @ p", "SELECT p.k1, " + unseen("p.b IN (SELECT q.c FROM @ q WHERE q.c IS NOT NULL)") + " AS i FROM @ p WHERE %s", ""},
	{"SELECT p.k1 FROM @ p WHERE EXISTS (SELECT 1 FROM @ q WHERE " + unseen("q.b = p.c") + ")", "SELECT p.k1 FROM @ p WHERE EXISTS (SELECT 1 FROM @ q WHERE q.b = p.c) AND %s", ""},
	{"SELECT p.k1 FROM @ p WHERE NOT EXISTS (SELECT 1 FROM @ q WHERE " + unseen("q.b = p.c") + ")", "SELECT p.k1 FROM @ p WHERE NOT EXISTS (SELECT 1 FROM @ q WHERE q.b = p.c) AND %s", ""},
	{"SELECT p.k1, (SELECT max(q.k1) FROM @ q WHERE " + unseen("q.b = p.c") + ") AS m FROM @ p", "SELECT p.k1, (SELECT max(q.k1) FROM @ q WHERE q.b = p.c) AS m FROM @ p WHERE %s", ""},
	{"SELECT p.b FROM @ p INTERSECT SELECT p.c FROM @ p", "SELECT p.b FROM @ p WHERE %s", "SELECT b FROM (%s) x INTERSECT SELECT p.c FROM @ p"},
	{"SELECT p.c FROM @ p EXCEPT SELECT p.k1 FROM @ p", "SELECT p.c FROM @ p WHERE %s", "SELECT c FROM (%s) x EXCEPT SELECT p.k1 FROM @ p"},
	{"SELECT count(*) FROM (SELECT p.b FROM @ p INTERSECT ALL SELECT p.d FROM @ p) x", "SELECT p.b FROM @ p WHERE %s", "SELECT count(*) FROM (SELECT b FROM (%s) x INTERSECT ALL SELECT p.d FROM @ p) x"},
	{"SELECT count(*) FROM (SELECT p.b FROM @ p EXCEPT ALL SELECT p.g FROM @ p) x", "SELECT p.b FROM @ p WHERE %s", "SELECT count(*) FROM (SELECT b FROM (%s) x EXCEPT ALL SELECT p.g FROM @ p) x"},
	{"SELECT p.k1, p.b FROM (SELECT * FROM @ UNION SELECT * FROM @) p", "SELECT p.k1, p.b FROM (SELECT * FROM @ UNION SELECT * FROM @) p WHERE %s", ""},
	{"SELECT p.k1, p.b FROM (SELECT * FROM @ UNION ALL SELECT * FROM @ WHERE b = 1) p", "SELECT p.k1, p.b FROM (SELECT * FROM @ UNION ALL SELECT * FROM @ WHERE b = 1) p WHERE %s", ""},
	{"SELECT p.k1, p.n, p.r FROM (SELECT *, count(*) OVER (PARTITION BY b) AS n, rank() OVER (ORDER BY c) AS r FROM @) p", "SELECT p.k1, p.n, p.r FROM (SELECT *, count(*) OVER (PARTITION BY b) AS n, rank() OVER (ORDER BY c) AS r FROM @) p WHERE %s", ""},
	{"SELECT p.k1, p.n FROM (SELECT *, count(*) OVER (PARTITION BY b) AS n FROM @) p", "SELECT p.k1, p.n FROM (SELECT *, count(*) OVER (PARTITION BY b) AS n FROM @) p WHERE (p.b > 0) IS NOT TRUE AND %[1]s OR p.b > 0 AND %[1]s", ""},
	{"SELECT p.k1, p.l, p.m FROM (SELECT *, lag(b) OVER w AS l, max(c) OVER w AS m FROM @ WINDOW w AS (PARTITION BY g ORDER BY k1, d)) p", "SELECT p.k1, p.l, p.m FROM (SELECT *, lag(b) OVER w AS l, max(c) OVER w AS m FROM @ WINDOW w AS (PARTITION BY g ORDER BY k1, d)) p WHERE %s", ""},
	{"SELECT p.k1, coalesce(p.b, p.c), nullif(p.b, p.c), greatest(p.b, p.c, 1), least(p.b, 'a'), CASE p.b WHEN p.c THEN p.d ELSE 'x' END FROM @ p", "SELECT p.k1, coalesce(p.b, p.c), nullif(p.b, p.c), greatest(p.b, p.c, 1), least(p.b, 'a'), CASE p.b WHEN p.c THEN p.d ELSE 'x' END FROM @ p WHERE %s", ""},
	{"SELECT count(DISTINCT p.b), count(DISTINCT p.a) FROM @ p", "SELECT p.a, p.b FROM @ p WHERE %s", "SELECT count(DISTINCT b), count(DISTINCT a) FROM (%s) x"},
}

// unseen hides a condition of a join or subquery from the planner.
func unseen(condition string) string { return "CASE WHEN random() >= 0 THEN " + condition + " END" }

// hidings write a condition so that the planner can't use it.
var hidings = []func(string) string{
	func(c string) string { return c },
	func(c string) string { return "CASE WHEN random() >= 0 THEN " + c + " END" },
	func(c string) string { return strings.ReplaceAll(c, ".k1", ".k1 + 0") },
}

// check draws a query and a condition, and asks for the whole and the parts.
func (r *ternaryRun) check(seed uint64, g *querygen.Generator, table *querygen.VariantTable) {
	q := ternaryQueries[r.checks%len(ternaryQueries)]
	r.checks++
	aliases := []string{"p"}
	if strings.Contains(q.whole, "JOIN @ q") {
		aliases = append(aliases, "q")
	}
	var columns []string
	for _, k := range table.Keys {
		columns = append(columns, "p."+k.Name)
	}
	for _, a := range querygen.VariantAttributes {
		columns = append(columns, "p."+a)
	}
	on := func(sql, state string) string {
		return strings.NewReplacer("@", state, "#", strings.Join(columns, ", ")).Replace(sql)
	}
	condition := g.Condition(table, 3, aliases...)
	whole := r.ask(on(q.whole, "fresh"))
	// wrong gives the first statement that answers otherwise, and what it is compared with.
	wrong := func(c string) (sql string, got, want *querygen.Answer) {
		var first *querygen.Answer
		for _, state := range ternaryStates {
			for _, hide := range hidings {
				sql = on(fmt.Sprintf(q.part, "("+hide(c)+")"), state)
				got = r.ask(sql)
				if first == nil {
					first = got
				}
				if !alike(got, first) {
					return sql, got, first
				}
			}
			var parts []string
			for _, form := range []string{"(%s)", "(NOT %s)", "(%s IS NULL)"} {
				parts = append(parts, fmt.Sprintf(q.part, fmt.Sprintf(form, c)))
			}
			sql = strings.Join(parts, " UNION ALL ")
			if q.gather != "" {
				sql = fmt.Sprintf(q.gather, sql)
			}
			sql = on(sql, state)
			got = r.ask(sql)
			if got.Code == "" && !alike(got, whole) || got.Code != first.Code && !strings.HasPrefix(got.Code+first.Code, "22") {
				return sql, got, whole
			}
		}
		if first.Code != "" {
			r.errors++
		}
		return "", nil, nil
	}
	if sql, _, _ := wrong(condition.String()); sql == "" {
		return
	}
	c := &querygen.Case{Statements: []*querygen.Node{condition}}
	s := &querygen.Shrinker{Deadline: time.Now().Add(shrinkTime), Fails: func(c *querygen.Case) bool {
		sql, _, _ := wrong(c.Statements[0].String())
		return sql != ""
	}}
	s.Shrink(c)
	r.failures++
	sql, got, want := wrong(condition.String())
	if sql == "" {
		r.t.Errorf("seed %d: a difference came once and not again: %s", seed, condition)
		return
	}
	r.t.Errorf("seed %d: %s\n%s;\n-- must be as\n%s;\n-- but is %v\n-- and not %v", seed, condition, strings.Join(r.setup, ";\n"), sql+";\n"+on(q.whole, "fresh"), got, want)
}

// alike reports that two answers are the same, whatever the order of rows. Which of
// a date and the timestamp equal to it stands for a group, nobody says.
func alike(a, b *querygen.Answer) bool {
	if strings.HasPrefix(a.Code, "22") || strings.HasPrefix(b.Code, "22") {
		return true // whether a value is computed at all depends on the plan
	}
	return a.Code == b.Code && slices.Equal(a.Types, b.Types) && querygen.SameRows(datesAlike(a.Rows), datesAlike(b.Rows))
}

func datesAlike(rows []string) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = strings.NewReplacer("2020-01-01 00:00:00+00", "an instant", "2020-01-01 00:00:00", "2020-01-01").Replace(r)
	}
	return out
}

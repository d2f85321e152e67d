package testsuite

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/testsuite/harness"
)

const createPackages = "CREATE TABLE packages (package text, version text, architecture text, PRIMARY KEY (package, version, architecture))"

// TestDebian loads Debian's package index, about 63,000 rows of fifty attributes
// of which nobody declares any, asks questions that the JSON lines answer as
// well, and crashes the server.
func TestDebian(t *testing.T) {
	file, packages := packageFile(t)
	server := harness.Start(t)
	conn := connect(t, server.URL(""))
	execute(t, conn, createPackages)
	summary := string(sparrow(t, "load", "--url", server.URL(""), "--table", "packages", "--format", "jsonl", file))
	assert.Regexp(t, `^loaded \d+ rows with \d+ attributes in `, summary)
	t.Log(summary)

	exported := func() packageSet {
		out := sparrow(t, "export", "--url", server.URL(""), "--table", "packages", "--format", "jsonl")
		return readPackages(t, bytes.NewReader(out))
	}
	equalPackages(t, packages, exported())
	askPackages(t, conn, packages)
	changePackages(t, conn, packages)
	equalPackages(t, packages, exported())

	server.Kill(t)
	server.Restart(t)
	equalPackages(t, packages, exported())
	askPackages(t, connect(t, server.URL("")), packages)
}

// askPackages compares answers of the server with those of the set.
func askPackages(t *testing.T, conn *pgx.Conn, packages packageSet) {
	keys := slices.SortedFunc(maps.Keys(packages), compareKeys)

	sections := map[string]int64{}
	rare := 0
	for _, attributes := range packages {
		if s, ok := attributes["section"].(string); ok {
			sections[s]++
		}
		if _, ok := attributes["gstreamer_elements"]; ok {
			rare++
		}
	}
	want := []string{}
	for s, n := range sections {
		want = append(want, text(s, n))
	}
	slices.Sort(want)
	assert.Equal(t, want, answers(t, conn, "SELECT section, count(*) FROM packages WHERE section IS NOT NULL GROUP BY section ORDER BY section"))

	size := func(k packageKey) int64 {
		n, _ := packages[k]["installed_size"].(json.Number)
		i, _ := n.Int64()
		return i
	}
	largest := slices.Clone(keys)
	slices.SortStableFunc(largest, func(a, b packageKey) int { return cmp.Compare(size(b), size(a)) })
	want = []string{}
	for _, k := range largest[:10] {
		want = append(want, text(k.name, k.version, k.architecture, size(k)))
	}
	assert.Equal(t, want, answers(t, conn, "SELECT package, version, architecture, installed_size FROM packages"+
		" ORDER BY installed_size DESC NULLS LAST, package, version, architecture LIMIT 10"))

	assert.Equal(t, []string{text(rare)}, answers(t, conn, "SELECT count(*) FROM packages WHERE gstreamer_elements IS NOT NULL"))
	assert.Positive(t, rare)

	k := keys[len(keys)/2]
	assert.Equal(t, []string{text(packages[k]["section"], packages[k]["size"])},
		answers(t, conn, "SELECT section, size FROM packages WHERE package = $1 AND version = $2 AND architecture = $3", k.name, k.version, k.architecture))
	assert.Empty(t, answers(t, conn, "SELECT section FROM packages WHERE package = $1 AND version = $2 AND architecture = $3", k.name, "none", "all"))

	from, to := keys[len(keys)/4].name, keys[len(keys)/4+500].name
	want = []string{}
	for _, k := range keys {
		if k.name >= from && k.name < to {
			want = append(want, text(k.name, k.version, k.architecture))
		}
	}
	const inRange = "SELECT package, version, architecture FROM packages WHERE package >= $1 AND package < $2 ORDER BY "
	assert.Equal(t, want, answers(t, conn, inRange+"package, version, architecture", from, to))
	slices.Reverse(want)
	assert.Equal(t, want, answers(t, conn, inRange+"package DESC, version DESC, architecture DESC", from, to))
}

// changePackages adds an attribute to some packages and deletes others, in the
// table and in the set.
func changePackages(t *testing.T, conn *pgx.Conn, packages packageSet) {
	var games, oldlibs int64
	for k, attributes := range packages {
		switch attributes["section"] {
		case "games":
			attributes["fun"] = "yes, " + k.name
			games++
		case "oldlibs":
			delete(packages, k)
			oldlibs++
		}
	}
	assert.Positive(t, games)
	assert.Positive(t, oldlibs)
	assert.Equal(t, games, execute(t, conn, "UPDATE packages SET fun = 'yes, ' || package WHERE section = 'games'"))
	assert.Equal(t, oldlibs, execute(t, conn, "DELETE FROM packages WHERE section = 'oldlibs'"))
}

func compareKeys(a, b packageKey) int {
	return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.version, b.version), cmp.Compare(a.architecture, b.architecture))
}

// execute runs a statement and returns how many rows it concerned.
func execute(t *testing.T, conn *pgx.Conn, sql string, args ...any) int64 {
	t.Helper()
	tag, err := conn.Exec(t.Context(), sql, args...)
	require.NoError(t, err, sql)
	return tag.RowsAffected()
}

// answers runs a query and returns its rows as text.
func answers(t *testing.T, conn *pgx.Conn, sql string, args ...any) []string {
	t.Helper()
	rows, err := conn.Query(t.Context(), sql, args...)
	require.NoError(t, err, sql)
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (string, error) {
		v, err := r.Values()
		return text(v...), err
	})
	require.NoError(t, err, sql)
	return list
}

// text shows values of a row.
func text(values ...any) string {
	var b strings.Builder
	for i, v := range values {
		if i > 0 {
			b.WriteString(" | ")
		}
		if v == nil {
			b.WriteString("NULL")
			continue
		}
		j, err := json.Marshal(v)
		if err != nil {
			panic(err) // values of these tests all have a JSON form
		}
		b.Write(j)
	}
	return b.String()
}

package types_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sparrowdb/sparrow/sql/types"
)

// readLines reads a golden file, without comments.
func readLines(t testing.TB, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, line := range strings.Split(string(text), "\n") {
		if line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

// rewriteLines replaces what follows → in each line by what ask returns.
func rewriteLines(t *testing.T, file string, ask func(conn *pgconn.PgConn, head string) string) {
	t.Helper()
	conn, err := pgconn.Connect(context.Background(), os.Getenv("PG_URL"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		if line == "" || line[0] == '#' {
			continue
		}
		head, _, _ := strings.Cut(line, " → ")
		lines[i] = head + " → " + ask(conn, head)
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
}

// askText runs a query with one value and returns its text.
func askText(conn *pgconn.PgConn, query string) string {
	r := conn.ExecParams(context.Background(), query, nil, nil, nil, nil).Read()
	switch {
	case r.Err != nil:
		return answerError(r.Err)
	case len(r.Rows) != 1 || r.Rows[0][0] == nil:
		return "NULL"
	}
	return string(r.Rows[0][0])
}

// TestCatalog holds every type against its row of pg_type, which
// testdata/catalog/pg_type has.
func TestCatalog(t *testing.T) {
	const file = "testdata/catalog/pg_type"
	if *rewrite {
		rewriteLines(t, file, func(conn *pgconn.PgConn, oid string) string {
			return askText(conn, `select concat_ws(' ', typname, typlen, typbyval, typcategory, typispreferred, typelem, typarray,
				typdelim, typtype, typalign, typstorage, typcollation) || ' ' || concat_ws(',', typinput::text, typoutput::text,
				typreceive::text, typsend::text, typmodin::text, typmodout::text, typsubscript::text, typanalyze::text) ||
				' ' || format_type(oid, null) from pg_type where oid = `+oid)
		})
	}
	seen := map[types.OID]bool{}
	for _, line := range readLines(t, file) {
		head, want, _ := strings.Cut(line, " → ")
		var oid types.OID
		fmt.Sscan(head, &oid)
		i := types.Lookup(oid)
		if i == nil {
			t.Errorf("no type %d", oid)
			continue
		}
		seen[oid] = true
		procs := []string{i.In, i.Out, i.Recv, i.Send, i.ModIn, i.ModOut, i.Subscript, i.Analyze}
		for j, p := range procs {
			if p == "" {
				procs[j] = "-"
			}
		}
		short := map[bool]string{true: "t", false: "f"}
		got := fmt.Sprint(i.Name, " ", i.Len, " ", short[i.ByVal], " ", string(i.Category), " ", short[i.Preferred], " ",
			i.Elem, " ", i.Array, " ", string(i.Delim), " ", string(i.Type), " ", string(i.Align), " ",
			string(i.Storage), " ", i.Collation, " ", strings.Join(procs, ","), " ", i.SQLName)
		if got != want {
			t.Errorf("%d\n got %s\nwant %s", oid, got, want)
		}
	}
	for _, i := range types.All() {
		if !seen[i.OID] {
			t.Errorf("%s (%d) is not in %s", i.Name, i.OID, file)
		}
	}
}

// TestTypeNames reads types as SQL writes them and formats them.
func TestTypeNames(t *testing.T) {
	const file = "testdata/catalog/format_type"
	if *rewrite {
		rewriteLines(t, file, func(conn *pgconn.PgConn, name string) string {
			ctx := context.Background()
			conn.Exec(ctx, "drop table if exists type_names").ReadAll()
			if _, err := conn.Exec(ctx, "create table type_names (c "+name+")").ReadAll(); err != nil {
				return answerError(err)
			}
			return askText(conn, `select format_type(atttypid, atttypmod) || ' ' || atttypid || ' ' || atttypmod
				from pg_attribute where attrelid = 'type_names'::regclass and attnum = 1`)
		})
	}
	for _, line := range readLines(t, file) {
		name, want, _ := strings.Cut(line, " → ")
		got := ""
		if typ, err := types.ParseTypeName(name); err != nil {
			got = answerError(err)
		} else {
			got = fmt.Sprint(types.FormatType(typ), " ", typ.OID, " ", typ.Mod)
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// TestCastMatrix holds which explicit casts exist, for all pairs of types.
func TestCastMatrix(t *testing.T) {
	const file = "testdata/catalog/casts"
	var targets []*types.Info
	for _, i := range types.All() {
		if i.Type != 'p' {
			targets = append(targets, i)
		}
	}
	if *rewrite {
		rewriteLines(t, file, func(conn *pgconn.PgConn, from string) string {
			var names []string
			for _, to := range targets {
				query := "select null::" + quoteType(from) + "::" + quoteType(to.Name)
				r := conn.ExecParams(context.Background(), query, nil, nil, nil, nil).Read()
				if r.Err == nil {
					names = append(names, to.Name)
				}
			}
			return strings.Join(names, " ")
		})
	}
	for _, line := range readLines(t, file) {
		from, want, _ := strings.Cut(line, " → ")
		source, ok := types.ByCatalogName(from)
		if !ok {
			t.Fatal(from)
		}
		var names []string
		for _, to := range targets {
			if m, _ := types.CanCast(source, to.OID); m != types.CastNone {
				names = append(names, to.Name)
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s\n got %s\nwant %s", from, got, want)
		}
	}
}

func quoteType(name string) string { return `pg_catalog."` + name + `"` }

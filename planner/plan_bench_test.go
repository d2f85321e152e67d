package planner_test

import (
	"testing"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/parser"
)

// BenchmarkPlan plans statements that point-heavy workloads send, without the
// parser's time.
func BenchmarkPlan(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"PointGet", "select * from packages where package = $1 and version = $2 and architecture = $3"},
		{"PointGetLiteral", "select section from packages where package = 'a' and version = '1' and architecture = 'all'"},
		{"Insert", "insert into packages (package, version, architecture, section, installed_size) values ($1, $2, $3, $4, $5)"},
		{"Update", "update packages set section = $1 where package = $2 and version = $3 and architecture = $4"},
	} {
		b.Run(c.name, func(b *testing.B) {
			env, cat := newFakeEnv()
			if err := cat.create("create table packages (package text, version text, architecture text, primary key (package, version, architecture))", planner.TableStats{Rows: 1e6, RawBytes: 1e8}); err != nil {
				b.Fatal(err)
			}
			cat.attributes("packages", "section text\ninstalled_size bigint\ndepends text")
			stmt, err := parser.ParseOne(c.text)
			if err != nil {
				b.Fatal(err)
			}
			env.Text = c.text
			b.ReportAllocs()
			for b.Loop() {
				if _, err := planner.PlanStatement(env, stmt.Tree, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

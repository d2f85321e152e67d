package parser

import (
	"strings"
	"testing"
)

// BenchmarkParse measures the statements that weigh: a point get, an insert,
// the longest query of psql and a large INSERT.
func BenchmarkParse(b *testing.B) {
	long := ""
	for _, s := range corpus(b)["psql.sql"] {
		if len(s) > len(long) {
			long = s
		}
	}
	for _, c := range []struct{ name, text string }{
		{"PointGet", "SELECT * FROM usertable WHERE ycsb_key = $1"},
		{"Insert", "INSERT INTO t (a, b, colour, weight) VALUES ($1, $2, 'red', 1.5)"},
		{"LongestOfPsql", long},
		{"Insert1000Rows", "INSERT INTO t VALUES (1, 'abc', 2.5, NULL)" + strings.Repeat(", (1, 'abc', 2.5, NULL)", 999)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(c.text)))
			for range b.N {
				if _, err := Parse(c.text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

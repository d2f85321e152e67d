package expr_test

import (
	"testing"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func fullBatch() *datum.Batch {
	b := datum.NewBatch([]types.T{types.Of(types.Int4), types.Of(types.Text)})
	for i := range datum.BatchRows {
		b.AppendRow(datum.Row{types.NewInt4(int32(i)), types.NewText("abcdef")})
	}
	return b
}

func benchmark(bm *testing.B, text string, cols ...int) {
	e, _, err := bind(text)
	if err != nil {
		bm.Fatal(err)
	}
	full := fullBatch()
	b := &datum.Batch{N: full.N}
	for _, c := range cols {
		b.Cols = append(b.Cols, full.Cols[c])
	}
	c := newContext()
	bm.SetBytes(datum.BatchRows)
	bm.ReportAllocs()
	for bm.Loop() {
		b.Sel = nil
		if err := expr.FilterBatch(c, e, b); err != nil {
			bm.Fatal(err)
		}
	}
}

func BenchmarkFilterInt(b *testing.B)   { benchmark(b, "a > 500", 0) }
func BenchmarkFilterAnd(b *testing.B)   { benchmark(b, "a > 500 and a < 900 and s = 'abcdef'", 0, 1) }
func BenchmarkFilterLike(b *testing.B)  { benchmark(b, "s like '%def'", 1) }
func BenchmarkFilterCase(b *testing.B)  { benchmark(b, "case when a > 500 then true else false end", 0) }
func BenchmarkFilterArith(b *testing.B) { benchmark(b, "a * 2 + 1 > 700", 0) }

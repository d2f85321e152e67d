package datum_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var cellGenerators = map[types.OID]*rapid.Generator[datum.Datum]{
	types.Int8:     rapid.Map(rapid.Int64(), types.NewInt8),
	types.Float8:   rapid.Map(rapid.Float64(), types.NewFloat8),
	types.Text:     rapid.Map(rapid.String(), types.NewText),
	types.Interval: rapid.Map(rapid.Int64(), func(i int64) datum.Datum { return types.NewInterval(types.IntervalValue{Micros: i}) }),
	types.Variant: rapid.OneOf(rapid.Map(rapid.Int64(), types.NewInt8),
		rapid.Map(rapid.String(), types.NewText)),
}

// TestVectorAgainstSlice runs random operations on a vector and on a slice of
// datums.
func TestVectorAgainstSlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		oid := rapid.SampledFrom([]types.OID{types.Int8, types.Float8, types.Text, types.Interval, types.Variant}).Draw(t, "type")
		cell := cellGenerators[oid]
		v := datum.NewVector(types.Of(oid))
		var model []datum.Datum
		t.Repeat(map[string]func(*rapid.T){
			"append": func(t *rapid.T) {
				d := cell.Draw(t, "cell")
				v.Append(d)
				model = append(model, d)
			},
			"null": func(*rapid.T) {
				v.AppendNull()
				model = append(model, datum.Null)
			},
			"set": func(t *rapid.T) {
				if len(model) == 0 {
					t.Skip()
				}
				i := rapid.IntRange(0, len(model)-1).Draw(t, "i")
				d := rapid.OneOf(cell, rapid.Just(datum.Null)).Draw(t, "cell")
				v.Set(i, d)
				model[i] = d
			},
			"copy": func(t *rapid.T) {
				w := datum.NewVector(types.Of(oid))
				w.AppendSel(v, nil)
				v = w
			},
			"slice": func(t *rapid.T) {
				to := rapid.IntRange(0, len(model)).Draw(t, "to")
				from := rapid.IntRange(0, to).Draw(t, "from")
				v = v.Slice(from, to)
				model = model[from:to:to]
			},
			"reset": func(*rapid.T) {
				v.Reset()
				model = nil
			},
			"": func(t *rapid.T) {
				if v.Len() != len(model) {
					t.Fatalf("%d cells, want %d", v.Len(), len(model))
				}
				nulls := false
				for i, want := range model {
					if got := v.Get(i); datum.CompareTotal(got, want) != 0 || got.IsNull() != want.IsNull() {
						t.Fatalf("cell %d is %v, want %v", i, got, want)
					}
					nulls = nulls || want.IsNull()
				}
				if v.HasNulls() != nulls {
					t.Fatal("HasNulls is wrong")
				}
				if v.Size() < 8*len(model) {
					t.Fatal("Size is too small")
				}
			},
		})
	})
}

// TestBatchSlice cuts batches with and without a selection.
func TestBatchSlice(t *testing.T) {
	b := datum.NewBatch([]types.T{types.Of(types.Int8), types.Of(types.Text)})
	for i := range int64(5) {
		b.AppendRow(datum.Row{types.NewInt8(i), types.NewText("x")})
	}
	s := b.Slice(1, 3)
	if s.Rows() != 2 || s.Cols[0].Get(0).I != 1 {
		t.Fatal("wrong slice without selection")
	}
	b.Sel = []int32{0, 2, 4}
	s = b.Slice(1, 3)
	if s.Rows() != 2 || s.Cols[0].Get(s.Index(1)).I != 4 {
		t.Fatal("wrong slice of a selection")
	}
	c := datum.NewBatch([]types.T{types.Of(types.Int8), types.Of(types.Text)})
	c.AppendFrom(s, s.Index(0))
	if c.Rows() != 1 || c.Cols[0].Get(0).I != 2 {
		t.Fatal("wrong copied row")
	}
}

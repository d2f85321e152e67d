package expr_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// TestBatch evaluates each line of testdata/batch over random batches, with
// and without selection: the kernels have to agree with evaluation row by row.
func TestBatch(t *testing.T) {
	text, err := os.ReadFile("testdata/batch")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		e, names := mustBind(t, line)
		for range 6 {
			b := randomBatch(r, names)
			want, wantErr := rowByRow(e, b)
			v, err := expr.EvalBatch(newContext(), e, b)
			if (err == nil) != (wantErr == nil) || err != nil && pgerr.CodeOf(err) != pgerr.CodeOf(wantErr) {
				t.Fatalf("%s: got error %v, want %v", line, err, wantErr)
			}
			if err != nil {
				continue
			}
			for i := range b.Rows() {
				k := b.Index(i)
				if got := show(v.Get(k), nil); got != want[k] {
					t.Fatalf("%s, row %d: got %s, want %s", line, k, got, want[k])
				}
			}
			if e.Type().OID == types.Bool {
				checkFilter(t, line, e, b, want)
			}
		}
	}
}

func checkFilter(t *testing.T, line string, e expr.Expr, b *datum.Batch, want []string) {
	t.Helper()
	before := b.Sel
	f := &datum.Batch{Cols: b.Cols, N: b.N, Sel: before}
	if err := expr.FilterBatch(newContext(), e, f); err != nil {
		t.Fatalf("%s: filter: %v", line, err)
	}
	live := map[int]bool{}
	for i := range f.Rows() {
		live[f.Index(i)] = true
	}
	for i := range b.Rows() {
		if k := b.Index(i); live[k] != strings.HasPrefix(want[k], "t ") {
			t.Fatalf("%s, row %d: kept %v, value %s", line, k, live[k], want[k])
		}
	}
}

func rowByRow(e expr.Expr, b *datum.Batch) ([]string, error) {
	want := make([]string, b.N)
	c := newContext()
	for i := range b.Rows() {
		k := b.Index(i)
		v, err := e.Eval(c, b.Row(k, nil))
		if err != nil {
			return nil, err
		}
		want[k] = show(v, nil)
	}
	return want, nil
}

func randomBatch(r *rand.Rand, names []string) *datum.Batch {
	var ts []types.T
	for _, n := range names {
		t := types.Of(types.Variant)
		for _, c := range columnTypes {
			if c.Name == n {
				t = c.T
			}
		}
		ts = append(ts, t)
	}
	b := datum.NewBatch(ts)
	for range r.IntN(60) {
		row := make(datum.Row, len(ts))
		for i, t := range ts {
			row[i] = randomDatum(r, t.OID)
		}
		b.AppendRow(row)
	}
	if r.IntN(2) == 0 {
		b.Sel = []int32{}
		for i := range b.N {
			if r.IntN(3) > 0 {
				b.Sel = append(b.Sel, int32(i))
			}
		}
	}
	return b
}

func randomDatum(r *rand.Rand, t types.OID) datum.Datum {
	if r.IntN(5) == 0 {
		return datum.Null
	}
	n := r.Int64N(9) - 4
	switch t {
	case types.Int4, types.Int8:
		return types.NewInt(t, n)
	case types.Float8:
		return types.NewFloat8(float64(n) / 2)
	case types.Numeric:
		return types.NewNumeric(apd.New(n*5, -1))
	case types.Bool:
		return types.NewBool(n > 0)
	case types.Text:
		return types.NewText(strconv.FormatInt(n, 10))
	}
	return randomDatum(r, []types.OID{types.Int8, types.Text, types.Numeric, types.Bool}[r.IntN(4)])
}

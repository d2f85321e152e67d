package datum_test

import (
	"os"
	"strings"
	"testing"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// readCells reads lines of the form type<TAB>text (or =<TAB>type<TAB>text for
// a cell equal to the one before) and "null".
func readCells(t *testing.T, file string) (cells []datum.Datum, equal []bool, lines []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cell, same := strings.CutPrefix(line, "= ")
		cells = append(cells, parseCell(t, cell))
		equal = append(equal, same)
		lines = append(lines, line)
	}
	return cells, equal, lines
}

// parseCell reads type: text.
func parseCell(t *testing.T, s string) datum.Datum {
	t.Helper()
	name, text, ok := strings.Cut(s, ": ")
	if !ok {
		return datum.Null
	}
	typ, err := types.ParseTypeName(name)
	if err != nil {
		t.Fatal(s, err)
	}
	d, err := types.Cast(types.NewString(types.Unknown, text), typ, types.Explicit, nil)
	if err != nil {
		t.Fatal(s, err)
	}
	return d
}

// TestTotalOrder holds all pairs of testdata/order.txt, which lists cells in
// ascending order.
func TestTotalOrder(t *testing.T) {
	cells, equal, lines := readCells(t, "testdata/order.txt")
	rank := make([]int, len(cells))
	for i := 1; i < len(cells); i++ {
		rank[i] = rank[i-1]
		if !equal[i] {
			rank[i]++
		}
	}
	for i := range cells {
		for j := range cells {
			want := 0
			if rank[i] < rank[j] {
				want = -1
			} else if rank[i] > rank[j] {
				want = 1
			}
			got := datum.CompareTotal(cells[i], cells[j])
			if got != want {
				t.Errorf("%s against %s: %d, want %d", lines[i], lines[j], got, want)
			}
			if want == 0 && types.Hash(cells[i]) != types.Hash(cells[j]) {
				t.Errorf("%s and %s are equal but hash otherwise", lines[i], lines[j])
			}
		}
	}
}

// TestComparable holds that families decide, and that json has no order.
func TestComparable(t *testing.T) {
	for _, c := range []struct {
		a, b types.OID
		want bool
	}{
		{types.Int2, types.Numeric, true},
		{types.Float4, types.Int8, true},
		{types.VarChar, types.BPChar, true},
		{types.Date, types.TimestampTZ, true},
		{types.Text, types.UUID, false},
		{types.Bool, types.Int4, false},
		{types.JSON, types.JSON, false},
		{types.JSONB, types.JSONB, true},
		{types.Int4Array, types.NumericArray, true},
		{types.Int4Array, types.TextArray, false},
		{types.Bytea, types.UUID, false},
	} {
		if got := datum.Comparable(c.a, c.b); got != c.want {
			t.Errorf("%s, %s: %v", types.TypeName(c.a), types.TypeName(c.b), got)
		}
	}
}

package spill

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// columns are of every kind of vector; the last holds values of any type.
var columns = []types.T{types.Of(types.Int4), types.Of(types.Text), types.Of(types.Numeric), types.Of(types.Int8), types.Of(types.Variant)}

func decimal(t testing.TB, text string) types.Value {
	d, _, err := apd.NewFromString(text)
	require.NoError(t, err)
	return types.NewNumeric(d)
}

// samples are values of every form.
func samples(t testing.TB) []types.Value {
	array := &types.Array{Elem: types.Numeric, Dims: []types.Dim{{Len: 2, Lower: -1}}, Elems: []types.Value{decimal(t, "1.50"), types.Null}}
	zoned, err := types.ParseText(types.TimeTZ, "12:00:01.5+03", -1, nil)
	require.NoError(t, err)
	ranges, err := types.ParseText(types.NumMultirange, "{[1.50,2],(7,)}", -1, nil)
	require.NoError(t, err)
	return []types.Value{
		types.Null, types.NewBool(true), types.NewInt8(math.MinInt64), types.NewFloat8(math.Inf(-1)), types.NewText(""), types.NewText("día"),
		decimal(t, "0"), decimal(t, "-12345678901234567890123456789.000"), decimal(t, "NaN"), decimal(t, "-Infinity"),
		types.NewInterval(types.IntervalValue{Months: -1, Days: 2, Micros: -3}), zoned,
		{OID: types.Regclass, I: 42, S: "t"}, types.NewString(types.JSONB, `{"a": 1}`),
		{OID: types.NumericArray, X: array}, ranges, {OID: types.Int4Range, X: &types.RangeValue{Empty: true}},
		{OID: types.Record, X: &types.RecordValue{Names: []string{"a", "b"}, Types: []types.OID{types.Int4, types.NumericArray},
			Fields: []types.Value{types.Null, {OID: types.NumericArray, X: array}}}},
	}
}

func show(r datum.Row) string {
	parts := make([]string, len(r))
	for i, d := range r {
		parts[i] = fmt.Sprintf("%d:%s", d.OID, types.AppendText(nil, d, nil))
	}
	return strings.Join(parts, "|")
}

func rowsOf(t require.TestingT, f *File) []string {
	var out []string
	r := f.Read()
	for {
		b, err := r.Next()
		require.NoError(t, err)
		if b == nil {
			return out
		}
		for i := range b.Rows() {
			out = append(out, show(b.Row(b.Index(i), nil)))
		}
	}
}

func TestFileGivesBackWhatWasWritten(t *testing.T) {
	space, err := Open(t.TempDir())
	require.NoError(t, err)
	any := samples(t)
	rapid.Check(t, func(rt *rapid.T) {
		f := space.Create(columns, nil)
		defer f.Close()
		var want []string
		for range rapid.IntRange(0, 8).Draw(rt, "batches") {
			b := datum.NewBatch(columns)
			for range rapid.IntRange(1, 300).Draw(rt, "rows") {
				row := datum.Row{
					types.NewInt4(rapid.Int32().Draw(rt, "int4")), types.NewText(rapid.StringN(0, 40, -1).Draw(rt, "text")),
					decimal(t, fmt.Sprint(rapid.Int64().Draw(rt, "numeric"), "e-3")), types.NewInt8(rapid.Int64().Draw(rt, "int8")),
					rapid.SampledFrom(any).Draw(rt, "any"),
				}
				if k := rapid.IntRange(0, 8).Draw(rt, "null"); k < 4 {
					row[k] = types.Null
				}
				b.AppendRow(row)
			}
			if rapid.Bool().Draw(rt, "select") {
				b.Sel = []int32{}
				for i := range b.N {
					if rapid.Bool().Draw(rt, "keep") {
						b.Sel = append(b.Sel, int32(i))
					}
				}
			}
			for i := range b.Rows() {
				want = append(want, show(b.Row(b.Index(i), nil)))
			}
			require.NoError(rt, f.Write(b))
		}
		require.Equal(rt, want, rowsOf(rt, f))
		require.Equal(rt, want, rowsOf(rt, f), "second pass")
		require.Equal(rt, int64(len(want)), f.Rows())
		var byFrame []string
		for i := range f.Frames() {
			b := datum.NewBatch(columns)
			require.NoError(rt, f.Frame(i, b))
			for k := range b.N {
				byFrame = append(byFrame, show(b.Row(k, nil)))
			}
		}
		require.Equal(rt, want, byFrame)
	})
	require.Zero(t, space.Used())
}

func large(n int) *datum.Batch {
	b := datum.NewBatch(columns[1:2])
	for range n {
		b.AppendRow(datum.Row{types.NewText(strings.Repeat("x", 100) + fmt.Sprint(b.N*7919))})
	}
	return b
}

func TestQuota(t *testing.T) {
	quota := NewQuota(100_000)
	space, err := Open(t.TempDir())
	require.NoError(t, err)
	f := space.Create(columns[1:2], quota)
	for err == nil {
		err = f.Write(large(1000))
	}
	require.ErrorIs(t, err, ErrSpaceFull)
	require.LessOrEqual(t, space.Used(), int64(100_000))
	f.Close()
	f.Close()
	require.Zero(t, space.Used())
	f = space.Create(columns[1:2], quota)
	require.NoError(t, f.Write(large(1000)))
	f.Close()
}

func TestOpenRemovesWhatACrashLeft(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, "spill-123.tmp")
	require.NoError(t, os.WriteFile(left, []byte("x"), 0o600))
	space, err := Open(dir)
	require.NoError(t, err)
	require.NoFileExists(t, left)
	f := space.Create(columns[1:2], nil)
	defer f.Close()
	for f.Bytes() < 4*flushBytes {
		require.NoError(t, f.Write(large(1000)))
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, entries, "open files have no name")
}

func FuzzDecode(f *testing.F) {
	b := datum.NewBatch(columns)
	for _, v := range samples(f) {
		b.AppendRow(datum.Row{types.NewInt4(1), types.NewText("a"), types.Null, types.NewInt8(int64(b.N) << 40), v})
	}
	f.Add(appendBatch(nil, b))
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 0 && src[0] >= 0x80 {
			return // more rows than a batch has
		}
		err := decodeBatch(src, datum.NewBatch(columns))
		require.True(t, err == nil || errors.Is(err, errFrame))
	})
}

package rowenc

import (
	"encoding/hex"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var testCodec ColumnCodec

// encodeBlock lays values out and opens them.
func encodeBlock(t require.TestingT, values [][]byte) *Columns {
	data, ok := testCodec.Encode([]byte("before"), values)
	require.True(t, ok)
	require.Equal(t, "before", string(data[:6]))
	columns, err := testCodec.Open(data[6:])
	require.NoError(t, err)
	require.Equal(t, len(values), columns.Len())
	return columns.(*Columns)
}

// requireRows holds that the rows come back byte for byte.
func requireRows(t require.TestingT, columns *Columns, values [][]byte) {
	for i, v := range values {
		got, err := columns.AppendValue([]byte("x"), i)
		require.NoError(t, err)
		require.Equal(t, "x"+hex.EncodeToString(v), "x"+hex.EncodeToString(got[1:]), "row %d", i)
	}
}

func TestColumnRowsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := genBlocks(t, rapid.Bool().Draw(t, "timed block"))
		columns := encodeBlock(t, b.values)
		before := columns.Memory()
		requireRows(t, columns, b.values)
		require.GreaterOrEqual(t, columns.Memory(), before)
	})
}

// TestColumnRunsAsRows holds that a RunDecoder gives what a Decoder gives row
// by row.
func TestColumnRunsAsRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := genBlocks(t, false)
		columns := encodeBlock(t, b.values)
		cols := genColumns(t, b)
		rows, runs := NewDecoder(b.codec, cols), NewRunDecoder(b.codec, cols)
		for range 3 {
			run := genRun(t, b, columns)
			from := rapid.IntRange(0, run.Rows-1).Draw(t, "from")
			n := rapid.IntRange(0, run.Rows-from).Draw(t, "n")
			want, got := newVectors(cols), newVectors(cols)
			var size, all int64
			for i := range run.Rows {
				at := run.ValueAt(i)
				into := newVectors(cols)
				if i >= from && i < from+n {
					into = want
				}
				s, err := rows.AppendTo(b.keys[at], b.values[at], into)
				require.NoError(t, err)
				if all += s; i >= from && i < from+n {
					size += s
				}
			}
			gotSize, err := runs.AppendTo(run, from, n, got)
			require.NoError(t, err)
			require.Equal(t, size, gotSize)
			requireVectors(t, want, got)
			bytes, err := runs.Bytes(run)
			require.NoError(t, err)
			require.Equal(t, all, bytes)
		}
	})
}

// TestColumnRunsOfTimedRows holds that a RunDecoder gives the newest cells.
func TestColumnRunsOfTimedRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := genBlocks(t, true)
		columns := encodeBlock(t, b.values)
		oldest, _ := columns.Oldest()
		for _, a := range b.attrs {
			cols := []Column{{Attr: a.id, T: types.Of(types.Variant)}}
			run, vecs := genRun(t, b, columns), newVectors(cols)
			size, err := NewRunDecoder(b.codec, cols).AppendTo(run, 0, run.Rows, vecs)
			require.NoError(t, err)
			for i := range run.Rows {
				v, ms := newestCell(t, b.values[run.ValueAt(i)], a.id)
				require.Equal(t, show(v), show(vecs[0].Get(i)))
				require.LessOrEqual(t, oldest, ms)
				size -= ValueBytes(v)
			}
			require.Zero(t, size)
		}
	})
}

// genColumns picks columns to read: key columns, attributes as their own and
// as other types, and one that is in no row.
func genColumns(t *rapid.T, b genBlock) []Column {
	var cols []Column
	for i, c := range b.codec.cols {
		if rapid.Bool().Draw(t, "key") {
			cols = append(cols, Column{Key: i, T: c.t, NameBytes: 1})
		}
	}
	for _, a := range b.attrs {
		if rapid.IntRange(0, 2).Draw(t, "wanted") > 0 {
			oid := rapid.SampledFrom(append([]types.OID{types.Variant, types.Variant, types.Text, types.Int8, types.Int4}, a.oids...)).Draw(t, "as")
			cols = append(cols, Column{Attr: a.id, T: types.Of(oid), NameBytes: 3})
		}
	}
	return append(cols, Column{Attr: 1 << 20, T: types.Of(types.Int4), NameBytes: 7})
}

func newVectors(cols []Column) []*datum.Vector {
	vecs := make([]*datum.Vector, len(cols))
	for i, c := range cols {
		vecs[i] = datum.NewVector(c.T)
	}
	return vecs
}

func requireVectors(t require.TestingT, want, got []*datum.Vector) {
	for i := range want {
		require.Equal(t, want[i].Len(), got[i].Len())
		if got[i].Nulls != nil {
			require.Len(t, got[i].Nulls, got[i].Len())
		}
		for k := range want[i].Len() {
			w, g := want[i].Get(k), got[i].Get(k)
			require.Equal(t, w.OID, g.OID)
			require.Equal(t, w.I, g.I)
			require.Equal(t, show(w), show(g))
		}
	}
}

func TestColumnBoundsHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := genBlocks(t, rapid.Bool().Draw(t, "timed block"))
		columns := encodeBlock(t, b.values)
		for _, a := range b.attrs {
			bounds := columns.Bounds(a.id)
			cells := 0
			for _, value := range b.values {
				v, _ := newestCell(t, value, a.id)
				if v.IsNull() {
					continue
				}
				cells++
				if bounds.Type != 0 {
					require.Equal(t, bounds.Type, v.OID)
				}
				if bounds.Known {
					require.LessOrEqual(t, datum.CompareTotal(bounds.Min, v), 0, "least of %s", types.TypeName(v.OID))
				}
				if bounds.HasMax {
					require.GreaterOrEqual(t, datum.CompareTotal(bounds.Max, v), 0, "greatest of %s", types.TypeName(v.OID))
				}
			}
			require.Equal(t, cells, bounds.Cells)
		}
		require.Equal(t, Bounds{}, columns.Bounds(1<<20))
	})
}

// newestCell finds the newest cell of an attribute in a row, and its time; a
// plain row's is the end of time.
func newestCell(t require.TestingT, value []byte, id catalog.AttrID) (v datum.Datum, ms int64) {
	var s rowScan
	require.True(t, s.scan(value))
	for _, c := range s.cells {
		if c.id == id {
			v, err := decodeCell(c.tag, c.payload)
			require.NoError(t, err)
			if s.timed {
				return v, s.time - c.age
			}
			return v, math.MaxInt64
		}
	}
	return datum.Null, math.MaxInt64
}

// TestColumnBoundsOfCutStrings shows how long strings bound.
func TestColumnBoundsOfCutStrings(t *testing.T) {
	bounds := func(texts ...string) Bounds {
		var values [][]byte
		for _, s := range texts {
			v, err := EncodeRow(nil, nil, []Cell{{5, types.NewText(s)}})
			require.NoError(t, err)
			values = append(values, v)
		}
		return encodeBlock(t, values).Bounds(5)
	}
	b := bounds("alphabetical order", "alphanumerical order")
	require.Equal(t, []any{"alphabetical ", "alphanumericb"}, []any{b.Min.S, b.Max.S})
	b = bounds("b", "a")
	require.Equal(t, []any{"a", "b", true}, []any{b.Min.S, b.Max.S, b.HasMax})
	b = bounds("b", "\xff\xff\xff\xff\xff\xff\xff\xff\xff")
	require.Equal(t, []any{"b", true, false}, []any{b.Min.S, b.Known, b.HasMax})
}

// TestColumnRefusesOtherForms lists values that no block can give back.
func TestColumnRefusesOtherForms(t *testing.T) {
	good, err := EncodeRow(nil, []datum.Datum{types.NewText("k")}, []Cell{{1, types.NewInt8(5)}, {9, types.NewText("x")}})
	require.NoError(t, err)
	for _, bad := range []string{"", "00", "03", "040000", "01", "0100", "010001", "01000101040210", "0100010104810016",
		"0100018100040116", "010001000401160a", "01000101ff0116", "0180000000", "02050001000401000a", "0100020104010004010a0a"} {
		b, err := hex.DecodeString(bad)
		require.NoError(t, err)
		out, ok := testCodec.Encode([]byte("kept"), [][]byte{good, b, good})
		require.False(t, ok, bad)
		require.Equal(t, "kept", string(out))
	}
	_, ok := testCodec.Encode(nil, nil)
	require.False(t, ok)
}

// TestColumnKeepsOddPayloads holds that payloads that no writer makes come
// back all the same.
func TestColumnKeepsOddPayloads(t *testing.T) {
	var values [][]byte
	for _, s := range []string{"010001010402", "8000", "01000101040116", "0100010107020080", "01000101060103", "010001010101" + "07", "01000101100122", "010001010501" + "09"} {
		b, err := hex.DecodeString(s)
		require.NoError(t, err)
		if s == "8000" { // the payload of the one before: zero in two bytes
			values[len(values)-1] = append(values[len(values)-1], b...)
			continue
		}
		values = append(values, b)
	}
	requireRows(t, encodeBlock(t, values), values)
}

// TestColumnConcurrentReads reads one block from several goroutines.
func TestColumnConcurrentReads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := genBlocks(t, false)
		data, ok := testCodec.Encode(nil, b.values)
		require.True(t, ok)
		opened, err := testCodec.Open(data)
		require.NoError(t, err)
		columns := opened.(*Columns)
		cols := genColumns(t, b)
		want := newVectors(cols)
		run := &kv.Run{Rows: len(b.values), Columns: encodeBlock(t, b.values), Keys: b}
		_, err = NewRunDecoder(b.codec, cols).AppendTo(run, 0, run.Rows, want)
		require.NoError(t, err)
		var all sync.WaitGroup
		for k := range 4 {
			all.Go(func() {
				if k%2 == 0 {
					requireRows(t, columns, b.values)
				}
				for _, a := range b.attrs {
					columns.Bounds(a.id)
				}
				got := newVectors(cols)
				_, err := NewRunDecoder(b.codec, cols).AppendTo(&kv.Run{Rows: run.Rows, Columns: columns, Keys: b}, 0, run.Rows, got)
				require.NoError(t, err)
				requireVectors(t, want, got)
				require.Positive(t, columns.Memory())
			})
		}
		all.Wait()
	})
}

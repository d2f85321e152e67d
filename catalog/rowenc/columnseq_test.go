package rowenc

import (
	"encoding/hex"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/types"
)

// TestColumnIntEncodings shows which encoding a sequence gets, and its bytes.
func TestColumnIntEncodings(t *testing.T) {
	repeat := func(n int, of ...int64) (out []int64) {
		for i := range n {
			out = append(out, of[i%len(of)])
		}
		return out
	}
	var steps, runs []int64
	for i := range int64(16) {
		steps = append(steps, 1_000_000_000+i*1000)
		runs = append(runs, i/8*100_000)
	}
	for _, c := range []struct {
		name   string
		values []int64
		want   string
	}{
		{"constant", repeat(9, 7), "000e"},
		{"frame", repeat(8, 100, 101, 102, 103), "01c80102e4e4"},
		{"delta", steps, "0280a8d6b907d00f00"},
		{"dictionary", repeat(16, -1, 1<<40, 0, 5), "0304" + "01" + "0105fbffffffff1f" + "02" + "9c9c9c9c"},
		{"runs", runs, "0402" + "0500c09a0c" + "0010"},
		{"varint", []int64{1, 2, math.MaxInt64}, "050204feffffffffffffffff01"},
	} {
		var sc intsScratch
		got := appendInts(nil, c.values, &sc)
		requireInts(t, got, c.values)
		require.Equal(t, c.want, hex.EncodeToString(got), c.name)
	}
}

func requireInts(t require.TestingT, encoded []byte, values []int64) {
	r := &blockReader{b: encoded}
	s := readInts(r, len(values))
	require.False(t, r.bad)
	require.Zero(t, r.left())
	for i, v := range values {
		require.Equal(t, v, s.at(i))
	}
	for from := 0; from < len(values); from += 1 + from/2 {
		got := make([]int64, len(values)-from)
		s.read(got, from)
		require.Equal(t, values[from:], got)
	}
}

func TestColumnIntsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		least, bits := rapid.Int64().Draw(t, "least"), rapid.IntRange(0, 63).Draw(t, "bits")
		values := rapid.SliceOfN(rapid.Int64Range(0, 1<<bits-1), 1, 100).Draw(t, "values")
		delta, repeats := rapid.Bool().Draw(t, "sum up"), rapid.SampledFrom([]int{1, 1, 9}).Draw(t, "repeats")
		var all []int64
		for _, v := range values {
			if least += v; !delta {
				v += least
			} else {
				v = least
			}
			for range repeats {
				all = append(all, v)
			}
		}
		var sc intsScratch
		requireInts(t, appendInts(nil, all, &sc), all)
	})
}

func TestColumnGaps(t *testing.T) {
	var b []byte
	for gap := range blockRowsMax {
		b = appendGap(b, gap)
	}
	r := &blockReader{b: b}
	for gap := range blockRowsMax {
		require.Equal(t, gap, r.gap())
	}
	require.Zero(t, r.left())
	require.False(t, r.bad)
}

// TestColumnTallBlock has as many rows as a block may, with columns that few,
// some and nearly all of them have.
func TestColumnTallBlock(t *testing.T) {
	var values [][]byte
	for i := range blockRowsMax {
		var cells []Cell
		if i%7000 == 3 {
			cells = append(cells, Cell{1, types.NewInt8(int64(i))})
		}
		if i%300 == 5 || i < 3 {
			cells = append(cells, Cell{2, types.NewText("rare")})
		}
		if i%3 > 0 {
			cells = append(cells, Cell{3, types.NewBool(i%5 == 0)})
		}
		v, err := EncodeRow(nil, nil, cells)
		require.NoError(t, err)
		values = append(values, v)
	}
	columns := encodeBlock(t, values)
	for i := 0; i < len(values); i += 13 {
		got, err := columns.AppendValue(nil, i)
		require.NoError(t, err)
		require.Equal(t, values[i], got)
	}
	require.Equal(t, 10, columns.Bounds(1).Cells)
	require.EqualValues(t, 63003, columns.Bounds(1).Max.I)
	cols := []Column{{Attr: 1, T: types.Of(types.Int8)}, {Attr: 2, T: types.Of(types.Text)}, {Attr: 3, T: types.Of(types.Bool)}}
	vecs := newVectors(cols)
	run := &kv.Run{Rows: 1000, First: 62_500, Columns: columns}
	bytes, err := NewRunDecoder(keylessCodec, cols).AppendTo(run, 0, 1000, vecs)
	require.NoError(t, err)
	trues := 0
	for i := range 1000 {
		require.Equal(t, (62_500+i)%3 == 0, vecs[2].IsNull(i))
		trues += int(vecs[2].Ints[i])
	}
	require.EqualValues(t, 63003, vecs[0].Ints[503])
	require.Equal(t, 8+3*4+667, int(bytes))
	require.Equal(t, 133, trues)
	_, ok := testCodec.Encode(nil, append(values, values[0]))
	require.False(t, ok)
}

// keylessCodec is for decoders of attributes alone.
var keylessCodec = &Codec{}

// TestColumnSingleRows reads runs that are single rows.
func TestColumnSingleRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := genBlocks(t, false)
		cols := genColumns(t, b)
		want, got := newVectors(cols), newVectors(cols)
		rows, runs := NewDecoder(b.codec, cols), NewRunDecoder(b.codec, cols)
		size, err := rows.AppendTo(b.keys[0], b.values[0], want)
		require.NoError(t, err)
		run := &kv.Run{Rows: 1, Key: b.keys[0], Value: b.values[0]}
		bytes, err := runs.AppendTo(run, 0, 1, got)
		require.NoError(t, err)
		require.Equal(t, size, bytes)
		requireVectors(t, want, got)
		bytes, err = runs.Bytes(run)
		require.NoError(t, err)
		require.Equal(t, size, bytes)
	})
}

// TestColumnErrorsAppendNothing reads a block with a cell that can't be
// decoded: what came before it is taken back.
func TestColumnErrorsAppendNothing(t *testing.T) {
	good, err := EncodeRow(nil, nil, []Cell{{1, types.NewInt8(5)}, {2, types.NewInt8(6)}})
	require.NoError(t, err)
	columns := encodeBlock(t, [][]byte{good, {1, 0, 1, 2, byte(tagInt8), 2, 0x80, 0x80}})
	cols := []Column{{Attr: 1, T: types.Of(types.Int8)}, {Attr: 2, T: types.Of(types.Int8)}}
	vecs := newVectors(cols)
	for _, v := range vecs {
		v.Append(types.NewInt8(1))
	}
	_, err = NewRunDecoder(keylessCodec, cols).AppendTo(&kv.Run{Rows: 2, Columns: columns}, 0, 2, vecs)
	require.ErrorIs(t, err, kv.ErrCorrupt)
	for _, v := range vecs {
		require.Equal(t, 1, v.Len())
		require.Equal(t, types.NewInt8(1), v.Get(0))
	}
	_, err = columns.AppendValue(nil, 2)
	require.Error(t, err)
}

func TestColumnTrim(t *testing.T) {
	kept, ok := testCodec.Trim([]byte("k"), []byte("v"))
	require.True(t, ok)
	require.Equal(t, "v", string(kept))
	codec := ColumnCodec{TrimRow: func(_, _ []byte) ([]byte, bool) { return nil, false }}
	_, ok = codec.Trim(nil, nil)
	require.False(t, ok)
}

package rowenc

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// fuzzValues makes rows that meet most encodings, the same for a seed.
func fuzzValues(t testing.TB, seed uint64, timed bool) [][]byte {
	rnd := rand.New(rand.NewPCG(seed, 1))
	var values [][]byte
	for i := range 300 {
		cells := []Cell{
			{1, types.NewInt8(int64(i) * 1000)}, {2, types.NewText([]string{"open", "closed", ""}[rnd.IntN(3)])},
			{3, types.NewFloat8(float64(rnd.IntN(500)) / 4)}, {4, types.NewFloat8(rnd.Float64())},
		}
		if i%3 == 0 {
			cells = append(cells, Cell{5, types.NewInt4(rnd.Int32())}, Cell{6, types.NewText("prefix/" + string(rune('a'+i%26)))})
		}
		for id := catalog.AttrID(10); id < 200; id += catalog.AttrID(1 + rnd.IntN(60)) {
			cells = append(cells, Cell{id, genFuzzCell(id, rnd)})
		}
		v, err := EncodeRow(nil, nil, cells)
		require.NoError(t, err)
		if timed && i%4 > 0 {
			v = asTimed(v, int64(1_700_000_000_000+i))
		}
		values = append(values, v)
	}
	return values
}

func genFuzzCell(id catalog.AttrID, rnd *rand.Rand) datum.Datum {
	switch id % 4 {
	case 0:
		return types.NewInt8(rnd.Int64N(1 << 30))
	case 1:
		return types.NewBool(rnd.IntN(2) == 0)
	case 2:
		return types.NewText("word")
	default:
		return types.NewFloat8(rnd.Float64())
	}
}

// readBlock opens a block and reads all of it in every way; only how it fails
// is of interest.
func readBlock(t testing.TB, data []byte) {
	opened, err := testCodec.Open(data)
	if err != nil {
		require.ErrorIs(t, err, kv.ErrCorrupt)
		return
	}
	columns := opened.(*Columns)
	var cols []Column
	for id := catalog.AttrID(1); id < 200; id += 1 + id/10 {
		cols = append(cols, Column{Attr: id, T: types.Of([]types.OID{types.Int8, types.Text, types.Variant, types.Float8}[id%4])})
		columns.Bounds(id)
	}
	codec := NewCodec(&catalog.Table{ID: 16400})
	rows := min(columns.Len(), 300)
	for _, col := range cols {
		dec := NewRunDecoder(codec, []Column{col})
		vec := datum.NewVector(col.T)
		run := &kv.Run{Rows: columns.Len(), Columns: columns}
		_, _ = dec.Bytes(run)
		if _, err := dec.AppendTo(run, 0, columns.Len(), []*datum.Vector{vec}); err == nil {
			require.Equal(t, columns.Len(), vec.Len())
		} else {
			require.Zero(t, vec.Len())
		}
		run.Sel, run.Rows = []int32{int32(columns.Len() - 1), 0}, 2
		_, _ = dec.AppendTo(run, 0, 2, []*datum.Vector{vec})
	}
	for i := range rows {
		if _, err := columns.AppendValue(nil, i); err != nil {
			require.ErrorIs(t, err, kv.ErrCorrupt)
		}
	}
}

func FuzzColumns(f *testing.F) {
	for seed := range uint64(4) {
		data, ok := testCodec.Encode(nil, fuzzValues(f, seed, seed%2 == 1)[:40+80*seed])
		require.True(f, ok)
		f.Add(data, uint32(0), byte(0))
		f.Add(data, uint32(10), byte(1))
	}
	f.Fuzz(func(t *testing.T, data []byte, at uint32, change byte) {
		if len(data) > 0 {
			data[int(at)%len(data)] ^= change
		}
		readBlock(t, data)
	})
}

// TestColumnDamage changes, cuts and repeats bytes of blocks whose sections
// are stored as they are, so that the damage gets past the compression.
func TestColumnDamage(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	for seed := range uint64(2) {
		e := &blockEncoder{store: true}
		values := fuzzValues(t, seed, seed == 1)
		require.True(t, e.gather.gather(values))
		data, ok := e.encode(nil, len(values))
		require.True(t, ok)
		for range 60 {
			bad := append([]byte{}, data...)
			for range 1 + rnd.IntN(3) {
				bad[rnd.IntN(len(bad))] = byte(rnd.Uint32())
			}
			if rnd.IntN(8) == 0 {
				bad = bad[:rnd.IntN(len(bad))]
			}
			readBlock(t, bad)
		}
	}
}

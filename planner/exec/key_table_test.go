package exec

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// keySamples are values that are often equal, some in another type of their class.
var keySamples = map[types.OID][]types.Value{
	types.Int8:    {types.Null, types.NewInt8(0), types.NewInt8(1), types.NewInt8(-1), types.NewInt8(1 << 40)},
	types.Text:    {types.Null, types.NewText(""), types.NewText("a"), types.NewText("a "), types.NewText("long enough to be no small string")},
	types.Float8:  {types.Null, types.NewFloat8(0), types.NewFloat8(1.5)},
	types.Variant: {types.Null, types.NewText("1"), types.NewInt8(1), types.NewFloat8(1), types.NewInt4(1), types.NewBool(true)},
}

func keyBatch(t *rapid.T, ts []types.T) *datum.Batch {
	b := datum.NewBatch(ts)
	for range rapid.IntRange(1, 200).Draw(t, "rows") {
		row := make(datum.Row, len(ts))
		for i, typ := range ts {
			row[i] = rapid.SampledFrom(keySamples[typ.OID]).Draw(t, "value")
		}
		b.AppendRow(row)
	}
	if rapid.Bool().Draw(t, "select") {
		b.Sel = []int32{}
		for i := range b.N {
			if i%3 != 0 {
				b.Sel = append(b.Sel, int32(i))
			}
		}
	}
	return b
}

// naive is a key table that compares each pair.
type naive struct{ rows []datum.Row }

func (n *naive) number(row datum.Row, admit bool) int32 {
	for i, r := range n.rows {
		if equalRows(r, row) {
			return int32(i)
		}
	}
	if !admit {
		return -1
	}
	n.rows = append(n.rows, cloneRow(row))
	return int32(len(n.rows) - 1)
}

func TestKeyTableNumbersKeysAsEqualityDoes(t *testing.T) {
	all := []types.T{types.Of(types.Int8), types.Of(types.Text), types.Of(types.Float8), types.Of(types.Variant)}
	rapid.Check(t, func(rt *rapid.T) {
		ts := rapid.SliceOfN(rapid.SampledFrom(all), 0, 3).Draw(rt, "types")
		account := limits.NewAccount("test", nil, nil)
		table, want := newKeyTable(ts, account), &naive{}
		for range rapid.IntRange(1, 6).Draw(rt, "batches") {
			b := keyBatch(rt, ts)
			out := make([]int32, b.N)
			admit := rapid.Bool().Draw(rt, "admit")
			if admit {
				table.assign(b.Cols, b.N, b.Sel, out)
			} else {
				table.find(b.Cols, b.N, b.Sel, out)
			}
			for i := range b.Rows() {
				at := b.Index(i)
				require.Equal(rt, want.number(b.Row(at, nil), admit), out[at])
			}
		}
		require.Equal(rt, len(want.rows), table.len())
		for i, r := range want.rows {
			require.True(rt, equalRows(r, table.keys().row(i, nil)))
		}
		table.reset()
		require.Zero(rt, account.Used())
	})
}

func TestKeyTableAdmitsNoneWithoutMemory(t *testing.T) {
	ts := []types.T{types.Of(types.Text)}
	table := newKeyTable(ts, limits.NewAccount("test", nil, func() int64 { return 4 << 10 }))
	b := datum.NewBatch(ts)
	for i := range 1000 {
		b.AppendRow(datum.Row{types.NewText(fmt.Sprint("key ", i))})
	}
	out := make([]int32, b.N)
	table.assign(b.Cols, b.N, nil, out)
	require.True(t, table.full)
	known := table.len()
	require.Greater(t, known, 10)
	table.assign(b.Cols, b.N, nil, out)
	require.Equal(t, known, table.len())
	for i, n := range out {
		if i < known {
			require.Equal(t, int32(i), n)
		} else {
			require.Equal(t, int32(-1), n)
		}
	}
}

func TestPartitionsKeepEveryRow(t *testing.T) {
	ts := []types.T{types.Of(types.Int8), types.Of(types.Text)}
	rapid.Check(t, func(rt *rapid.T) {
		level := rapid.IntRange(0, partitionLevels).Draw(rt, "level")
		p := newPartitions(&Runtime{}, ts, level)
		defer p.close()
		want := map[string]int{}
		hashes := make([]uint64, datum.BatchRows)
		for range rapid.IntRange(1, 6).Draw(rt, "batches") {
			b := keyBatch(rt, ts)
			hashKeys(b.Cols, b.N, b.Sel, hashes)
			require.NoError(rt, p.write(b, selection(b), hashes))
			for i := range b.Rows() {
				want[fmt.Sprint(b.Row(b.Index(i), nil))]++
			}
		}
		files, err := p.take()
		require.NoError(rt, err)
		got, home := map[string]int{}, map[string]int{}
		for at, f := range files {
			r := f.Read()
			for b, err := r.Next(); b != nil; b, err = r.Next() {
				require.NoError(rt, err)
				for i := range b.N {
					key := fmt.Sprint(b.Row(i, nil))
					got[key]++
					if first, ok := home[key]; ok {
						require.Equal(rt, first, at, "one key, one file")
					}
					home[key] = at
				}
			}
			f.Close()
		}
		require.Equal(rt, want, got)
	})
}

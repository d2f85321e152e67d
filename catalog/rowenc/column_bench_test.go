package rowenc

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/apd/v3"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// benchTable is generated rows, cut into blocks.
type benchTable struct {
	name     string
	ints     Column // one column of integers
	strings  Column // one of strings
	all      []Column
	codec    *Codec
	keys     [][]byte
	values   [][]byte
	rawBytes int // of the values
	keyBytes int // of keys, with what a row shares with the one before left out
}

func (b *benchTable) add(t testing.TB, key datum.Datum, cells []Cell) {
	k, err := b.codec.AppendKeyPrefix(nil, []datum.Datum{key})
	require.NoError(t, err)
	v, err := EncodeRow(nil, []datum.Datum{key}, cells)
	require.NoError(t, err)
	shared := 0
	if n := len(b.keys); n > 0 {
		for shared < len(k) && shared < len(b.keys[n-1]) && k[shared] == b.keys[n-1][shared] {
			shared++
		}
	}
	b.keyBytes += len(k) - shared + 2
	b.keys, b.values, b.rawBytes = append(b.keys, k), append(b.values, v), b.rawBytes+len(v)
}

// Key implements what a Run asks for its keys.
func (b *benchTable) Key(i int) []byte { return b.keys[i] }

const benchRows = 5000

// cpuMetric reports the processor time since it was called, for each op of per
// things: it holds on a busy machine, as ns/op does not.
func cpuMetric(b *testing.B, per int, unit string) (report func()) {
	used := func() time.Duration {
		var u syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/float64(b.N)/float64(per), unit) }
}

// benchSparse has 20 of 2,000 attributes in a row, some far more often than
// others, of the types that such tables have.
func benchSparse(t testing.TB) *benchTable {
	rnd := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(rnd, 1.1, 20, 1999)
	b := &benchTable{name: "sparse", ints: Column{Attr: 1, T: types.Of(types.Int8)}, strings: Column{Attr: 6, T: types.Of(types.Text)}}
	b.codec = NewCodec(&catalog.Table{ID: 16400, PrimaryKey: []int{0}, Columns: []catalog.TableColumn{{Name: "id", T: types.Of(types.Int8)}}})
	for i := range benchRows {
		seen := map[catalog.AttrID]bool{}
		var cells []Cell
		for len(cells) < 20 {
			id := catalog.AttrID(1 + zipf.Uint64())
			if rnd.IntN(3) == 0 {
				id = catalog.AttrID(1 + rnd.IntN(2000))
			}
			if !seen[id] {
				seen[id] = true
				cells = append(cells, Cell{id, sparseValue(id, rnd)})
			}
		}
		b.add(t, types.NewInt8(int64(i)*7), cells)
	}
	for id := catalog.AttrID(1); id < 20; id++ {
		b.all = append(b.all, Column{Attr: id, T: types.Of(types.Variant)})
	}
	return b
}

func sparseValue(id catalog.AttrID, rnd *rand.Rand) datum.Datum {
	switch id % 10 {
	case 0, 1, 2:
		return types.NewInt8(rnd.Int64N(1 << (4 + id%20)))
	case 3:
		return types.NewFloat8(float64(rnd.IntN(100_000)) / 100)
	case 4:
		return types.NewBool(rnd.IntN(2) == 0)
	case 5:
		return datum.Datum{OID: types.TimestampTZ, I: 800_000_000_000_000 + rnd.Int64N(30*86400)*1_000_000}
	case 6, 7:
		return types.NewText(fmt.Sprintf("%s-%d", benchWords[rnd.IntN(20)], rnd.IntN(1000)))
	default:
		return types.NewText(benchWords[rnd.IntN(len(benchWords))])
	}
}

var benchWords = strings.Fields(`amber basalt cedar delta ember fjord glade harbor island juniper kelp lagoon meadow nectar orchid prairie quartz
	river summit tundra umber valley willow xenon yarrow zephyr active closed pending shipped returned refunded north south east west small medium large`)

// benchFacts is numeric facts: ten columns that every row has.
func benchFacts(t testing.TB) *benchTable {
	rnd := rand.New(rand.NewPCG(3, 4))
	b := &benchTable{name: "facts", ints: Column{Attr: 3, T: types.Of(types.Int4)}, strings: Column{Attr: 7, T: types.Of(types.Text)}}
	b.codec = NewCodec(&catalog.Table{ID: 16400, PrimaryKey: []int{0}, Columns: []catalog.TableColumn{{Name: "id", T: types.Of(types.Int8)}}})
	at := int64(800_000_000_000_000)
	money := func(n int64) datum.Datum { return datum.Datum{OID: types.Numeric, X: apd.New(n, -2)} }
	for i := range 4 * benchRows {
		at += rnd.Int64N(5_000_000)
		qty := 1 + rnd.Int64N(20)
		price := 100 + rnd.Int64N(50_000)
		b.add(t, types.NewInt8(int64(i)), []Cell{
			{1, datum.Datum{OID: types.TimestampTZ, I: at}}, {2, types.NewInt4(rnd.Int32N(5000))}, {3, types.NewInt4(rnd.Int32N(100_000))},
			{4, types.NewInt4(int32(qty))}, {5, money(price)}, {6, money(price * qty)}, {7, types.NewText(benchWords[26+rnd.IntN(6)])},
			{8, types.NewText(benchWords[32+rnd.IntN(4)])}, {9, datum.Datum{OID: types.Date, I: 9000 + rnd.Int64N(30)}}, {10, types.NewBool(rnd.IntN(10) == 0)},
		})
	}
	for id, t := range []types.OID{types.TimestampTZ, types.Int4, types.Int4, types.Int4, types.Numeric, types.Numeric, types.Text, types.Text, types.Date, types.Bool} {
		b.all = append(b.all, Column{Attr: catalog.AttrID(id + 1), T: types.Of(t)})
	}
	return b
}

// benchKV has one text of about 100 bytes in a row.
func benchKV(t testing.TB) *benchTable {
	rnd := rand.New(rand.NewPCG(5, 6))
	b := &benchTable{name: "kv", ints: Column{Key: 0, T: types.Of(types.Int8)}, strings: Column{Attr: 1, T: types.Of(types.Text)}}
	b.codec = NewCodec(&catalog.Table{ID: 16400, PrimaryKey: []int{0}, Columns: []catalog.TableColumn{{Name: "id", T: types.Of(types.Int8)}}})
	for i := range 2 * benchRows {
		var text strings.Builder
		for text.Len() < 100 {
			if rnd.IntN(3) == 0 {
				text.WriteString(benchWords[rnd.IntN(len(benchWords))] + " ")
			} else {
				fmt.Fprintf(&text, "%08x ", rnd.Uint32())
			}
		}
		b.add(t, types.NewInt8(int64(i)), []Cell{{1, types.NewText(text.String()[:100])}})
	}
	b.all = []Column{b.strings}
	return b
}

// blocks cuts the rows into blocks of size raw bytes.
func (b *benchTable) blocks(size int) [][][]byte {
	var blocks [][][]byte
	from, n := 0, 0
	for i, v := range b.values {
		if n += len(v) + len(b.keys[i]); n >= size || i+1 == len(b.values) {
			blocks, from, n = append(blocks, b.values[from:i+1]), i+1, 0
		}
	}
	return blocks
}

var benchTables = []func(testing.TB) *benchTable{benchSparse, benchFacts, benchKV}

// BenchmarkColumnSize reports bytes per row: of the blocks with their keys,
// and of the same values compressed as they are.
func BenchmarkColumnSize(b *testing.B) {
	for _, make := range benchTables {
		table := make(b)
		for _, size := range []int{32, 64, 128} {
			b.Run(fmt.Sprintf("%s/%dKiB", table.name, size), func(b *testing.B) {
				rows := float64(len(table.values))
				blocks := table.blocks(size << 10)
				var total int
				report := cpuMetric(b, len(table.values), "cpu-ns/row")
				for b.Loop() {
					total = 0
					for _, block := range blocks {
						data, ok := testCodec.Encode(nil, block)
						require.True(b, ok)
						total += len(data)
					}
				}
				report()
				b.SetBytes(int64(table.rawBytes))
				zstds, gzips := 0, 0
				enc, err := zstd.NewWriter(nil)
				require.NoError(b, err)
				for _, block := range blocks {
					all := bytes.Join(block, nil)
					zstds += len(enc.EncodeAll(all, nil))
					var out bytes.Buffer
					w, _ := gzip.NewWriterLevel(&out, 6)
					_, _ = w.Write(all)
					_ = w.Close()
					gzips += out.Len()
				}
				b.ReportMetric(float64(table.keyBytes)/rows, "keyB/row")
				b.ReportMetric(float64(table.rawBytes)/rows, "rawB/row")
				b.ReportMetric(float64(total)/rows, "B/row")
				b.ReportMetric(float64(zstds)/rows, "zstdB/row")
				b.ReportMetric(float64(gzips)/rows, "gzipB/row")
			})
		}
	}
}

// benchBlock is one block of 64 KiB of a table.
func benchBlock(b *testing.B, table *benchTable) (data []byte, rows int) {
	block := table.blocks(64 << 10)[0]
	data, ok := testCodec.Encode(nil, block)
	require.True(b, ok)
	return data, len(block)
}

// BenchmarkColumnRead reports ns per row of a block that has been read before,
// and per block that has not.
func BenchmarkColumnRead(b *testing.B) {
	for _, make := range benchTables {
		table := make(b)
		data, rows := benchBlock(b, table)
		for _, what := range []struct {
			name string
			cols []Column
		}{{"int", []Column{table.ints}}, {"string", []Column{table.strings}}, {"rare", []Column{{Attr: 1506, T: types.Of(types.Text)}}}, {"all", table.all}} {
			vecs := newVectors(what.cols)
			dec := NewRunDecoder(table.codec, what.cols)
			read := func(columns kv.Columns) {
				for _, v := range vecs {
					v.Reset()
				}
				_, err := dec.AppendTo(&kv.Run{Rows: rows, Columns: columns, Keys: table}, 0, rows, vecs)
				require.NoError(b, err)
			}
			b.Run(table.name+"/"+what.name+"/cached", func(b *testing.B) {
				columns, err := testCodec.Open(data)
				require.NoError(b, err)
				read(columns)
				report := cpuMetric(b, rows, "cpu-ns/row")
				for b.Loop() {
					read(columns)
				}
				report()
				b.ReportMetric(float64(columns.Memory()), "memory")
			})
			b.Run(table.name+"/"+what.name+"/cold", func(b *testing.B) {
				report := cpuMetric(b, 1, "cpu-ns/op")
				for b.Loop() {
					columns, err := testCodec.Open(data)
					require.NoError(b, err)
					read(columns)
				}
				report()
			})
		}
	}
}

// BenchmarkColumnValue reports ns for one row of a block.
func BenchmarkColumnValue(b *testing.B) {
	for _, make := range benchTables {
		table := make(b)
		data, rows := benchBlock(b, table)
		b.Run(table.name+"/cached", func(b *testing.B) {
			columns, err := testCodec.Open(data)
			require.NoError(b, err)
			var buf []byte
			i := 0
			report := cpuMetric(b, 1, "cpu-ns/op")
			for b.Loop() {
				i = (i + 61) % rows
				buf, err = columns.AppendValue(buf[:0], i)
				require.NoError(b, err)
			}
			report()
			b.ReportMetric(float64(columns.Memory()), "memory")
		})
		b.Run(table.name+"/cold", func(b *testing.B) {
			report := cpuMetric(b, 1, "cpu-ns/op")
			for b.Loop() {
				columns, err := testCodec.Open(data)
				require.NoError(b, err)
				_, err = columns.AppendValue(nil, rows/2)
				require.NoError(b, err)
			}
			report()
		})
	}
}

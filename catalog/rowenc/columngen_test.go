package rowenc

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// genDatum draws a value of any storable kind. style makes columns whose
// values are alike, so that each encoding is met.
func genDatum(t *rapid.T, oid types.OID, style int) datum.Datum {
	switch oid {
	case types.Bool:
		return datum.Datum{OID: oid, I: rapid.Int64Range(0, 1).Draw(t, "bool")}
	case types.Float4, types.Float8:
		return genFloat(t, oid, style)
	case types.Numeric:
		return genNumeric(t, style)
	case types.Interval:
		return datum.Datum{OID: oid, X: types.IntervalValue{Months: rapid.Int32().Draw(t, "months"), Days: 3, Micros: rapid.Int64().Draw(t, "micros")}}
	case types.UUID:
		return datum.Datum{OID: oid, S: string(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "uuid"))}
	case types.Int4Array:
		a := &types.Array{Elem: types.Int4, Dims: []types.Dim{{Len: 2, Lower: 1}}, Elems: []datum.Datum{datum.Null, types.NewInt4(rapid.Int32().Draw(t, "element"))}}
		return datum.Datum{OID: oid, X: a}
	case types.VarBit:
		return datum.Datum{OID: oid, S: rapid.StringOfN(rapid.SampledFrom([]rune("01")), 0, 9, -1).Draw(t, "bits")}
	case types.Int4Range:
		r := &types.RangeValue{Lower: types.RangeBound{Value: types.NewInt4(int32(genInt(t, style))), Inclusive: true}}
		return datum.Datum{OID: oid, X: r}
	}
	if datum.KindOf(oid) == datum.KindInt {
		i := genInt(t, style)
		switch oid {
		case types.Int2:
			i = int64(int16(i))
		case types.Int4:
			i = int64(int32(i))
		}
		return datum.Datum{OID: oid, I: i}
	}
	switch style {
	case 0:
		return datum.Datum{OID: oid, S: rapid.SampledFrom([]string{"", "a", "open", "closed "}).Draw(t, "word")}
	case 1:
		return datum.Datum{OID: oid, S: "https://example.org/" + rapid.StringN(0, 6, -1).Draw(t, "path")}
	default:
		s := string(rapid.SliceOfN(rapid.Byte(), 0, 30).Draw(t, "bytes"))
		if oid == types.Text && style == 3 && rapid.IntRange(0, 9).Draw(t, "long") == 0 {
			s = strings.Repeat(s, 300)
		}
		return datum.Datum{OID: oid, S: s}
	}
}

func genInt(t *rapid.T, style int) int64 {
	switch style {
	case 0:
		return rapid.SampledFrom([]int64{-7, 0, 1 << 40}).Draw(t, "few")
	case 1:
		return rapid.Int64Range(1_000_000, 1_000_300).Draw(t, "near")
	case 2:
		return rapid.SampledFrom([]int64{math.MinInt64, math.MaxInt64, 0, -1}).Draw(t, "extreme")
	default:
		return rapid.Int64().Draw(t, "any")
	}
}

func genFloat(t *rapid.T, oid types.OID, style int) datum.Datum {
	var f float64
	switch style {
	case 0:
		f = float64(rapid.Int32().Draw(t, "whole"))
	case 1:
		f = float64(rapid.IntRange(-9999, 9999).Draw(t, "cents")) / 100
	case 2:
		f = rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0, math.MaxFloat32}).Draw(t, "special")
	default:
		f = rapid.Float64().Draw(t, "float")
	}
	if oid == types.Float4 {
		f = float64(float32(f))
	}
	return datum.Datum{OID: oid, I: int64(math.Float64bits(f))}
}

func genNumeric(t *rapid.T, style int) datum.Datum {
	d := new(apd.Decimal)
	switch style {
	case 0, 1:
		d = apd.New(rapid.Int64Range(-99999, 99999).Draw(t, "coefficient"), -2)
	case 2:
		switch rapid.IntRange(0, 3).Draw(t, "form") {
		case 0:
			d.Form = apd.NaN
		case 1:
			d.Form = apd.Infinite
		case 2:
			d.Form, d.Negative = apd.Infinite, true
		default:
			d.Negative = true // -0, which is never made but could be stored
		}
	default:
		d = apd.New(rapid.Int64().Draw(t, "coefficient"), int32(rapid.IntRange(-30, 0).Draw(t, "exponent")))
		if rapid.Bool().Draw(t, "huge") {
			d.Coeff.Mul(&d.Coeff, apd.NewBigInt(math.MaxInt64))
		}
	}
	return datum.Datum{OID: types.Numeric, X: d}
}

var genTypes = []types.OID{types.Bool, types.Int2, types.Int4, types.Int8, types.Float4, types.Float8, types.Numeric, types.Text,
	types.VarChar, types.BPChar, types.Name, types.JSON, types.JSONB, types.Bytea, types.UUID, types.Date, types.Time,
	types.Timestamp, types.TimestampTZ, types.Interval, types.Oid, types.Int4Array, types.Xid, types.VarBit, types.Char, types.Int4Range}

// genAttr is an attribute of a generated table.
type genAttr struct {
	id      catalog.AttrID
	oids    []types.OID
	style   int
	density int // percent of the rows
}

// genBlock is generated rows of one table, in key order.
type genBlock struct {
	codec  *Codec
	attrs  []genAttr
	keys   [][]byte
	values [][]byte
}

// genBlocks draws rows; with timed, some or all of them are timed ones.
func genBlocks(t *rapid.T, timed bool) genBlock {
	table := &catalog.Table{ID: 16400, PrimaryKey: []int{0, 1, 2}, Columns: []catalog.TableColumn{
		{Name: "a", T: types.Of(types.Int8)}, {Name: "b", T: types.Of(types.Numeric)}, {Name: "c", T: types.Of(types.Text)}}}
	b := genBlock{codec: NewCodec(table)}
	dense := rapid.Bool().Draw(t, "dense")
	id := catalog.AttrID(0)
	for range rapid.IntRange(0, rapid.SampledFrom([]int{4, 40}).Draw(t, "columns")).Draw(t, "attributes") {
		id += catalog.AttrID(rapid.IntRange(1, 300).Draw(t, "gap"))
		a := genAttr{id: id, style: rapid.IntRange(0, 3).Draw(t, "style"), density: 8}
		if dense {
			a.density = rapid.SampledFrom([]int{100, 100, 60, 5}).Draw(t, "density")
		}
		a.oids = []types.OID{rapid.SampledFrom(genTypes).Draw(t, "type")}
		if rapid.IntRange(0, 9).Draw(t, "several") == 0 {
			a.oids = append(a.oids, rapid.SampledFrom(genTypes).Draw(t, "type"))
		}
		b.attrs = append(b.attrs, a)
	}
	mixed := timed && rapid.Bool().Draw(t, "mixed")
	for i := range rapid.IntRange(1, 150).Draw(t, "rows") {
		key := []datum.Datum{types.NewInt8(int64(i / 3)), genNumeric(t, 0), types.NewText(fmt.Sprint("k", i))}
		bytes, err := b.codec.AppendKeyPrefix(nil, key)
		if err != nil {
			t.Fatal(err)
		}
		b.keys = append(b.keys, bytes)
		var cells []Cell
		for _, a := range b.attrs {
			if rapid.IntRange(1, 100).Draw(t, "there") <= a.density {
				cells = append(cells, Cell{a.id, genDatum(t, rapid.SampledFrom(a.oids).Draw(t, "of"), a.style)})
			}
		}
		if timed && (!mixed || rapid.Bool().Draw(t, "timed")) {
			b.values = append(b.values, genTimed(t, key, cells))
			continue
		}
		value, err := EncodeRow(nil, key, cells)
		if err != nil {
			t.Fatal(err)
		}
		b.values = append(b.values, value)
	}
	return b
}

// genTimed makes a timed row with, for some attributes, older versions.
func genTimed(t *rapid.T, key []datum.Datum, cells []Cell) []byte {
	dst := binary.AppendUvarint([]byte{timedVersion}, uint64(rapid.IntRange(1_700_000_000, 1_700_100_000).Draw(t, "time")))
	dst = appendScales(dst, key)
	var header, payloads []byte
	n := uint64(0)
	last := catalog.AttrID(0)
	for _, c := range cells {
		for range rapid.SampledFrom([]int{1, 1, 1, 3}).Draw(t, "versions") {
			from := len(payloads)
			var tag Tag
			var err error
			if payloads, tag, err = appendCell(payloads, c.V); err != nil {
				t.Fatal(err)
			}
			header = append(binary.AppendUvarint(header, uint64(c.ID-last)), byte(tag))
			header = binary.AppendUvarint(header, uint64(len(payloads)-from))
			header = binary.AppendUvarint(header, uint64(rapid.SampledFrom([]int{0, 0, 50, 90_000}).Draw(t, "age")))
			last = c.ID
			n++
		}
	}
	return slices.Concat(binary.AppendUvarint(dst, n), header, payloads)
}

// Key implements what a Run asks for its keys.
func (b genBlock) Key(i int) []byte { return b.keys[i] }

// genRun draws a run of the block's rows.
func genRun(t *rapid.T, b genBlock, columns kv.Columns) *kv.Run {
	total := len(b.values)
	low := rapid.IntRange(0, total-1).Draw(t, "low")
	high := rapid.IntRange(low+1, total).Draw(t, "high")
	if rapid.Bool().Draw(t, "whole") {
		low, high = 0, total
	}
	run := &kv.Run{Rows: high - low, Columns: columns, Keys: b, First: low}
	switch rapid.IntRange(0, 2).Draw(t, "order") {
	case 1:
		run.Reverse, run.First = true, high-1
	case 2:
		run.Sel = rapid.SliceOfN(rapid.Int32Range(0, int32(total-1)), 1, total).Draw(t, "sel")
		run.Rows = len(run.Sel)
	}
	return run
}

// asTimed turns a plain row without scales into a timed one, all of age 5.
func asTimed(value []byte, time int64) []byte {
	var s rowScan
	s.scan(value)
	dst := binary.AppendUvarint([]byte{timedVersion}, uint64(time))
	dst = binary.AppendUvarint(append(dst, 0), uint64(len(s.cells)))
	last := catalog.AttrID(0)
	for _, c := range s.cells {
		dst = append(binary.AppendUvarint(dst, uint64(c.id-last)), byte(c.tag))
		dst = append(binary.AppendUvarint(dst, uint64(c.length)), 5)
		last = c.id
	}
	for _, c := range s.cells {
		dst = append(dst, c.payload...)
	}
	return dst
}

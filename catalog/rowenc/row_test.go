package rowenc

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// parseTyped reads "type text"; "null" is NULL.
func parseTyped(t *testing.T, s string) (types.T, datum.Datum) {
	if s == "null" {
		return types.T{}, datum.Null
	}
	name, text, _ := strings.Cut(s, " ")
	typ, err := types.ParseTypeName(strings.ReplaceAll(name, "_", " "))
	require.NoError(t, err)
	v, err := types.ParseText(typ.OID, text, typ.Mod, types.DefaultFormat)
	require.NoError(t, err)
	return typ, v
}

func show(v datum.Datum) string {
	if v.IsNull() {
		return "null"
	}
	return types.TypeName(v.OID) + " " + types.TextOf(v, types.DefaultFormat)
}

// testRow is a row as a test file writes it: lines "key type text" and
// "id type text".
type testRow struct {
	table *catalog.Table
	key   []datum.Datum
	cells []Cell
}

func parseRow(t *testing.T, input string) testRow {
	r := testRow{table: &catalog.Table{ID: 16400}}
	for _, line := range strings.Split(strings.TrimSpace(input), "\n") {
		what, rest, _ := strings.Cut(line, " ")
		typ, v := parseTyped(t, rest)
		if what == "key" {
			i := len(r.table.Columns)
			r.table.Columns = append(r.table.Columns, catalog.TableColumn{Name: "k" + strconv.Itoa(i), T: typ})
			r.table.PrimaryKey = append(r.table.PrimaryKey, i)
			r.key = append(r.key, v)
			continue
		}
		id, err := strconv.ParseUint(what, 10, 32)
		require.NoError(t, err)
		r.cells = append(r.cells, Cell{ID: catalog.AttrID(id), V: v})
	}
	return r
}

func TestRows(t *testing.T) {
	datadriven.RunTest(t, "testdata/rows", func(t *testing.T, d *datadriven.TestData) string {
		r := parseRow(t, d.Input)
		codec := NewCodec(r.table)
		key, err := codec.EncodeKey(nil, nil, r.key)
		if err != nil {
			return err.Error() + "\n"
		}
		value, err := EncodeRow(nil, r.key, r.cells)
		if err != nil {
			return err.Error() + "\n"
		}
		var out strings.Builder
		fmt.Fprintf(&out, "key %x\nvalue %x\n", key, value)
		back := make([]datum.Datum, codec.Columns())
		require.NoError(t, codec.DecodeKey(key, value, back))
		for _, v := range back {
			fmt.Fprintf(&out, "key %s\n", show(v))
		}
		cells, err := DecodeCells(nil, value)
		require.NoError(t, err)
		for _, c := range cells {
			fmt.Fprintf(&out, "%d %s (%d bytes)\n", c.ID, show(c.V), ValueBytes(c.V))
		}
		return out.String()
	})
}

// TestDecoder picks columns: lines of the row, then "get" lines with key
// number or attribute id and type.
func TestDecoder(t *testing.T) {
	datadriven.RunTest(t, "testdata/decoder", func(t *testing.T, d *datadriven.TestData) string {
		rowText, want, _ := strings.Cut(d.Input, "\nget\n")
		r := parseRow(t, rowText)
		var cols []Column
		for _, line := range strings.Split(want, "\n") {
			f := strings.Fields(line)
			n, err := strconv.Atoi(f[1])
			require.NoError(t, err)
			typ := types.Of(types.Variant)
			if f[2] != "variant" {
				typ, err = types.ParseTypeName(f[2])
				require.NoError(t, err)
			}
			col := Column{T: typ, NameBytes: 10}
			if f[0] == "key" {
				col.Key = n
			} else {
				col.Attr = catalog.AttrID(n)
			}
			cols = append(cols, col)
		}
		codec := NewCodec(r.table)
		key, err := codec.EncodeKey(nil, nil, r.key)
		require.NoError(t, err)
		value, err := EncodeRow(nil, r.key, r.cells)
		require.NoError(t, err)
		dec := NewDecoder(codec, cols)
		row := make([]datum.Datum, len(cols))
		size, err := dec.Decode(key, value, row)
		require.NoError(t, err)
		var out strings.Builder
		vecs := make([]*datum.Vector, len(cols))
		for i, c := range cols {
			vecs[i] = datum.NewVector(c.T)
		}
		_, err = dec.AppendTo(key, value, vecs)
		require.NoError(t, err)
		for i, v := range row {
			fmt.Fprintf(&out, "%s\n", show(v))
			require.Equal(t, show(v), show(vecs[i].Get(0)))
		}
		fmt.Fprintf(&out, "%d bytes\n", size)
		return out.String()
	})
}

// TestSpans shows which of a sorted list of keys lie between two bounds.
func TestSpans(t *testing.T) {
	table := &catalog.Table{ID: 16400, PrimaryKey: []int{0, 1}, Columns: []catalog.TableColumn{
		{Name: "a", T: types.Of(types.Text)}, {Name: "b", T: types.Of(types.Int8)}}}
	codec := NewCodec(table)
	var keys [][]byte
	var names []string
	for _, a := range []string{"", "a", "a\x00", "ab", "b"} {
		for _, b := range []int64{-5, 0, 7} {
			key, err := codec.EncodeKey(nil, nil, []datum.Datum{types.NewText(a), types.NewInt8(b)})
			require.NoError(t, err)
			if len(keys) > 0 {
				require.Negative(t, bytes.Compare(keys[len(keys)-1], key))
			}
			keys, names = append(keys, key), append(names, fmt.Sprintf("(%q,%d)", a, b))
		}
	}
	values := func(t *testing.T, s string) []datum.Datum {
		a, b, two := strings.Cut(s, ",")
		list := []datum.Datum{types.NewText(a)}
		if two {
			n, err := strconv.ParseInt(b, 10, 64)
			require.NoError(t, err)
			list = append(list, types.NewInt8(n))
		}
		return list
	}
	datadriven.RunTest(t, "testdata/spans", func(t *testing.T, d *datadriven.TestData) string {
		var low, high Bound
		for _, line := range strings.Split(d.Input, "\n") {
			switch op, rest, _ := strings.Cut(line, " "); op {
			case ">", ">=":
				low = Bound{Values: values(t, rest), Inclusive: op == ">="}
			case "<", "<=":
				high = Bound{Values: values(t, rest), Inclusive: op == "<="}
			}
		}
		span, err := codec.Span(low, high)
		require.NoError(t, err)
		var in []string
		for i, k := range keys {
			if span.Contains(k) {
				in = append(in, names[i])
			}
		}
		return strings.Join(in, " ") + "\n"
	})
}

func FuzzDecode(f *testing.F) {
	value, err := EncodeRow(nil, []datum.Datum{types.NewText("a")}, []Cell{
		{1, types.NewInt8(-1)}, {2, types.NewText("x")}, {300, types.NewBool(true)},
		{301, datum.Datum{OID: types.Int8Array, X: &types.Array{Elem: types.Int8, Dims: []types.Dim{{Len: 1, Lower: 1}}, Elems: []datum.Datum{types.NewInt8(4)}}}},
	})
	require.NoError(f, err)
	f.Add([]byte{}, value)
	table := &catalog.Table{ID: 16400, PrimaryKey: []int{0}, Columns: []catalog.TableColumn{{Name: "a", T: types.Of(types.Numeric)}}}
	codec := NewCodec(table)
	dec := NewDecoder(codec, []Column{{Attr: 2, T: types.Of(types.Text)}, {T: types.Of(types.Numeric)}})
	row := make([]datum.Datum, 2)
	f.Fuzz(func(t *testing.T, key, value []byte) {
		cells, err := DecodeCells(nil, value)
		if err != nil {
			if len(value) > 0 && value[0] == rowVersion {
				require.ErrorIs(t, err, kv.ErrCorrupt)
			}
		} else {
			again, err := EncodeRow(nil, nil, cells)
			require.NoError(t, err)
			cells2, err := DecodeCells(nil, again)
			require.NoError(t, err)
			require.Len(t, cells2, len(cells))
		}
		_, _ = dec.Decode(append(bytes.Clone(codec.prefix), key...), value, row)
	})
}

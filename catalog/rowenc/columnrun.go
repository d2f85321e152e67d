package rowenc

import (
	"slices"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// RunDecoder decodes chosen columns of runs: what Decoder does for single
// rows. It keeps memory from run to run and belongs to one goroutine. Strings
// that it appends may share memory with the run's Columns: whoever keeps one for
// longer than the vectors clones it, as a short one may hold a section of 16 KiB.
type RunDecoder struct {
	rows    *Decoder // of single rows, and of columns of another codec
	value   []byte
	keys    *keyRun // nil if no key column is wanted
	sources []cellSource
	numbers []int64
	strings []string
	present []uint16
	cells   []int32
	before  []int // lengths of the vectors
}

// NewRunDecoder makes a RunDecoder. A key column may be asked for once.
func NewRunDecoder(c *Codec, cols []Column) *RunDecoder {
	d := &RunDecoder{rows: NewDecoder(c, cols), before: make([]int, len(cols))}
	if d.rows.last >= 0 {
		d.keys = newKeyRun(d.rows)
	}
	return d
}

// AppendTo appends the rows [from, from+n) of the run to vecs, one vector per
// column, of the columns' types. bytes is the size of what was decoded in the
// table model's terms, as Decoder counts it. On an error nothing is appended.
func (d *RunDecoder) AppendTo(run *kv.Run, from, n int, vecs []*datum.Vector) (bytes int64, err error) {
	for i, v := range vecs {
		d.before[i] = v.Len()
	}
	if columns, ok := run.Columns.(*Columns); ok {
		bytes, err = d.appendColumns(columns, run, from, n, vecs)
	} else {
		bytes, err = d.appendRows(run, from, n, vecs)
	}
	if err != nil {
		for i, v := range vecs {
			v.Truncate(d.before[i])
		}
		return 0, err
	}
	return bytes, nil
}

func (d *RunDecoder) appendColumns(c *Columns, run *kv.Run, from, n int, vecs []*datum.Vector) (bytes int64, err error) {
	if n <= 0 {
		return 0, nil
	}
	if d.keys != nil {
		if bytes, err = d.keys.appendTo(c, run, from, n, vecs); err != nil {
			return 0, err
		}
	}
	for _, i := range d.rows.attrs {
		col := &d.rows.cols[i]
		var size int64
		if run.Sel != nil {
			size, err = d.appendSelected(c, col, run.Sel[from:from+n], vecs[i])
		} else {
			low := run.ValueAt(from)
			if run.Reverse {
				low -= n - 1
			}
			size, err = d.appendRange(c, col, low, low+n, vecs[i])
			if run.Reverse && err == nil {
				vecs[i].ReverseTail(n)
			}
		}
		if err != nil {
			return 0, err
		}
		bytes += size
	}
	return bytes, nil
}

// appendRows decodes rows that are no Columns of this package.
func (d *RunDecoder) appendRows(run *kv.Run, from, n int, vecs []*datum.Vector) (bytes int64, err error) {
	for i := from; i < from+n; i++ {
		if d.value = run.Value; run.Columns != nil {
			if d.value, err = run.Columns.AppendValue(nil, run.ValueAt(i)); err != nil {
				return 0, err
			}
		}
		size, err := d.rows.AppendTo(run.KeyAt(i), d.value, vecs)
		if err != nil {
			return 0, err
		}
		bytes += size
	}
	return bytes, nil
}

// open finds what a column's cells lie in.
func (d *RunDecoder) open(c *Columns, col *Column) error {
	var err error
	if d.sources, err = c.sources(d.sources[:0], col.Attr); err != nil {
		return err
	}
	for i := range d.sources {
		if s := &d.sources[i]; s.head != nil {
			if s.wide, err = c.openWide(s.column); err != nil {
				return err
			}
		}
	}
	return nil
}

// appendRange appends the rows [low, high) of the block.
func (d *RunDecoder) appendRange(c *Columns, col *Column, low, high int, vec *datum.Vector) (bytes int64, err error) {
	if err := d.open(c, col); err != nil {
		return 0, err
	}
	if len(d.sources) == 1 && d.sources[0].wide != nil {
		if s := &d.sources[0]; naturalType(s.wide, col.T) {
			return d.appendNatural(s, col, low, high, vec)
		}
	}
	at := vec.Len()
	vec.AppendNulls(high - low)
	for i := range d.sources {
		s := &d.sources[i]
		first, last := s.before(low), s.before(high)
		if s.wide != nil && col.T.OID == types.Variant && s.wide.values <= valuesStrings {
			size, err := d.setVariants(s, col, first, last, vec.Vals[at:], vec.Nulls[at:], low)
			if err != nil {
				return 0, err
			}
			bytes += size
			continue
		}
		for cell := first; cell < last; cell++ {
			size, err := d.set(s, cell, col, vec, at+s.row(cell, &d.present)-low)
			if err != nil {
				return 0, err
			}
			bytes += size
		}
	}
	return bytes, nil
}

// appendSelected appends single rows of the block.
func (d *RunDecoder) appendSelected(c *Columns, col *Column, sel []int32, vec *datum.Vector) (bytes int64, err error) {
	if err := d.open(c, col); err != nil {
		return 0, err
	}
	at := vec.Len()
	vec.AppendNulls(len(sel))
	for i := range d.sources {
		s := &d.sources[i]
		if s.wide != nil && naturalType(s.wide, col.T) {
			size, err := d.setSelected(s.wide, col, sel, vec, at)
			if err != nil {
				return 0, err
			}
			bytes += size
			continue
		}
		for k, row := range sel {
			cell, ok := s.find(int(row))
			if !ok {
				continue
			}
			size, err := d.set(s, cell, col, vec, at+k)
			if err != nil {
				return 0, err
			}
			bytes += size
		}
	}
	return bytes, nil
}

// set puts a cell in the place of a NULL, converted.
func (d *RunDecoder) set(s *cellSource, cell int, col *Column, vec *datum.Vector, at int) (bytes int64, err error) {
	v, err := s.datum(cell)
	if err != nil {
		return 0, err
	}
	bytes = int64(col.NameBytes) + ValueBytes(v)
	if v = convert(v, col.T); v.IsNull() {
		return bytes, nil
	}
	switch vec.Kind {
	case datum.KindInt:
		vec.Ints[at] = v.I
	case datum.KindString:
		vec.Strs[at] = v.S
	default:
		vec.Vals[at] = v
	}
	vec.Nulls[at] = false
	return bytes, nil
}

// naturalType reports whether the column's values need no conversion and lie
// as they are wanted. Integers do for wider ones.
func naturalType(d *columnData, t types.T) bool {
	if d.values == valuesPayloads {
		return false
	}
	switch of := tagTypes[d.tag]; of {
	case types.Int2:
		return t.OID == of || t.OID == types.Int4 || t.OID == types.Int8
	case types.Int4:
		return t.OID == of || t.OID == types.Int8
	default:
		return t.OID == of
	}
}

// appendNatural appends values that need no conversion.
func (d *RunDecoder) appendNatural(source *cellSource, col *Column, low, high int, vec *datum.Vector) (bytes int64, err error) {
	s := source.wide
	first, last := s.before(low), s.before(high)
	n, cells := high-low, last-first
	if bytes, err = source.valueBytes(first, last); err != nil {
		return 0, err
	}
	bytes += int64(col.NameBytes) * int64(cells)
	if cells == 0 {
		vec.AppendNulls(n)
		return bytes, nil
	}
	if cells == n {
		switch s.values {
		case valuesStrings:
			err = s.strings.read(vec.GrowStrs(n), first)
		case valuesDecimals:
			d.decimals(vec.GrowVals(n), s, first)
		default:
			s.ints.read(vec.GrowInts(n), first)
		}
		return bytes, err
	}
	at := vec.Len()
	vec.AppendNulls(n)
	nulls := vec.Nulls[at:]
	rows := s.rows(first, last, &d.present)
	for _, row := range rows {
		nulls[int(row)-low] = false
	}
	switch s.values {
	case valuesStrings:
		d.strings = slices.Grow(d.strings[:0], cells)[:cells]
		if err := s.strings.read(d.strings, first); err != nil {
			return 0, err
		}
		out := vec.Strs[at:]
		for i, row := range rows {
			out[int(row)-low] = d.strings[i]
		}
	case valuesDecimals:
		vals := make([]datum.Datum, cells)
		d.decimals(vals, s, first)
		out := vec.Vals[at:]
		for i, row := range rows {
			out[int(row)-low] = vals[i]
		}
	default:
		d.numbers = slices.Grow(d.numbers[:0], cells)[:cells]
		s.ints.read(d.numbers, first)
		out := vec.Ints[at:]
		for i, row := range rows {
			out[int(row)-low] = d.numbers[i]
		}
	}
	return bytes, nil
}

// decimals fills out with the decimals from first on; they are made in one piece.
func (d *RunDecoder) decimals(out []datum.Datum, s *columnData, first int) {
	d.numbers = slices.Grow(d.numbers[:0], len(out))[:len(out)]
	s.ints.read(d.numbers, first)
	all := make([]apd.Decimal, len(out))
	for i, x := range d.numbers {
		setScaled(&all[i], x, s.exponent)
		out[i] = datum.Datum{OID: types.Numeric, X: &all[i]}
	}
}

// setSelected puts values that need no conversion in the places of NULLs.
func (d *RunDecoder) setSelected(s *columnData, col *Column, sel []int32, vec *datum.Vector, at int) (bytes int64, err error) {
	for k, row := range sel {
		cell, ok := s.find(int(row))
		if !ok {
			continue
		}
		bytes += int64(col.NameBytes)
		vec.Nulls[at+k] = false
		switch s.values {
		case valuesStrings:
			v, err := s.strings.at(cell)
			if err != nil {
				return 0, err
			}
			vec.Strs[at+k] = v
			bytes += int64(len(v))
		case valuesDecimals:
			v := new(apd.Decimal)
			x := s.ints.at(cell)
			setScaled(v, x, s.exponent)
			vec.Vals[at+k] = datum.Datum{OID: types.Numeric, X: v}
			bytes += scaledBytes(x)
		default:
			vec.Ints[at+k] = s.ints.at(cell)
			bytes += fixedBytes(s.tag)
		}
	}
	return bytes, nil
}

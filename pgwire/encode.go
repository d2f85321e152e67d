package pgwire

import (
	"encoding/binary"
	"strconv"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// rowEncoder writes DataRow messages straight into the output buffer.
type rowEncoder struct {
	out    *messageWriter
	format *types.Format
	binary []bool // nil: all text
}

func newRowEncoder(out *messageWriter, cols []Column, formats []int16, format *types.Format) rowEncoder {
	enc := rowEncoder{out: out, format: format}
	for i := range cols {
		if formatCode(formats, i) != binaryFormat || cols[i].Type.OID == types.Variant {
			continue
		}
		if enc.binary == nil {
			enc.binary = make([]bool, len(cols))
		}
		enc.binary[i] = true
	}
	return enc
}

func (e *rowEncoder) isBinary(col int) bool { return e.binary != nil && e.binary[col] }

func (e *rowEncoder) row(row datum.Row) error {
	start := e.begin(len(row))
	for i := range row {
		if row[i].IsNull() {
			e.null()
			continue
		}
		if err := e.value(row[i], e.isBinary(i)); err != nil {
			e.out.abandon(start)
			return err
		}
	}
	return e.out.end(start)
}

func (e *rowEncoder) batch(b *datum.Batch) error {
	for i := range b.Rows() {
		r := b.Index(i)
		start := e.begin(len(b.Cols))
		for col, v := range b.Cols {
			if err := e.cell(v, r, e.isBinary(col)); err != nil {
				e.out.abandon(start)
				return err
			}
		}
		if err := e.out.end(start); err != nil {
			return err
		}
	}
	return nil
}

func (e *rowEncoder) begin(columns int) int {
	start := e.out.begin('D')
	e.out.buf = binary.BigEndian.AppendUint16(e.out.buf, uint16(columns))
	return start
}

func (e *rowEncoder) null() {
	e.out.buf = append(e.out.buf, 0xff, 0xff, 0xff, 0xff)
}

// cell writes one cell of a vector. The types that make up most results are
// written from the vector's slice.
func (e *rowEncoder) cell(v *datum.Vector, r int, bin bool) error {
	if v.IsNull(r) {
		e.null()
		return nil
	}
	switch v.T.OID {
	case types.Int2, types.Int4, types.Int8:
		e.integer(v.T.OID, v.Ints[r], bin)
		return nil
	case types.Text, types.VarChar:
		s := v.Strs[r]
		e.out.buf = binary.BigEndian.AppendUint32(e.out.buf, uint32(len(s)))
		e.out.buf = append(e.out.buf, s...)
		return nil
	}
	d := v.Get(r)
	if d.IsNull() {
		e.null()
		return nil
	}
	return e.value(d, bin)
}

func (e *rowEncoder) integer(oid types.OID, i int64, bin bool) {
	buf := e.out.buf
	switch {
	case !bin:
		start := len(buf)
		buf = strconv.AppendInt(append(buf, 0, 0, 0, 0), i, 10)
		binary.BigEndian.PutUint32(buf[start:], uint32(len(buf)-start-4))
	case oid == types.Int2:
		buf = binary.BigEndian.AppendUint16(append(buf, 0, 0, 0, 2), uint16(i))
	case oid == types.Int4:
		buf = binary.BigEndian.AppendUint32(append(buf, 0, 0, 0, 4), uint32(i))
	default:
		buf = binary.BigEndian.AppendUint64(append(buf, 0, 0, 0, 8), uint64(i))
	}
	e.out.buf = buf
}

// value writes a value that is not NULL.
func (e *rowEncoder) value(v datum.Datum, bin bool) error {
	start := len(e.out.buf)
	buf := append(e.out.buf, 0, 0, 0, 0)
	if bin {
		var err error
		if buf, err = types.AppendBinary(buf, v); err != nil {
			return err
		}
	} else {
		buf = types.AppendText(buf, v, e.format)
	}
	binary.BigEndian.PutUint32(buf[start:], uint32(len(buf)-start-4))
	e.out.buf = buf
	return nil
}

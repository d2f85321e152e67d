package spill

import (
	"encoding/binary"
	"math/big"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// form says how a value is laid out, after its type's OID as a uvarint.
type form byte

const (
	formInt      form = iota + 1 // I as a varint
	formString                   // length, S
	formBoth                     // I, then S
	formDecimal                  // form, sign, exponent, coefficient
	formInterval                 // months, days, microseconds
	formZoned                    // I, then the int32 in X (timetz)
	formArray                    // element type, dimensions, elements
	formRecord                   // names, types, fields
	formBinary                   // length, the type's binary form
	formText                     // the type's text: whatever else X may hold
)

// depthMax bounds arrays and records within each other, so that damaged bytes
// cannot exhaust the stack.
const depthMax = 1 << 10

// appendValue encodes a value; NULL, which arrays and records may hold, is OID 0.
func appendValue(dst []byte, v datum.Datum) []byte {
	dst = binary.AppendUvarint(dst, uint64(v.OID))
	if v.OID == 0 {
		return dst
	}
	switch x := v.X.(type) {
	case nil:
		return appendPlain(dst, v)
	case *apd.Decimal:
		return appendDecimal(append(dst, byte(formDecimal)), x)
	case types.IntervalValue:
		dst = binary.AppendVarint(append(dst, byte(formInterval)), int64(x.Months))
		dst = binary.AppendVarint(dst, int64(x.Days))
		return binary.AppendVarint(dst, x.Micros)
	case int32:
		dst = binary.AppendVarint(append(dst, byte(formZoned)), v.I)
		return binary.AppendVarint(dst, int64(x))
	case *types.Array:
		return appendArray(append(dst, byte(formArray)), x)
	case *types.RecordValue:
		return appendRecord(append(dst, byte(formRecord)), x)
	case *types.RangeValue, *types.MultirangeValue:
		if b, err := types.AppendBinary(nil, v); err == nil {
			return append(binary.AppendUvarint(append(dst, byte(formBinary)), uint64(len(b))), b...)
		}
	}
	return appendText(append(dst, byte(formText)), types.TextOf(v, nil))
}

func appendPlain(dst []byte, v datum.Datum) []byte {
	switch {
	case v.S == "":
		return binary.AppendVarint(append(dst, byte(formInt)), v.I)
	case v.I == 0:
		return appendText(append(dst, byte(formString)), v.S)
	}
	return appendText(binary.AppendVarint(append(dst, byte(formBoth)), v.I), v.S)
}

func appendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

func appendDecimal(dst []byte, d *apd.Decimal) []byte {
	sign := byte(0)
	if d.Negative {
		sign = 1
	}
	dst = append(dst, byte(d.Form), sign)
	dst = binary.AppendVarint(dst, int64(d.Exponent))
	if d.Coeff.IsUint64() {
		return binary.AppendUvarint(append(dst, 0), d.Coeff.Uint64())
	}
	digits := d.Coeff.MathBigInt().Bytes()
	dst = binary.AppendUvarint(append(dst, 1), uint64(len(digits)))
	return append(dst, digits...)
}

func appendArray(dst []byte, a *types.Array) []byte {
	dst = binary.AppendUvarint(dst, uint64(a.Elem))
	dst = binary.AppendUvarint(dst, uint64(len(a.Dims)))
	for _, d := range a.Dims {
		dst = binary.AppendVarint(binary.AppendVarint(dst, int64(d.Len)), int64(d.Lower))
	}
	dst = binary.AppendUvarint(dst, uint64(len(a.Elems)))
	for _, e := range a.Elems {
		dst = appendValue(dst, e)
	}
	return dst
}

func appendRecord(dst []byte, rec *types.RecordValue) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(rec.Names)))
	for _, name := range rec.Names {
		dst = appendText(dst, name)
	}
	dst = binary.AppendUvarint(dst, uint64(len(rec.Types)))
	for _, t := range rec.Types {
		dst = binary.AppendUvarint(dst, uint64(t))
	}
	dst = binary.AppendUvarint(dst, uint64(len(rec.Fields)))
	for _, f := range rec.Fields {
		dst = appendValue(dst, f)
	}
	return dst
}

// value decodes what appendValue wrote.
func (r *cursor) value(depth int) datum.Datum {
	v := datum.Datum{OID: types.OID(r.uvarint())}
	if v.OID == 0 {
		return v
	}
	if depth > depthMax {
		r.bad = true
		return v
	}
	switch form(r.byte()) {
	case formInt:
		v.I = r.varint()
	case formString:
		v.S = r.text(int(r.uvarint()))
	case formBoth:
		v.I = r.varint()
		v.S = r.text(int(r.uvarint()))
	case formDecimal:
		v.X = r.decimal()
	case formInterval:
		v.X = types.IntervalValue{Months: int32(r.varint()), Days: int32(r.varint()), Micros: r.varint()}
	case formZoned:
		v.I = r.varint()
		v.X = int32(r.varint())
	case formArray:
		v.X = r.array(depth)
	case formRecord:
		v.X = r.record(depth)
	case formBinary:
		decoded, err := types.DecodeBinary(v.OID, r.take(int(r.uvarint())))
		r.bad = r.bad || err != nil
		return decoded
	case formText:
		parsed, err := types.ParseText(v.OID, r.text(int(r.uvarint())), -1, nil)
		r.bad = r.bad || err != nil
		return parsed
	default:
		r.bad = true
	}
	return v
}

func (r *cursor) decimal() *apd.Decimal {
	d := &apd.Decimal{Form: apd.Form(r.byte()), Negative: r.byte() == 1}
	d.Exponent = int32(r.varint())
	if r.byte() == 0 {
		d.Coeff.SetUint64(r.uvarint())
		return d
	}
	d.Coeff.SetMathBigInt(new(big.Int).SetBytes(r.take(int(r.uvarint()))))
	return d
}

// count reads the length of a list, whose elements take at least a byte each.
func (r *cursor) count() int {
	n := r.uvarint()
	if n > uint64(len(r.src)) {
		r.bad = true
		return 0
	}
	return int(n)
}

func (r *cursor) array(depth int) *types.Array {
	a := &types.Array{Elem: types.OID(r.uvarint())}
	if n := r.count(); n > 0 {
		a.Dims = make([]types.Dim, n)
		for i := range a.Dims {
			a.Dims[i] = types.Dim{Len: int32(r.varint()), Lower: int32(r.varint())}
		}
	}
	if n := r.count(); n > 0 {
		a.Elems = make([]types.Value, n)
		for i := range a.Elems {
			a.Elems[i] = r.value(depth + 1)
		}
	}
	return a
}

func (r *cursor) record(depth int) *types.RecordValue {
	rec := &types.RecordValue{}
	if n := r.count(); n > 0 {
		rec.Names = make([]string, n)
		for i := range rec.Names {
			rec.Names[i] = r.text(int(r.uvarint()))
		}
	}
	if n := r.count(); n > 0 {
		rec.Types = make([]types.OID, n)
		for i := range rec.Types {
			rec.Types[i] = types.OID(r.uvarint())
		}
	}
	if n := r.count(); n > 0 {
		rec.Fields = make([]types.Value, n)
		for i := range rec.Fields {
			rec.Fields[i] = r.value(depth + 1)
		}
	}
	return rec
}

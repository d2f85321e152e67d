package rowenc

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Tag is the type of a stored cell. A tag once used is never given another
// meaning.
type Tag byte

// The tags, with the payload of each.
const (
	tagBool        Tag = 1  // 1 byte, 0 or 1
	tagInt2        Tag = 2  // zigzag varint
	tagInt4        Tag = 3  // zigzag varint
	tagInt8        Tag = 4  // zigzag varint
	tagFloat4      Tag = 5  // 4 bytes, little-endian IEEE
	tagFloat8      Tag = 6  // 8 bytes, little-endian IEEE
	tagNumeric     Tag = 7  // form byte, zigzag varint exponent, coefficient big-endian
	tagText        Tag = 8  // the bytes
	tagVarChar     Tag = 9  // the bytes
	tagBPChar      Tag = 10 // the bytes, blanks included
	tagChar        Tag = 11 // the byte
	tagName        Tag = 12 // the bytes
	tagJSON        Tag = 13 // the text as written
	tagJSONB       Tag = 14 // the canonical text
	tagBytea       Tag = 15 // the bytes
	tagUUID        Tag = 16 // 16 bytes
	tagDate        Tag = 17 // zigzag varint, days since 2000-01-01
	tagTime        Tag = 18 // zigzag varint, microseconds
	tagTimestamp   Tag = 19 // zigzag varint, microseconds since 2000-01-01
	tagTimestampTZ Tag = 20 // as timestamp, UTC
	tagInterval    Tag = 21 // zigzag varints: months, days, microseconds
	tagOid         Tag = 22 // zigzag varint
	tagArray       Tag = 23 // see array.go
	tagOtherBinary Tag = 24 // uvarint type OID, the type's binary form
	tagRow         Tag = 25 // see rowvalue.go
	tagOtherInt    Tag = 30 // uvarint type OID, zigzag varint
	tagOtherString Tag = 31 // uvarint type OID, the bytes
)

// tagTypes gives the type of each tag that stands for one type.
var tagTypes = [...]types.OID{
	tagBool: types.Bool, tagInt2: types.Int2, tagInt4: types.Int4, tagInt8: types.Int8,
	tagFloat4: types.Float4, tagFloat8: types.Float8, tagNumeric: types.Numeric,
	tagText: types.Text, tagVarChar: types.VarChar, tagBPChar: types.BPChar, tagChar: types.Char,
	tagName: types.Name, tagJSON: types.JSON, tagJSONB: types.JSONB, tagBytea: types.Bytea,
	tagUUID: types.UUID, tagDate: types.Date, tagTime: types.Time, tagTimestamp: types.Timestamp,
	tagTimestampTZ: types.TimestampTZ, tagInterval: types.Interval, tagOid: types.Oid,
}

// typeTags is tagTypes turned round, by OID; 0 is no tag.
var typeTags = func() (tags [1 << 12]Tag) {
	for tag, oid := range tagTypes {
		tags[oid] = Tag(tag)
	}
	tags[0] = 0
	return tags
}()

// tagOf finds the tag of a type.
func tagOf(t types.OID) (Tag, bool) {
	if int(t) >= len(typeTags) {
		return 0, false
	}
	return typeTags[t], typeTags[t] != 0
}

// CanStore reports whether cells of a type can be stored.
func CanStore(t types.OID) bool {
	if _, ok := tagOf(t); ok {
		return true
	}
	if elem := types.ElemOf(t); elem != 0 {
		return CanStore(elem)
	}
	if fields, ok := types.RowFields(t); ok {
		for _, f := range fields {
			if !CanStore(f.T.OID) {
				return false
			}
		}
		return true
	}
	return t != types.Unknown && types.Lookup(t) != nil && (datum.KindOf(t) == datum.KindInt || inString(t) || inBinary(t))
}

// inString reports whether a type keeps its value in Value.S, or is stored as if
// it did: timetz in its binary form.
func inString(t types.OID) bool {
	return datum.KindOf(t) == datum.KindString || t == types.Bit || t == types.VarBit || t == types.TimeTZ
}

// inBinary reports whether a type's cells hold its binary form: ranges and
// multiranges, in their canonical forms.
func inBinary(t types.OID) bool {
	return types.RangeTypeOf(t) != nil || types.RangeTypeOfMultirange(t) != nil
}

// appendCell appends a cell's payload and tells its tag.
func appendCell(dst []byte, v datum.Datum) ([]byte, Tag, error) {
	if arr, ok := v.X.(*types.Array); ok {
		dst, err := appendArray(dst, v.OID, arr)
		return dst, tagArray, err
	}
	if row, ok := v.X.(*types.RecordValue); ok && v.OID >= types.FirstUserOID {
		dst, err := appendRowValue(dst, v.OID, row)
		return dst, tagRow, err
	}
	tag, ok := tagOf(v.OID)
	if !ok {
		return appendOther(dst, v)
	}
	switch tag {
	case tagBool:
		return append(dst, byte(v.I&1)), tag, nil
	case tagFloat4:
		return binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(v.Float()))), tag, nil
	case tagFloat8:
		return binary.LittleEndian.AppendUint64(dst, uint64(v.I)), tag, nil
	case tagNumeric:
		return appendDecimal(dst, v.Decimal()), tag, nil
	case tagInterval:
		iv := v.Interval()
		dst = binary.AppendVarint(dst, int64(iv.Months))
		dst = binary.AppendVarint(dst, int64(iv.Days))
		return binary.AppendVarint(dst, iv.Micros), tag, nil
	}
	if datum.KindOf(v.OID) == datum.KindInt {
		return binary.AppendVarint(dst, v.I), tag, nil
	}
	return append(dst, v.S...), tag, nil
}

// appendOther stores a type without a tag of its own by its OID.
func appendOther(dst []byte, v datum.Datum) ([]byte, Tag, error) {
	if !CanStore(v.OID) {
		return nil, 0, fmt.Errorf("rowenc: values of type %d can't be stored", v.OID)
	}
	dst = binary.AppendUvarint(dst, uint64(v.OID))
	if datum.KindOf(v.OID) == datum.KindInt {
		return binary.AppendVarint(dst, v.I), tagOtherInt, nil
	}
	if inBinary(v.OID) {
		dst, err := types.AppendBinary(dst, v)
		return dst, tagOtherBinary, err
	}
	if v.OID == types.TimeTZ {
		dst, err := types.AppendBinary(dst, v)
		return dst, tagOtherString, err
	}
	return append(dst, v.S...), tagOtherString, nil
}

// decodeCell decodes a cell's payload.
func decodeCell(tag Tag, b []byte) (datum.Datum, error) {
	switch tag {
	case tagArray:
		return decodeArray(b, rowDepthMax)
	case tagRow:
		return decodeRowValue(b, rowDepthMax)
	case tagOtherInt, tagOtherString, tagOtherBinary:
		return decodeOther(tag, b)
	}
	if int(tag) >= len(tagTypes) || tagTypes[tag] == 0 {
		return datum.Null, corrupt("cell of an unknown type")
	}
	v := datum.Datum{OID: tagTypes[tag]}
	switch tag {
	case tagNumeric:
		d, err := decodeDecimal(b)
		v.X = d
		return v, err
	case tagInterval:
		iv, err := decodeInterval(b)
		v.X = iv
		return v, err
	}
	if datum.KindOf(v.OID) == datum.KindInt {
		i, err := decodeInt(tag, b)
		v.I = i
		return v, err
	}
	if tag == tagUUID && len(b) != 16 {
		return datum.Null, corrupt("uuid length")
	}
	v.S = string(b)
	return v, nil
}

// decodeInt decodes the payload of a type that keeps its value in I.
func decodeInt(tag Tag, b []byte) (int64, error) {
	switch tag {
	case tagBool:
		if len(b) != 1 || b[0] > 1 {
			return 0, corrupt("bool")
		}
		return int64(b[0]), nil
	case tagFloat4:
		if len(b) != 4 {
			return 0, corrupt("float4 length")
		}
		f := math.Float32frombits(binary.LittleEndian.Uint32(b))
		return int64(math.Float64bits(float64(f))), nil
	case tagFloat8:
		if len(b) != 8 {
			return 0, corrupt("float8 length")
		}
		return int64(binary.LittleEndian.Uint64(b)), nil
	default:
		i, n := binary.Varint(b)
		if n <= 0 || n != len(b) {
			return 0, corrupt("integer")
		}
		return i, nil
	}
}

func decodeOther(tag Tag, b []byte) (datum.Datum, error) {
	oid, n := binary.Uvarint(b)
	if n <= 0 || oid > math.MaxUint32 {
		return datum.Null, corrupt("type of a cell")
	}
	v := datum.Datum{OID: types.OID(oid)}
	isInt := datum.KindOf(v.OID) == datum.KindInt
	if v.OID >= types.FirstUserOID && types.Lookup(v.OID) == nil {
		isInt = tag == tagOtherInt // of a dropped column, whose type was dropped too
	} else if !CanStore(v.OID) || isInt != (tag == tagOtherInt) || inBinary(v.OID) != (tag == tagOtherBinary) {
		return datum.Null, corrupt("type of a cell")
	}
	if tag == tagOtherBinary {
		v, err := types.DecodeBinary(v.OID, b[n:])
		if err != nil {
			return datum.Null, corrupt(types.TypeName(types.OID(oid)))
		}
		return v, nil
	}
	if isInt {
		i, err := decodeInt(tag, b[n:])
		v.I = i
		return v, err
	}
	if v.OID == types.TimeTZ {
		v, err := types.DecodeBinary(types.TimeTZ, b[n:])
		if err != nil {
			return datum.Null, corrupt("timetz")
		}
		return v, nil
	}
	v.S = string(b[n:])
	return v, nil
}

// Forms of a stored numeric.
const (
	numericFinite = iota
	numericNegative
	numericNaN
	numericInfinite
	numericNegInfinite
)

func appendDecimal(dst []byte, d *apd.Decimal) []byte {
	switch {
	case d.Form == apd.NaN || d.Form == apd.NaNSignaling:
		return append(dst, numericNaN)
	case d.Form == apd.Infinite && d.Negative:
		return append(dst, numericNegInfinite)
	case d.Form == apd.Infinite:
		return append(dst, numericInfinite)
	case d.Negative:
		dst = append(dst, numericNegative)
	default:
		dst = append(dst, numericFinite)
	}
	dst = binary.AppendVarint(dst, int64(d.Exponent))
	return append(dst, d.Coeff.Bytes()...)
}

func decodeDecimal(b []byte) (*apd.Decimal, error) {
	d := new(apd.Decimal)
	if len(b) == 0 {
		return nil, corrupt("numeric")
	}
	switch b[0] {
	case numericNaN:
		d.Form = apd.NaN
	case numericInfinite:
		d.Form = apd.Infinite
	case numericNegInfinite:
		d.Form, d.Negative = apd.Infinite, true
	case numericFinite, numericNegative:
		exp, n := binary.Varint(b[1:])
		if n <= 0 || exp > types.NumericIntegerDigitsMax || exp < -2*types.NumericScaleMax {
			return nil, corrupt("numeric exponent")
		}
		d.Exponent = int32(exp)
		d.Negative = b[0] == numericNegative
		d.Coeff.SetBytes(b[1+n:])
		return d, nil
	default:
		return nil, corrupt("numeric form")
	}
	if len(b) != 1 {
		return nil, corrupt("numeric length")
	}
	return d, nil
}

func decodeInterval(b []byte) (types.IntervalValue, error) {
	var parts [3]int64
	for i := range parts {
		x, n := binary.Varint(b)
		if n <= 0 {
			return types.IntervalValue{}, corrupt("interval")
		}
		parts[i], b = x, b[n:]
	}
	if len(b) > 0 || parts[0] != int64(int32(parts[0])) || parts[1] != int64(int32(parts[1])) {
		return types.IntervalValue{}, corrupt("interval")
	}
	return types.IntervalValue{Months: int32(parts[0]), Days: int32(parts[1]), Micros: parts[2]}, nil
}

package rowenc

import (
	"encoding/binary"
	"math"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
)

// How the values of a column lie in its body (COLUMNS.md): a byte behind the
// presence.
const (
	valuesInts     = iota // a sequence of integers
	valuesFloats          // a sequence of floats
	valuesStrings         // a sequence of strings
	valuesDecimals        // zigzag varint exponent, a sequence of integers
	valuesPayloads        // the cells' payloads as a sequence of strings
)

// naturalValues is how the cells of a tag lie unless one of them can't.
func naturalValues(tag Tag) byte {
	switch tag {
	case tagBool, tagInt2, tagInt4, tagInt8, tagDate, tagTime, tagTimestamp, tagTimestampTZ, tagOid:
		return valuesInts
	case tagFloat4, tagFloat8:
		return valuesFloats
	case tagText, tagVarChar, tagBPChar, tagChar, tagName, tagJSON, tagJSONB, tagBytea, tagUUID:
		return valuesStrings
	case tagNumeric:
		return valuesDecimals
	default:
		return valuesPayloads
	}
}

func floatSize(tag Tag) int {
	if tag == tagFloat4 {
		return 4
	}
	return 8
}

// columnData is a column that has been opened for reading.
type columnData struct {
	presence
	tag      Tag
	values   byte
	exponent int32
	ints     intSeq // of valuesInts, valuesFloats (bits of float64) and valuesDecimals
	strings  stringSeq
	ages     intSeq // of timed rows
}

// readColumn opens the body of a column of cells cells, at least 1. A role is
// no attribute's: integers without ages.
func readColumn(c *Columns, body []byte, tag Tag, cells int, role bool) (*columnData, error) {
	total, timed := c.rows, c.timed
	r := &blockReader{b: body}
	d := &columnData{tag: tag, presence: readPresence(r, cells, total)}
	d.values = r.byte()
	switch {
	case role:
		timed = false
		if d.values != valuesInts {
			r.fail()
		}
	case d.values != naturalValues(tag) && d.values != valuesPayloads:
		r.fail()
	}
	if r.bad {
		return nil, corrupt("presence of a column")
	}
	switch d.values {
	case valuesInts:
		d.ints = readInts(r, cells)
	case valuesFloats:
		d.ints = readFloats(r, cells, floatSize(tag))
	case valuesDecimals:
		exponent := r.varint()
		if !validExponent(exponent) {
			return nil, corrupt("exponent of a column")
		}
		d.exponent = int32(exponent)
		d.ints = readInts(r, cells)
	default:
		d.strings = readStrings(r, cells, c)
	}
	if timed {
		d.ages = readInts(r, cells)
	}
	if r.bad || r.left() > 0 {
		return nil, corrupt("values of a column")
	}
	return d, nil
}

// appendPayload appends the payload of a cell.
func (d *columnData) appendPayload(dst []byte, cell int) ([]byte, error) {
	switch d.values {
	case valuesInts:
		if d.tag == tagBool {
			return append(dst, byte(d.ints.at(cell))), nil
		}
		return binary.AppendVarint(dst, d.ints.at(cell)), nil
	case valuesFloats:
		return appendFloat(dst, d.ints.at(cell), floatSize(d.tag)), nil
	case valuesDecimals:
		return appendScaledDecimal(dst, d.ints.at(cell), d.exponent), nil
	default:
		s, err := d.strings.at(cell)
		return append(dst, s...), err
	}
}

// datum is the value of a cell. Strings share the column's memory.
func (d *columnData) datum(cell int) (datum.Datum, error) {
	switch d.values {
	case valuesInts, valuesFloats:
		return datum.Datum{OID: tagTypes[d.tag], I: d.ints.at(cell)}, nil
	case valuesDecimals:
		x := new(apd.Decimal)
		setScaled(x, d.ints.at(cell), d.exponent)
		return datum.Datum{OID: tagTypes[d.tag], X: x}, nil
	case valuesStrings:
		s, err := d.strings.at(cell)
		return datum.Datum{OID: tagTypes[d.tag], S: s}, err
	default:
		s, err := d.strings.at(cell)
		if err != nil {
			return datum.Null, err
		}
		return decodeCell(d.tag, []byte(s))
	}
}

// valueBytes is the sum of ValueBytes of the cells [from, to).
func (d *columnData) valueBytes(from, to int) (int64, error) {
	switch d.values {
	case valuesInts, valuesFloats:
		return fixedBytes(d.tag) * int64(to-from), nil
	case valuesStrings:
		return d.strings.bytes(from, to), nil
	}
	var n int64
	for ; from < to; from++ {
		if d.values == valuesDecimals {
			n += scaledBytes(d.ints.at(from))
			continue
		}
		v, err := d.datum(from)
		if err != nil {
			return 0, err
		}
		n += ValueBytes(v)
	}
	return n, nil
}

// fixedBytes is ValueBytes of every value of a tag, if it is one number.
func fixedBytes(tag Tag) int64 {
	if tag == tagBool {
		return 1
	}
	return 8
}

// memory is the bytes that it holds besides the block's.
func (d *columnData) memory() int64 {
	const self = 400
	return self + d.presence.memory() + d.ints.memory() + d.strings.memory() + d.ages.memory()
}

// canonicalInt reads a payload of valuesInts or valuesFloats, if appendPayload
// would give it back.
func canonicalInt(tag Tag, b []byte) (int64, bool) {
	v, err := decodeInt(tag, b)
	if err != nil {
		return 0, false
	}
	switch tag {
	case tagBool, tagFloat8:
		return v, true
	case tagFloat4:
		f := float32(math.Float64frombits(uint64(v)))
		return v, math.Float32bits(f) == binary.LittleEndian.Uint32(b)
	default:
		return v, varintLen(v) == len(b)
	}
}

package rowenc

import (
	"encoding/binary"
	"math"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Bounds describes the cells of one attribute in a block: of timed rows, the
// newest cell of each.
type Bounds struct {
	// Cells is how many rows have the attribute.
	Cells int
	// Type is the type of all cells; 0 if there are none, or of several types.
	Type types.OID
	// Known says that Min and, with HasMax, Max hold. It is false when there are
	// no cells, cells of several types, a NaN, or a type without bounds.
	Known bool
	// Min is a value that no cell is less than, and Max one that none is greater
	// than, in the type's own order. They need not be cells themselves: long strings are cut
	// (perhaps within a character) and the greatest is rounded up.
	Min, Max datum.Datum
	// HasMax is false when no short string is greater than all cells.
	HasMax bool
}

// The kinds of bounds in a block's head.
const (
	boundsNone    = iota
	boundsInt     // zigzag varint least, uvarint distance to the greatest
	boundsFloat   // both as 8 bytes, little-endian IEEE
	boundsString  // uvarint length and bytes of both
	boundsLow     // uvarint length and bytes of the least alone
	boundsDecimal // zigzag varint exponent, then as boundsInt
)

const (
	// boundsShared bounds what the least and greatest string have in common, and
	// boundsOwn what is kept of each behind that.
	boundsShared = 40
	boundsOwn    = 8
)

// columnBounds is the bounds of one column.
type columnBounds struct {
	kind        byte
	exponent    int32
	least, most int64
	low, high   string
}

// boundInts are the bounds of integers, or of scaled decimals.
func boundInts(kind byte, exponent int32, values []int64) columnBounds {
	b := columnBounds{kind: kind, exponent: exponent, least: values[0], most: values[0]}
	for _, v := range values {
		b.least, b.most = min(b.least, v), max(b.most, v)
	}
	return b
}

func boundFloats(values []int64) columnBounds {
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		f := math.Float64frombits(uint64(v))
		if f != f {
			return columnBounds{}
		}
		least, most = min(least, f), max(most, f)
	}
	return columnBounds{kind: boundsFloat, least: int64(math.Float64bits(least)), most: int64(math.Float64bits(most))}
}

// boundStrings are the bounds of strings that order by their bytes; of a
// bpchar, without the blanks at the end.
func boundStrings(tag Tag, values [][]byte) columnBounds {
	switch tag {
	case tagText, tagVarChar, tagBPChar, tagName, tagBytea, tagUUID:
	default:
		return columnBounds{}
	}
	var low, high string
	for i, v := range values {
		s := view(v)
		if tag == tagBPChar {
			s = strings.TrimRight(s, " ")
		}
		if i == 0 || s < low {
			low = s
		}
		if i == 0 || s > high {
			high = s
		}
	}
	n := 0
	for n < len(low) && n < len(high) && n < boundsShared && low[n] == high[n] {
		n++
	}
	b := columnBounds{kind: boundsString, low: low[:min(len(low), n+boundsOwn)], high: high}
	if len(high) <= n+boundsOwn {
		return b
	}
	up := []byte(high[:n+boundsOwn])
	for len(up) > 0 && up[len(up)-1] == 0xff {
		up = up[:len(up)-1]
	}
	if len(up) == 0 {
		b.kind, b.high = boundsLow, ""
		return b
	}
	up[len(up)-1]++
	b.high = string(up)
	return b
}

func (b *columnBounds) append(dst []byte) []byte {
	dst = append(dst, b.kind)
	switch b.kind {
	case boundsDecimal:
		dst = binary.AppendVarint(dst, int64(b.exponent))
		fallthrough
	case boundsInt:
		dst = binary.AppendVarint(dst, b.least)
		dst = binary.AppendUvarint(dst, uint64(b.most)-uint64(b.least))
	case boundsFloat:
		dst = binary.LittleEndian.AppendUint64(dst, uint64(b.least))
		dst = binary.LittleEndian.AppendUint64(dst, uint64(b.most))
	case boundsString, boundsLow:
		dst = append(binary.AppendUvarint(dst, uint64(len(b.low))), b.low...)
		if b.kind == boundsString {
			dst = append(binary.AppendUvarint(dst, uint64(len(b.high))), b.high...)
		}
	}
	return dst
}

func (b *columnBounds) read(r *blockReader) {
	b.kind = r.byte()
	switch b.kind {
	case boundsNone:
	case boundsDecimal:
		exponent := r.varint()
		if !validExponent(exponent) {
			r.fail()
		}
		b.exponent = int32(exponent)
		fallthrough
	case boundsInt:
		b.least = r.varint()
		b.most = b.least + int64(r.uvarint(math.MaxUint64))
	case boundsFloat:
		if raw := r.bytes(16); raw != nil {
			b.least, b.most = int64(binary.LittleEndian.Uint64(raw)), int64(binary.LittleEndian.Uint64(raw[8:]))
		}
	case boundsString, boundsLow:
		b.low = view(r.bytes(r.count()))
		if b.kind == boundsString {
			b.high = view(r.bytes(r.count()))
		}
	default:
		r.fail()
	}
}

// datums gives the bounds of cells of type t.
func (b *columnBounds) datums(out *Bounds, t types.OID) {
	out.Known, out.HasMax = b.kind != boundsNone, b.kind != boundsNone && b.kind != boundsLow
	switch b.kind {
	case boundsInt, boundsFloat:
		out.Min, out.Max = datum.Datum{OID: t, I: b.least}, datum.Datum{OID: t, I: b.most}
	case boundsString:
		out.Min, out.Max = datum.Datum{OID: t, S: b.low}, datum.Datum{OID: t, S: b.high}
	case boundsLow:
		out.Min = datum.Datum{OID: t, S: b.low}
	case boundsDecimal:
		both := new([2]apd.Decimal)
		setScaled(&both[0], b.least, b.exponent)
		setScaled(&both[1], b.most, b.exponent)
		out.Min, out.Max = datum.Datum{OID: t, X: &both[0]}, datum.Datum{OID: t, X: &both[1]}
	}
}

// Bounds describes the cells of an attribute without decoding them, or, of an
// attribute that few rows have, by decoding those few. Of a damaged block
// nothing is known.
func (c *Columns) Bounds(id catalog.AttrID) Bounds {
	var out Bounds
	sources, err := c.sources(nil, id)
	if err != nil {
		// Reading the attribute will tell.
		return Bounds{Cells: c.rows}
	}
	for i := range sources {
		out.Cells += sources[i].cells()
	}
	if len(sources) != 1 {
		return out
	}
	s := &sources[0]
	if int(s.tag) >= len(tagTypes) || tagTypes[s.tag] == 0 {
		return out
	}
	out.Type = tagTypes[s.tag]
	b := s.bounds()
	b.datums(&out, out.Type)
	return out
}

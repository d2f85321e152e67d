package rowenc

import "encoding/binary"

// columnCells is the cells of one column while a block is laid out.
type columnCells struct {
	columnKey
	rows     []uint16
	payloads [][]byte
	ages     []int64
	numbers  []int64 // instead of payloads, of what is no attribute
}

// columnValues is the values of a column in the form that they are laid out.
type columnValues struct {
	kind     byte
	exponent int32
	ints     []int64  // of valuesInts, valuesFloats and valuesDecimals
	payloads [][]byte // of the others
}

// valuesScratch is memory for columnValues, one at a time.
type valuesScratch struct {
	ints    []int64
	floats  floatsScratch
	strings stringsScratch
}

// values finds the form for the payloads of a column.
func (sc *valuesScratch) values(tag Tag, payloads [][]byte) columnValues {
	v := columnValues{kind: naturalValues(tag), payloads: payloads}
	sc.ints = sc.ints[:0]
	switch v.kind {
	case valuesInts, valuesFloats:
		for _, p := range payloads {
			x, ok := canonicalInt(tag, p)
			if !ok {
				return columnValues{kind: valuesPayloads, payloads: payloads}
			}
			sc.ints = append(sc.ints, x)
		}
		v.ints = sc.ints
	case valuesDecimals:
		for i, p := range payloads {
			x, exponent, ok := scaledDecimal(p)
			if i == 0 {
				v.exponent = exponent
			}
			if !ok || exponent != v.exponent {
				return columnValues{kind: valuesPayloads, payloads: payloads}
			}
			sc.ints = append(sc.ints, x)
		}
		v.ints = sc.ints
	case valuesStrings:
		for _, p := range payloads {
			if tag == tagUUID && len(p) != 16 {
				v.kind = valuesPayloads
			}
		}
	}
	return v
}

// append appends the values to a body.
func (v *columnValues) append(dst []byte, tag Tag, sc *valuesScratch) []byte {
	dst = append(dst, v.kind)
	switch v.kind {
	case valuesInts:
		return appendInts(dst, v.ints, &sc.floats.ints)
	case valuesFloats:
		return appendFloats(dst, v.ints, floatSize(tag), &sc.floats)
	case valuesDecimals:
		return appendInts(binary.AppendVarint(dst, int64(v.exponent)), v.ints, &sc.floats.ints)
	default:
		return appendStrings(dst, v.payloads, &sc.strings)
	}
}

func (v *columnValues) bounds(tag Tag) columnBounds {
	switch v.kind {
	case valuesInts:
		return boundInts(boundsInt, 0, v.ints)
	case valuesDecimals:
		return boundInts(boundsDecimal, v.exponent, v.ints)
	case valuesFloats:
		return boundFloats(v.ints)
	case valuesStrings:
		return boundStrings(tag, v.payloads)
	default:
		return columnBounds{}
	}
}

// sum is the sum of ValueBytes of values that may differ in it. Values that
// can't be decoded count nothing: reading them is an error.
func (v *columnValues) sum(tag Tag) int64 {
	var n int64
	switch v.kind {
	case valuesDecimals:
		for _, x := range v.ints {
			n += scaledBytes(x)
		}
	case valuesStrings:
		for _, p := range v.payloads {
			n += int64(len(p))
		}
	default:
		for _, p := range v.payloads {
			if d, err := decodeCell(tag, p); err == nil {
				n += ValueBytes(d)
			}
		}
	}
	return n
}

// canonical reports whether every payload is one that its numbers give back.
func canonical(tag Tag, payloads [][]byte) bool {
	if v := naturalValues(tag); v != valuesInts && v != valuesFloats {
		return true
	}
	for _, p := range payloads {
		if _, ok := canonicalInt(tag, p); !ok {
			return false
		}
	}
	return true
}

package rowenc

import (
	"encoding/binary"
	"math"
)

// How a sequence of floats is laid out (COLUMNS.md): its first byte.
const (
	floatsPlain   = iota // 4 or 8 bytes each, little-endian IEEE
	floatsDict           // uvarint count, the distinct values plain, width byte, places packed
	floatsDecimal        // byte e, integers that divided by 10^e are the values
)

var floatPowers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}

// floatIntMax bounds the integers that stand for floats.
const floatIntMax = 1 << 53

// appendFloats appends at least one value, as datums keep it: the bits of a
// float64, which for size 4 is a float32's value.
func appendFloats(dst []byte, values []int64, size int, sc *floatsScratch) []byte {
	plain := size * len(values)
	from := len(dst)
	if e, ok := sc.asDecimals(values, size); ok {
		dst = appendInts(append(dst, floatsDecimal, byte(e)), sc.decimals, &sc.ints)
		if len(dst)-from < plain {
			plain = len(dst) - from
		} else {
			dst = dst[:from]
		}
	}
	if distinct := sc.ints.findDistinct(values, min(max(len(values)/2, 1), intsDictMax)); distinct != nil {
		width := packedWidth(uint64(len(distinct) - 1))
		if 3+size*len(distinct)+packedBytes(len(values), width) < plain {
			dst = binary.AppendUvarint(append(dst[:from], floatsDict), uint64(len(distinct)))
			for _, v := range distinct {
				dst = appendFloat(dst, v, size)
			}
			return sc.ints.appendPlaces(append(dst, byte(width)), distinct, width, values)
		}
	}
	if len(dst) > from {
		return dst
	}
	dst = append(dst, floatsPlain)
	for _, v := range values {
		dst = appendFloat(dst, v, size)
	}
	return dst
}

// floatsScratch is memory that appendFloats uses again.
type floatsScratch struct {
	ints     intsScratch
	decimals []int64
}

func appendFloat(dst []byte, v int64, size int) []byte {
	if size == 4 {
		return binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(math.Float64frombits(uint64(v)))))
	}
	return binary.LittleEndian.AppendUint64(dst, uint64(v))
}

// asDecimals finds integers and the least power of ten that they divide by.
func (sc *floatsScratch) asDecimals(values []int64, size int) (e int, ok bool) {
	sc.decimals = sc.decimals[:0]
	for i := 0; i < len(values); {
		f := math.Float64frombits(uint64(values[i]))
		x := math.Round(f * floatPowers[e])
		if math.Abs(x) <= floatIntMax && fromDecimal(int64(x), e, size) == values[i] {
			sc.decimals = append(sc.decimals, int64(x))
			i++
			continue
		}
		if e++; e == len(floatPowers) || math.IsNaN(f) || math.IsInf(f, 0) {
			return 0, false
		}
		sc.decimals, i = sc.decimals[:0], 0
	}
	return e, true
}

func fromDecimal(x int64, e, size int) int64 {
	f := float64(x) / floatPowers[e]
	if size == 4 {
		f = float64(float32(f))
	}
	return int64(math.Float64bits(f))
}

// readFloats takes n floats of size bytes. The integers that it gives are the
// bits of float64.
func readFloats(r *blockReader, n, size int) intSeq {
	s := intSeq{n: n}
	switch r.byte() {
	case floatsPlain:
		s.values = readPlainFloats(r, n, size)
	case floatsDict:
		k := int(r.uvarint(intsDictMax))
		if k == 0 {
			r.fail()
			return s
		}
		s.setDict(r, readPlainFloats(r, k, size))
	case floatsDecimal:
		e := int(r.byte())
		if e >= len(floatPowers) {
			r.fail()
			return s
		}
		ints := readInts(r, n)
		if r.bad {
			return s
		}
		s.values = make([]int64, n)
		ints.read(s.values, 0)
		for i, x := range s.values {
			s.values[i] = fromDecimal(x, e, size)
		}
	default:
		r.fail()
	}
	return s
}

func readPlainFloats(r *blockReader, n, size int) []int64 {
	b := r.bytes(n * size)
	if r.bad {
		return nil
	}
	out := make([]int64, n)
	for i := range out {
		if size == 4 {
			f := math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
			out[i] = int64(math.Float64bits(float64(f)))
		} else {
			out[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
		}
	}
	return out
}

package rowenc

import (
	"encoding/binary"
	"math/bits"
)

// Numbers of width bits lie one behind the other from the lowest bit of the
// first byte up. A width is 0 to 56, or 64: one load of eight bytes then
// holds any number whole.

const packedWidthMax = 64

// packedWidth is the width that numbers up to most are packed in.
func packedWidth(most uint64) int {
	if w := bits.Len64(most); w <= 56 {
		return w
	}
	return packedWidthMax
}

func packedBytes(n, width int) int { return (n*width + 7) / 8 }

// appendPacked appends values minus base.
func appendPacked(dst []byte, values []int64, base int64, width int) []byte {
	if width == 0 {
		return dst
	}
	if width == packedWidthMax {
		for _, v := range values {
			dst = binary.LittleEndian.AppendUint64(dst, uint64(v)-uint64(base))
		}
		return dst
	}
	var acc uint64
	have := 0
	for _, v := range values {
		acc |= (uint64(v) - uint64(base)) << have
		have += width
		for have >= 8 {
			dst = append(dst, byte(acc))
			acc >>= 8
			have -= 8
		}
	}
	if have > 0 {
		dst = append(dst, byte(acc))
	}
	return dst
}

// unpack fills dst with the numbers from the from-th on, plus base.
func unpack(dst []int64, src []byte, from, width int, base int64) {
	switch width {
	case 0:
		for i := range dst {
			dst[i] = base
		}
		return
	case 8:
		src = src[from : from+len(dst)]
		for i, b := range src {
			dst[i] = base + int64(b)
		}
		return
	}
	mask := uint64(1)<<width - 1
	bit := from * width
	i := 0
	if whole := (len(src)-8)*8 - bit; len(src) >= 8 && whole >= 0 {
		whole = min(whole/width+1, len(dst))
		for ; i < whole; i++ {
			x := binary.LittleEndian.Uint64(src[bit>>3:])
			dst[i] = base + int64(x>>(bit&7)&mask)
			bit += width
		}
	}
	for ; i < len(dst); i++ {
		dst[i] = base + int64(unpackEnd(src, bit)&mask)
		bit += width
	}
}

// unpackOne is number i.
func unpackOne(src []byte, i, width int) uint64 {
	bit := i * width
	mask := uint64(1)<<width - 1
	if at := bit >> 3; at+8 <= len(src) {
		return binary.LittleEndian.Uint64(src[at:]) >> (bit & 7) & mask
	}
	return unpackEnd(src, bit) & mask
}

// unpackEnd loads from a bit on where less than eight bytes are left.
func unpackEnd(src []byte, bit int) uint64 {
	var x uint64
	for k, b := range src[min(bit>>3, len(src)):] {
		if k == 8 {
			break
		}
		x |= uint64(b) << (8 * k)
	}
	return x >> (bit & 7)
}

package types

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// parseBit reads binary digits, or hexadecimal ones after an x (bit_in).
func parseBit(oid OID, s string, mod int32) (Value, error) {
	hex, digits := false, s
	if s != "" && (s[0]|0x20 == 'b' || s[0]|0x20 == 'x') {
		hex, digits = s[0]|0x20 == 'x', s[1:]
	}
	bits := make([]byte, 0, len(digits))
	for i := 0; i < len(digits); i++ {
		n := hexValue(digits[i])
		if n < 0 || !hex && n > 1 {
			base := "binary"
			if hex {
				base = "hexadecimal"
			}
			_, width := utf8.DecodeRuneInString(digits[i:])
			return Null, pgerr.New(pgerr.InvalidTextRepresentation,
				"\"%s\" is not a valid %s digit", digits[i:i+width], base)
		}
		if hex {
			bits = append(bits, '0'+byte(n>>3), '0'+byte(n>>2&1), '0'+byte(n>>1&1))
		}
		bits = append(bits, '0'+byte(n&1))
	}
	return fitBits(Value{OID: oid, S: string(bits)}, int(mod), false)
}

// fitBits makes a bit string fit its modifier. Without an explicit cast bit
// must have the very length, varbit at most that.
func fitBits(v Value, n int, explicit bool) (Value, error) {
	switch {
	case n <= 0 || len(v.S) == n:
	case v.OID == Bit && !explicit:
		return Null, pgerr.New(pgerr.StringDataLengthMismatch,
			"bit string length %d does not match type bit(%d)", len(v.S), n)
	case len(v.S) > n && !explicit:
		return Null, pgerr.New(pgerr.StringDataRightTruncation, "bit string too long for type bit varying(%d)", n)
	case len(v.S) > n:
		v.S = v.S[:n]
	case v.OID == Bit:
		v.S += strings.Repeat("0", n-len(v.S))
	}
	return v, nil
}

// integerToBit gives the lowest bits of a number, with its sign bit repeated
// to the left (bitfromint4). Without a length that is one bit.
func integerToBit(v Value, mod int32) Value {
	n := max(int(mod), 1)
	bits := make([]byte, n)
	for i := range bits {
		bits[n-1-i] = '0' + byte(v.I>>min(i, 63)&1)
	}
	return Value{OID: Bit, S: string(bits)}
}

func bitToInteger(v Value, to OID) (Value, error) {
	width := int(Lookup(to).Len) * 8
	if len(v.S) > width {
		return Null, OutOfRange(to)
	}
	n := uint64(0)
	for i := 0; i < len(v.S); i++ {
		n = n<<1 | uint64(v.S[i]-'0')
	}
	if to == Int4 {
		return NewInt4(int32(uint32(n))), nil
	}
	return NewInt8(int64(n)), nil
}

// appendBitBinary writes the number of bits and the bits, first one highest.
func appendBitBinary(buf []byte, s string) []byte {
	buf = appendInt32(buf, int32(len(s)))
	for i := 0; i < len(s); i += 8 {
		b := byte(0)
		for j := i; j < i+8; j++ {
			b <<= 1
			if j < len(s) {
				b |= s[j] - '0'
			}
		}
		buf = append(buf, b)
	}
	return buf
}

func decodeBit(oid OID, b []byte) (Value, error) {
	if len(b) < 4 {
		return Null, badLength(len(b), 4)
	}
	n := int64(int32(binary.BigEndian.Uint32(b)))
	if n < 0 {
		return Null, pgerr.New(pgerr.InvalidBinaryRepresentation, "invalid length in external bit string")
	}
	b = b[4:]
	if want := (n + 7) / 8; int64(len(b)) != want {
		return Null, badLength(len(b), int(want))
	}
	bits := make([]byte, n)
	for i := range bits {
		bits[i] = '0' + b[i/8]>>(7-i%8)&1
	}
	return Value{OID: oid, S: string(bits)}, nil
}

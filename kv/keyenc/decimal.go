package keyenc

import (
	"encoding/binary"
	"math"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// A finite non-zero decimal is 0.d1d2d3… × 10^e with d1 ≠ 0 and no trailing
// zeros. After the tag come e and the digits in pairs, each pair as one byte
// plus one so that the closing 0x00 is below every pair:
//
//	e in [-120, 120]   1 byte: 0x80 + e
//	e < -120           0x04, then 8 bytes as int64
//	e > 120            0xFC, then 8 bytes as int64
const (
	exponentBias  = 0x80
	exponentInner = 120
	exponentBelow = 0x04
	exponentAbove = 0xFC
)

// AppendDecimal appends a decimal. Equal numbers of different scale give equal
// bytes; both kinds of NaN are one value.
func AppendDecimal(b []byte, d *apd.Decimal) []byte {
	switch d.Form {
	case apd.NaN, apd.NaNSignaling:
		return append(b, byte(TagDecimalNaN))
	case apd.Infinite:
		if d.Negative {
			return append(b, byte(TagDecimalNegInf))
		}
		return append(b, byte(TagDecimalInf))
	}
	if d.Coeff.Sign() == 0 {
		return append(b, byte(TagDecimalZero))
	}
	tag := TagDecimalPos
	if d.Negative {
		tag = TagDecimalNeg
	}
	b = append(b, byte(tag))
	start := len(b)
	var digitBuf [48]byte
	digits := d.Coeff.Append(digitBuf[:0], 10)
	exp := int64(len(digits)) + int64(d.Exponent)
	for digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	b = appendExponent(b, exp)
	for i := 0; i < len(digits); i += 2 {
		pair := (digits[i] - '0') * 10
		if i+1 < len(digits) {
			pair += digits[i+1] - '0'
		}
		b = append(b, pair+1)
	}
	b = append(b, 0)
	if d.Negative {
		complement(b[start:])
	}
	return b
}

func appendExponent(b []byte, e int64) []byte {
	switch {
	case e < -exponentInner:
		b = append(b, exponentBelow)
	case e > exponentInner:
		b = append(b, exponentAbove)
	default:
		return append(b, byte(exponentBias+e))
	}
	return binary.BigEndian.AppendUint64(b, uint64(e)^signBit)
}

func complement(b []byte) {
	for i := range b {
		b[i] = ^b[i]
	}
}

// DecodeDecimal takes a decimal off b. The result is normalised: its coefficient
// has no trailing zeros unless the exponent is negative or the number is a whole
// one, whose exponent is 0 as far as PostgreSQL's range of numeric goes.
func DecodeDecimal(b []byte) (d *apd.Decimal, rest []byte, err error) {
	if len(b) == 0 {
		return nil, nil, truncated("decimal")
	}
	d = new(apd.Decimal)
	switch Tag(b[0]) {
	case TagDecimalNaN:
		d.Form = apd.NaN
	case TagDecimalInf:
		d.Form = apd.Infinite
	case TagDecimalNegInf:
		d.Form, d.Negative = apd.Infinite, true
	case TagDecimalZero:
	case TagDecimalPos, TagDecimalNeg:
		d.Negative = Tag(b[0]) == TagDecimalNeg
		rest, err = decodeFinite(b[1:], d)
		return d, rest, err
	default:
		return nil, nil, badTag(b, "decimal")
	}
	return d, b[1:], nil
}

// wholeZerosMax bounds how many zeros decoding writes out behind a whole
// number: PostgreSQL's numeric has at most 131,072 digits before the point.
const wholeZerosMax = 131072

func decodeFinite(b []byte, d *apd.Decimal) (rest []byte, err error) {
	var flip byte
	if d.Negative {
		flip = 0xFF
	}
	exp, b, err := decodeExponent(b, flip)
	if err != nil {
		return nil, err
	}
	var digits strings.Builder
	for i := 0; ; i++ {
		if i == len(b) {
			return nil, truncated("decimal")
		}
		c := b[i] ^ flip
		if c == 0 {
			if i == 0 || b[i-1]^flip == 1 {
				return nil, malformed("decimal")
			}
			b = b[i+1:]
			break
		}
		if c > 100 || (i == 0 && c <= 10) {
			return nil, malformed("decimal")
		}
		digits.WriteByte('0' + (c-1)/10)
		digits.WriteByte('0' + (c-1)%10)
	}
	text := strings.TrimSuffix(digits.String(), "0")
	exp -= int64(len(text))
	if exp < math.MinInt32 || exp > math.MaxInt32 {
		return nil, malformed("decimal exponent")
	}
	if exp > 0 && exp <= wholeZerosMax {
		text += strings.Repeat("0", int(exp))
		exp = 0
	}
	if _, ok := d.Coeff.SetString(text, 10); !ok {
		return nil, malformed("decimal")
	}
	d.Exponent = int32(exp)
	return b, nil
}

func decodeExponent(b []byte, flip byte) (e int64, rest []byte, err error) {
	if len(b) == 0 {
		return 0, nil, truncated("decimal exponent")
	}
	first := b[0] ^ flip
	if first != exponentBelow && first != exponentAbove {
		e = int64(first) - exponentBias
		if e < -exponentInner || e > exponentInner {
			return 0, nil, malformed("decimal exponent")
		}
		return e, b[1:], nil
	}
	if len(b) < 9 {
		return 0, nil, truncated("decimal exponent")
	}
	u := binary.BigEndian.Uint64(b[1:])
	if flip != 0 {
		u = ^u
	}
	e = int64(u ^ signBit)
	inner := e >= -exponentInner && e <= exponentInner
	if inner || (e < 0) != (first == exponentBelow) || e < -1<<40 || e > 1<<40 {
		return 0, nil, malformed("decimal exponent")
	}
	return e, b[9:], nil
}

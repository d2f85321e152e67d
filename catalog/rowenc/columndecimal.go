package rowenc

import (
	"encoding/binary"
	"math/bits"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/types"
)

// A numeric cell is scaled when it is finite, its coefficient fits an int64
// and no other payload means the same: it is then that integer and its exponent.

// scaledDecimal takes a payload apart.
func scaledDecimal(b []byte) (coeff int64, exponent int32, ok bool) {
	if len(b) < 2 || b[0] > numericNegative {
		return 0, 0, false
	}
	exp, n := binary.Varint(b[1:])
	if n <= 0 || n != varintLen(exp) || !validExponent(exp) {
		return 0, 0, false
	}
	digits := b[1+n:]
	if len(digits) > 8 || len(digits) > 0 && digits[0] == 0 {
		return 0, 0, false
	}
	var x uint64
	for _, d := range digits {
		x = x<<8 | uint64(d)
	}
	if x > 1<<63-1 || x == 0 && b[0] == numericNegative {
		return 0, 0, false
	}
	if b[0] == numericNegative {
		return -int64(x), int32(exp), true
	}
	return int64(x), int32(exp), true
}

func validExponent(exp int64) bool {
	return exp <= types.NumericIntegerDigitsMax && exp >= -2*types.NumericScaleMax
}

// appendScaledDecimal appends the payload that scaledDecimal took apart.
func appendScaledDecimal(dst []byte, coeff int64, exponent int32) []byte {
	form, x := byte(numericFinite), uint64(coeff)
	if coeff < 0 {
		form, x = numericNegative, -x
	}
	dst = binary.AppendVarint(append(dst, form), int64(exponent))
	for n := (bits.Len64(x) + 7) / 8; n > 0; n-- {
		dst = append(dst, byte(x>>(8*(n-1))))
	}
	return dst
}

// setScaled makes d the decimal.
func setScaled(d *apd.Decimal, coeff int64, exponent int32) {
	d.Exponent = exponent
	if d.Negative = coeff < 0; d.Negative {
		d.Coeff.SetUint64(-uint64(coeff))
		return
	}
	d.Coeff.SetUint64(uint64(coeff))
}

// scaledBytes is ValueBytes of a scaled decimal.
func scaledBytes(coeff int64) int64 {
	x := uint64(coeff)
	if coeff < 0 {
		x = -x
	}
	return 2 + (decimalDigits(x)+1)/2
}

// decimalDigits is the number of decimal digits of x; 1 for 0.
func decimalDigits(x uint64) int64 {
	n := bits.Len64(x|1) * 1233 >> 12 // log10(2) is 1233/4096, nearly
	if x|1 >= powersOf10[n] {
		n++
	}
	return int64(n)
}

var powersOf10 = func() (p [20]uint64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = 10 * p[i-1]
	}
	return p
}()

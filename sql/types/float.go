package types

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

func floatBits(oid OID) int {
	if oid == Float4 {
		return 32
	}
	return 64
}

// parseFloat reads what float8in and float4in accept: all that C's strtod
// does, in decimal or hexadecimal. Underflow to zero is an error too, and a
// number out of range is told before what follows it.
func parseFloat(oid OID, s string) (Value, error) {
	t := trimSpace(s)
	n := floatPrefix(t)
	if n == 0 {
		return Null, syntaxError(oid, s)
	}
	number := t[:n]
	if isHexFloat(number) && !strings.ContainsAny(number, "pP") {
		number += "p0"
	}
	x, err := strconv.ParseFloat(number, floatBits(oid))
	if err != nil && err.(*strconv.NumError).Err != strconv.ErrRange {
		return Null, syntaxError(oid, s)
	}
	if err != nil || x == 0 && hasNonzeroDigit(number) {
		shown := t[:n]
		if oid == Float4 {
			shown = s
		}
		return Null, pgerr.New(pgerr.NumericValueOutOfRange, "\"%s\" is out of range for type %s", shown, TypeName(oid))
	}
	if n < len(t) {
		return Null, syntaxError(oid, s)
	}
	if math.IsNaN(x) {
		return nanValue(oid), nil
	}
	return Value{OID: oid, I: int64(math.Float64bits(x))}, nil
}

// floatPrefix is the length of the longest number at the start of t, as
// strtod takes it.
func floatPrefix(t string) int {
	i := 0
	if i < len(t) && (t[i] == '+' || t[i] == '-') {
		i++
	}
	for _, word := range []string{"infinity", "inf", "nan"} {
		if len(t) >= i+len(word) && strings.EqualFold(t[i:i+len(word)], word) {
			return i + len(word)
		}
	}
	isFloatDigit, exponent := isDigit, byte('e')
	if isHexFloat(t) {
		i += 2
		isFloatDigit, exponent = func(c byte) bool { return hexValue(c) >= 0 }, 'p'
	}
	digits := 0
	for point := false; i < len(t) && (isFloatDigit(t[i]) || t[i] == '.' && !point); i++ {
		if t[i] == '.' {
			point = true
		} else {
			digits++
		}
	}
	if digits == 0 {
		return 0
	}
	if i < len(t) && t[i]|0x20 == exponent {
		j := i + 1
		if j < len(t) && (t[j] == '+' || t[j] == '-') {
			j++
		}
		from := j
		for j < len(t) && isDigit(t[j]) {
			j++
		}
		if j > from {
			i = j
		}
	}
	return i
}

// nanValue is NaN with the bits that C's strtod gives it.
func nanValue(oid OID) Value { return Value{OID: oid, I: 0x7ff8 << 48} }

func isHexFloat(t string) bool {
	t = strings.TrimLeft(t, "+-")
	return len(t) > 2 && t[0] == '0' && t[1]|0x20 == 'x'
}

// hasNonzeroDigit looks at the digits of a number before its exponent.
func hasNonzeroDigit(t string) bool {
	hex := isHexFloat(t)
	for i := 0; i < len(t); i++ {
		c := t[i]
		switch {
		case !hex && c|0x20 == 'e', c|0x20 == 'p':
			return false
		case c >= '1' && c <= '9', hex && hexValue(c) > 9:
			return true
		}
	}
	return false
}

// appendFloat writes a float as PostgreSQL does: with extra > 0 the shortest
// digits that read back the same, else %g with that many digits less than the
// type surely keeps.
func appendFloat(buf []byte, v Value, extra int) []byte {
	x := v.Float()
	switch {
	case math.IsNaN(x):
		return append(buf, "NaN"...)
	case math.IsInf(x, 1):
		return append(buf, "Infinity"...)
	case math.IsInf(x, -1):
		return append(buf, "-Infinity"...)
	}
	width := floatBits(v.OID)
	if extra <= 0 {
		digits := 15
		if width == 32 {
			digits = 6
		}
		return strconv.AppendFloat(buf, x, 'g', max(digits+extra, 1), width)
	}
	return appendShortest(buf, x, width)
}

// appendShortest writes the shortest form. PostgreSQL switches to an exponent
// outside 1e-4 ... 1e15 (float8) or 1e6 (float4), and never takes digits that
// read back only by round-half-even (its Ryu does not accept the bounds).
func appendShortest(buf []byte, x float64, width int) []byte {
	var tmp [32]byte
	e := strconv.AppendFloat(tmp[:0], x, 'e', -1, width)
	digits := bytes.IndexByte(e, 'e') - 2 // behind the first; the point counts as one
	if e[0] == '-' {
		digits--
	}
	for prec := max(digits, 0); onBoundary(e, width) && prec <= 17; prec++ {
		e = strconv.AppendFloat(tmp[:0], x, 'e', prec, width)
	}
	limit := 15
	if width == 32 {
		limit = 6
	}
	if exp := exponentOf(e); exp < -4 || exp >= limit {
		return append(buf, e...)
	}
	return strconv.AppendFloat(buf, x, 'f', -1, width)
}

// exponentOf reads the exponent of a number that strconv wrote with 'e'.
func exponentOf(e []byte) int {
	exp, _ := strconv.Atoi(string(e[bytes.IndexByte(e, 'e')+1:]))
	return exp
}

// onBoundary reports whether the decimal number e lies exactly between two
// floats: then its odd part is one bit longer than a float's mantissa.
func onBoundary(e []byte, width int) bool {
	d, power := uint64(0), exponentOf(e)
	point := false
	for _, c := range e[:bytes.IndexByte(e, 'e')] {
		switch {
		case c == '.':
			point = true
		case c != '-':
			d = d*10 + uint64(c-'0')
			if point {
				power--
			}
		}
	}
	if d == 0 {
		return false
	}
	d >>= bits.TrailingZeros64(d)
	for ; power > 0; power-- {
		hi, lo := bits.Mul64(d, 5)
		if hi != 0 {
			return false
		}
		d = lo
	}
	for ; power < 0; power++ {
		if d%5 != 0 {
			return false
		}
		d /= 5
	}
	want := 54
	if width == 32 {
		want = 25
	}
	return bits.Len64(d) == want
}

func appendFloatBinary(buf []byte, v Value) []byte {
	if v.OID == Float4 {
		return binary.BigEndian.AppendUint32(buf, math.Float32bits(float32(v.Float())))
	}
	return binary.BigEndian.AppendUint64(buf, uint64(v.I))
}

func decodeFloat(oid OID, b []byte) (Value, error) {
	width := floatBits(oid) / 8
	if len(b) != width {
		return Null, badLength(len(b), width)
	}
	if oid == Float4 {
		return NewFloat4(math.Float32frombits(binary.BigEndian.Uint32(b))), nil
	}
	return Value{OID: Float8, I: int64(binary.BigEndian.Uint64(b))}, nil
}

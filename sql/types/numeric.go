package types

import (
	"bytes"
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// Bounds of a numeric (PostgreSQL's NUMERIC_WEIGHT_MAX and NUMERIC_DSCALE_MAX):
// digits before and after the decimal point.
const (
	NumericIntegerDigitsMax = 131072
	NumericScaleMax         = 16383
)

// Signs of the binary form.
const (
	numericPositive         = 0x0000
	numericNegative         = 0x4000
	numericNaN              = 0xC000
	numericPositiveInfinity = 0xD000
	numericNegativeInfinity = 0xF000
)

func numericOverflow() error {
	return pgerr.New(pgerr.NumericValueOutOfRange, "value overflows numeric format")
}

// numericWords are the numerics that are no numbers.
var numericWords = []struct {
	word     string
	form     apd.Form
	negative bool
}{
	{"nan", apd.NaN, false},
	{"infinity", apd.Infinite, false}, {"+infinity", apd.Infinite, false}, {"-infinity", apd.Infinite, true},
	{"inf", apd.Infinite, false}, {"+inf", apd.Infinite, false}, {"-inf", apd.Infinite, true},
}

// parseNumeric reads decimal digits with an optional point and exponent; the
// number of digits after the point becomes the display scale.
func parseNumeric(s string, mod int32) (Value, error) {
	d, err := parseDecimal(s)
	if err != nil {
		return Null, err
	}
	if mod >= 0 {
		if d, err = fitNumeric(d, mod); err != nil {
			return Null, err
		}
	}
	return NewNumeric(d), nil
}

func parseDecimal(s string) (*apd.Decimal, error) {
	t := trimSpace(s)
	d := new(apd.Decimal)
	for _, w := range numericWords {
		if strings.EqualFold(t, w.word) {
			d.Form, d.Negative = w.form, w.negative
			return d, nil
		}
	}
	rest := t
	negative := false
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		negative = rest[0] == '-'
		rest = rest[1:]
	}
	digits := make([]byte, 0, 40)
	scale, point, seen := 0, false, false
	for rest != "" && (rest[0] >= '0' && rest[0] <= '9' || rest[0] == '.' && !point) {
		if rest[0] == '.' {
			point = true
		} else {
			seen = true
			if point {
				scale++
			}
			if len(digits) > 0 || rest[0] != '0' {
				digits = append(digits, rest[0])
			}
		}
		rest = rest[1:]
	}
	if !seen {
		return nil, syntaxError(Numeric, s)
	}
	if rest != "" && rest[0]|0x20 == 'e' {
		exp, tail, digits, inRange := cutInt(rest[1:], 32)
		switch {
		case !digits:
			return nil, syntaxError(Numeric, s)
		case !inRange || exp >= math.MaxInt32/2 || exp <= -math.MaxInt32/2:
			return nil, numericOverflow()
		}
		scale -= int(exp)
		rest = tail
	}
	if rest != "" {
		return nil, syntaxError(Numeric, s)
	}
	return makeDecimal(negative, digits, scale)
}

// makeDecimal builds digits * 10^-scale within the bounds of numeric; a
// negative scale is written out as zeros.
func makeDecimal(negative bool, digits []byte, scale int) (*apd.Decimal, error) {
	if scale > NumericScaleMax || len(digits) > 0 && len(digits)-scale > NumericIntegerDigitsMax {
		return nil, numericOverflow()
	}
	d := new(apd.Decimal)
	if len(digits) == 0 {
		d.Exponent = -int32(max(scale, 0))
		return d, nil
	}
	d.Exponent = -int32(max(scale, 0))
	d.Negative = negative
	if len(digits) <= 18 {
		n := int64(0)
		for _, c := range digits {
			n = n*10 + int64(c-'0')
		}
		d.Coeff.SetInt64(n)
	} else {
		d.Coeff.SetString(string(digits), 10)
	}
	if scale < 0 {
		d.Coeff.Mul(&d.Coeff, powerOfTen(int32(-scale)))
	}
	return d, nil
}

// appendNumeric writes all digits, as many after the point as the display
// scale says.
func appendNumeric(buf []byte, d *apd.Decimal) []byte {
	switch d.Form {
	case apd.Infinite:
		if d.Negative {
			buf = append(buf, '-')
		}
		return append(buf, "Infinity"...)
	case apd.NaN, apd.NaNSignaling:
		return append(buf, "NaN"...)
	}
	if d.Negative && d.Coeff.Sign() != 0 {
		buf = append(buf, '-')
	}
	start := len(buf)
	buf = d.Coeff.Append(buf, 10)
	if d.Exponent >= 0 {
		if d.Coeff.Sign() != 0 {
			buf = append(buf, bytes.Repeat([]byte{'0'}, int(d.Exponent))...)
		}
		return buf
	}
	scale := int(-d.Exponent)
	if missing := scale + 1 - (len(buf) - start); missing > 0 {
		buf = append(buf, make([]byte, missing)...)
		copy(buf[start+missing:], buf[start:len(buf)-missing])
		for i := range missing {
			buf[start+i] = '0'
		}
	}
	point := len(buf) - scale
	buf = append(buf, 0)
	copy(buf[point+1:], buf[point:])
	buf[point] = '.'
	return buf
}

// RoundDecimal rounds half away from zero to scale digits after the point
// (before it, if scale is negative) and shows as many. d does not change;
// what is no number is returned as it is.
func RoundDecimal(d *apd.Decimal, scale int32) *apd.Decimal {
	if d.Form != apd.Finite || d.Exponent == -scale && scale >= 0 {
		return d
	}
	out := &apd.Decimal{Negative: d.Negative, Exponent: -scale}
	shift := scale + d.Exponent // digits to add, or if negative to drop
	switch {
	case shift >= 0:
		out.Coeff.Mul(&d.Coeff, powerOfTen(shift))
	case int64(-shift) > d.NumDigits():
		// Less than half a unit: zero.
	default:
		var rest apd.BigInt
		power := powerOfTen(-shift)
		out.Coeff.QuoRem(&d.Coeff, power, &rest)
		if rest.Add(&rest, &rest).Cmp(power) >= 0 {
			out.Coeff.Add(&out.Coeff, apd.NewBigInt(1))
		}
	}
	if out.Exponent > 0 {
		out.Coeff.Mul(&out.Coeff, powerOfTen(out.Exponent))
		out.Exponent = 0
	}
	if out.Coeff.Sign() == 0 {
		out.Negative = false
	}
	return out
}

func powerOfTen(n int32) *apd.BigInt {
	return new(apd.BigInt).Exp(apd.NewBigInt(10), apd.NewBigInt(int64(n)), nil)
}

// CheckDecimal refuses a computed decimal that is too large for a numeric
// (22003).
func CheckDecimal(d *apd.Decimal) error {
	if d.Form == apd.Finite &&
		(-d.Exponent > NumericScaleMax || d.NumDigits()+int64(d.Exponent) > NumericIntegerDigitsMax) {
		return numericOverflow()
	}
	return nil
}

// fitNumeric rounds to the scale of a modifier and checks the precision.
func fitNumeric(d *apd.Decimal, mod int32) (*apd.Decimal, error) {
	precision, scale, ok := NumericMod(mod)
	if !ok {
		return d, nil
	}
	switch d.Form {
	case apd.Finite:
	case apd.Infinite:
		return nil, pgerr.New(pgerr.NumericValueOutOfRange, "numeric field overflow").
			WithDetail("A field with precision %d, scale %d cannot hold an infinite value.", precision, scale)
	default:
		return d, nil
	}
	out := RoundDecimal(d, scale)
	if out.Coeff.Sign() == 0 || out.NumDigits()+int64(out.Exponent) <= int64(precision-scale) {
		return out, nil
	}
	bound := "1"
	if precision != scale {
		bound = "10^" + strconv.Itoa(int(precision-scale))
	}
	return nil, pgerr.New(pgerr.NumericValueOutOfRange, "numeric field overflow").
		WithDetail("A field with precision %d, scale %d must round to an absolute value less than %s.",
			precision, scale, bound)
}

// numericInt64 rounds half away from zero; ok is false if that does not fit.
func numericInt64(d *apd.Decimal) (i int64, ok bool) {
	if d.NumDigits()+int64(d.Exponent) > 19 {
		return 0, false
	}
	whole := RoundDecimal(d, 0)
	n := new(apd.BigInt).Set(&whole.Coeff)
	if whole.Negative {
		n.Neg(n)
	}
	return n.Int64(), n.IsInt64()
}

// appendNumericBinary writes numeric_send's form: the number of digits to the
// base 10,000, the weight of the first, the sign, the display scale, digits.
func appendNumericBinary(buf []byte, d *apd.Decimal) []byte {
	sign := uint16(numericPositive)
	switch {
	case d.Form == apd.Infinite && d.Negative:
		sign = numericNegativeInfinity
	case d.Form == apd.Infinite:
		sign = numericPositiveInfinity
	case d.Form != apd.Finite:
		sign = numericNaN
	case d.Negative && d.Coeff.Sign() != 0:
		sign = numericNegative
	}
	if d.Form != apd.Finite {
		// PostgreSQL shows bits of its infinities' header as their scale.
		scale := byte(0x20)
		if sign == numericNaN {
			scale = 0
		}
		return append(buf, 0, 0, 0, 0, byte(sign>>8), byte(sign), 0, scale)
	}
	digits := make([]byte, 0, 64)
	if d.Coeff.Sign() != 0 {
		digits = d.Coeff.Append(digits, 10)
		digits = append(digits, bytes.Repeat([]byte{'0'}, int(max(d.Exponent, 0)))...)
	}
	scale := int(max(-d.Exponent, 0))
	// Align the point to a border between groups of four digits.
	if pad := (4 - scale%4) % 4; len(digits) > 0 {
		digits = append(digits, "000"[:pad]...)
	}
	groupsAfter := (scale + 3) / 4
	if lead := (4 - len(digits)%4) % 4; lead > 0 {
		digits = append([]byte("000")[:lead:lead], digits...)
	}
	weight := len(digits)/4 - groupsAfter - 1
	for len(digits) > 0 && string(digits[len(digits)-4:]) == "0000" {
		digits = digits[:len(digits)-4]
	}
	for len(digits) > 0 && string(digits[:4]) == "0000" {
		digits = digits[4:]
		weight--
	}
	if len(digits) == 0 {
		weight = 0
	}
	buf = binary.BigEndian.AppendUint16(buf, uint16(len(digits)/4))
	buf = binary.BigEndian.AppendUint16(buf, uint16(int16(weight)))
	buf = binary.BigEndian.AppendUint16(buf, sign)
	buf = binary.BigEndian.AppendUint16(buf, uint16(scale))
	for ; len(digits) > 0; digits = digits[4:] {
		n := uint16(digits[0]-'0')*1000 + uint16(digits[1]-'0')*100 + uint16(digits[2]-'0')*10 + uint16(digits[3]-'0')
		buf = binary.BigEndian.AppendUint16(buf, n)
	}
	return buf
}

func badNumeric(what string) error {
	return pgerr.New(pgerr.InvalidBinaryRepresentation, "invalid %s in external \"numeric\" value", what)
}

func decodeNumeric(b []byte) (Value, error) {
	if len(b) < 8 {
		return Null, badLength(len(b), 8)
	}
	groups := int(binary.BigEndian.Uint16(b))
	weight := int(int16(binary.BigEndian.Uint16(b[2:])))
	sign := binary.BigEndian.Uint16(b[4:])
	scale := int(binary.BigEndian.Uint16(b[6:]))
	d := new(apd.Decimal)
	switch sign {
	case numericPositive, numericNegative:
	case numericNaN:
		d.Form = apd.NaN
	case numericPositiveInfinity, numericNegativeInfinity:
		d.Form, d.Negative = apd.Infinite, sign == numericNegativeInfinity
	default:
		return Null, badNumeric("sign")
	}
	if scale > NumericScaleMax {
		return Null, badNumeric("scale")
	}
	if len(b) != 8+2*groups {
		return Null, badLength(len(b), 8+2*groups)
	}
	digits := make([]byte, 0, 4*groups+4)
	for b = b[8:]; len(b) > 0; b = b[2:] {
		n := binary.BigEndian.Uint16(b)
		if n > 9999 {
			return Null, badNumeric("digit")
		}
		digits = append(digits, '0'+byte(n/1000), '0'+byte(n/100%10), '0'+byte(n/10%10), '0'+byte(n%10))
	}
	if d.Form != apd.Finite {
		return NewNumeric(d), nil
	}
	// Make the digits end where the display scale says: cut or pad with zeros.
	want := (weight+1)*4 + scale
	if want <= 0 {
		digits = digits[:0]
	} else if want <= len(digits) {
		digits = digits[:want]
	} else if len(bytes.Trim(digits, "0")) > 0 {
		digits = append(digits, bytes.Repeat([]byte{'0'}, want-len(digits))...)
	}
	d, err := makeDecimal(sign == numericNegative, bytes.TrimLeft(digits, "0"), scale)
	if err != nil {
		return Null, err
	}
	return NewNumeric(d), nil
}

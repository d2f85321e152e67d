package types

import "math/bits"

// fraction is a decimal fraction, num/den, smaller than one and never
// negative; den is a power of ten.
type fraction struct {
	num, den uint64
	negative bool
}

// parseFraction reads a fraction from its point on; no digits are zero.
func parseFraction(s string) (fraction, bool) {
	f := fraction{den: 1}
	for _, c := range []byte(s[1:]) {
		if !isDigit(c) {
			return f, false
		}
		if f.den < 1e18 {
			f.num, f.den = f.num*10+uint64(c-'0'), f.den*10
		}
	}
	return f, true
}

// split multiplies by scale and cuts the product into a whole number and a
// fraction, both with the sign.
func (f fraction) split(scale int64) (whole int64, rest fraction) {
	if f.num == 0 {
		return 0, fraction{den: 1}
	}
	hi, lo := bits.Mul64(f.num, uint64(scale))
	q, r := bits.Div64(hi, lo, f.den)
	whole = int64(q)
	if f.negative {
		whole = -whole
	}
	return whole, fraction{num: r, den: f.den, negative: f.negative}
}

// times multiplies by scale and cuts towards zero.
func (f fraction) times(scale int64) int64 {
	whole, _ := f.split(scale)
	return whole
}

// rounded multiplies by scale and rounds; a half goes towards zero, or, with
// even, to the even number.
func (f fraction) rounded(scale int64, even bool) int64 {
	whole, rest := f.split(scale)
	twice := rest.num * 2
	if twice > rest.den || even && twice == rest.den && whole%2 != 0 {
		if f.negative {
			return whole - 1
		}
		return whole + 1
	}
	return whole
}

package fn

import (
	"math/big"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Bounds and scales of PostgreSQL's numeric (utils/numeric.h, numeric.c).
const (
	numericMaxDigits    = 131072 // before the decimal point
	numericMaxScale     = 16383
	numericMinSigDigits = 16
	numericMaxDisplay   = 1000
)

func init() {
	for _, op := range []struct {
		symbol, name, help string
		f                  func(x, y *apd.Decimal) (*apd.Decimal, error)
	}{
		{"+", "", "add", addDecimal},
		{"-", "", "subtract", subDecimal},
		{"*", "", "multiply", mulDecimal},
		{"/", "", "divide", divDecimal},
		{"%", "mod", "remainder, with the sign of the dividend", modDecimal},
		{"", "div", "integer quotient, truncating toward zero", divTruncDecimal},
		{"^", "power", "raise to a power", powerDecimal},
		{"", "pow", "raise to a power", powerDecimal},
	} {
		impl := decimal2(op.f)
		if op.symbol != "" {
			register(operator(op.symbol, "numeric, numeric -> numeric", op.help, impl))
		}
		if op.name != "" {
			register(scalar(op.name+"(numeric, numeric) numeric", op.help, impl))
		}
	}
	abs := decimal1(func(x *apd.Decimal) (*apd.Decimal, error) {
		z := new(apd.Decimal).Set(x)
		z.Negative = false
		return z, nil
	})
	register(
		operator("-", "numeric -> numeric", "negate", decimal1(negDecimal)),
		operator("+", "numeric -> numeric", "unary plus", identity),
		operator("@", "numeric -> numeric", "absolute value", abs),
		scalar("abs(numeric) numeric", "absolute value", abs),
	)
}

func decimal1(f func(x *apd.Decimal) (*apd.Decimal, error)) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		return newDecimal(f(a[0].Decimal()))
	}
}

func decimal2(f func(x, y *apd.Decimal) (*apd.Decimal, error)) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		return newDecimal(f(a[0].Decimal(), a[1].Decimal()))
	}
}

// newDecimal makes a numeric of a result, checking its bounds. A zero has no sign.
func newDecimal(d *apd.Decimal, err error) (datum.Datum, error) {
	if err != nil {
		return datum.Null, err
	}
	if d.Form == apd.Finite {
		if d.Exponent > 0 {
			d = scaleTo(d, 0)
		}
		if d.Exponent < -numericMaxScale {
			d = roundDecimal(d, numericMaxScale)
		}
		if d.NumDigits()+int64(d.Exponent) > numericMaxDigits {
			return datum.Null, numericOverflow()
		}
		if d.Negative && d.IsZero() {
			d.Negative = false
		}
	}
	return types.NewNumeric(d), nil
}

func numericOverflow() error {
	return pgerr.New(pgerr.NumericValueOutOfRange, "value overflows numeric format")
}

var (
	decimalNaN = &apd.Decimal{Form: apd.NaN}
	exact      = apd.BaseContext // precision 0: no rounding
)

func infinity(negative bool) *apd.Decimal {
	return &apd.Decimal{Form: apd.Infinite, Negative: negative}
}

func isNaN(x *apd.Decimal) bool { return x.Form == apd.NaN || x.Form == apd.NaNSignaling }

func negDecimal(x *apd.Decimal) (*apd.Decimal, error) {
	z := new(apd.Decimal).Set(x)
	if !isNaN(x) && !(x.Form == apd.Finite && x.IsZero()) {
		z.Negative = !x.Negative
	}
	return z, nil
}

func addDecimal(x, y *apd.Decimal) (*apd.Decimal, error) {
	if z := specialSum(x, y, false); z != nil {
		return z, nil
	}
	z := new(apd.Decimal)
	_, err := exact.Add(z, x, y)
	return z, err
}

func subDecimal(x, y *apd.Decimal) (*apd.Decimal, error) {
	if z := specialSum(x, y, true); z != nil {
		return z, nil
	}
	z := new(apd.Decimal)
	_, err := exact.Sub(z, x, y)
	return z, err
}

// specialSum is x ± y where one of them is not finite; nil if both are.
func specialSum(x, y *apd.Decimal, minus bool) *apd.Decimal {
	switch {
	case isNaN(x) || isNaN(y):
		return decimalNaN
	case x.Form == apd.Infinite && y.Form == apd.Infinite:
		if x.Negative == (y.Negative != minus) {
			return infinity(x.Negative)
		}
		return decimalNaN
	case x.Form == apd.Infinite:
		return infinity(x.Negative)
	case y.Form == apd.Infinite:
		return infinity(y.Negative != minus)
	}
	return nil
}

func mulDecimal(x, y *apd.Decimal) (*apd.Decimal, error) {
	if isNaN(x) || isNaN(y) {
		return decimalNaN, nil
	}
	if x.Form == apd.Infinite || y.Form == apd.Infinite {
		if x.IsZero() || y.IsZero() {
			return decimalNaN, nil
		}
		return infinity(x.Negative != y.Negative), nil
	}
	if x.NumDigits()+y.NumDigits()+int64(x.Exponent)+int64(y.Exponent) > numericMaxDigits+1 {
		return nil, numericOverflow()
	}
	z := new(apd.Decimal)
	_, err := exact.Mul(z, x, y)
	return z, err
}

func divDecimal(x, y *apd.Decimal) (*apd.Decimal, error) {
	if z, err := specialQuotient(x, y); z != nil || err != nil {
		return z, err
	}
	return quotient(x, y, divScale(x, y), true), nil
}

func divTruncDecimal(x, y *apd.Decimal) (*apd.Decimal, error) {
	if z, err := specialQuotient(x, y); z != nil || err != nil {
		return z, err
	}
	return quotient(x, y, 0, false), nil
}

// specialQuotient is x / y where an operand is not finite or y is zero.
func specialQuotient(x, y *apd.Decimal) (*apd.Decimal, error) {
	switch {
	case isNaN(x) || isNaN(y):
		return decimalNaN, nil
	case x.Form == apd.Infinite && y.Form == apd.Infinite:
		return decimalNaN, nil
	case y.Form == apd.Finite && y.IsZero():
		return nil, divisionByZero()
	case x.Form == apd.Infinite:
		return infinity(x.Negative != y.Negative), nil
	case y.Form == apd.Infinite:
		return new(apd.Decimal), nil
	}
	return nil, nil
}

func modDecimal(x, y *apd.Decimal) (*apd.Decimal, error) {
	switch {
	case isNaN(x) || isNaN(y):
		return decimalNaN, nil
	case x.Form == apd.Infinite:
		if y.Form == apd.Finite && y.IsZero() {
			return nil, divisionByZero()
		}
		return decimalNaN, nil
	case y.Form == apd.Infinite:
		return x, nil
	case y.IsZero():
		return nil, divisionByZero()
	}
	q := quotient(x, y, 0, false)
	p, err := mulDecimal(q, y)
	if err != nil {
		return nil, err
	}
	return subDecimal(x, p)
}

// weight gives the position and value of the first digit in base 10,000, as
// PostgreSQL stores numerics; its scale rules count in these.
func weight(x *apd.Decimal) (weight, first int) {
	if x.IsZero() {
		return 0, 0
	}
	digits := x.Coeff.String()
	p := len(digits) + int(x.Exponent) - 1 // of the first decimal digit
	weight = p / 4
	if p < 0 && p%4 != 0 {
		weight--
	}
	n := p - weight*4 + 1
	if n > len(digits) {
		digits += strings.Repeat("0", n-len(digits))
	}
	for _, d := range digits[:n] {
		first = first*10 + int(d-'0')
	}
	return weight, first
}

func scaleOf(x *apd.Decimal) int { return max(0, -int(x.Exponent)) }

// divScale is PostgreSQL's select_div_scale: at least 16 significant digits.
func divScale(x, y *apd.Decimal) int {
	wx, fx := weight(x)
	wy, fy := weight(y)
	q := wx - wy
	if fx <= fy {
		q--
	}
	return clampScale(numericMinSigDigits-q*4, x, y)
}

// clampScale keeps a scale at least that of the operands, and in bounds.
func clampScale(scale int, operands ...*apd.Decimal) int {
	for _, x := range operands {
		scale = max(scale, scaleOf(x))
	}
	return min(max(scale, 0), numericMaxDisplay)
}

var bigTen = big.NewInt(10)

func pow10(n int) *big.Int { return new(big.Int).Exp(bigTen, big.NewInt(int64(n)), nil) }

// quotient is x / y with the given scale, rounded half away from zero or
// truncated.
func quotient(x, y *apd.Decimal, scale int, round bool) *apd.Decimal {
	num, den := x.Coeff.MathBigInt(), y.Coeff.MathBigInt()
	num, den = new(big.Int).Set(num), new(big.Int).Set(den)
	if shift := scale + int(x.Exponent) - int(y.Exponent); shift >= 0 {
		num.Mul(num, pow10(shift))
	} else {
		den.Mul(den, pow10(-shift))
	}
	q, rem := new(big.Int).QuoRem(num, den, new(big.Int))
	if round && rem.Lsh(rem, 1).CmpAbs(den) >= 0 {
		q.Add(q, big.NewInt(1))
	}
	z := &apd.Decimal{Negative: x.Negative != y.Negative && q.Sign() != 0, Exponent: int32(-scale)}
	z.Coeff.SetMathBigInt(q)
	return z
}

var decimalOne = apd.New(1, 0)

// roundDecimal rounds half away from zero to scale digits after the point
// (before it, if negative).
func roundDecimal(x *apd.Decimal, scale int) *apd.Decimal {
	return scaled(x, scale, true)
}

// truncDecimal cuts after scale digits.
func truncDecimal(x *apd.Decimal, scale int) *apd.Decimal { return scaled(x, scale, false) }

func scaled(x *apd.Decimal, scale int, round bool) *apd.Decimal {
	if x.Form != apd.Finite {
		return x
	}
	if scale >= scaleOf(x) {
		return scaleTo(x, scale)
	}
	z := quotient(x, decimalOne, scale, round)
	if scale < 0 {
		z = scaleTo(z, 0)
	}
	return z
}

// scaleTo shows x with more digits after the point.
func scaleTo(x *apd.Decimal, scale int) *apd.Decimal {
	shift := int(x.Exponent) + scale
	if shift <= 0 {
		return x
	}
	z := &apd.Decimal{Negative: x.Negative, Exponent: int32(-scale)}
	z.Coeff.SetMathBigInt(new(big.Int).Mul(x.Coeff.MathBigInt(), pow10(shift)))
	return z
}

func decimalOf(i int64) *apd.Decimal { return apd.New(i, 0) }
